// What squeue printed in a real cluster, as it is read.
#include "study/slurm/states.hpp"

#include <gtest/gtest.h>

#include "study/slurm/commands.hpp"
#include "study/slurm_words.hpp"

namespace sweetspot::slurm {
namespace {

// Slurm 22.05.8, squeue --noheader --states=all --array --format="%A|%T|%r|%N|%j".
constexpr auto recorded =
    "6|PENDING|PartitionConfig||oom.sh\n"
    "2|PENDING|BeginTime||rq.sh\n"
    "4|COMPLETING|None|n1|rq.sh\n"
    "5|RUNNING|None|n2|a|name|with|bars\n"
    "1|CANCELLED|None|n1|env.sh\n"
    "3|FAILED|JobLaunchFailure|n1|oom.sh\n"
    "7|TIMEOUT|TimeLimit|n1|slow\n"
    "8|COMPLETED|None|n2|quick\n";

TEST(SlurmStates, ReadsWhatSqueuePrints) {
    const auto jobs = read_listing(recorded);
    ASSERT_TRUE(jobs);
    ASSERT_EQ(jobs->size(), 8U);
    const std::vector<JobState> states = {JobState::alive, JobState::alive, JobState::alive,     JobState::alive,
                                          JobState::ended, JobState::ended, JobState::timed_out, JobState::ended};
    for (std::size_t i = 0; i < states.size(); ++i) EXPECT_EQ((*jobs)[i].state, states[i]) << (*jobs)[i].word;
    EXPECT_EQ((*jobs)[0].word, "PENDING, PartitionConfig");
    EXPECT_EQ((*jobs)[2].word, "COMPLETING");
    EXPECT_EQ((*jobs)[3].name, "a|name|with|bars");
    EXPECT_EQ((*jobs)[5].id, "3");
    EXPECT_EQ((*jobs)[5].nodes, "n1");
    EXPECT_EQ(read_listing("")->size(), 0U);
}

TEST(SlurmStates, AnAnswerThatIsNoListIsNotTrusted) {
    EXPECT_FALSE(read_listing("slurm_load_jobs error: Unable to contact slurm controller\n"));
    EXPECT_FALSE(read_listing("8|COMPLETED|None|n2|quick\n9|RUNN"));
    EXPECT_FALSE(read_listing("x|COMPLETED|None|n2|quick\n"));
}

TEST(SlurmStates, OnlyWhatIsOverIsOver) {
    EXPECT_EQ(job_state_named("CANCELLED by 1000"), JobState::ended);
    EXPECT_EQ(job_state_named("CANCELLED+"), JobState::ended);
    EXPECT_EQ(job_state_named("OUT_OF_MEMORY"), JobState::out_of_memory);
    EXPECT_EQ(job_state_named("DEADLINE"), JobState::timed_out);
    for (const auto* word : {"PREEMPTED", "NODE_FAIL", "BOOT_FAIL"}) {
        EXPECT_EQ(job_state_named(word), JobState::interrupted) << word;
    }
    for (const auto* word : {"PENDING", "RUNNING", "SUSPENDED", "COMPLETING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD",
                             "SIGNALING", "STAGE_OUT", "STOPPED", "A_STATE_OF_TOMORROW"}) {
        EXPECT_EQ(job_state_named(word), JobState::alive) << word;
    }
    const auto held = read_listing("6|PENDING|launch failed requeued held||x\n");
    EXPECT_EQ(held->at(0).state, JobState::held) << "nobody starts it any more";
}

TEST(SlurmStates, TheLogOfAJobSaysWhyItWasEnded) {
    EXPECT_EQ(
        state_in_log("slurmstepd-n1: error: *** JOB 7 ON n1 CANCELLED AT 2026-11-18T20:03:01 DUE TO TIME LIMIT ***"),
        JobState::timed_out);
    EXPECT_EQ(
        state_in_log("slurmstepd-n1: error: StepId=3.batch exceeded memory limit (329879552 > 52428800), being killed"),
        JobState::out_of_memory);
    EXPECT_EQ(state_in_log("slurmstepd: error: Detected 1 oom-kill event(s) in StepId=3.batch"),
              JobState::out_of_memory);
    for (const std::string why : {"JOB REQUEUE", "PREEMPTION", "NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS"}) {
        EXPECT_EQ(state_in_log("slurmstepd-n1: error: *** JOB 1 ON n1 CANCELLED AT 2026-11-19T06:34:31 DUE TO " + why +
                               " ***\nTerminated\n"),
                  JobState::interrupted)
            << why;
    }
    EXPECT_EQ(state_in_log("slurmstepd-n1: error: *** JOB 1 ON n1 CANCELLED AT 2026-11-18T19:59:28 ***"), std::nullopt);
}

CallResult said(const std::string& err, int status = 1) {
    return {.exit_status = status, .out = "", .err = err, .seconds = 0.01};
}

TEST(SlurmCommands, TellAnAbsentControllerFromAMistake) {
    EXPECT_EQ(refusal_in(said("sbatch: error: Batch job submission failed: Unable to contact slurm controller "
                              "(connect failure)\n")),
              Refusal::away);
    EXPECT_EQ(refusal_in(said("sbatch: error: resolve_ctls_from_dns_srv: res_nsearch error\n"
                              "sbatch: error: fetch_config: DNS SRV lookup failed\n"
                              "sbatch: error: _establish_config_source: failed to fetch config\n"
                              "sbatch: fatal: Could not establish a configuration source\n")),
              Refusal::away)
        << "without a file the configuration comes from the controller";
    EXPECT_EQ(refusal_in(said("", -1)), Refusal::away) << "ended because it took too long";
    EXPECT_EQ(
        refusal_in(said("sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit "
                        "limit, user's size and/or time limits)\n")),
        Refusal::limits);
    const CallResult wrong = said(
        "sbatch: error: invalid partition specified: nope\n"
        "sbatch: error: Batch job submission failed: Invalid partition name specified\n");
    EXPECT_EQ(refusal_in(wrong), Refusal::wrong);
    EXPECT_EQ(words_in(wrong), "invalid partition specified: nope; Invalid partition name specified");
    EXPECT_EQ(words_in(said("sbatch: unrecognized option '--nonsense'\nTry \"sbatch --help\" for more information\n")),
              "sbatch: unrecognized option '--nonsense'");
    EXPECT_EQ(job_in_answer("123\n"), "123");
    EXPECT_EQ(job_in_answer("123;cluster\n"), "123");
    EXPECT_EQ(job_in_answer("sbatch: hello\n"), "");
}

TEST(SlurmCommands, AJobIsAskedForInTheWordsOfTheStudyFile) {
    const Commands commands = {"sbatch", "squeue", "scancel", "sinfo"};
    const SlurmConfig config = {.partition = "main",
                                .account = "p7",
                                .time = "02:00:00",
                                .memory = "4G",
                                .cpus = 8,
                                .arguments = {"--constraint=fast", "--exclude=n3"}};
    const JobRequest job = {
        .name = "x", .folder = "/f", .log = "log-1", .exclude = {"n1", "n2"}, .script = {"s", "a b"}};
    EXPECT_EQ(submission(commands, config, job),
              (std::vector<std::string>{"sbatch", "--parsable", "--job-name=x", "--chdir=/f", "--output=log-1",
                                        "--error=log-1", "--open-mode=append", "--partition=main", "--account=p7",
                                        "--time=02:00:00", "--mem=4G", "--cpus-per-task=8", "--constraint=fast",
                                        "--exclude=n3,n1,n2", "s", "a b"}));
    const SlurmConfig shortly = {.arguments = {"-xn3"}};
    EXPECT_EQ(submission(commands, shortly, job).at(7), "-xn3,n1,n2") << "of two the last one would count";
    EXPECT_EQ(submission(commands, {},
                         {.name = "x", .folder = "/f", .log = "l", .exclude = {"n1"}, .array = 8, .script = {"s"}}),
              (std::vector<std::string>{"sbatch", "--parsable", "--job-name=x", "--chdir=/f", "--output=l", "--error=l",
                                        "--open-mode=append", "--array=1-8", "--exclude=n1", "s"}));
}

TEST(SlurmCommands, AnOptionThatWouldHideItsJobsIsRefused) {
    for (const std::string option : {"--clusters=x", "-Mx", "--chdir=/tmp", "-D/tmp", "--test-only", "--job-name=x",
                                     "--cluster=x", "--job=x", "--test", "-Wx", "word"}) {
        EXPECT_NE(trouble_with_sbatch_option(option), "") << option;
    }
    for (const std::string option : {"--constraint=fast", "--exclude=n3", "-xn3", "--wait-all-nodes=1", "--exclusive",
                                     "--cluster-constraint=a", "--nice", "--comment=--chdir"}) {
        EXPECT_EQ(trouble_with_sbatch_option(option), "") << option;
    }
}

}  // namespace
}  // namespace sweetspot::slurm
