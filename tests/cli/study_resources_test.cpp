// What evaluations may use and what they hold, through the program.
#include <gtest/gtest.h>

#include <thread>

#include "cli/program.hpp"
#include "support/child.hpp"
#include "support/count.hpp"
#include "support/patience.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::cli {
namespace {

using support::Child;
using support::ScratchStudy;

TEST(StudyResources, CheckSaysWhatOneEvaluationMayUseAndHowManyShareACore) {
    const ScratchStudy study(support::bowl_script);
    study.write(5, "parallel = 1000\nnice = 10\nmemory = \"2 GiB\"\ncpu_time = 600");
    const unsigned cores = std::thread::hardware_concurrency();
    const ProgramResult result = study.sweetspot("run", {"--check"});
    EXPECT_EQ(result.exit_status, 0) << result.err;
    expect_contains(result.out, "; 1000 at a time on " + std::to_string(cores) + (cores == 1 ? " core" : " cores") +
                                    ", nice 10, at most 2 GiB of memory, at most 600 s of processor time\n");
    study.write(5, "memory = \"lots\"");
    expect_refused(study.sweetspot("run", {"--check"}), {"sweetspot run: ", "s.toml:", "memory: it is \"lots\""});
}

TEST(StudyResources, MoreEvaluationsThanCoresAreInFlightAtOnce) {
    const ScratchStudy study("touch $2.$1; while [ ! -e $2.11 ]; do sleep 0.05; done; " + support::bowl_script);
    study.write(12, "parallel = 12");
    const ProgramResult result = study.sweetspot("run", {"-q"});
    EXPECT_EQ(result.exit_status, 0) << result.err;
    EXPECT_EQ(study.trials().size(), 12U);
}

TEST(StudyResources, EvaluationsThatEatMemoryFailWithTheLimitAndTheStudyGoesOn) {
    // Nothing is printed; that it came near its limit is seen from outside.
    const ScratchStudy study(
        "test $1 != 2 || exec python3 -c '\n"
        "import os, signal\n"
        "kept = []\n"
        "try:\n"
        "    while True: kept.append(bytearray(1 << 20))\n"
        "except MemoryError: os.kill(os.getpid(), signal.SIGKILL)\n"
        "'; " +
        support::bowl_script);
    study.write(4, "memory = \"300 MB\"");
    const ProgramResult result = study.sweetspot("run", {"-q"});
    EXPECT_EQ(result.exit_status, 0) << result.err;
    const auto trials = study.trials();
    ASSERT_EQ(trials.size(), 4U);
    EXPECT_EQ(trials[2]["failure"], "out-of-memory");
    EXPECT_EQ(trials[2]["reason"], "it ran out of memory, of which it may use 300 MB; it printed nothing");
    EXPECT_EQ(trials[3]["state"], "complete");
}

TEST(StudyResources, StatusShowsWhatRunningEvaluationsHoldAndWhoRunsThem) {
    // A process of its own besides the shell, which takes our variable out of its environment, and some use of both.
    const ScratchStudy study(
        "i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done; echo start >> $2; "
        "env -u SWEETSPOT_WORKDIR sh -c 'while [ ! -e $0.go ]; do sleep 0.05; done' $2; " +
        support::bowl_script);
    study.write(2, "parallel = 2");
    EXPECT_EQ(study.sweetspot("status").exit_status, 2) << "there is no study yet";
    Child runner(SWEETSPOT_PROGRAM, {"run", study.study(), "-q"});
    ASSERT_TRUE(support::comes_true([&] { return support::count(study.log(), "start") == 2; }));
    const Json status = Json::parse(study.sweetspot("status", {"--format", "json"}).out);
    ASSERT_EQ(status["running"].size(), 2U) << status.dump();
    double memory = 0;
    for (const Json& trial : status["running"]) {
        EXPECT_TRUE(trial["runner"].get<std::string>().ends_with("process " + std::to_string(runner.number())));
        EXPECT_GE(trial["processes"], 2) << "the shell and its child";
        EXPECT_GT(trial["cpu_seconds"], 0);
        EXPECT_GT(trial["memory"], 1e5);
        EXPECT_GT(trial["seconds"], 0);
        EXPECT_LT(trial["seconds"], 120);
        memory += trial["memory"].get<double>();
    }
    EXPECT_EQ(status["running"][0]["number"], 0);
    EXPECT_EQ(status["running"][1]["number"], 1);
    EXPECT_EQ(status["held"]["memory"], memory);
    const std::string text = study.sweetspot("status").out;
    expect_contains(text, "\ntrial 0 runs for ");
    expect_contains(text, ", process " + std::to_string(runner.number()) + ": ");
    expect_contains(text, " of processor time, ");
    expect_contains(text, "\ntogether: ");
    std::ofstream(study.file("log.go")) << "";
    ASSERT_TRUE(support::comes_true([&] { return runner.ended(); }));
    const Json after = Json::parse(study.sweetspot("status", {"--format", "json"}).out);
    EXPECT_EQ(after["running"], Json::array());
    EXPECT_EQ(after["held"], (Json{{"processes", 0}, {"cpu_seconds", 0.0}, {"memory", 0.0}}));
}

}  // namespace
}  // namespace sweetspot::cli
