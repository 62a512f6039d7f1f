// Studies whose evaluations a real Slurm cluster runs: two nodes on this machine. What the jobs did is told by the
// objective's own log.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "support/child.hpp"
#include "support/patience.hpp"
#include "support/running_study.hpp"
#include "support/scratch_study.hpp"
#include "support/slurm_cluster.hpp"

namespace sweetspot {
namespace {

using support::Child;
using support::comes_true;
using support::ProgramResult;
using support::RunningStudy;
using support::ScratchStudy;
using support::SlurmCluster;
using Json = nlohmann::ordered_json;

const std::string on_slurm = "run_on = \"slurm\"\n";
const std::string slurm_table = "[slurm]\nlook_every = 1\n";

/// Says in the log that it starts, waits for a file where the test wants it, and answers.
const std::string waiting_script =
    "echo start $1 >> $2; until test -e $2.go; do sleep 0.05; done; " + support::bowl_script + "; echo end $1 >> $2";

class OnSlurm : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string obstacle = SlurmCluster::obstacle(); !obstacle.empty()) GTEST_SKIP() << obstacle;
        cluster_ = &SlurmCluster::of_this_program();
    }
    void TearDown() override {
        if (cluster_ != nullptr) SlurmCluster::clear();
    }
    [[nodiscard]] SlurmCluster& cluster() { return *cluster_; }

    /// How often each trial was started.
    static std::map<int, int> starts_of(const ScratchStudy& study) {
        std::map<int, int> counts;
        std::istringstream lines(study.log());
        std::string what;
        int number = 0;
        while (lines >> what >> number) {
            if (what == "start") ++counts[number];
        }
        return counts;
    }
    static void let_go(const ScratchStudy& study) { std::ofstream(study.file("log.go")) << ""; }
    /// All complete, each evaluated once.
    static void expect_whole(const ScratchStudy& study, std::size_t count) {
        const Json trials = study.trials();
        EXPECT_EQ(trials.size(), count);
        std::set<std::string> points;
        for (const Json& trial : trials) {
            EXPECT_EQ(trial["state"], "complete") << trial.dump();
            points.insert(trial["params"].dump());
        }
        EXPECT_EQ(points.size(), count);
        EXPECT_EQ(starts_of(study).size(), count);
        for (const auto& [number, times] : starts_of(study)) EXPECT_EQ(times, 1) << "trial " << number;
    }

  private:
    SlurmCluster* cluster_ = nullptr;
};

TEST_F(OnSlurm, FourAtATimeEachIsEvaluatedOnceAndNoWorkIsLeft) {
    const ScratchStudy study("echo start $1 >> $2; sleep 0.$(($1 % 3)); " + support::bowl_script);
    study.write(10, on_slurm + "parallel = 4\n" + slurm_table);
    const ProgramResult run = study.sweetspot("run");
    ASSERT_EQ(run.exit_status, 0) << run.err;
    expect_whole(study, 10);
    EXPECT_TRUE(std::filesystem::is_empty(study.file("s-work/slurm/runs")));
    EXPECT_FALSE(std::filesystem::exists(study.file("s-work/slurm/trial-0-1")));
    EXPECT_TRUE(comes_true([] { return SlurmCluster::jobs().empty(); }));
    const ProgramResult check = study.sweetspot("run", {"--check"});
    EXPECT_NE(check.out.find("runs on: slurm; a job for every evaluation; asked every 1 s\n"), std::string::npos)
        << check.out;
}

TEST_F(OnSlurm, ASerialStudyHasTheHistoryOfALocalOneToTheLastByte) {
    const std::string script = "test $1 = 3 && { echo went wrong >&2; exit 4; }; " + support::bowl_script;
    const ScratchStudy local(script);
    local.write(6, "on_failure = { retry = 1, then = \"avoid\" }");
    ASSERT_EQ(local.sweetspot("run", {"-q"}).exit_status, 0);
    const ScratchStudy clustered(script);
    clustered.write(6, on_slurm + "on_failure = { retry = 1, then = \"avoid\" }\n" + slurm_table);
    const ProgramResult run = clustered.sweetspot("run", {"-q"});
    ASSERT_EQ(run.exit_status, 0) << run.err;
    for (const std::string format : {"json", "csv"}) {
        EXPECT_EQ(clustered.sweetspot("export", {"--format", format}).out,
                  local.sweetspot("export", {"--format", format}).out);
    }
    for (const std::string file : {"trial-3/stderr", "trial-3-2/stderr", "trial-3/parameters.txt"}) {
        EXPECT_EQ(support::read_text(clustered.file("s-work/" + file)),
                  support::read_text(local.file("s-work/" + file)));
    }
}

TEST_F(OnSlurm, FailuresEndAsTheyDoLocally) {
    const std::string script = R"sh(case $1 in
1) echo "too bad" >&2; exit 4 ;;
2) exit 0 ;;
3) echo garbage; exit 0 ;;
4) echo nan; exit 0 ;;
5) echo "FAIL no convergence"; exit 0 ;;
6) kill -9 $$ ;;
7) sleep 1000 ;;
8) echo 1; exit 255 ;;
esac
)sh" + support::bowl_script;
    const std::string objective = "timeout = 2\non_failure = { retry = 0, then = \"avoid\" }\n";
    const ScratchStudy local(script);
    local.write(9, objective + "parallel = 2\n");
    ASSERT_EQ(local.sweetspot("run", {"-q"}).exit_status, 0);
    const ScratchStudy clustered(script);
    clustered.write(9, on_slurm + objective + "parallel = 3\n" + slurm_table);
    const ProgramResult run = clustered.sweetspot("run");
    ASSERT_EQ(run.exit_status, 0) << run.err;
    const Json expected = local.trials();
    const Json trials = clustered.trials();
    ASSERT_EQ(trials.size(), 9U);
    for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_EQ(trials[i]["state"], expected[i]["state"]) << trials[i].dump();
        for (const char* key : {"failure", "reason"}) {
            EXPECT_EQ(trials[i].value(key, Json()), expected[i].value(key, Json())) << trials[i].dump();
        }
    }
    EXPECT_TRUE(comes_true([] { return SlurmCluster::jobs().empty(); })) << "what ran too long was ended";
}

TEST_F(OnSlurm, SlurmsOwnLimitsOfTimeAndMemoryAreFailuresWithTheirReason) {
    // exec: a shell that outlives its sleep by a moment would go on and print a value.
    const ScratchStudy study(R"sh(echo start $1 >> $2
case $1 in
1) exec sleep 1000 ;;
2) awk 'BEGIN { x = "0123456789abcdef"; while (length(x) < 200000000) x = x x; system("sleep 1000") }' ;;
esac
)sh" + support::bowl_script);
    study.write(4, on_slurm + "parallel = 3\n" + slurm_table + "time = \"1\"\nmemory = \"60M\"\n");
    RunningStudy run(study);
    ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(study.file("s-work/slurm/trial-1-1/job-1")); }));
    std::string job = support::read_text(study.file("s-work/slurm/trial-1-1/job-1"));
    job.pop_back();
    ASSERT_TRUE(comes_true([&] { return starts_of(study).contains(1); }));
    // A minute is the shortest limit there is; the controller looks for those that are over it twice a minute.
    EXPECT_EQ(SlurmCluster::ask("scontrol", {"update", "JobId=" + job, "EndTime=now"}).exit_status, 0);
    ASSERT_TRUE(comes_true([&] { return run.child().ended(); })) << run.err();
    const Json trials = study.trials();
    ASSERT_EQ(trials.size(), 4U);
    EXPECT_EQ(trials[1].value("failure", ""), "timeout") << trials[1].dump();
    EXPECT_NE(trials[1].value("reason", "").find("at the time limit of its job (1)"), std::string::npos);
    EXPECT_EQ(trials[2].value("failure", ""), "out-of-memory") << trials[2].dump();
    EXPECT_NE(trials[2].value("reason", "").find("more memory than its job may (60M)"), std::string::npos);
    for (const auto& [number, times] : starts_of(study)) EXPECT_EQ(times, 1) << "trial " << number;
}

TEST_F(OnSlurm, AJobThatVanishesIsSubmittedAgainAndTwiceAtMost) {
    const ScratchStudy study(waiting_script);
    study.write(1, on_slurm + slurm_table);
    RunningStudy run(study);
    for (const std::string submission : {"1", "2", "3"}) {
        const std::string file = study.file("s-work/slurm/trial-0-1/job-" + submission);
        ASSERT_TRUE(comes_true([&] { return starts_of(study)[0] == std::stoi(submission); })) << run.err();
        ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(file); })) << run.err();
        std::string job = support::read_text(file);
        job.pop_back();
        EXPECT_EQ(SlurmCluster::ask("scancel", {job}).exit_status, 0);
    }
    ASSERT_TRUE(comes_true([&] { return run.child().ended(); })) << run.err();
    EXPECT_TRUE(run.says("trial 0 has no result: job ")) << run.err();
    EXPECT_TRUE(run.says("CANCELLED")) << run.err();
    const Json trials = study.trials();
    EXPECT_EQ(trials[0]["failure"], "lost") << trials.dump();
    EXPECT_NE(trials[0]["reason"].get<std::string>().find("3 submissions came to nothing"), std::string::npos);
}

TEST_F(OnSlurm, AJobThatSlurmStartsAgainIsTheSameEvaluation) {
    const ScratchStudy study(waiting_script);
    study.write(1, on_slurm + slurm_table);
    RunningStudy run(study);
    ASSERT_TRUE(comes_true([&] { return starts_of(study)[0] == 1; })) << run.err();
    const std::string job = SlurmCluster::jobs().at(0);
    EXPECT_EQ(SlurmCluster::ask("scontrol", {"requeue", job}).exit_status, 0);
    // It waits for two minutes otherwise.
    ASSERT_TRUE(comes_true([&] {
        (void)SlurmCluster::ask("scontrol", {"update", "JobId=" + job, "StartTime=now"});
        return starts_of(study)[0] == 2;
    })) << run.err();
    let_go(study);
    ASSERT_TRUE(comes_true([&] { return run.child().ended(); })) << run.err();
    EXPECT_EQ(run.child().signal(0), 0) << run.err();
    EXPECT_FALSE(run.says("submitted again")) << run.err();
    EXPECT_EQ(study.trials()[0]["state"], "complete");
}

TEST_F(OnSlurm, AfterSigkillOfTheRunnerItsJobsAreTakenUpAndNothingIsEvaluatedTwice) {
    const ScratchStudy study(waiting_script);
    study.write(8, on_slurm + "parallel = 4\n" + slurm_table);
    // At moments from before the first job to when all of them run.
    for (const int milliseconds : {30, 60, 100, 200, 1500}) {
        RunningStudy run(study);
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        ASSERT_FALSE(run.child().ended()) << run.err();
        run.child().signal(SIGKILL);
    }
    let_go(study);
    const ProgramResult run = study.sweetspot("run");
    ASSERT_EQ(run.exit_status, 0) << run.err;
    EXPECT_NE(run.err.find("is taken up again"), std::string::npos) << run.err;
    expect_whole(study, 8);
}

TEST_F(OnSlurm, TheControllerMayBeAwayInTheMiddle) {
    const ScratchStudy study(waiting_script);
    study.write(8, on_slurm + "parallel = 4\n" + slurm_table);
    RunningStudy run(study);
    ASSERT_TRUE(comes_true([&] { return starts_of(study).size() == 4; })) << run.err();
    cluster().stop_controller();
    let_go(study);
    const bool told = comes_true([&] { return run.says("Slurm takes nothing at the moment"); });
    cluster().start_controller();
    EXPECT_TRUE(told) << run.err();
    ASSERT_TRUE(comes_true([&] { return run.child().ended(); })) << run.err();
    EXPECT_EQ(run.child().signal(0), 0) << run.err();
    EXPECT_TRUE(run.says("Slurm is back\n")) << run.err();
    expect_whole(study, 8);
}

TEST_F(OnSlurm, WhatCannotBeAskedOfSlurmIsOneSentence) {
    const ScratchStudy study(support::bowl_script);
    study.write(3, on_slurm + slurm_table + "partition = \"nope\"\n");
    const ProgramResult run = study.sweetspot("run", {"-q"});
    EXPECT_EQ(run.exit_status, 1);
    EXPECT_EQ(run.err,
              "sweetspot run: Slurm refuses the job: sbatch: invalid partition specified: nope; Invalid partition name "
              "specified; see [slurm] in the study file\n");
    EXPECT_EQ(study.trials()[0]["state"], "waiting") << "no point is blamed";
    const ProgramResult without =
        support::run_program("/usr/bin/env", {"PATH=" + study.file(""), SWEETSPOT_PROGRAM, "run", study.study(), "-q"});
    EXPECT_EQ(without.exit_status, 2);
    EXPECT_EQ(
        without.err.find("sweetspot run: the objective cannot be run: no program \"sbatch\" in PATH, which run_on = "
                         "\"slurm\" needs"),
        0U)
        << without.err;
    EXPECT_EQ(std::ranges::count(without.err, '\n'), 1);
}

TEST_F(OnSlurm, CtrlCLeavesTheJobsAndCancelEndsThem) {
    const ScratchStudy study(waiting_script);
    study.write(6, on_slurm + "parallel = 3\n" + slurm_table);
    RunningStudy run(study);
    ASSERT_TRUE(comes_true([&] { return starts_of(study).size() == 3; })) << run.err();
    const ProgramResult busy = study.sweetspot("run", {"--cancel"});
    EXPECT_EQ(busy.exit_status, 2);
    EXPECT_NE(busy.err.find("belongs to a run that is at work"), std::string::npos) << busy.err;
    EXPECT_EQ(run.child().signal(SIGINT), 1);
    EXPECT_TRUE(run.says("3 jobs go on in the cluster; sweetspot run " + study.study() +
                         " collects them, sweetspot run " + study.study() + " --cancel ends them\n"))
        << run.err();
    EXPECT_EQ(SlurmCluster::jobs("RUNNING").size(), 3U);
    const std::string status = study.sweetspot("status").out;
    EXPECT_NE(status.find("3 trials may go on in the cluster; sweetspot run " + study.study() + " collects them"),
              std::string::npos)
        << status;
    const ProgramResult cancel = study.sweetspot("run", {"--cancel"});
    EXPECT_EQ(cancel.exit_status, 0) << cancel.err;
    EXPECT_NE(cancel.err.find("3 evaluations ended, to be evaluated again by sweetspot run "), std::string::npos)
        << cancel.err;
    EXPECT_TRUE(comes_true([] { return SlurmCluster::jobs().empty(); }));
    for (const Json& trial : study.trials()) EXPECT_EQ(trial["state"], "stale");
    let_go(study);
    EXPECT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    for (const auto& [number, times] : starts_of(study)) EXPECT_EQ(times, number < 3 ? 2 : 1) << "trial " << number;
}

TEST_F(OnSlurm, ANodeOnWhichEverythingFailsIsLeftAlone) {
    const ScratchStudy study("test \"$SLURMD_NODENAME\" = n1 && { echo no disk >&2; exit 5; }; sleep 0.2; " +
                             support::bowl_script);
    study.write(12, on_slurm + "parallel = 4\non_failure = { retry = 5, then = \"avoid\" }\n" + slurm_table);
    const ProgramResult run = study.sweetspot("run");
    ASSERT_EQ(run.exit_status, 0) << run.err;
    EXPECT_NE(run.err.find("everything fails at once on node n1 (trials "), std::string::npos) << run.err;
    for (const Json& trial : study.trials()) EXPECT_EQ(trial["state"], "complete") << run.err;
}

TEST_F(OnSlurm, PilotsTakeOneEvaluationAfterAnother) {
    const ScratchStudy study("echo start $1 >> $2; echo $SLURM_JOB_ID >> $2.jobs; " + support::bowl_script);
    study.write(20, on_slurm + "parallel = 4\n" + slurm_table + "pilots = 2\n");
    const ProgramResult run = study.sweetspot("run");
    ASSERT_EQ(run.exit_status, 0) << run.err;
    expect_whole(study, 20);
    std::istringstream jobs(support::read_text(study.file("log.jobs")));
    std::set<std::string> pilots;
    for (std::string job; jobs >> job;) pilots.insert(job);
    EXPECT_LE(pilots.size(), 2U);
    EXPECT_TRUE(comes_true([] { return SlurmCluster::jobs().empty(); })) << "they leave when the study ends";
}

TEST_F(OnSlurm, APilotThatDiesGivesItsEvaluationBack) {
    const ScratchStudy study(waiting_script);
    study.write(3, on_slurm + "parallel = 2\n" + slurm_table + "pilots = 2\n");
    RunningStudy run(study);
    ASSERT_TRUE(comes_true([&] { return starts_of(study).size() == 2; })) << run.err();
    EXPECT_EQ(SlurmCluster::ask("scancel", {SlurmCluster::jobs("RUNNING").at(0)}).exit_status, 0);
    ASSERT_TRUE(comes_true([&] { return starts_of(study)[0] + starts_of(study)[1] == 3; })) << run.err();
    run.child().signal(SIGKILL);
    let_go(study);
    const ProgramResult rest = study.sweetspot("run");
    EXPECT_EQ(rest.exit_status, 0) << rest.err;
    for (const Json& trial : study.trials()) EXPECT_EQ(trial["state"], "complete") << trial.dump();
    int starts = 0;
    for (const auto& [number, times] : starts_of(study)) starts += times;
    EXPECT_EQ(starts, 4) << study.log();
}

TEST_F(OnSlurm, AnExperimentIsDividedIntoJobsAndGoesOnWhereItWasStopped) {
    const support::ScratchDirectory scratch;
    const std::string spec = scratch.write("tiny.toml", R"([experiment]
name = "tiny"
profile = "paper"
problems = ["bumped-bowl"]
dimensions = [2]
norms = [2, 1]
methods = ["centre", "latin-hypercube"]
repeats = 2
evaluations = 12
)");
    const auto experiment = [&](const std::string& command, const std::vector<std::string>& more) {
        std::vector<std::string> words = {"experiment", command, spec};
        words.insert(words.end(), more.begin(), more.end());
        return support::run_program(SWEETSPOT_PROGRAM, words);
    };
    const std::string here = scratch.file("here.db");
    ASSERT_EQ(experiment("run", {"--store", here, "-q"}).exit_status, 0);
    const std::vector<std::string> on = {"--store", scratch.file("there.db"), "--on", "slurm", "--shards",
                                         "3",       "--look-every",           "1"};
    {
        std::vector<std::string> words = {"experiment", "run", spec};
        words.insert(words.end(), on.begin(), on.end());
        Child child(SWEETSPOT_PROGRAM, words);
        ASSERT_TRUE(
            comes_true([&] { return std::filesystem::exists(scratch.file("there-work/slurm/trial-1-1/job-1")); }));
        EXPECT_EQ(child.signal(SIGINT), 1) << "its jobs go on";
    }
    const ProgramResult rest = experiment("run", on);
    EXPECT_EQ(rest.exit_status, 0) << rest.err;
    EXPECT_NE(rest.err.find("3/3 shards are done\n"), std::string::npos) << rest.err;
    const auto tables = [&](const std::string& store) {
        EXPECT_EQ(experiment("report", {"--store", store, "--out", store + "-report"}).exit_status, 0);
        return support::read_text(store + "-report/runs.csv");
    };
    EXPECT_EQ(tables(scratch.file("there.db")), tables(here));
    const ProgramResult again = experiment("run", on);
    EXPECT_EQ(again.exit_status, 0) << again.err;
    EXPECT_EQ(again.err, "") << "there is nothing left to run";
    for (const std::string option : {"--shards=2", "--look-every=5", "--cancel"}) {
        EXPECT_EQ(experiment("run", {option}).exit_status, 2) << option << " without --on slurm";
    }
    const ProgramResult hidden = experiment("run", {"--on", "slurm", "--sbatch=--clusters=x"});
    EXPECT_EQ(hidden.exit_status, 2);
    EXPECT_NE(hidden.err.find("would hide its jobs"), std::string::npos) << hidden.err;
    const ProgramResult wrong = experiment("run", {"--on", "slurm", "--shard", "1/2"});
    EXPECT_EQ(wrong.exit_status, 2);
    EXPECT_NE(wrong.err.find("say --shards N instead"), std::string::npos) << wrong.err;
}

}  // namespace
}  // namespace sweetspot
