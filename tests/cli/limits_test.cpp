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
