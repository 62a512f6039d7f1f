// What best says beside the answer: evidence, how sure it is, rounded numbers, units and labels, other measures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "cli/bench.hpp"
#include "cli/program.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::cli {
namespace {

TEST(StudyEvidence, BestHasWhatWasMeasuredAndARoundedDesign) {
    const Bench bench;
    bench.fill(9);
    const Json best = Json::parse(bench("best", {"--format", "json"}).out);
    const Json trials = Json::parse(bench("trials", {"--format", "json"}).out);
    double least = 1e300;
    double worst = -1e300;
    Index inside = 0;
    for (const Json& trial : trials) {
        const double value = trial["value"];
        least = std::min(least, value);
        // The bench's width is built to ± 0.2, its count exactly.
        const double off = trial["params"]["width"].get<double>() - best["robust"]["params"]["width"].get<double>();
        if (std::abs(off) > 0.2 + 1e-9 || trial["params"]["count"] != best["robust"]["params"]["count"]) continue;
        ++inside;
        worst = std::max(worst, value);
    }
    EXPECT_EQ(best["evidence"]["best"]["value"], least);
    EXPECT_EQ(best["evidence"]["in_region"], inside);
    if (inside > 0) {
        EXPECT_EQ(best["evidence"]["worst_in_region"]["value"], worst);
    }
    EXPECT_FALSE(best["assurance"]["word"].get<std::string>().empty());
    EXPECT_TRUE(best["price"].contains("measured"));
    if (!best["rounded"].is_null()) {
        const double width = best["rounded"]["params"]["width"];
        EXPECT_NEAR(width, best["robust"]["params"]["width"].get<double>(), 0.02 + 1e-9);
        EXPECT_NEAR(width * 100, std::round(width * 100), 1e-9) << "at most two decimals";
        EXPECT_NEAR(
            best["rounded"]["cost"].get<double>(),
            best["rounded"]["measure"]["value"].get<double>() - best["robust"]["measure"]["value"].get<double>(), 1e-9);
    }
    const std::string text = bench("best").out;
    expect_contains(text, "Measured at best: ");
    expect_contains(text, "How sure: ");
    expect_contains(text, "its region (ellipsoid)");
    expect_contains(bench("best", {"--norm", "inf"}).out, "its region (box)");
    expect_contains(bench("best", {"--norm", "1"}).out, "its region (diamond)");
    expect_contains(text, "Not verified: say \"sweetspot verify ");
}

TEST(StudyEvidence, TooFewValuesGiveNoRecommendationInJsonEither) {
    const Bench bench;
    bench.fill(3);
    const Json json = Json::parse(bench("best", {"--format", "json"}).out);
    EXPECT_TRUE(json["robust"]["params"].is_null());
    EXPECT_TRUE(json["robust"]["value"].is_null());
    EXPECT_TRUE(json["robust"]["worst"]["searched"].is_null());
    EXPECT_TRUE(json["robust"]["measure"]["value"].is_null());
    for (const char* key : {"region", "price", "rounded", "assurance"}) EXPECT_TRUE(json[key].is_null()) << key;
    EXPECT_TRUE(json["single"]["measured"].is_number()) << "what was measured is known";
    EXPECT_TRUE(json["single"]["value"].is_null());
    EXPECT_TRUE(json["evidence"]["best"]["value"].is_number());
}

TEST(StudyEvidence, AnotherMeasureIsNamedAsItselfAndAYieldIsAShareOfGoodBuilds) {
    const Bench bench;
    bench.fill(9);
    const auto best = [&](const std::string& measure) { return bench("best", {"--measure", measure}).out; };
    for (const std::string name : {"95 % quantile", "average"}) {
        const std::string text = best(name == "average" ? "mean" : "quantile,q=0.95");
        expect_contains(text, "the true " + name + " lies in its range");
        expect_contains(text, " in the " + name + ": ");
        EXPECT_EQ(text.find("in the worst case"), std::string::npos) << text;
    }
    const std::string yield = best("yield,limit=20");
    expect_contains(yield, "share of builds within 20");
    EXPECT_EQ(yield.find("beyond 20"), std::string::npos) << yield;
    EXPECT_EQ(yield.find("in the worst case"), std::string::npos) << yield;
    // One number for one quantity, whoever asks for it.
    const std::string both = bench("best", {"--measure", "yield,limit=20", "--limit", "20"}).out;
    const std::string row = "\n  share of builds within 20 ";
    ASSERT_NE(both.find(row), std::string::npos) << both;
    EXPECT_EQ(both.find(row, both.find(row) + 1), std::string::npos) << both;
}

TEST(StudyEvidence, LabelsUnitsAndTheDescriptionAreForPeopleAndNamesWithSlashesForFiles) {
    const support::ScratchDirectory scratch;
    const std::string file = scratch.write("s.toml",
                                           "[study]\nname = \"group/one\"\ndescription = \"Two of them.\"\n"
                                           "[[parameter]]\nname = \"a/b\"\nlabel = \"breadth\"\nunit = \"mm\"\n"
                                           "bounds = [0, 1]\ntolerance = 0.05\n"
                                           "[[parameter]]\nname = \"c\"\nbounds = [0, 1]\ntolerance = 0.05\n"
                                           "[objective]\nlabel = \"force\"\nunit = \"N\"\n");
    for (const std::string x : {"0.1", "0.3", "0.45", "0.6", "0.8", "0.95"}) {
        const double at = std::stod(x);
        const ProgramResult told =
            sweetspot({"tell", file, "--params", "{\"a/b\": " + x + ", \"c\": 0." + x.substr(2) + "}",
                       std::to_string(100000 * (1 + at * at))});
        ASSERT_EQ(told.exit_status, 0) << told.err;
    }
    const std::string text = sweetspot({"best", file}).out;
    expect_contains(text, "group/one: what to build, after 6 evaluations\nTwo of them.\n");
    expect_contains(text, "  breadth in mm ");
    expect_contains(text, "  force in N ");
    expect_contains(text, "breadth = ");
    expect_contains(text, "\u00a0mm");
    EXPECT_EQ(text.find("e+0"), std::string::npos) << text;
    const Json json = Json::parse(sweetspot({"best", file, "--format", "json"}).out);
    EXPECT_TRUE(json["robust"]["params"].contains("a/b")) << "programs get the plain name";
    const ProgramResult made = sweetspot({"report", file});
    EXPECT_EQ(made.out, scratch.file("group-one-report.html") + "\n") << made.err;
    const std::string page = support::read_text(scratch.file("group-one-report.html"));
    expect_contains(page, "Two of them.");
    expect_contains(page, "breadth in mm");
    expect_contains(page, "force in N");
    expect_contains(page, "\"name\":\"a/b\"");
}

}  // namespace
}  // namespace sweetspot::cli
