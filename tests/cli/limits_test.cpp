// A study whose program prints two values, of which one has a limit, through the program.
#include <gtest/gtest.h>

#include <cmath>

#include "cli/program.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::cli {
namespace {

using support::ScratchStudy;

/// x² + y² is minimised, a + b ≥ 2 in the whole region; a from -1 to 1 and b from 1 to 3.
struct TwoValues : ScratchStudy {
    TwoValues() : ScratchStudy("awk '{ x[NR] = $1 } END { printf \"%.17g %.17g\\n\", x[1]^2 + x[2]^2, x[1] + x[2] }'") {
        write(16);
        append("[[limit]]\nof = \"sum\"\nat_least = 2\n");
    }
};

TEST(LimitsOfAStudyByProgram, TheAnswerKeepsTheLimit) {
    const TwoValues study;
    const ProgramResult run = study.sweetspot("run", {"--quiet"});
    ASSERT_EQ(run.exit_status, 0) << run.err;
    expect_contains(run.out, "sum ≥ 2 in the whole region: the worst is expected to be ");
    const Json best = Json::parse(study.sweetspot("best", {"--format", "json"}).out);
    ASSERT_EQ(best["limits"].size(), 1U);
    const Json& limit = best["limits"][0];
    EXPECT_EQ(limit["of"], "sum");
    EXPECT_EQ(limit["at_least"], 2);
    EXPECT_EQ(limit["for"], "worst");
    EXPECT_EQ(limit["values"], 16);
    EXPECT_EQ(best["feasible"], true);
    EXPECT_EQ(best["lacking_outputs"], 0);
    EXPECT_GT(limit["probability"].get<double>(), 0.5);
    const double a = best["robust"]["params"]["a"];
    const double b = best["robust"]["params"]["b"];
    // ± 0.1 and ± 5 % in the ellipsoid: the least sum is less by at most √(0.1² + (0.05 b)²).
    EXPECT_GE(a + b - std::hypot(0.1, 0.05 * b), 2 - 0.02);
    EXPECT_LT(a * a + b * b, 3.2);  // 2.65 at the optimum
    // Stored, shown and exported.
    for (const Json& trial : study.trials()) {
        EXPECT_DOUBLE_EQ(trial["outputs"]["sum"].get<double>(),
                         trial["params"]["a"].get<double>() + trial["params"]["b"].get<double>());
    }
    expect_contains(study.sweetspot("export", {"--format", "csv"}).out, ",failure,sum\n");
    const std::string page = study.file("report.html");
    ASSERT_EQ(study.sweetspot("report", {"--out", page}).exit_status, 0);
    expect_contains(support::read_text(page), "sum ≥ 2 in the whole region");
}

TEST(LimitsOfAStudyByProgram, VerifyTellsOfEveryLimitedOutput) {
    const TwoValues study;
    ASSERT_EQ(study.sweetspot("run", {"--quiet"}).exit_status, 0);
    const ProgramResult table = study.sweetspot("verify", {"-n", "3"});
    ASSERT_EQ(table.exit_status, 0) << table.err;
    expect_contains(table.out, "        value          sum\n");
    expect_contains(table.out, "sum came to at least 2.");
    expect_contains(table.out, ", the limit is 2\n");
    const Json best = Json::parse(study.sweetspot("best", {"--format", "json"}).out);
    const Json& limits = best["verification"]["limits"];
    ASSERT_EQ(limits.size(), 1U);
    EXPECT_EQ(best["verification"]["state"], "verified");
    EXPECT_EQ(limits[0]["verdict"], "kept");
    EXPECT_EQ(limits[0]["evaluations"], 3);
    EXPECT_GE(limits[0]["worst_measured"].get<double>(), 2.0);
    expect_contains(study.sweetspot("best").out, "; sum came to at least 2.");
}

TEST(LimitsOfAStudyByProgram, VerifyFailsByAnOutputThatBreaksItsLimit) {
    // From trial 16 on the sum is less than it was: the limit is broken where the checks look.
    const ScratchStudy study(
        "awk -v n=$1 '{ x[NR] = $1 } END { printf \"%.17g %.17g\\n\", x[1]^2 + x[2]^2, x[1] + x[2] - (n >= 16) }'");
    study.write(16);
    study.append("[[limit]]\nof = \"sum\"\nat_least = 2\n");
    ASSERT_EQ(study.sweetspot("run", {"--quiet"}).exit_status, 0);
    const ProgramResult failed = study.sweetspot("verify", {"-n", "2"});
    EXPECT_EQ(failed.exit_status, 1);
    expect_contains(failed.err, "sweetspot verify: verification failed: sum 1.");
    expect_contains(failed.err, ", the limit is 2; the values are stored");
    expect_contains(failed.out, "\nfail\n");
    const Json told = Json::parse(study.sweetspot("best", {"--format", "json"}).out)["verification"];
    EXPECT_EQ(told["broken"], 2);
    EXPECT_NE(told["state"], "verified");
}

TEST(LimitsOfAStateByProgram, SuggestSaysThatThereIsNothingToImproveOnYet) {
    const std::string state = R"({"parameters": [{"name": "a", "bounds": [-2, 2], "tolerance": 0.3}],
        "limits": [{"of": "g", "at_least": 1}],
        "observations": [{"x": [-1], "y": 1, "g": -1}, {"x": [0], "y": 0, "g": 0}, {"x": [0.5], "y": 0.25}]})";
    const support::ScratchDirectory scratch;
    const ProgramResult result = sweetspot({"suggest", scratch.write("state.json", state)});
    ASSERT_EQ(result.exit_status, 0) << result.err;
    EXPECT_TRUE(Json::parse(result.out)["expected_improvement"].is_null());
}

TEST(LimitsOfAStudyByProgram, TellTakesOutputs) {
    const TwoValues study;
    ASSERT_EQ(study.sweetspot("ask").exit_status, 0);
    ASSERT_EQ(study.sweetspot("tell", {"0", "1.5", "--output", "sum=2.25"}).exit_status, 0);
    EXPECT_EQ(study.trials()[0]["outputs"], Json({{"sum", 2.25}}));
    expect_refused(study.sweetspot("tell", {"0", "1.5", "--output", "som=2.25"}),
                   {"sweetspot tell: --output: unknown output \"som\"", "did you mean \"sum\"?"});
    expect_refused(study.sweetspot("tell", {"0", "1.5", "--output", "sum"}),
                   {"sweetspot tell: --output: \"sum\" has no \"=\"", "e.g. stress=240"});
    expect_refused(study.sweetspot("tell", {"0", "1.5", "--output", "sum=much"}), {"sweetspot tell: the output is"});
    EXPECT_EQ(study.trials()[0]["outputs"], Json({{"sum", 2.25}}));
}

}  // namespace
}  // namespace sweetspot::cli
