// What a run leaves to go on without it when an evaluation cannot be started.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "study/memory_store.hpp"
#include "support/run_program.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot {
namespace {

/// The first evaluation goes on for ever, as a job elsewhere; no other can be started.
class OneJobElsewhere final : public Evaluator {
  public:
    enum class Manner { outlives, ends };
    explicit OneJobElsewhere(Manner manner) : manner_(manner) {}

    void start(Index number, const VectorRef& /*x*/, Index /*attempt*/) override { flights_.push_back(number); }
    [[nodiscard]] std::optional<FinishedEvaluation> wait_any(double /*timeout*/) override {
        const auto over = std::ranges::find_if(
            flights_, [&](Index number) { return number > 0 || std::ranges::count(cancelled, number) > 0; });
        if (over == flights_.end()) return std::nullopt;
        const Index number = *over;
        flights_.erase(over);
        const FailureKind kind = number > 0 ? FailureKind::not_started : FailureKind::cancelled;
        return FinishedEvaluation{number, {.outcome = EvaluationFailure{kind, "the cluster says no"}}};
    }
    void cancel(Index number) override { cancelled.push_back(number); }
    [[nodiscard]] std::vector<Index> in_flight() const override { return flights_; }
    void clean_up(Index /*number*/, Index /*attempt*/) override {}
    [[nodiscard]] bool outlives_program() const override { return manner_ == Manner::outlives; }
    [[nodiscard]] std::vector<Index> outliving() const override { return flights_; }

    std::vector<Index> cancelled = {};

  private:
    Manner manner_;
    std::vector<Index> flights_ = {};
};

StudyConfig two_at_a_time() {
    StudyConfig config;
    config.name = "two";
    config.storage = {.kind = "memory", .place = ""};
    config.parameters = {{{"a", -1, 1}, {0.1}}, {{"b", -1, 1}, {0.1}}};
    config.objective.command = {"true"};
    config.objective.parallel = 2;
    config.budget.evaluations = 8;
    return config;
}

TEST(StudyRunner, AnEvaluationThatCannotBeStartedEndsNoneThatGoesOnElsewhere) {
    const StudyConfig config = two_at_a_time();
    const std::unique_ptr<Store> store = open_store(config);
    OneJobElsewhere evaluator(OneJobElsewhere::Manner::outlives);
    const RunnerEnd end = run_study(config, *store, evaluator);
    EXPECT_EQ(end.kind, RunnerEnd::Kind::cannot_start);
    EXPECT_EQ(end.reason, "the cluster says no; 1 evaluation goes on, and the same command takes it up");
    EXPECT_TRUE(evaluator.cancelled.empty());
    EXPECT_EQ(store->trial(1).state, TrialState::waiting) << "no point is blamed";
}

TEST(StudyRunner, AnEvaluationThatCannotBeStartedEndsThoseThatEndWithTheProgram) {
    const StudyConfig config = two_at_a_time();
    const std::unique_ptr<Store> store = open_store(config);
    OneJobElsewhere evaluator(OneJobElsewhere::Manner::ends);
    const RunnerEnd end = run_study(config, *store, evaluator);
    EXPECT_EQ(end.reason, "the cluster says no");
    EXPECT_EQ(evaluator.cancelled, std::vector<Index>{0});
}

}  // namespace
}  // namespace sweetspot
