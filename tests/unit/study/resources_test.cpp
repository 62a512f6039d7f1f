// What an evaluation may use: read, refused, applied to real processes, and told when it was too little.
#include "study/resources.hpp"

#include <sys/resource.h>

#include "support/bracket_study.hpp"
#include "support/refusal.hpp"
#include "unit/study/objective.hpp"

namespace sweetspot::study {
namespace {

EvaluationResources resources_of(const std::string& lines) {
    return read_study(support::shortest_study + "[objective]\n" + lines, "s.toml", "folder").objective.resources;
}

std::string refused_resources(const std::string& lines) {
    return support::refusal([&] { (void)resources_of(lines); });
}

EvaluationResult evaluate_within(const EvaluationResources& resources, const std::string& script) {
    const Objective objective(script);
    CommandOptions options = objective.options();
    options.resources = resources;
    return evaluate(options);
}

TEST(EvaluationResources, AreReadWithUnits) {
    EXPECT_EQ(resources_of(""), EvaluationResources());
    EXPECT_EQ(resources_of("nice = 10\nmemory = \"2 GiB\"\ncpu_time = 600\n"),
              (EvaluationResources{10, 2147483648.0, 600}));
    EXPECT_EQ(resources_of("memory = 500000000\n").memory, 5e8);
}

TEST(EvaluationResources, AreRefusedWithTheLineAndWhatIsAllowed) {
    EXPECT_TRUE(refused_resources("nice = 20\n").starts_with("s.toml:14: nice: ")) << refused_resources("nice = 20\n");
    EXPECT_TRUE(refused_resources("nice = -1\n").starts_with("s.toml:14: nice: "));
    EXPECT_TRUE(refused_resources("cpu_time = 0.5\n").starts_with("s.toml:14: cpu_time: "));
    EXPECT_TRUE(refused_resources("cpu_time = 0\n").starts_with("s.toml:14: cpu_time: "));
    EXPECT_TRUE(refused_resources("memory = \"2 gigs\"\n").starts_with("s.toml:14: memory: it is \"2 gigs\"; write"));
    EXPECT_EQ(refused_resources("memory = 2\n"),
              "s.toml:14: memory: it is 2 B; it must be at least 1 MB, and may have a unit, as \"2 GiB\"");
    const std::string misspelt = refused_resources("memroy = 2\n");
    EXPECT_NE(misspelt.find("did you mean \"memory\""), std::string::npos) << misspelt;
}

TEST(EvaluationResources, AnEvaluatorRefusesThemAsWell) {
    const Objective objective("");
    CommandOptions options = objective.options();
    const auto refused = [&](const EvaluationResources& resources) {
        options.resources = resources;
        return support::refusal([&] { const CommandEvaluator evaluator(options); });
    };
    EXPECT_EQ(refused({.nice = 20}), "command: nice: it is 20; it must be from 0 to 19");
    EXPECT_EQ(refused({.memory = 100}),
              "command: memory: it is 100 B; it must be at least 1 MB, and may have a unit, as \"2 GiB\"");
    EXPECT_EQ(refused({.cpu_time = 0}), "command: cpu_time: it is 0 seconds; it must be finite and at least 1");
}

TEST(EvaluationResources, AreToldInOneLine) {
    EXPECT_EQ(resources_text({}), "");
    EXPECT_EQ(resources_text({10, 2147483648.0, 600}),
              "nice 10, at most 2 GiB of memory, at most 600 s of processor time");
}

TEST(EvaluationResources, ANiceOneAndItsChildrenStepBack) {
    const int own = getpriority(PRIO_PROCESS, 0);
    const std::string script = "echo \"{\\\"value\\\": $(nice)}\"";
    EXPECT_EQ(value_of(evaluate_within({.nice = 7}, script)), std::min(19, own + 7));
    EXPECT_EQ(value_of(evaluate_within({}, script)), own);
}

TEST(EvaluationResources, OneThatNeedsMoreMemoryIsToldTheLimit) {
    // tail keeps its last line whole, and there is only one.
    const std::string failure = failure_of(evaluate_within({.memory = 50e6}, "head -c 300M /dev/zero | tail -n 1"));
    EXPECT_TRUE(
        failure.starts_with("out-of-memory: it ran out of memory, of which it may use 50 MB; its standard "
                            "error ends: tail: "))
        << failure;
}

TEST(EvaluationResources, OneThatKeepsWithinItsLimitsIsNotTroubled) {
    const EvaluationResources enough = {.nice = 1, .memory = 500e6, .cpu_time = 60};
    EXPECT_EQ(value_of(evaluate_within(enough, "head -c 10M /dev/zero | tail -n 1 >&2; echo '{\"value\": 4}'")), 4);
}

TEST(EvaluationResources, OneThatFailsForAnotherReasonIsToldThat) {
    const EvaluationResources some = {.memory = 500e6, .cpu_time = 60};
    EXPECT_EQ(failure_of(evaluate_within(some, "exit 3")), "exit-status: it ended with status 3; it printed nothing");
    EXPECT_TRUE(failure_of(evaluate_within(some, "kill -KILL $$")).starts_with("signal: signal 9 (Killed, "));
    EXPECT_EQ(failure_of(evaluate_within({}, "echo MemoryError >&2; exit 1")),
              "exit-status: it ended with status 1; its standard error ends: MemoryError");
    EXPECT_EQ(failure_of(evaluate_within(some, "echo '{\"error\": \"MemoryError of the solver\"}'; exit 1")),
              "reported: MemoryError of the solver");
}

TEST(EvaluationResources, OneThatNeedsMoreProcessorTimeIsEnded) {
    const EvaluationResult result = evaluate_within({.cpu_time = 1}, "while :; do :; done");
    EXPECT_EQ(failure_of(result), "timeout: it used 1 s of processor time and was ended; it printed nothing");
    EXPECT_GE(result.seconds, 0.9);
}

TEST(EvaluationResources, AChildThatNeedsMoreProcessorTimeIsEndedAndTheWrapperSaysSo) {
    const std::string failure = failure_of(evaluate_within({.cpu_time = 1}, "sh -c 'while :; do :; done'; exit $?"));
    EXPECT_TRUE(failure.starts_with("timeout: it used 1 s of processor time and was ended")) << failure;
}

TEST(EvaluationResources, WaitingIsNoProcessorTime) {
    EXPECT_EQ(value_of(evaluate_within({.cpu_time = 1}, "sleep 1.3; echo '{\"value\": 2}'")), 2);
}

}  // namespace
}  // namespace sweetspot::study
