// Studies whose runner is asked to stop, or is gone: what is finished, what is ended, and that no process of a
// simulator is left behind.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "support/child.hpp"
#include "support/patience.hpp"
#include "support/processes.hpp"
#include "support/running_study.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot {
namespace {

using support::Child;
using support::comes_true;
using support::RunningStudy;
using support::ScratchStudy;
using Json = nlohmann::ordered_json;

/// A number of seconds that nobody else sleeps.
std::string own_sleep() {
    static int count = 0;
    return std::to_string(80000000 + getpid() * 10 + ++count);
}

/// Processes that have this word among their arguments.
std::ptrdiff_t living(const std::string& word) {
    return std::ssize(support::processes_whose("cmdline", [&](const std::string& line) {
        return line.starts_with("sleep") && line.find(word) != std::string::npos;
    }));
}

/// A wrapper that starts solvers in the background, in a session of its own, with an empty environment, and one that
/// it waits for.
std::string wrapper(const std::string& seconds) {
    const std::string sleep = "sleep " + seconds;
    return sleep + " & setsid " + sleep + " & env -i " + sleep + " & " + sleep;
}

TEST(StoppedStudy, AfterSigkillOfTheRunnerNothingOfAWrapperIsLeft) {
    const std::string seconds = own_sleep();
    const ScratchStudy study(wrapper(seconds));
    study.write(4, "parallel = 2");
    RunningStudy run(study);
    ASSERT_TRUE(comes_true([&] { return living(seconds) == 8; })) << run.err();
    run.child().signal(SIGKILL);
    EXPECT_TRUE(comes_true([&] { return living(seconds) == 0; })) << living(seconds) << " are left";
    for (const Json& trial : study.trials()) EXPECT_EQ(trial["state"], "stale");
    const auto status = study.sweetspot("status");
    EXPECT_NE(status.out.find("2 trials were cut short, for the process that ran them is gone; sweetspot run " +
                              study.study() + " goes on\n"),
              std::string::npos)
        << status.out;
    EXPECT_EQ(study.sweetspot("export").out.find("running"), std::string::npos);
}

TEST(StoppedStudy, WhatIsLeftOfASpentBudgetIsSaidInsteadOfThatItIsSpent) {
    const ScratchStudy study("sleep " + own_sleep());
    study.write(1);
    RunningStudy run(study);
    ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(study.file("s-work/trial-0")); }));
    run.child().signal(SIGKILL);
    const std::string status = study.sweetspot("status").out;
    EXPECT_TRUE(status.starts_with("s: 0 of 1 evaluation done\n  stale          1\n1 trial was cut short")) << status;
    EXPECT_EQ(status.find("is spent"), std::string::npos) << status;
    EXPECT_EQ(Json::parse(study.sweetspot("status", {"--format", "json"}).out)["ends"], nullptr);
}

TEST(StoppedStudy, AClosedTerminalAndSigtermEndItInOrder) {
    for (const int signal : {SIGHUP, SIGTERM}) {
        const std::string seconds = own_sleep();
        const ScratchStudy study(wrapper(seconds));
        study.write(4);
        RunningStudy run(study);
        ASSERT_TRUE(comes_true([&] { return living(seconds) == 4; })) << run.err();
        if (signal == SIGHUP) run.child().send(SIGHUP);  // shells send it twice
        EXPECT_EQ(run.child().signal(signal), 1) << run.err();
        EXPECT_TRUE(run.says("ending trial 0, to be evaluated again next time")) << run.err();
        EXPECT_TRUE(run.says("it was interrupted; the same command goes on from here")) << run.err();
        EXPECT_EQ(living(seconds), 0);
        for (const Json& trial : study.trials()) EXPECT_EQ(trial["state"], "stale");
    }
}

TEST(StoppedStudy, TheFirstCtrlCFinishesWhatRunsAndTheSecondEndsItInOrder) {
    const ScratchStudy study("until test -e $2.go; do sleep 0.02; done; " + support::bowl_script);
    study.write(9, "parallel = 2");
    RunningStudy run(study);
    ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(study.file("s-work/trial-1")); })) << run.err();
    run.child().send(SIGINT);
    EXPECT_TRUE(comes_true([&] {
        return run.says("stopping when trials 0, 1 are finished; Ctrl-C again ends them now\n");
    })) << run.err();
    EXPECT_FALSE(run.child().ended());
    std::ofstream(study.file("log.go")) << "";
    EXPECT_TRUE(comes_true([&] { return run.child().ended(); })) << run.err();
    EXPECT_EQ(run.child().signal(0), 1);
    ASSERT_EQ(study.trials().size(), 2U) << "nothing new was started";
    for (const Json& trial : study.trials()) EXPECT_EQ(trial["state"], "complete");

    std::filesystem::remove(study.file("log.go"));
    RunningStudy second(study);
    ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(study.file("s-work/trial-3")); })) << second.err();
    second.child().send(SIGINT);
    ASSERT_TRUE(comes_true([&] { return second.says("stopping when trials 2, 3 are finished"); })) << second.err();
    EXPECT_EQ(second.child().signal(SIGINT), 1);
    EXPECT_TRUE(second.says("ending trials 2, 3, to be evaluated again next time")) << second.err();
    const Json trials = study.trials();
    ASSERT_EQ(trials.size(), 4U);
    EXPECT_EQ(trials[1]["state"], "complete");
    EXPECT_EQ(trials[2]["state"], "stale");
    EXPECT_EQ(trials[3]["state"], "stale");
}

TEST(StoppedStudy, UnderNohupAClosedTerminalIsNoReasonToEnd) {
    const ScratchStudy study("until test -e $2.go; do sleep 0.02; done; " + support::bowl_script);
    study.write(1);
    Child child("/bin/sh", {"-c", R"(trap '' HUP; exec "$0" run "$1" -q)", SWEETSPOT_PROGRAM, study.study()});
    ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(study.file("s-work/trial-0")); }));
    child.send(SIGHUP);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_FALSE(child.ended());
    std::ofstream(study.file("log.go")) << "";
    EXPECT_TRUE(comes_true([&] { return child.ended(); }));
    EXPECT_EQ(child.signal(0), 0);
}

TEST(StoppedStudy, ProgressCountsWhatIsDoneApartFromWhatRuns) {
    const ScratchStudy study("sleep 0.05; " + support::bowl_script);
    study.write(6, "parallel = 2");
    const auto run = study.sweetspot("run");
    ASSERT_EQ(run.exit_status, 0) << run.err;
    EXPECT_TRUE(run.err.starts_with("s: 0 of 6 evaluations done\n1/6  trial ")) << run.err;
    for (int done = 1; done <= 6; ++done) {
        EXPECT_NE(run.err.find("\n" + std::to_string(done) + "/6  trial "), std::string::npos) << run.err;
    }
    EXPECT_NE(run.err.find("; 1 running; "), std::string::npos) << run.err;
    EXPECT_NE(run.err.find(" s left\n"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find(", the best so far"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("; best so far "), std::string::npos) << run.err;
    EXPECT_EQ(run.err.find("7/6"), std::string::npos);
    const auto verify = study.sweetspot("verify", {"-n", "2"});
    // The two run at the same time: either may end first.
    EXPECT_TRUE(verify.err.starts_with("1/2  trial ")) << verify.err;
    EXPECT_NE(verify.err.find("\n2/2  trial "), std::string::npos) << verify.err;
}

TEST(StoppedStudy, WithHoursAloneNobodySpeaksOfAMillionEvaluations) {
    const ScratchStudy study("sleep 0.2; " + support::bowl_script);
    study.write(6);
    const std::string file = support::read_text(study.study());
    std::ofstream(study.study()) << file.substr(0, file.find("evaluations")) << "hours = 0.0003\n";
    const auto run = study.sweetspot("run");
    EXPECT_EQ(run.exit_status, 0) << run.err;
    EXPECT_TRUE(run.err.starts_with("s: 0 evaluations done, 0.0003 h left\n1  trial 0: ")) << run.err;
    EXPECT_EQ(run.err.find("000000"), std::string::npos) << run.err;
    EXPECT_TRUE(study.sweetspot("status").out.find("evaluations done\n") != std::string::npos);
}

}  // namespace
}  // namespace sweetspot
