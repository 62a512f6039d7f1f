// Questions about tolerances through the program, of a study of a plane, whose answers are closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "cli/program.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::cli {
namespace {

/// 3 width + 0.1 height over 1 … 10 and 10 … 100, with the worst of a box and a model that is nearly exact; its stress,
/// which counts where it has a limit, is width + 0.4 height.
struct PlaneStudy {
    explicit PlaneStudy(const std::string& more = "") {
        file = scratch.write("plane.toml", R"([study]
name = "plane"
[[parameter]]
name = "width"
bounds = [1, 10]
tolerance = 0.5
[[parameter]]
name = "height"
bounds = [10, 100]
tolerance = 5
[region]
norm = "inf"
[model]
kernel = "squared-exponential"
noise = 1e-8
warp = "none"
effects = false
)" + more);
        std::ostringstream rows;
        rows << "width,height,value,stress\n";
        for (int i = 0; i < 6; ++i) {
            for (int j = 0; j < 5; ++j) {
                const double width = 1 + 1.8 * i;
                const double height = 10 + 22.5 * j;
                rows << width << ',' << height << ',' << 3 * width + 0.1 * height << ',' << width + 0.4 * height
                     << '\n';
            }
        }
        const std::string table = scratch.write("plane.csv", rows.str());
        EXPECT_EQ(sweetspot({"import", file, table}).exit_status, 0);
    }

    [[nodiscard]] ProgramResult operator()(const std::string& command, const Arguments& more = {}) const {
        return sweetspot(with({command, file}, more));
    }
    [[nodiscard]] Json json(const std::string& command, const Arguments& more) const {
        return Json::parse((*this)(command, with(more, {"--format", "json"})).out);
    }

    support::ScratchDirectory scratch;
    std::string file;
};

const Arguments at_middle = {"--at", "width=5,height=50"};  // f is 20 there, and the worst 22

TEST(ToleranceCommand, TellsTheFactorAtADesignAndAtTheBestCentre) {
    const PlaneStudy study;
    const Json all = study.json("tolerance", with(at_middle, {"--limit", "24"}));
    EXPECT_EQ(all["limit"], 24.0);
    EXPECT_TRUE(all["parameter"].is_null());
    EXPECT_NEAR(all["at_centre"]["by_mean"].get<double>(), 2, 0.02);
    EXPECT_LE(all["at_centre"]["safely"], all["at_centre"]["by_mean"]);
    // At the lowest corner with room for it: 3 (1 + s/2) + 0.1 (10 + 5 s) + 2 s = 24.
    EXPECT_NEAR(all["at_best_centre"]["by_mean"].get<double>(), 5, 0.1);
    const Json one = study.json("tolerance", with(at_middle, {"--limit", "24", "--parameter", "height"}));
    EXPECT_NEAR(one["at_centre"]["by_mean"].get<double>(), 5, 0.05);
    const std::string text = study("tolerance", with(at_middle, {"--limit", "24"})).out;
    expect_contains(text, "plane: the largest factor of all tolerances with which nothing is worse than 24\n");
    expect_contains(text, "at your design");
    expect_contains(text, "at the best centre");
    expect_refused(study("tolerance"), {"sweetspot tolerance: --limit: it is missing"});
    expect_refused(study("tolerance", {"--limit", "24", "--parameter", "widht"}),
                   {"sweetspot tolerance: --parameter: ", "did you mean \"width\""});
}

TEST(ToleranceCommand, KeepsLimitsOnOtherOutputsAndSaysWhichBinds) {
    // At the middle the stress is 25, and its worst 25 + 2.5 s; the value's is 20 + 2 s.
    const PlaneStudy study("[[limit]]\nof = \"stress\"\nat_most = 28\n");
    const Json alone = study.json("tolerance", at_middle);
    EXPECT_TRUE(alone["limit"].is_null());
    EXPECT_NEAR(alone["at_centre"]["by_mean"].get<double>(), 1.2, 0.02);
    ASSERT_EQ(alone["at_centre"]["limits"].size(), 1U);
    const Json both = study.json("tolerance", with(at_middle, {"--limit", "21"}));
    EXPECT_NEAR(both["at_centre"]["by_mean"].get<double>(), 0.5, 0.01);
    const Json& limits = both["at_centre"]["limits"];
    ASSERT_EQ(limits.size(), 2U);
    EXPECT_EQ(limits[0]["of"], "stress");
    EXPECT_EQ(limits[0]["at_most"], 28);
    EXPECT_EQ(limits[0]["for"], "worst");
    EXPECT_NEAR(limits[0]["by_mean"].get<double>(), 1.2, 0.02);
    EXPECT_LE(limits[0]["safely"], limits[0]["by_mean"]);
    EXPECT_EQ(limits[0]["binds"], false);
    EXPECT_EQ(limits[1]["of"], "value");
    EXPECT_EQ(limits[1]["at_most"], 21);
    EXPECT_NEAR(limits[1]["by_mean"].get<double>(), 0.5, 0.01);
    EXPECT_EQ(limits[1]["binds"], true);
    const std::string text = study("tolerance", with(at_middle, {"--limit", "21"})).out;
    expect_contains(text, "plane: the largest factor of all tolerances with which every limit is kept\n");
    expect_contains(text, "stress ≤ 28 in the whole region allows 1.2, safely ");
    expect_contains(text, "value ≤ 21 in the whole region allows 0.5, safely ");
    expect_contains(text, "; it binds\n");
    const PlaneStudy broken("[[limit]]\nof = \"stress\"\nat_most = 24\nfor = \"centre\"\n");
    expect_contains(broken("tolerance", at_middle).out, "even built exactly stress is expected to be 25 there\n");
    expect_refused(PlaneStudy("[[limit]]\nof = \"strain\"\nat_most = 1\n")("tolerance"),
                   {"sweetspot tolerance: strain ≤ 1 in the whole region: no evaluation gave a strain"});
}

TEST(ContributionsCommand, TellsTheSharesOfAnotherOutput) {
    const PlaneStudy study("[[limit]]\nof = \"stress\"\nat_most = 28\n");
    const Json found = study.json("contributions", with(at_middle, {"--of", "stress"}));
    EXPECT_EQ(found["of"], "stress");
    // 2² to 0.5².
    EXPECT_EQ(found["contributions"][0]["parameter"], "height");
    EXPECT_NEAR(found["contributions"][0]["total"].get<double>(), 4 / 4.25, 0.02);
    EXPECT_NEAR(found["contributions"][0]["worst_cost"].get<double>(), 2, 0.03);
    EXPECT_NEAR(found["average"].get<double>(), 25, 0.05);
    EXPECT_EQ(study.json("contributions", at_middle)["of"], "value");
    const std::string text = study("contributions", with(at_middle, {"--of", "stress"})).out;
    expect_contains(text, "plane: what spreads stress around width = 5, height = 50\n");
    expect_contains(text, "The worst of stress is its largest value, as its limit has it.\n");
    expect_refused(study("contributions", {"--of", "stres"}),
                   {"sweetspot contributions: --of: unknown output \"stres\"", "did you mean \"stress\"?"});
    expect_refused(PlaneStudy("[[limit]]\nof = \"strain\"\nat_most = 1\n")("contributions", {"--of", "strain"}),
                   {"sweetspot contributions: --of: no evaluation gave a strain"});
    const std::string page = study.scratch.file("report.html");
    ASSERT_EQ(study("report", {"--out", page}).exit_status, 0);
    expect_contains(support::read_text(page), "What spreads each output over the region");
}

TEST(ContributionsCommand, TellsTheShares) {
    const Json found = PlaneStudy().json("contributions", at_middle);
    // 1.5² to 0.5².
    EXPECT_EQ(found["contributions"][0]["parameter"], "width");
    EXPECT_NEAR(found["contributions"][0]["alone"].get<double>(), 0.9, 0.02);
    EXPECT_NEAR(found["contributions"][0]["total"].get<double>(), 0.9, 0.02);
    EXPECT_NEAR(found["contributions"][0]["worst_cost"].get<double>(), 1.5, 0.03);
    EXPECT_NEAR(found["contributions"][1]["worst_cost"].get<double>(), 0.5, 0.03);
    EXPECT_NEAR(found["standard_deviation"].get<double>(), std::sqrt(2.5 / 3), 0.02);
}

TEST(Allocate, FindsTheCheapestTolerancesAndTheCurve) {
    const PlaneStudy study("[objective]\nlimit = 24\n");
    const Json found =
        study.json("allocate", with(at_middle, {"--cost", "width=1/t,height=40/t", "--centre", "fixed"}));
    EXPECT_EQ(found["limit"], 24.0);
    // min 1/a + 40/b where 3 a + 0.1 b = 4: a is in proportion to √(1/3), b to √400.
    const double sum = std::sqrt(3.0) + 2;
    EXPECT_NEAR(found["by_mean"]["tolerances"]["width"].get<double>(), std::sqrt(1.0 / 3) * 4 / sum, 0.01);
    EXPECT_NEAR(found["by_mean"]["tolerances"]["height"].get<double>(), 20 * 4 / sum, 0.3);
    EXPECT_NEAR(found["by_mean"]["cost"].get<double>(), sum * sum / 4, 0.01);
    EXPECT_EQ(found["by_mean"]["params"], (Json{{"width", 5.0}, {"height", 50.0}}));
    EXPECT_GE(found["safely"]["cost"], found["by_mean"]["cost"]);
    EXPECT_LE(found["safely"]["upper"], 24 + 1e-6);
    EXPECT_NEAR(found["now"]["cost"].get<double>(), 1 / 0.5 + 40 / 5.0, 1e-9);
    ASSERT_EQ(found["curve"].size(), 7U);
    for (std::size_t k = 1; k < 7; ++k) {
        EXPECT_LE(found["curve"][k]["by_mean"]["cost"], found["curve"][k - 1]["by_mean"]["cost"]);
    }
    const ProgramResult csv = study("allocate", with(at_middle, {"--curve", "3", "--format", "csv"}));
    EXPECT_TRUE(
        csv.out.starts_with("limit,cost,safe_cost,tolerance of width,tolerance of height,safe tolerance of "
                            "width,safe tolerance of height\n"))
        << csv.out;
    EXPECT_EQ(std::ranges::count(csv.out, '\n'), 4);
}

TEST(Allocate, KnowsTablesLocksAndBounds) {
    const PlaneStudy study;
    const std::string table = study.scratch.write("costs.csv", "tolerance,cost\n2,4\n10,2\n20,1.9\n");
    const Arguments fixed = with(at_middle, {"--limit", "24", "--centre", "fixed", "--curve", "1"});
    const Json found = study.json("allocate", with(fixed, {"--cost", "width=1/t,height=" + table}));
    // At the kink of the table, 3 a + 1 = 4: a little more of the limit is worth 2.5 before it, 0.1 after it, and 1/3
    // to width.
    EXPECT_NEAR(found["by_mean"]["tolerances"]["height"].get<double>(), 10, 0.05);
    EXPECT_NEAR(found["by_mean"]["tolerances"]["width"].get<double>(), 1, 0.01);
    const Arguments locked = with(fixed, {"--cost", "width=1/t,height=1/t", "--lock", "width=0.8"});
    EXPECT_NEAR(study.json("allocate", locked)["by_mean"]["tolerances"]["height"].get<double>(), 16, 0.3);
    expect_contains(study("allocate", locked).out, "The tolerance of width is locked.\n");
    expect_contains(study("allocate", with(fixed, {"--cost", "width=1/t"})).out,
                    "The tolerance of height stays as it is, for no cost was named for it.\n");
    const Json bounded = study.json("allocate", with(fixed, {"--bounds", "height=3:8"}));
    EXPECT_LE(bounded["by_mean"]["tolerances"]["height"].get<double>(), 8.0);
    expect_contains(study("allocate", with(at_middle, {"--limit", "5", "--centre", "fixed"})).out,
                    "No tolerances that are allowed keep the limit: with the closest of them the worst is 2");
}

TEST(Allocate, RefusesWithTheRemedy) {
    const PlaneStudy study;
    const std::string start = "sweetspot allocate: ";
    const auto refused = [&](const Arguments& more, const std::vector<std::string>& parts) {
        expect_refused(study("allocate", with({"--limit", "24"}, more)), parts);
    };
    expect_refused(study("allocate"), {start + "--limit: it is missing"});
    refused({"--cost", "widht=1/t"}, {start + "--cost: ", "did you mean \"width\""});
    refused({"--cost", "width=nothing.csv"},
            {start + "--cost: that of \"width\" is \"nothing.csv\", which is no formula"});
    refused({"--cost", "width=-1/t"}, {start, "both numbers must be above 0"});
    refused({"--cost", "width=1/t,width=2/t"}, {start + "--cost: \"width\" is given twice"});
    const std::string table = study.scratch.write("bad.csv", "1,2\n2,none\n");
    refused({"--cost", "width=" + table}, {start, "bad.csv:2: \"2,none\" is not a tolerance and its cost"});
    const std::string other = study.scratch.write("other.csv", "0.1;5\n0.2,3\n0.4,1\n");
    refused({"--cost", "width=" + other}, {start, "other.csv:1: \"0.1;5\" is not a tolerance and its cost"});
    refused({"--cost", "height=1/t", "--bounds", "width=0.1:0.2"}, {start, "\"width\" has bounds for its tolerance"});
    refused({"--lock", "width=5%"},
            {start + "--lock: the tolerance of \"width\" is \"5%\"; give it in the parameter's own unit"});
    refused({"--lock", "width,height"}, {start + "no tolerance may change"});
    refused({"--bounds", "width=1"}, {start + "--bounds: those of \"width\" are \"1\"; give the least and the most"});
}

/// 3 width + 0.1 height + 2 temperature, over an oven of -1 … 1 that nobody chooses, and a stress of 10 width.
struct HeatedStudy {
    explicit HeatedStudy(const std::string& more = "") {
        file = scratch.write("heated.toml", R"([study]
name = "heated"
[[parameter]]
name = "width"
bounds = [1, 10]
tolerance = 0.5
[[parameter]]
name = "height"
bounds = [10, 100]
tolerance = 5
[[environment]]
name = "temperature"
bounds = [-1, 1]
[objective]
limit = 24
[model]
kernel = "squared-exponential"
noise = 1e-8
warp = "none"
effects = false
)" + more);
        std::ostringstream rows;
        rows << "width,height,temperature,value,stress\n";
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 3; ++j) {
                for (int k = -1; k <= 1; ++k) {
                    const double width = 1 + 3.0 * i;
                    const double height = 10 + 45.0 * j;
                    rows << width << ',' << height << ',' << k << ',' << 3 * width + 0.1 * height + 2 * k << ','
                         << 10 * width << '\n';
                }
            }
        }
        const std::string table = scratch.write("heated.csv", rows.str());
        const ProgramResult imported = sweetspot({"import", file, table});
        EXPECT_EQ(imported.exit_status, 0) << imported.err;
    }

    [[nodiscard]] ProgramResult operator()(const std::string& command, const Arguments& more = {}) const {
        return sweetspot(with({command, file}, more));
    }
    [[nodiscard]] Json json(const std::string& command, const Arguments& more = {}) const {
        const ProgramResult result = (*this)(command, with(more, {"--format", "json"}));
        EXPECT_EQ(result.exit_status, 0) << result.err;
        return Json::parse(result.out);
    }

    support::ScratchDirectory scratch;
    std::string file;
};

const std::string box = "[region]\nnorm = \"inf\"\n";
const std::string largest_box = "[region]\nnorm = \"inf\"\nsize = \"largest\"\n";
const Arguments allocated = {"--at",  "width=5,height=50", "--cost", "width=1/t,height=40/t", "--centre",
                             "fixed", "--curve",           "1"};

TEST(Allocate, LeavesTheWholeRangeToTheEnvironment) {
    const HeatedStudy study(box);
    const Json found = study.json("allocate", allocated);
    // 20 + 2 for the temperature: 3 a + 0.1 b = 2.
    const double sum = std::sqrt(3.0) + 2;
    EXPECT_NEAR(found["by_mean"]["tolerances"]["width"].get<double>(), std::sqrt(1.0 / 3) * 2 / sum, 0.01);
    EXPECT_NEAR(found["by_mean"]["tolerances"]["height"].get<double>(), 20 * 2 / sum, 0.2);
    EXPECT_EQ(found["by_mean"]["tolerances"].size(), 2U);
    EXPECT_EQ(found["by_mean"]["params"], (Json{{"width", 5.0}, {"height", 50.0}}));
    EXPECT_FALSE(found["by_mean"].contains("limits"));
    EXPECT_EQ(study("allocate", allocated).out.find("temperature"), std::string::npos);
    expect_refused(study("allocate", {"--cost", "temperature=1/t"}),
                   {"sweetspot allocate: \"temperature\" belongs to the environment"});
}

TEST(Allocate, KeepsALimitOnAnotherOutputAndSaysThatItBinds) {
    const HeatedStudy study(box + "[[limit]]\nof = \"stress\"\nat_most = 52\n");
    const Json found = study.json("allocate", allocated);
    // 50 + 10 a ≤ 52, and what that leaves of the limit is for height.
    EXPECT_NEAR(found["by_mean"]["tolerances"]["width"].get<double>(), 0.2, 0.003);
    EXPECT_NEAR(found["by_mean"]["tolerances"]["height"].get<double>(), (2 - 0.6) / 0.1, 0.2);
    EXPECT_EQ(found["by_mean"]["bound_by"], "stress");
    EXPECT_NEAR(found["by_mean"]["limits"][0]["expected"].get<double>(), 52, 0.05);
    EXPECT_LE(found["safely"]["limits"][0]["surely"].get<double>(), 52 + 1e-3);
    EXPECT_EQ(found["now"]["keeps_limit"], false) << "55 with ± 0.5";
    const std::string text = study("allocate", allocated).out;
    expect_contains(text, "  stress at most 52");
    expect_contains(text, "By expectation the limit of stress allows no looser tolerances.\n");
    const std::string page = study.scratch.file("report.html");
    ASSERT_EQ(study("report", {"--out", page}).exit_status, 0);
    expect_contains(support::read_text(page), "The cheapest tolerances with which nothing is worse than 24");
}

TEST(LargestRegion, OfAStudyIsOverItsEnvironmentAndWithinItsLimits) {
    const HeatedStudy heated(largest_box);
    // At the lowest corner with room for it: 3 (1 + s/2) + 0.1 (10 + 5 s) + 2 + 2 s = 24.
    Json found = heated.json("best");
    EXPECT_NEAR(found["largest"]["by_mean"]["factor"].get<double>(), 4.5, 0.1);
    EXPECT_NEAR(found["largest"]["by_mean"]["tolerances"]["height"].get<double>(), 22.5, 0.5);
    EXPECT_EQ(found["largest"]["by_mean"]["tolerances"].size(), 2U);
    EXPECT_FALSE(found["largest"].contains("bound_by"));
    const HeatedStudy limited(largest_box + "[[limit]]\nof = \"stress\"\nat_most = 40\n");
    found = limited.json("best");
    // 10 (1 + s/2 + s/2) = 40 with the narrowest parts.
    EXPECT_NEAR(found["largest"]["by_mean"]["factor"].get<double>(), 3, 0.06);
    EXPECT_LE(found["largest"]["safely"]["factor"], found["largest"]["by_mean"]["factor"]);
    EXPECT_EQ(found["largest"]["bound_by"], "stress");
    EXPECT_EQ(found["limit"]["robust"]["distance"]["by_mean"], found["largest"]["by_mean"]["factor"]);
    const std::string text = limited("best").out;
    expect_contains(text, "The largest region within 24 and the limits on other outputs is width ± 1.");
    expect_contains(text, " The limit of stress allows no more.\n");
    EXPECT_EQ(limited("ask").exit_status, 0);
}

TEST(LargestRegion, OfAStudyWithPartsOfASeriesIsOneOfThem) {
    const support::ScratchDirectory scratch;
    const std::string file = scratch.write("parts.toml", R"([study]
name = "parts"
[[parameter]]
name = "rod"
values = [2, 3.2, 4.1, 6]
tolerance = 0.1
[[parameter]]
name = "alloy"
type = "choice"
values = ["A", "B"]
[region]
size = "largest"
limit = 1
)");
    std::ostringstream rows;
    rows << "rod,alloy,value\n";
    for (const double rod : {1.9, 2.0, 2.3, 2.7, 3.2, 3.6, 4.1, 4.5, 5.0, 5.5, 6.0}) {
        for (const char* alloy : {"A", "B"}) {
            const double middle = *alloy == 'A' ? 3 : 4;
            rows << rod << ',' << alloy << ',' << (rod - middle) * (rod - middle) << '\n';
        }
    }
    const ProgramResult imported = sweetspot({"import", file, scratch.write("parts.csv", rows.str())});
    ASSERT_EQ(imported.exit_status, 0) << imported.err;
    const Json found = Json::parse(sweetspot({"best", file, "--format", "json"}).out);
    // From 4 ± 1 the part 4.1 has 0.9 to the rim, from 3 ± 1 the part 3.2 has 0.8.
    EXPECT_EQ(found["robust"]["params"], (Json{{"rod", 4.1}, {"alloy", "B"}}));
    EXPECT_NEAR(found["largest"]["by_mean"]["factor"].get<double>(), 9, 0.3);
}

}  // namespace
}  // namespace sweetspot::cli
