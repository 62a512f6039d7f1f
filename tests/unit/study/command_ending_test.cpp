// How evaluations end: by themselves, many at once, past their deadline, cancelled, with us; and what is left behind.
#include <fcntl.h>
#include <sys/wait.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>
#include <string>

#include "study/command.hpp"
#include "support/processes.hpp"
#include "unit/study/objective.hpp"

namespace sweetspot::study {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t open_descriptors() {
    return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

/// Ended ones that nobody has waited for too. Servers of other tests may be among them.
std::set<pid_t> children() {
    const std::string own = std::to_string(getpid());
    const auto found = support::processes_whose("stat", [&](const std::string& stat) {
        std::istringstream after_name(stat.substr(std::min(stat.rfind(')') + 1, stat.size())));
        std::string state, parent;
        return (after_name >> state >> parent) && parent == own;
    });
    return {found.begin(), found.end()};
}

/// Replaces how a signal is dealt with while it lives.
class Disposition {
  public:
    Disposition(int number, void (*handler)(int)) : number_(number) {
        struct sigaction action = {};
        action.sa_handler = handler;
        sigaction(number, &action, &before_);
    }
    ~Disposition() { sigaction(number_, &before_, nullptr); }
    Disposition(const Disposition&) = delete;
    Disposition& operator=(const Disposition&) = delete;

  private:
    int number_;
    struct sigaction before_ = {};
};

constexpr const char* sleep_for_ever = "while :; do sleep 0.05; done";

TEST(CommandEvaluator, ManyAreInFlightAtOnce) {
    const std::set<pid_t> family = children();
    // Nobody answers before all have started.
    const Objective objective(
        R"(mkdir "$1/started-$2"; while [ ! -e "$1/started-20" ]; do sleep 0.05; done; echo "{\"value\": $2}")");
    CommandEvaluator evaluator(objective.options({objective.file(""), "{number}"}));
    const std::ptrdiff_t before = open_descriptors();
    for (Index number = 1; number <= 20; ++number) {
        evaluator.start(number, some_point());
        EXPECT_TRUE(number == 20 || !evaluator.wait_any(0));
    }
    EXPECT_EQ(evaluator.in_flight().size(), 20U);
    EXPECT_THROW(evaluator.start(20, some_point()), std::invalid_argument);
    std::vector<Index> seen;
    while (const auto finished = evaluator.wait_any(long_enough)) {
        EXPECT_EQ(value_of(finished->result), static_cast<double>(finished->number));
        seen.push_back(finished->number);
    }
    std::ranges::sort(seen);
    std::vector<Index> all(20);
    std::iota(all.begin(), all.end(), Index{1});
    EXPECT_EQ(seen, all);
    EXPECT_EQ(open_descriptors(), before);
    EXPECT_EQ(children(), family);
}

TEST(CommandEvaluator, ASlowOneDoesNotHoldUpTheRest) {
    const Objective objective(R"([ "$2" = 1 ] && while [ ! -e "$1/go" ]; do sleep 0.05; done; echo '{"value": 1}')");
    CommandEvaluator evaluator(objective.options({objective.file(""), "{number}"}));
    evaluator.start(1, some_point());
    evaluator.start(2, some_point());
    EXPECT_EQ(evaluator.wait_any(long_enough)->number, 2);
    EXPECT_FALSE(evaluator.wait_any(0.01));
    fs::create_directory(objective.file("go"));
    EXPECT_EQ(evaluator.wait_any(long_enough)->number, 1);
}

TEST(CommandEvaluator, FailuresLeaveNoDescriptorAndNoZombie) {
    const std::set<pid_t> family = children();
    const Objective objective(sleep_for_ever);
    CommandOptions missing = objective.options();
    missing.command = {"./none"};
    CommandOptions slow = objective.options();
    slow.timeout = 0.05;
    CommandOptions script_less = objective.options();
    script_less.command = {"false"};
    const std::ptrdiff_t before = open_descriptors();
    for (const CommandOptions& options : {missing, slow, script_less}) {
        EXPECT_NE(failure_of(evaluate(options)), "no failure");
    }
    {
        CommandEvaluator evaluator(slow);
        evaluator.start(1, some_point());
    }
    EXPECT_EQ(open_descriptors(), before);
    EXPECT_EQ(children(), family);
}

TEST(CommandEvaluator, ATimeoutEndsACommandThatHangs) {
    const std::set<pid_t> family = children();
    const Objective objective(sleep_for_ever);
    CommandOptions options = objective.options();
    options.timeout = 0.25;
    options.grace = long_enough;
    const EvaluationResult result = evaluate(options);
    EXPECT_EQ(failure_of(result), "timeout: it still ran after 0.25 seconds and was ended; it printed nothing");
    EXPECT_GE(result.seconds, 0.25);
    EXPECT_EQ(result.work_directory, objective.file("work/trial-7"));
    EXPECT_EQ(children(), family);
}

TEST(CommandEvaluator, ATimeoutIsNotForOneThatEndedWhileNobodyLooked) {
    const Objective objective(R"(echo $$ > "$1/process"; echo '{"value": 1}')");
    CommandOptions options = objective.options({objective.file("")});
    options.timeout = 0.01;
    CommandEvaluator evaluator(options);
    evaluator.start(1, some_point());
    const pid_t process = process_in(objective.file("process"));
    ASSERT_TRUE(eventually([&] { return is_gone(process); }));
    EXPECT_EQ(value_of(collect(evaluator)), 1);
}

TEST(CommandEvaluator, ACommandThatIgnoresTheRequestIsEndedByForce) {
    const Objective objective(std::string("trap '' TERM; echo $$ > \"$1/process\"; ") + sleep_for_ever);
    CommandOptions options = objective.options({objective.file("")});
    options.grace = 0.1;
    CommandEvaluator evaluator(options);
    evaluator.start(1, some_point());
    const pid_t process = process_in(objective.file("process"));
    evaluator.cancel(1);
    evaluator.cancel(1);
    const EvaluationResult result = collect(evaluator);
    EXPECT_EQ(failure_of(result), "cancelled: it was cancelled");
    EXPECT_FALSE(result.work_directory);
    EXPECT_TRUE(is_gone(process));
    EXPECT_THROW(evaluator.cancel(1), std::invalid_argument);
}

TEST(CommandEvaluator, WhatIsAskedToEndMayTidyUp) {
    // The shell in front ends at once; its child needs a while.
    const Objective objective(R"(
(trap 'sleep 0.3; mkdir "$1/tidy"; exit' TERM; sh -c 'echo $PPID' > "$1/process"; while :; do sleep 0.05; done) & wait)");
    CommandOptions options = objective.options({objective.file("")});
    options.grace = long_enough;
    CommandEvaluator evaluator(options);
    evaluator.start(1, some_point());
    const pid_t child = process_in(objective.file("process"));
    evaluator.cancel(1);
    EXPECT_EQ(failure_of(collect(evaluator)), "cancelled: it was cancelled");
    EXPECT_TRUE(objective.has("tidy"));
    EXPECT_TRUE(is_gone(child));
}

TEST(CommandEvaluator, AStoppedCommandCanBeAskedToEnd) {
    const Objective objective(R"(trap 'mkdir "$1/asked"; exit' TERM; echo $$ > "$1/process"; kill -STOP $$; sleep 60)");
    CommandOptions options = objective.options({objective.file("")});
    options.grace = long_enough;
    CommandEvaluator evaluator(options);
    evaluator.start(1, some_point());
    const pid_t process = process_in(objective.file("process"));
    ASSERT_TRUE(eventually([&] { return state_of(process) == 'T'; }));
    evaluator.cancel(1);
    EXPECT_EQ(failure_of(collect(evaluator)), "cancelled: it was cancelled");
    EXPECT_TRUE(objective.has("asked"));
}

TEST(CommandEvaluator, ChildrenThatOutliveTheCommandAreEndedAndHoldNothingUp) {
    const std::set<pid_t> family = children();
    const Objective objective(R"(
(trap '' TERM HUP; sh -c 'echo $PPID' > "$1/child"; while :; do sleep 0.05; done) &
timeout 1000 sh -c 'echo $$ > "$0/grandchild"; while :; do sleep 0.05; done' "$1" &
while [ ! -s "$1/child" ] || [ ! -s "$1/grandchild" ]; do sleep 0.05; done
echo '{"value": 1}')");
    CommandEvaluator evaluator(objective.options({objective.file("")}));
    evaluator.start(1, some_point());
    EXPECT_EQ(value_of(collect(evaluator)), 1);
    // The second is in a process group of its own, made by timeout.
    for (const char* name : {"child", "grandchild"}) {
        const pid_t process = process_in(objective.file(name));
        EXPECT_TRUE(eventually([&] { return is_gone(process); })) << name;
    }
    EXPECT_EQ(children(), family);
}

TEST(CommandEvaluator, TheEndOfTheEvaluatorIsTheEndOfWhatIsInFlight) {
    const std::set<pid_t> family = children();
    const Objective objective(std::string("trap '' TERM; echo $$ > \"$1/process\"; ") + sleep_for_ever);
    {
        CommandEvaluator evaluator(objective.options({objective.file("")}));
        evaluator.start(1, some_point());
        static_cast<void>(process_in(objective.file("process")));
    }
    EXPECT_TRUE(is_gone(process_in(objective.file("process"))));
    EXPECT_TRUE(fs::is_empty(objective.file("work")));
    EXPECT_EQ(children(), family);
}

TEST(CommandEvaluator, ACommandEndsWhenItsCallerIsKilled) {
    const Objective objective(std::string("echo $$ > \"$1/process\"; ") + sleep_for_ever);
    const CommandOptions options = objective.options({objective.file("")});
    const pid_t caller = fork();
    if (caller == 0) {
        CommandEvaluator evaluator(options);
        evaluator.start(1, some_point());
        pause();
        _exit(1);
    }
    const pid_t process = process_in(objective.file("process"));
    kill(caller, SIGKILL);
    waitpid(caller, nullptr, 0);
    EXPECT_TRUE(eventually([&] { return is_gone(process); }));
}

TEST(CommandEvaluator, ACommandInheritsNoDescriptorAndNoSignalSettings) {
    const Disposition ignored(SIGPIPE, SIG_IGN);
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    const int inherited = dup2(STDERR_FILENO, 77);
    // 80000000 and 100000000: two signals that the C library keeps to itself; posix_spawn, ours or that of whoever
    // started us, leaves each ignored if the program had a use for it.
    const EvaluationResult result = evaluate(R"(
[ -e /proc/self/fd/77 ] && exit 1
grep -E '^Sig(Ign|Blk)' /proc/self/status | grep -v -E '\s0*(80000000|100000000|180000000)?$' >&2 && exit 2
echo '{"value": 1}')");
    close(inherited);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    EXPECT_EQ(failure_of(result), "no failure");
    EXPECT_EQ(inherited, 77);
}

TEST(CommandEvaluator, StatusesAreKeptWhereChildrenWereIgnored) {
    const Disposition ignored(SIGCHLD, SIG_IGN);
    EXPECT_EQ(failure_of(evaluate("exit 3")), "exit-status: it ended with status 3; it printed nothing");
}

TEST(CommandEvaluator, ASignalEndsTheWaitSoThatTheCallerCanLook) {
    static volatile sig_atomic_t caught = 0;
    const Disposition handler(SIGUSR1, [](int) { caught = 1; });
    const Objective objective("kill -USR1 $PPID; while :; do sleep 0.05; kill -USR1 $PPID; done");
    CommandEvaluator evaluator(objective.options());
    evaluator.start(1, some_point());
    EXPECT_FALSE(evaluator.wait_any(1e9));
    EXPECT_TRUE(caught);
}

TEST(CommandEvaluator, WorksWithStandardStreamsClosed) {
    const Objective objective("cat > /dev/null; echo '{\"value\": 1}'; echo to err >&2");
    CommandOptions options = objective.options();
    options.keep = KeepWork::all;
    const pid_t caller = fork();
    if (caller == 0) {
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
        _exit(evaluate(options).measurement() != nullptr ? 0 : 1);
    }
    int status = -1;
    waitpid(caller, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(objective.text("work/trial-7/stdout"), "{\"value\": 1}\n");
    EXPECT_EQ(objective.text("work/trial-7/stderr"), "to err\n");
}

}  // namespace
}  // namespace sweetspot::study
