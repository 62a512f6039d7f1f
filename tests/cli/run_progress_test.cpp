// What a run tells of the model's answer while it goes on.
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "cli/program.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::cli {
namespace {

using support::ScratchStudy;

constexpr std::size_t values_before = 3;  // of two parameters: D + 2 - 1

/// Those of trials that have ended, in order.
std::vector<std::string> trial_lines(const std::string& err) {
    std::vector<std::string> lines;
    std::istringstream in(err);
    for (std::string line; std::getline(in, line);) {
        if (line.find("  trial ") != std::string::npos) lines.push_back(line);
    }
    return lines;
}

/// The values alone, in the order of the trials.
std::vector<double> values_of(const ScratchStudy& study) {
    std::vector<double> values;
    for (const auto& trial : study.trials()) values.push_back(trial["value"]);
    return values;
}

/// Runs it, and expects words of what is expected from the fourth value on; where time allows, so at least there.
/// A space before a unit does not break, and is no plain one.
void expect_told(const ScratchStudy& study, const std::string& words) {
    const ProgramResult run = study.sweetspot("run");
    ASSERT_EQ(run.exit_status, 0) << run.err;
    const std::vector<std::string> lines = trial_lines(run.err);
    ASSERT_GT(lines.size(), values_before) << run.err;
    for (std::size_t i = 0; i < values_before; ++i) EXPECT_EQ(lines[i].find("expected"), std::string::npos) << lines[i];
    EXPECT_TRUE(std::regex_search(lines[values_before], std::regex(words))) << lines[values_before];
}

TEST(RunProgress, TellsTheExpectedWorstCaseWithItsIntervalOnceThereAreEnoughValues) {
    const ScratchStudy study(support::bowl_script);
    study.write(6, "unit = \"N\"");
    expect_told(study, "(best so far.*|, the best so far); expected worst case: [0-9.]+.+N \\(.+ … .+N\\)");
}

TEST(RunProgress, NamesAnotherMeasureAsItself) {
    const ScratchStudy study(support::bowl_script);
    study.write(6);
    study.append("[measure]\nkind = \"yield\"\nlimit = 0.5\n");
    expect_told(study, "; expected share of builds within 0.5: [0-9.]+.+% \\(.+ … .+%\\)");
}

TEST(RunProgress, ChangesNothingOfWhatIsEvaluated) {
    const ScratchStudy told(support::bowl_script);
    const ScratchStudy quiet(support::bowl_script);
    for (const ScratchStudy* study : {&told, &quiet}) study->write(8);
    ASSERT_NE(told.sweetspot("run").err.find("; expected worst case: "), std::string::npos);
    ASSERT_EQ(quiet.sweetspot("run", {"-q"}).err, "");
    EXPECT_EQ(values_of(told), values_of(quiet));
}

TEST(RunProgress, AVerificationTellsNoExpectation) {
    const ScratchStudy study(support::bowl_script);
    study.write(6);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const ProgramResult verify = study.sweetspot("verify", {"-n", "2"});
    EXPECT_EQ(trial_lines(verify.err).size(), 2U) << verify.err;
    EXPECT_EQ(verify.err.find("expected"), std::string::npos) << verify.err;
}

}  // namespace
}  // namespace sweetspot::cli
