#include "sweetspot/study/runner.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "study/memory_store.hpp"
#include "support/run_program.hpp"
#include "sweetspot/study/answer.hpp"
#include "sweetspot/study/evaluator.hpp"

namespace sweetspot {
namespace {

using support::ScratchDirectory;

/// A bowl computed by awk, so that real processes are run.
StudyConfig bowl_in(const ScratchDirectory& scratch, const std::string& script = "") {
    StudyConfig config;
    config.name = "bowl";
    config.storage.place = scratch.file("bowl.db");
    config.parameters = {{{"a", -1, 1}, {0.1}}, {{"b", -1, 1}, {0.1}}};
    const std::string plain = "{ x[NR] = $1 } END { print (x[1] - 0.3)^2 + (x[2] + 0.2)^2 }";
    config.objective.command = {"awk", script.empty() ? plain : script};
    config.objective.format = "numbers";
    config.budget.evaluations = 8;
    config.folder = scratch.file("");
    return config;
}

RunnerEnd run(const StudyConfig& config, Store& store, const RunnerOptions& options = {}) {
    const std::unique_ptr<Evaluator> evaluator = evaluator_of(config);
    return run_study(config, store, *evaluator, options);
}

TEST(StudyRunner, RunsToItsBudgetAndTheAnswerIsTheBowlsBottom) {
    const ScratchDirectory scratch;
    const StudyConfig config = bowl_in(scratch);
    const std::unique_ptr<Store> store = open_store(config);
    const RunnerEnd end = run(config, *store);
    EXPECT_EQ(end.kind, RunnerEnd::Kind::finished);
    EXPECT_EQ(end.reason, "the budget of 8 evaluations is spent");
    const StudyView view = store->view();
    ASSERT_EQ(view.trials.size(), 8U);
    for (const Trial& trial : view.trials) {
        ASSERT_EQ(trial.state, TrialState::complete);
        EXPECT_NEAR(trial.measurement->value, std::pow(trial.x[0] - 0.3, 2) + std::pow(trial.x[1] + 0.2, 2), 1e-4);
    }
    const Answer answer = answer_of(config, view);
    EXPECT_NEAR(answer.robust.x[0], 0.3, 0.15);
    EXPECT_NEAR(answer.robust.x[1], -0.2, 0.15);
    EXPECT_GE(answer.robust.worst.upper, answer.robust.worst.by_search);
    EXPECT_GE(answer.robust.worst.by_search, answer.robust.worst.by_template - 1e-9);
    EXPECT_EQ(run(config, *store).kind, RunnerEnd::Kind::finished) << "nothing is left to do";
    EXPECT_EQ(store->view().trials.size(), 8U);
}

TEST(StudyRunner, InPiecesItChoosesTheSamePoints) {
    const ScratchDirectory scratch;
    const ScratchDirectory pieces;
    const StudyConfig whole = bowl_in(scratch);
    const std::unique_ptr<Store> all = open_store(whole);
    (void)run(whole, *all);
    StudyConfig part = bowl_in(pieces);
    for (Index budget = 2; budget <= 8; budget += 3) {
        part.budget.evaluations = budget;
        const std::unique_ptr<Store> store = open_store(part);
        (void)run(part, *store);
    }
    const std::unique_ptr<Store> store = open_store(part);
    ASSERT_EQ(store->view().trials.size(), all->view().trials.size());
    for (std::size_t i = 0; i < all->view().trials.size(); ++i) {
        EXPECT_EQ(store->view().trials[i].x, all->view().trials[i].x) << i;
    }
}

TEST(StudyRunner, SeveralAtOnceAreAllDifferent) {
    const ScratchDirectory scratch;
    StudyConfig config = bowl_in(scratch);
    config.objective.parallel = 4;
    config.budget.evaluations = 12;
    const std::unique_ptr<Store> store = open_store(config);
    (void)run(config, *store);
    std::set<std::pair<double, double>> points;
    for (const Trial& trial : store->view().trials) points.insert({trial.x[0], trial.x[1]});
    EXPECT_EQ(points.size(), 12U);
}

TEST(StudyRunner, FailuresAreRetriedThenAvoidedSkippedOrEndTheStudy) {
    const std::string fails = "{ x[NR] = $1 } END { if (x[1] < -0.4) exit 3; print x[1]^2 + x[2]^2 }";
    for (const AfterFailure then : {AfterFailure::avoid, AfterFailure::skip, AfterFailure::stop}) {
        const ScratchDirectory scratch;
        StudyConfig config = bowl_in(scratch, fails);
        config.objective.retry = 1;
        config.objective.then = then;
        const std::unique_ptr<Store> store = open_store(config);
        const RunnerEnd end = run(config, *store);
        Index failed = 0;
        Index complete = 0;
        for (const Trial& trial : store->view().trials) {
            if (trial.state == TrialState::complete) ++complete;
            if (trial.state != TrialState::failed) continue;
            ++failed;
            EXPECT_EQ(trial.attempts, 2);
            EXPECT_EQ(trial.failure->kind, FailureKind::exit_status);
            EXPECT_FALSE(trial.work_directory.empty());
        }
        EXPECT_GE(failed, 1);
        switch (then) {
            case AfterFailure::avoid:
                EXPECT_EQ(complete + failed, 8);
                break;
            case AfterFailure::skip:
                EXPECT_EQ(complete, 8) << end.reason;
                break;
            case AfterFailure::stop:
                EXPECT_NE(end.reason.find("on_failure says stop"), std::string::npos);
        }
    }
}

TEST(StudyRunner, AnInterruptEndsWhatIsInFlightAndItIsDoneAgain) {
    const ScratchDirectory scratch;
    StudyConfig config = bowl_in(scratch);
    config.objective.command = {"sleep", "100"};
    config.objective.parallel = 2;
    const std::unique_ptr<Store> store = open_store(config);
    bool started = false;
    const RunnerEnd end = run(config, *store,
                              {.stop = [&] { return started ? StopWish::end : StopWish::go_on; },
                               .watch = [&](const Trial&, const StudyView&) { started = true; }});
    EXPECT_EQ(end.kind, RunnerEnd::Kind::interrupted);
    const StudyView view = store->view();
    ASSERT_GE(view.trials.size(), 1U);
    for (const Trial& trial : view.trials) {
        EXPECT_EQ(trial.state, TrialState::stale);
        EXPECT_EQ(trial.attempts, 0);
    }
    config.objective.command = bowl_in(scratch).objective.command;
    (void)run(config, *store);
    for (const Trial& trial : store->view().trials) EXPECT_EQ(trial.state, TrialState::complete);
    EXPECT_EQ(store->view().trials.size(), 8U);
}

TEST(StudyRunner, TheWishToFinishLetsWhatRunsComeToItsEndAndStartsNothing) {
    const ScratchDirectory scratch;
    StudyConfig config = bowl_in(scratch);
    config.objective.command = {"/bin/sh", "-c", "sleep 0.3; awk '{ print $1 }' | head -n 1"};
    config.objective.parallel = 2;
    const std::unique_ptr<Store> store = open_store(config);
    int started = 0;
    const auto count = [&](const Trial& trial, const StudyView&) { started += trial.state == TrialState::running; };
    const RunnerEnd end = run(
        config, *store, {.stop = [&] { return started == 2 ? StopWish::finish : StopWish::go_on; }, .watch = count});
    EXPECT_EQ(end.kind, RunnerEnd::Kind::interrupted);
    const StudyView view = store->view();
    ASSERT_EQ(view.trials.size(), 2U);
    for (const Trial& trial : view.trials) EXPECT_EQ(trial.state, TrialState::complete);
}

TEST(StudyRunner, SkippedFailuresEndAStudyWhenThereAreAsManyAsTheBudgetHasEvaluations) {
    const ScratchDirectory scratch;
    // One point in the lower left corner is good, so that it is not hopeless from the start.
    StudyConfig config = bowl_in(scratch, "{ x[NR] = $1 } END { if (x[1] > -0.9) exit 1; print x[1] }");
    config.objective.then = AfterFailure::skip;
    const std::unique_ptr<Store> store = open_store(config);
    const Vector corner{{-0.95, 0.0}};
    Trial good{.state = TrialState::complete, .source = TrialSource::told, .asked = corner, .x = corner};
    good.measurement = Measurement{1, std::nullopt};
    ASSERT_TRUE(store->add(good, store->view().revision));
    const RunnerEnd end = run(config, *store);
    EXPECT_EQ(end.kind, RunnerEnd::Kind::failed);
    EXPECT_TRUE(end.reason.starts_with("8 trials failed, as many as the budget has evaluations")) << end.reason;
    std::set<std::pair<double, double>> points;
    for (const Trial& trial : store->view().trials) points.insert({trial.x[0], trial.x[1]});
    EXPECT_EQ(points.size(), store->view().trials.size()) << "no point is asked for twice";
}

TEST(StudyRunner, EndsWhenTheSuggestionsPromiseLittle) {
    const ScratchDirectory scratch;
    StudyConfig config = bowl_in(scratch);
    config.budget.evaluations = 60;
    config.budget.improvement_below = 0.05;
    config.budget.for_suggestions = 2;
    const std::unique_ptr<Store> store = open_store(config);
    EXPECT_TRUE(run(config, *store).reason.starts_with("the last 2 suggestions promised an improvement below 0.05"));
    EXPECT_LT(store->view().trials.size(), 60U);
}

/// A store in memory that counts how often the table of trials is read.
class CountingStore final : public Store {
  public:
    mutable Index views = 0;

    [[nodiscard]] MemoryStore& inner() { return inner_; }
    [[nodiscard]] std::int64_t revision() const override { return inner_.revision(); }
    [[nodiscard]] StudyView view() const override {
        ++views;
        return inner_.view();
    }
    [[nodiscard]] Trial trial(Index number) const override { return inner_.trial(number); }
    [[nodiscard]] std::optional<Index> add_all(std::span<const Trial> trials, std::int64_t revision) override {
        return inner_.add_all(trials, revision);
    }
    [[nodiscard]] bool take(Index number) override { return inner_.take(number); }
    void update(const Trial& trial) override { inner_.update(trial); }
    std::vector<Index> release_lost(OtherMachines others) override { return inner_.release_lost(others); }

  private:
    MemoryStore inner_;
};

double bowl(const Vector& x) {
    return std::pow(x[0] - 0.3, 2) + std::pow(x[1] + 0.2, 2);
}

TEST(StudyRunner, ReadsTheTableOfTrialsOnceAsLongAsNobodyElseChangesIt) {
    const Study study = bowl_in(ScratchDirectory());
    CountingStore store;
    FunctionEvaluator evaluator(bowl);
    Index changes = 0;
    const auto watch = [&](const Trial& changed, const StudyView& view) {
        ++changes;
        const StudyView now = store.inner().view();
        EXPECT_EQ(view.revision, now.revision);
        ASSERT_EQ(view.trials.size(), now.trials.size());
        EXPECT_EQ(&changed, &view.trials[static_cast<std::size_t>(changed.number)]);
        for (std::size_t i = 0; i < now.trials.size(); ++i) {
            EXPECT_EQ(view.trials[i].state, now.trials[i].state);
            EXPECT_EQ(view.trials[i].measurement, now.trials[i].measurement);
            EXPECT_EQ(view.trials[i].changed_at, now.trials[i].changed_at);
        }
    };
    EXPECT_EQ(run_study(study, store, evaluator, {.watch = watch}).kind, RunnerEnd::Kind::finished);
    EXPECT_EQ(changes, 16) << "each of 8 trials was started and ended";
    EXPECT_EQ(store.views, 1);
}

TEST(StudyRunner, ReadsTheTableOfTrialsOncePerEvaluationWhileOthersChangeIt) {
    StudyConfig config = bowl_in(ScratchDirectory());
    config.budget.evaluations = 16;
    CountingStore store;
    const std::unique_ptr<MemoryStore> other = store.inner().shared();
    Index evaluations = 0;
    FunctionEvaluator evaluator([&](const Vector& x) {
        ++evaluations;
        Trial told{.state = TrialState::complete, .source = TrialSource::told, .asked = x / 2, .x = x / 2};
        told.measurement = Measurement{bowl(x / 2), std::nullopt};
        EXPECT_TRUE(other->add(told, other->revision()));
        return bowl(x);
    });
    EXPECT_EQ(run_study(config, store, evaluator).kind, RunnerEnd::Kind::finished);
    EXPECT_EQ(evaluations, 8);
    EXPECT_LE(store.views, evaluations + 1);
    EXPECT_EQ(store.inner().view().trials.size(), 16U);
}

TEST(StudyRunner, KeepsAsManyInFlightAsTheStudySaysAndNoMore) {
    StudyConfig config = bowl_in(ScratchDirectory());
    config.objective.parallel = 3;
    config.budget.evaluations = 9;
    MemoryStore store;
    std::atomic<int> inside = 0;
    std::atomic<int> most = 0;
    FunctionEvaluator evaluator([&](const Vector& x) {
        const int now = ++inside;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
        }
        // Nobody leaves before it has been full once.
        while (most < 3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        --inside;
        return bowl(x);
    });
    EXPECT_EQ(run_study(config, store, evaluator).kind, RunnerEnd::Kind::finished);
    EXPECT_EQ(most, 3);
}

TEST(StudyRunner, OneChoosesAndOthersEvaluateAndASerialStudyIsTheSame) {
    StudyConfig config = bowl_in(ScratchDirectory());
    config.objective.retry = 1;
    MemoryStore whole;
    FunctionEvaluator alone(bowl);
    ASSERT_EQ(run_study(config, whole, alone).kind, RunnerEnd::Kind::finished);

    MemoryStore store;
    std::atomic<int> evaluations = 0;
    std::atomic<int> ended = 0;
    Index told = 0;
    const auto count = [&](const Trial& changed, const StudyView&) { told += is_open(changed) ? 0 : 1; };
    {
        std::vector<std::jthread> threads;
        for (const RunnerPart part : {RunnerPart::evaluate, RunnerPart::choose, RunnerPart::evaluate}) {
            threads.emplace_back([&, part] {
                const std::unique_ptr<MemoryStore> own = store.shared();
                FunctionEvaluator evaluator([&](const Vector& x) {
                    ++evaluations;
                    return bowl(x);
                });
                RunnerOptions options{.part = part};
                if (part == RunnerPart::choose) options.watch = count;
                if (run_study(config, *own, evaluator, options).kind == RunnerEnd::Kind::finished) ++ended;
            });
        }
    }
    EXPECT_EQ(ended, 3);
    EXPECT_EQ(evaluations, 8);
    EXPECT_EQ(told, 8) << "the one who chooses hears of all results";
    const std::vector<Trial> wanted = whole.view().trials;
    const std::vector<Trial> got = store.view().trials;
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_EQ(got[i].x, wanted[i].x);
        EXPECT_EQ(got[i].measurement, wanted[i].measurement);
    }
}

TEST(StudyRunner, TheFirstResultOfATrialThatTwoHadStays) {
    const StudyConfig config = bowl_in(ScratchDirectory());
    MemoryStore store;
    const std::unique_ptr<MemoryStore> other = store.shared();
    bool is_first = true;
    FunctionEvaluator evaluator([&](const Vector& x) {
        if (std::exchange(is_first, false)) {
            Trial trial = other->trial(0);
            trial.state = TrialState::complete;
            trial.measurement = Measurement{0.75, std::nullopt};
            trial.attempts = 1;
            other->update(trial);
        }
        return bowl(x);
    });
    EXPECT_EQ(run_study(config, store, evaluator).kind, RunnerEnd::Kind::finished);
    EXPECT_EQ(store.trial(0).measurement->value, 0.75);
    EXPECT_EQ(store.trial(0).attempts, 1);
    EXPECT_EQ(store.view().trials.size(), 8U);
}

TEST(StudyRunner, WhoChoosesTellsOfTheLastResultOfOthersThoughItComesJustBeforeTheEnd) {
    const ScratchDirectory scratch;
    StudyConfig config = bowl_in(scratch);
    config.budget.evaluations = 1;
    MemoryStore store;
    const std::unique_ptr<Store> other = store.shared();
    // Asked between the look at what others have done and the question whether the study is over.
    const auto finish_it = [&] {
        const StudyView view = other->view();
        if (view.trials.empty() || !is_open(view.trials.front())) return StopWish::go_on;
        Trial trial = view.trials.front();
        trial.state = TrialState::complete;
        trial.measurement = Measurement{0.75, std::nullopt};
        trial.attempts = 1;
        other->update(trial);
        return StopWish::go_on;
    };
    std::vector<TrialState> told;
    FunctionEvaluator nobody([](const Vector&) -> double { throw std::logic_error("others evaluate"); });
    const RunnerEnd end =
        run_study(config, store, nobody,
                  {.stop = finish_it,
                   .watch = [&](const Trial& trial, const StudyView&) { told.push_back(trial.state); },
                   .part = RunnerPart::choose});
    EXPECT_EQ(end.kind, RunnerEnd::Kind::finished);
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.back(), TrialState::complete);
}

TEST(StudyRunner, AFunctionInMemoryGivesTheTrialsOfACommandInAFile) {
    const ScratchDirectory scratch;
    const StudyConfig config =
        bowl_in(scratch, "{ x[NR] = $1 } END { printf \"%.17g\\n\", (x[1] - 0.3)^2 + (x[2] + 0.2)^2 }");
    const std::unique_ptr<Store> file = open_store(config);
    (void)run(config, *file);
    MemoryStore memory;
    FunctionEvaluator evaluator([](const Vector& x) {
        const double a = x[0] - 0.3;
        const double b = x[1] + 0.2;
        return a * a + b * b;
    });
    (void)run_study(config, memory, evaluator);
    const std::vector<Trial> wanted = file->view().trials;
    const std::vector<Trial> got = memory.view().trials;
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_EQ(got[i].x, wanted[i].x);
        EXPECT_EQ(got[i].measurement, wanted[i].measurement);
    }
}

}  // namespace
}  // namespace sweetspot
