// What becomes of evaluations when Slurm does what it seldom does. Its commands are scripts here, and the files of jobs
// are written by the tests as the job's script writes them.
#include "study/slurm_evaluator.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "support/fake_slurm.hpp"
#include "support/run_program.hpp"
#include "unit/study/objective.hpp"

namespace sweetspot {
namespace {

namespace fs = std::filesystem;
using study::failure_of;
using study::some_point;

constexpr double look_every = 0.1;

class SlurmEvaluatorTest : public ::testing::Test {
  protected:
    [[nodiscard]] SlurmOptions options() const {
        SlurmOptions options{.command = objective_.options(), .slurm = {.look_every = look_every}};
        options.command.format = ObjectiveFormat::numbers;
        return options;
    }
    [[nodiscard]] fs::path folder() const { return objective_.file("work/slurm"); }
    /// A job has begun, so many seconds ago.
    void begin(Index number, const std::string& run, Index submission, int seconds_ago = 0) const {
        const std::string key = fmt::format("{}-1", number);
        fs::create_directory(folder() / ("trial-" + key) / ("run-" + run));
        const fs::path file = folder() / "runs" / (key + "." + run + ".started");
        std::ofstream(file) << fmt::format("node n1\nsubmission {}\n", submission);
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(seconds_ago));
    }
    /// The job's script itself, which needs no cluster, as job 1 of trial 7.
    static void run_job(const fs::path& folder, const std::string& submission) {
        const auto end = support::run_program("/usr/bin/env", {"SLURM_JOB_ID=1", "SLURMD_NODENAME=n1", "/bin/sh",
                                                               folder / "job.sh", folder, "one", "7-1", submission});
        EXPECT_EQ(end.exit_status, 0) << end.err;
    }
    enum class Asked { no, yes };
    enum class CanRun { no, yes };
    void end(Index number, const std::string& run, const std::string& out, int status = 0, Asked asked = Asked::no,
             CanRun can_run = CanRun::yes) const {
        const std::string key = fmt::format("{}-1", number);
        std::ofstream(folder() / ("trial-" + key) / ("run-" + run) / "stdout") << out;
        const fs::path fresh = folder() / "new" / "end";
        std::ofstream(fresh) << fmt::format("status {}\nnode n1\nbegan 1\nended 2\nasked {}\ncan_run {}\n", status,
                                            asked == Asked::yes ? "yes" : "no", can_run == CanRun::yes ? "yes" : "no");
        fs::rename(fresh, folder() / "runs" / (key + "." + run + ".ended"));
    }
    /// Lets the evaluator work until something is so, with nothing coming to its end.
    static bool comes_true(Evaluator& evaluator, const std::function<bool()>& holds) {
        for (int i = 0; i < 200 && !holds(); ++i) {
            if (const auto early = evaluator.wait_any(0.05)) {
                ADD_FAILURE() << "trial " << early->number << ": " << failure_of(early->result);
                return false;
            }
        }
        return holds();
    }
    static EvaluationResult collect(Evaluator& evaluator) {
        for (int i = 0; i < 200; ++i) {
            if (auto finished = evaluator.wait_any(0.05)) return finished->result;
        }
        throw std::runtime_error("the evaluation does not end");
    }
    [[nodiscard]] bool are_submitted(std::size_t count) const { return slurm_.submitted().size() == count; }
    /// At least so many: pilots are sent again whenever a listing lacks them.
    [[nodiscard]] bool has_submitted(std::size_t count) const { return slurm_.submitted().size() >= count; }
    [[nodiscard]] std::string line(std::size_t job, const std::string& state) const {
        return fmt::format("{}|{}||{}\n", job, state, slurm_.name_of(job));
    }
    [[nodiscard]] const support::FakeSlurm& slurm() const { return slurm_; }

  private:
    support::FakeSlurm slurm_;
    study::Objective objective_{"echo 1"};
};

TEST_F(SlurmEvaluatorTest, AHeldJobIsCancelledAndSubmittedAgain) {
    SlurmEvaluator evaluator(options());
    evaluator.start(7, some_point(), 1);
    ASSERT_TRUE(are_submitted(1));
    slurm().list(line(1, "PENDING|launch failed requeued held"));
    ASSERT_TRUE(comes_true(evaluator, [&] { return are_submitted(2) && !slurm().cancelled().empty(); }));
    EXPECT_EQ(slurm().cancelled(), std::vector<std::string>{"--quiet 1"});
    slurm().list(line(1, "CANCELLED|None") + line(2, "RUNNING|None"));
    begin(7, "2-0", 2);
    end(7, "2-0", "5\n");
    EXPECT_EQ(study::value_of(collect(evaluator)), 5);
}

TEST_F(SlurmEvaluatorTest, HeldPilotsAreCancelledAndOthersSent) {
    SlurmOptions options = this->options();
    options.slurm.pilots = 1;
    SlurmEvaluator evaluator(options);
    evaluator.start(7, some_point(), 1);
    ASSERT_TRUE(comes_true(evaluator, [&] { return has_submitted(1); }));
    slurm().list(line(1, "PENDING|launch failed requeued held"));
    ASSERT_TRUE(comes_true(evaluator, [&] { return has_submitted(2) && !slurm().cancelled().empty(); }));
    EXPECT_EQ(slurm().cancelled().at(0), "--quiet 1");
}

TEST_F(SlurmEvaluatorTest, ANumberThatIsAnotherJobsNowSaysNothing) {
    SlurmEvaluator evaluator(options());
    evaluator.start(7, some_point(), 1);
    slurm().list("1|RUNNING|None|n1|somebody-elses\n");
    EXPECT_TRUE(comes_true(evaluator, [&] { return are_submitted(2); })) << "ours is not known any more";
}

TEST_F(SlurmEvaluatorTest, TheTimeoutCountsNoRunOfAnEarlierSubmission) {
    SlurmOptions options = this->options();
    options.command.timeout = 1000;
    {
        SlurmEvaluator evaluator(options);
        evaluator.start(7, some_point(), 1);
        begin(7, "1-0", 1, 2000);
        std::filesystem::last_write_time(folder() / "runs" / "7-1.1-0.started", fs::file_time_type::clock::now());
        ASSERT_TRUE(comes_true(evaluator, [&] { return are_submitted(2); })) << "its node failed";
    }
    begin(7, "1-0", 1, 2000);
    slurm().list(line(2, "PENDING|Resources"));
    SlurmEvaluator later(options);
    later.start(7, some_point(), 1);
    EXPECT_FALSE(later.wait_any(0.5)) << "the one that waits has not begun";
    EXPECT_TRUE(are_submitted(2));
    slurm().list(line(2, "RUNNING|None"));
    const std::size_t asked = slurm().listings();
    ASSERT_TRUE(comes_true(later, [&] { return slurm().listings() >= asked + 2; })) << "no older answer is under way";
    begin(7, "2-0", 2, 2000);
    ASSERT_TRUE(comes_true(later, [&] { return slurm().cancelled().size() == 1; })) << "this one has";
    slurm().list(line(2, "CANCELLED|None"));
    end(7, "2-0", "", 143, Asked::yes);
    EXPECT_EQ(failure_of(collect(later)).substr(0, 8), "timeout:");
}

TEST_F(SlurmEvaluatorTest, TheTimeoutOfAJobThatWasRequeuedMeanwhileCountsAnew) {
    SlurmOptions options = this->options();
    options.command.timeout = 1000;
    {
        SlurmEvaluator evaluator(options);
        evaluator.start(7, some_point(), 1);
    }
    begin(7, "1-0", 1, 2000);
    slurm().list(line(1, "PENDING|BeginTime"));
    SlurmEvaluator later(options);
    later.start(7, some_point(), 1);
    EXPECT_FALSE(later.wait_any(0.5));
    EXPECT_TRUE(slurm().cancelled().empty());
    begin(7, "1-1", 1);
    end(7, "1-1", "4\n");
    EXPECT_EQ(study::value_of(collect(later)), 4);
}

TEST_F(SlurmEvaluatorTest, ARunThatBeginsAfterTheQuestionIsNotTakenBack) {
    SlurmOptions options = this->options();
    options.command.timeout = 1;
    SlurmEvaluator evaluator(options);
    evaluator.start(7, some_point(), 1);
    slurm().list(line(1, "PENDING|None"));
    // squeue has answered, and then the job begins, before the answer is read.
    slurm().after_next_listing(fmt::format("mkdir '{0}/trial-7-1/run-1-0'\n"
                                           "printf 'node n1\\nsubmission 1\\n' > '{0}/runs/7-1.1-0.started'\n",
                                           folder().string()),
                               line(1, "RUNNING|None"));
    EXPECT_TRUE(comes_true(evaluator, [&] { return !slurm().cancelled().empty(); })) << "its timeout is kept";
}

TEST_F(SlurmEvaluatorTest, OneThatSavesItsStateWhenItIsPreemptedGoesOn) {
    SlurmEvaluator evaluator(options());
    evaluator.start(7, some_point(), 1);
    slurm().list(line(1, "PENDING|BeginTime"));
    begin(7, "1-0", 1);
    end(7, "1-0", "", 0, Asked::yes);
    EXPECT_FALSE(evaluator.wait_any(0.5)) << "it has no result, and is started again";
    begin(7, "1-1", 1);
    end(7, "1-1", "3\n", 0, Asked::yes);
    EXPECT_EQ(study::value_of(collect(evaluator)), 3) << "it was asked to end, and had the result all the same";
    EXPECT_TRUE(are_submitted(1));
}

TEST_F(SlurmEvaluatorTest, TheNextSubmissionLeavesTheNodeOnWhichTheCommandCannotRun) {
    SlurmEvaluator evaluator(options());
    evaluator.start(7, some_point(), 1);
    begin(7, "1-0", 1);
    end(7, "1-0", "", 127, Asked::no, CanRun::no);
    ASSERT_TRUE(comes_true(evaluator, [&] { return are_submitted(2); }));
    EXPECT_EQ(slurm().submitted()[0].find("--exclude"), std::string::npos);
    EXPECT_NE(slurm().submitted()[1].find("--exclude=n1"), std::string::npos) << slurm().submitted()[1];
}

TEST_F(SlurmEvaluatorTest, WhatIsRefusedIsAskedAgainAfterAJobWasTakenUp) {
    {
        SlurmEvaluator evaluator(options());
        evaluator.start(7, some_point(), 1);
    }
    slurm().list(line(1, "RUNNING|None"));
    slurm().refuse("sbatch: error: Batch job submission failed: something new");
    SlurmEvaluator later(options());
    later.start(7, some_point(), 1);
    later.start(8, some_point(), 1);
    EXPECT_FALSE(later.wait_any(0.5)) << "neither of them has ended";
    EXPECT_EQ(later.outliving(), std::vector<Index>{7});
}

TEST_F(SlurmEvaluatorTest, WhatIsRefusedFromTheFirstIsNotStarted) {
    slurm().refuse("sbatch: error: Batch job submission failed: Invalid account");
    SlurmEvaluator evaluator(options());
    evaluator.start(7, some_point(), 1);
    evaluator.start(8, some_point(), 1);
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(failure_of(collect(evaluator)),
                  "not-started: Slurm refuses the job: sbatch: Invalid account; see [slurm] in the study file");
    }
}

TEST_F(SlurmEvaluatorTest, SubmittingGoesOnWhenTheNodesCannotBeLearnt) {
    SlurmEvaluator evaluator(options());
    for (Index number = 1; number <= 3; ++number) {
        evaluator.start(number, some_point(), 1);
        const std::string run = fmt::format("{}-0", number);
        begin(number, run, 1);
        end(number, run, "no disk\n", 5);
        EXPECT_EQ(failure_of(collect(evaluator)).substr(0, 12), "exit-status:");
    }
    for (Index number = 4; number <= 6; ++number) evaluator.start(number, some_point(), 1);
    EXPECT_TRUE(comes_true(evaluator, [&] { return are_submitted(6); }));
}

TEST_F(SlurmEvaluatorTest, WhatWaitsForPilotsIsAJobWhenTheStudyHasNoneAnyMore) {
    SlurmOptions with_pilots = options();
    with_pilots.slurm.pilots = 1;
    {
        SlurmEvaluator evaluator(with_pilots);
        evaluator.start(7, some_point(), 1);
        ASSERT_TRUE(comes_true(evaluator, [&] { return has_submitted(1); }));
    }
    const std::size_t pilots = slurm().submitted().size();
    EXPECT_NE(slurm().submitted()[0].find("--array=1-1"), std::string::npos);
    SlurmEvaluator later(options());
    later.start(7, some_point(), 1);
    ASSERT_TRUE(comes_true(later, [&] { return has_submitted(pilots + 1); }));
    EXPECT_EQ(slurm().submitted()[pilots].find("--array"), std::string::npos);
    EXPECT_TRUE(fs::is_empty(folder() / "waiting"));
}

TEST_F(SlurmEvaluatorTest, WhatAnotherRunnerHasCollectedIsNoFailure) {
    SlurmEvaluator evaluator(options());
    evaluator.start(7, some_point(), 1);
    fs::remove_all(folder() / "trial-7-1");
    EXPECT_EQ(failure_of(collect(evaluator)), "cancelled: another runner has collected it");
    EXPECT_TRUE(are_submitted(1));
}

TEST_F(SlurmEvaluatorTest, TheUsersFilterOfSqueueHidesNoJob) {
    setenv("SQUEUE_PARTITION", "other", 1);
    SlurmEvaluator evaluator(options());
    evaluator.start(7, some_point(), 1);
    slurm().list(line(1, "RUNNING|None"));
    EXPECT_FALSE(evaluator.wait_any(0.5));
    unsetenv("SQUEUE_PARTITION");
    EXPECT_TRUE(are_submitted(1));
}

TEST_F(SlurmEvaluatorTest, EndingWhatWasLeftEndsPilotsThatWait) {
    SlurmOptions options = this->options();
    options.slurm.pilots = 2;
    {
        SlurmEvaluator evaluator(options);
        evaluator.start(7, some_point(), 1);
        ASSERT_TRUE(comes_true(evaluator, [&] { return has_submitted(1); }));
    }
    SlurmEvaluator later(options);
    later.abandon(7, 1);
    const std::string name = "--name=" + slurm().name_of(1);
    EXPECT_TRUE(std::ranges::any_of(slurm().cancelled(), [&](const std::string& words) {
        return words.find(name) != std::string::npos && words.find("--state") == std::string::npos;
    }));
}

TEST_F(SlurmEvaluatorTest, WhatUsesUpItsProcessorTimeHasThatReason) {
    const study::Objective busy("while :; do :; done");
    SlurmOptions options{.command = busy.options(), .slurm = {.look_every = look_every}, .resources = {.cpu_time = 1}};
    SlurmEvaluator evaluator(options);
    evaluator.start(7, some_point(), 1);
    run_job(busy.file("work/slurm"), "1");
    EXPECT_EQ(failure_of(collect(evaluator)),
              "timeout: it used 1 s of processor time and was ended; it printed nothing");
}

TEST_F(SlurmEvaluatorTest, AStatusOf255IsTheCommandsOwn) {
    SlurmEvaluator evaluator(options());
    evaluator.start(7, some_point(), 1);
    begin(7, "1-0", 1);
    end(7, "1-0", "5\n", 255);
    EXPECT_EQ(failure_of(collect(evaluator)), "exit-status: it ended with status 255; its standard output ends: 5");
}

TEST_F(SlurmEvaluatorTest, AJobWhoseNumberComesAgainHasAFolderOfItsOwn) {
    SlurmEvaluator evaluator(options());
    evaluator.start(7, some_point(), 1);
    begin(7, "1-0", 1);
    ASSERT_TRUE(comes_true(evaluator, [&] { return are_submitted(2); })) << "the job is gone";
    slurm().list("");
    run_job(folder(), "2");
    EXPECT_TRUE(fs::exists(folder() / "trial-7-1" / "run-1-1"));
    EXPECT_EQ(study::value_of(collect(evaluator)), 1);
}

}  // namespace
}  // namespace sweetspot
