// A study with a choice and a series through the program: names and values go in and come out.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/program.hpp"
#include "support/run_program.hpp"

namespace sweetspot::cli {
namespace {

const std::vector<double> parts = {10, 12, 15, 18, 22};

struct Workshop {
    support::ScratchDirectory scratch;
    std::string file;

    explicit Workshop(const std::string& format = "json", const std::string& confusion = "") {
        // Brass with a part of 15 is best; the objective is told a name.
        const std::string read = format == "json" ? "sed 's/[{}\",]//g' | tr ':' ' ' | awk '{m = $2; r = $4}"
                                                  : "awk 'NR == 1 {m = $1} NR == 2 {r = $1}";
        chmod(scratch
                  .write("objective", "#!/bin/sh\n" + read +
                                          " END {b = m == \"steel\" ? 2 : m == \"brass\" ? 0 : m == \"oak\" ? 3 : "
                                          "1000; v = b + (r - 15) ^ 2 / 20; " +
                                          (format == "json" ? "printf \"{\\\"value\\\": %.10g}\\n\", v}'\n"
                                                            : "printf \"%.10g\\n\", v}'\n"))
                  .c_str(),
              0755);
        file = scratch.write("s.toml", R"([study]
name = "s"
[[parameter]]
name = "material"
type = "choice"
values = ["steel", "brass", "oak"]
)" + confusion + R"([[parameter]]
name = "r"
values = [10, 12, 15, 18, 22]
tolerance = "5%"
[objective]
command = ["./objective"]
format = ")" + format + R"("
[budget]
evaluations = 14
)");
    }

    [[nodiscard]] ProgramResult operator()(const std::string& command, const Arguments& more = {}) const {
        return sweetspot(with({command, file}, more));
    }
};

TEST(Choices, AStudyFindsThemAndSaysTheirNames) {
    for (const std::string format : {"json", "numbers"}) {
        const Workshop study(format);
        const ProgramResult run = study("run");
        ASSERT_EQ(run.exit_status, 0) << run.err;
        const Json best = Json::parse(study("best", {"--format", "json"}).out);
        EXPECT_EQ(best["robust"]["params"]["material"], "brass");
        EXPECT_EQ(best["robust"]["params"]["r"], 15.0);
        EXPECT_EQ(best["region"]["material"], (Json{"brass", "brass"}));
        EXPECT_NEAR(best["region"]["r"][0].get<double>(), 14.25, 1e-9);
        EXPECT_EQ(best["robust"]["worst"]["at"]["material"], "brass");
        const std::string text = study("best").out;
        expect_contains(text, "  material                       brass                       brass");
        expect_contains(text, "at material = brass, r = ");
        for (const Json& trial : Json::parse(study("trials", {"--format", "json"}).out)) {
            EXPECT_LT(trial["value"].get<double>(), 1000) << "the objective was told no name";
            const double r = trial["params"]["r"];
            EXPECT_TRUE(std::ranges::any_of(parts, [&](double part) { return std::abs(r / part - 1) <= 0.05 + 1e-9; }))
                << r;
        }
        expect_contains(study("trials").out, "brass");
        const ProgramResult report = study("report");
        EXPECT_EQ(report.exit_status, 0) << report.err;
    }
}

TEST(Choices, AreToldAskedExportedAndImportedByName) {
    const Workshop study;
    EXPECT_EQ(study("tell", {"--params", R"({"material": "oak", "r": 12})", "3.45"}).exit_status, 0);
    expect_refused(study("tell", {"--params", R"({"material": "oka", "r": 12})", "3.45"}),
                   {"sweetspot tell: --params: unknown value of \"material\" \"oka\"; did you mean \"oak\"?"});
    expect_refused(study("tell", {"--params", R"({"material": 2, "r": 12})", "3.45"}),
                   {"sweetspot tell: --params: \"material\" is 2; it must be the name of one of its values"});
    const Json asked = Json::parse(study("ask").out);
    EXPECT_TRUE(asked["params"]["material"].is_string());
    EXPECT_EQ(std::ranges::count(parts, asked["params"]["r"].get<double>()), 1);
    const std::string csv = study("export", {"--format", "csv"}).out;
    expect_contains(csv, ",oak,12,3.45,");
    const Workshop other;
    const std::string data = other.scratch.write("data.csv", csv);
    EXPECT_EQ(other("import", {data}).exit_status, 0);
    expect_contains(other("trials").out, "oak");
    const std::string bad = other.scratch.write("bad.csv", "material,r,value\nook,12,1\n");
    expect_refused(other("import", {bad}), {"sweetspot import: ", "bad.csv:2: unknown value of \"material\" \"ook\""});
}

TEST(Choices, ADesignOfOnesOwnIsGivenByName) {
    const Workshop study;
    ASSERT_EQ(study("run").exit_status, 0);
    const Json best = Json::parse(study("best", {"--format", "json", "--at", "material=steel,r=18"}).out);
    EXPECT_EQ(best["at"]["params"], (Json{{"material", "steel"}, {"r", 18.0}}));
    expect_refused(study("best", {"--at", "material=steal,r=18"}),
                   {"sweetspot best: --at: unknown value of \"material\" \"steal\"; did you mean \"steel\"?"});
    expect_refused(study("best", {"--at", "material=steel,r=17"}),
                   {"sweetspot best: --at: \"r\" is 17; it must be one of 10, 12, 15, 18, 22"});
    const std::string checked = study("run", {"--check"}).out;
    expect_contains(checked, "one of steel, brass, oak, built as chosen");
    expect_contains(checked, "ordered as one of 10, 12, 15, 18, 22");
}

TEST(Choices, ToleranceOfASeriesMayChangeAndItsValuesMayNot) {
    const Workshop study;
    ASSERT_EQ(study("run").exit_status, 0);
    const std::string text = support::read_text(study.file);
    const auto with_r = [&](const std::string& values, const std::string& tolerance) {
        std::string changed = text;
        const std::size_t begin = changed.find("values = [10");
        const std::size_t end = changed.find("[objective]");
        changed.replace(begin, end - begin, "values = " + values + "\ntolerance = " + tolerance + "\n");
        static_cast<void>(study.scratch.write("s.toml", changed));
    };
    for (const std::string tolerance : {"\"2%\"", "\"8%\""}) {
        with_r("[10, 12, 15, 18, 22]", tolerance);
        const ProgramResult best = study("best", {"--format", "json"});
        ASSERT_EQ(best.exit_status, 0) << best.err;
        EXPECT_EQ(Json::parse(best.out)["robust"]["params"]["r"], 15.0);
    }
    with_r("[10, 12, 15, 18]", "\"5%\"");
    const ProgramResult other = study("best");
    EXPECT_EQ(other.exit_status, 2);
    expect_contains(other.err, "r one of 10, 12, 15, 18");
}

TEST(Choices, SuggestAnswersWithNames) {
    const std::string state = R"({"parameters": [{"name": "m", "type": "choice", "values": ["a", "b"]},
        {"name": "r", "values": [1, 2, 4], "tolerance": 0.1}], "seed": 1, "method": {"initial": 3},
        "observations": [{"x": ["a", 1], "y": 3}, {"x": ["b", 2.05], "y": 1}, {"x": ["b", 4], "y": 2}]})";
    const ProgramResult result = sweetspot({"suggest", "-"}, state);
    ASSERT_EQ(result.exit_status, 0) << result.err;
    const Json answer = Json::parse(result.out);
    EXPECT_TRUE(answer["next"]["x"][0] == "a" || answer["next"]["x"][0] == "b");
    EXPECT_TRUE(answer["incumbent"]["x"][0] == "b");
    const double centre = answer["centre"][1];
    EXPECT_TRUE(centre == 1 || centre == 2 || centre == 4) << centre;
    EXPECT_LE(std::abs(answer["next"]["x"][1].get<double>() - centre), 0.1 + 1e-9);
}

TEST(Choices, AConfusionIsPartOfTheRegionInEveryAnswer) {
    // Brass is 0 and oak, taken for it, 3: at the worst steel, 2, is better.
    const Workshop study("json", "confusion = [[\"brass\", \"oak\", 0.02]]\n");
    expect_contains(study("run", {"--check"}).out, "one of steel, brass, oak, confused: brass and oak in 2 %");
    const ProgramResult run = study("run");
    ASSERT_EQ(run.exit_status, 0) << run.err;
    const Json worst = Json::parse(study("best", {"--format", "json"}).out);
    EXPECT_EQ(worst["robust"]["params"]["material"], "steel");
    EXPECT_EQ(worst["region"]["material"], (Json{{"steel", 1.0}}));
    const Json own = Json::parse(study("best", {"--format", "json", "--at", "material=brass,r=15"}).out);
    EXPECT_EQ(own["at"]["region"]["material"], (Json{{"brass", 0.98}, {"oak", 0.02}}));
    EXPECT_EQ(own["at"]["worst"]["at"]["material"], "oak");
    EXPECT_NEAR(own["at"]["worst"]["searched"].get<double>(), 3, 0.3);
    const ProgramResult mean = study("best", {"--measure", "mean"});
    ASSERT_EQ(mean.exit_status, 0) << mean.err;
    expect_contains(mean.out, "brass, or oak in 2 %");
    expect_contains(mean.out, "Where brass is ordered as material, oak is built in 2 % of the builds.");
    const ProgramResult contributions = study("contributions", {"--at", "material=brass,r=15"});
    EXPECT_EQ(contributions.exit_status, 0) << contributions.err;
    expect_contains(contributions.out, "  material");
    const ProgramResult tolerance = study("tolerance", {"--limit", "3"});
    EXPECT_EQ(tolerance.exit_status, 0) << tolerance.err;
    const ProgramResult report = study("report", {"-o", study.scratch.file("report.html")});
    ASSERT_EQ(report.exit_status, 0) << report.err;
    expect_contains(support::read_text(study.scratch.file("report.html")), "confused: brass and oak in 2 %");
}

TEST(Choices, AConfusionMayChangeAfterTheStudyHasBegun) {
    const Workshop study;
    ASSERT_EQ(study("run").exit_status, 0);
    const Json before = Json::parse(study("best", {"--format", "json"}).out)["robust"];
    EXPECT_EQ(before["params"]["material"], "brass");
    EXPECT_LT(before["worst"]["searched"].get<double>(), 0.5);
    std::string text = support::read_text(study.file);
    text.insert(text.find("[[parameter]]\nname = \"r\""), "confusion = [[\"brass\", \"oak\", 0.02]]\n");
    static_cast<void>(study.scratch.write("s.toml", text));
    const ProgramResult best = study("best", {"--format", "json"});
    ASSERT_EQ(best.exit_status, 0) << best.err;
    EXPECT_GT(Json::parse(best.out)["robust"]["worst"]["searched"].get<double>(), 1.5) << "steel, or brass with oak";
    expect_refused(
        Workshop("json", "confusion = [[\"brass\", \"oka\", 0.02]]\n")("best"),
        {"sweetspot best: ", "s.toml:7: confusion[0]: unknown value of \"material\" \"oka\"; did you mean \"oak\"?"});
}

TEST(Choices, SuggestKnowsAConfusion) {
    const std::string state = R"({"parameters": [
        {"name": "m", "type": "choice", "values": ["a", "b", "c"], "confusion": 0.1},
        {"name": "r", "bounds": [0, 4], "tolerance": 0.1}], "seed": 1, "method": {"initial": 3},
        "observations": [{"x": ["a", 1], "y": 3}, {"x": ["b", 2.05], "y": 1}, {"x": ["c", 3], "y": 2}]})";
    const ProgramResult result = sweetspot({"suggest", "-"}, state);
    ASSERT_EQ(result.exit_status, 0) << result.err;
    const Json answer = Json::parse(result.out);
    EXPECT_TRUE(answer["next"]["x"][0].is_string());
    EXPECT_LE(std::abs(answer["next"]["x"][1].get<double>() - answer["centre"][1].get<double>()), 0.1 + 1e-9);
}

}  // namespace
}  // namespace sweetspot::cli
