// What holds for every store of studies. A new one joins the list at the end, with a way to lose a runner.
#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <thread>

#include "process/process_identity.hpp"
#include "storage/database.hpp"
#include "study/memory_store.hpp"
#include "support/postgres_server.hpp"
#include "support/run_program.hpp"
#include "sweetspot/study/evaluator.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot {
namespace {

StudyConfig plane() {
    StudyConfig config;
    config.name = "s";
    config.parameters = {{{"a", -1, 1}, {0.1}}, {{"b", -1, 1}, {0.1}}};
    config.budget.evaluations = 6;
    return config;
}

/// One study that several runners may open.
class SharedStudy {
  public:
    SharedStudy() = default;
    virtual ~SharedStudy() = default;
    SharedStudy(const SharedStudy&) = delete;
    SharedStudy& operator=(const SharedStudy&) = delete;

    [[nodiscard]] virtual std::unique_ptr<Store> open() = 0;
    /// A runner takes the trial, and is gone.
    virtual void take_and_vanish(Index number) = 0;
};

class SqliteStudy final : public SharedStudy {
  public:
    [[nodiscard]] std::unique_ptr<Store> open() override { return open_store(config()); }

    void take_and_vanish(Index number) override {
        ASSERT_TRUE(open()->take(number));
        // As if another process had died with it: a start time that this process number never had.
        std::string gone = process::own_identity();
        gone.replace(gone.rfind(' '), std::string::npos, " 1");
        const storage::Format any{.what = "study", .application_id = 0x53775374, .version = 4, .schema = ""};
        storage::Database(config().storage.place, any)
            .prepare("UPDATE trials SET process = ? WHERE number = ?")
            .bind(1, gone)
            .bind(2, number)
            .run();
    }

  private:
    [[nodiscard]] StudyConfig config() const {
        StudyConfig config = plane();
        config.storage.place = scratch_.file("s.db");
        return config;
    }

    support::ScratchDirectory scratch_;
};

class PostgresqlStudy final : public SharedStudy {
  public:
    [[nodiscard]] std::unique_ptr<Store> open() override { return open_store(config()); }
    /// A store that ends gives back what it holds, as one does whose lease runs out.
    void take_and_vanish(Index number) override { ASSERT_TRUE(open()->take(number)); }

  private:
    [[nodiscard]] StudyConfig config() const {
        StudyConfig config = plane();
        config.name = name_;
        config.storage = {"postgresql", database(), name_};
        return config;
    }
    /// One for all: a new database takes longer than a law.
    [[nodiscard]] static const std::string& database() {
        static const std::string url = support::shared_postgres().new_database();
        return url;
    }
    [[nodiscard]] static std::string new_name() {
        static int count = 0;
        return "s" + std::to_string(++count);
    }

    std::string name_ = new_name();
};

class MemoryStudy final : public SharedStudy {
  public:
    [[nodiscard]] std::unique_ptr<Store> open() override { return first_.shared(); }
    void take_and_vanish(Index number) override { ASSERT_TRUE(first_.shared()->take(number)); }

  private:
    MemoryStore first_;
};

struct TestedStore {
    std::string name;
    std::function<std::unique_ptr<SharedStudy>()> make;
    std::function<std::string()> why_not = [] { return std::string(); };  ///< why it cannot be tested here
};

class StoreLaws : public ::testing::TestWithParam<TestedStore> {
  protected:
    void SetUp() override {
        if (const std::string why = GetParam().why_not(); !why.empty()) GTEST_SKIP() << why;
        study_ = GetParam().make();
        store_ = study_->open();
    }

    [[nodiscard]] Store& store() { return *store_; }
    [[nodiscard]] SharedStudy& study() { return *study_; }

    void add(const Trial& trial) { ASSERT_TRUE(store().add(trial, store().revision())); }

  private:
    std::unique_ptr<SharedStudy> study_;
    std::unique_ptr<Store> store_;
};

Trial asked(double a, double b) {
    const Vector x{{a, b}};
    return {.asked = x, .x = x};
}

/// Equality as numbers, with NaN equal to itself.
void expect_same(double a, double b) {
    EXPECT_TRUE(a == b || (std::isnan(a) && std::isnan(b))) << a << " and " << b;
}

void expect_same_bits(const Vector& a, const Vector& b) {
    ASSERT_EQ(a.size(), b.size());
    for (Index i = 0; i < a.size(); ++i) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i])) << a[i] << " and " << b[i];
    }
}

/// All but the number and the times, which the store gives.
void expect_same(const Trial& a, const Trial& b) {
    EXPECT_EQ(a.state, b.state);
    EXPECT_EQ(a.source, b.source);
    expect_same_bits(a.asked, b.asked);
    expect_same_bits(a.x, b.x);
    EXPECT_EQ(a.measurement, b.measurement);
    EXPECT_EQ(a.failure, b.failure);
    EXPECT_EQ(a.attempts, b.attempts);
    expect_same_bits(a.centre, b.centre);
    expect_same(a.expected_improvement, b.expected_improvement);
    expect_same(a.promised, b.promised);
    EXPECT_EQ(a.seconds, b.seconds);
    EXPECT_EQ(a.work_directory, b.work_directory);
}

std::vector<Trial> peculiar_trials() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<Trial> trials = {asked(-0.0, 0.1 + 0.2), asked(std::numeric_limits<double>::denorm_min(), 1e308),
                                 asked(1.0 / 3, std::nextafter(1.0, 2.0))};
    trials[0].state = TrialState::complete;
    trials[0].x = Vector{{0.0, std::nextafter(0.3, 1.0)}};
    trials[0].measurement = Measurement{1.0 / 3, 0.1, {{"größte \"σ\"", 0.1 + 0.2}, {"mass", -1e-300}}};
    trials[0].attempts = 3;
    trials[0].centre = Vector{{-0.0, 5e-324}};
    trials[0].expected_improvement = infinity;
    trials[0].promised = -infinity;
    trials[0].seconds = 1e-9;
    trials[1].state = TrialState::failed;
    trials[1].source = TrialSource::told;
    trials[1].failure = EvaluationFailure{FailureKind::timeout, "zu langsam: „Δx“ 😀 'quoted'; --"};
    trials[1].work_directory = "räume/trial-1";
    trials[2].state = TrialState::complete;
    trials[2].source = TrialSource::verified_design;
    trials[2].measurement = Measurement{-1e-300, std::nullopt};
    trials[2].promised = 3.5;
    return trials;
}

TEST_P(StoreLaws, WhatWasAddedComesBackToTheLastBit) {
    const std::vector<Trial> trials = peculiar_trials();
    ASSERT_EQ(store().add_all(trials, store().revision()), 0);
    const StudyView view = store().view();
    ASSERT_EQ(view.trials.size(), trials.size());
    for (std::size_t i = 0; i < trials.size(); ++i) {
        expect_same(view.trials[i], trials[i]);
        expect_same(store().trial(static_cast<Index>(i)), trials[i]);
    }
}

TEST_P(StoreLaws, AnUpdateChangesTheOutcomeAndNothingElse) {
    for (const Trial& outcome : peculiar_trials()) {
        Trial first = asked(0.25, 0.5);
        first.source = TrialSource::verify;
        first.centre = Vector{{0.25, 0.125}};
        first.promised = 2;
        add(first);
        const Trial before = store().view().trials.back();
        Trial changed = outcome;
        changed.number = before.number;
        store().update(changed);
        const Trial after = store().trial(before.number);
        changed.source = TrialSource::verify;
        changed.asked = first.asked;
        changed.centre = first.centre;
        changed.promised = 2;
        changed.expected_improvement = std::numeric_limits<double>::quiet_NaN();
        expect_same(after, changed);
        EXPECT_EQ(after.asked_at, before.asked_at);
        EXPECT_GE(after.changed_at, before.changed_at);
    }
}

TEST_P(StoreLaws, AChangeIsThereForASecondReaderBeforeAnythingElseHappens) {
    const std::unique_ptr<Store> reader = study().open();
    add(asked(1, 2));
    ASSERT_EQ(reader->view().trials.size(), 1U);
    ASSERT_TRUE(store().take(0));
    EXPECT_EQ(reader->trial(0).state, TrialState::running);
    Trial trial = store().trial(0);
    trial.state = TrialState::complete;
    trial.measurement = Measurement{7, 0.5};
    store().update(trial);
    EXPECT_EQ(reader->trial(0).measurement, trial.measurement);
    EXPECT_EQ(reader->view().trials[0].state, TrialState::complete);
    EXPECT_EQ(reader->revision(), store().revision());
    EXPECT_EQ(reader->view().revision, store().revision());
}

TEST_P(StoreLaws, NumbersAreConsecutiveInTheOrderOfAdding) {
    const std::unique_ptr<Store> other = study().open();
    const std::vector<Trial> three = {asked(1, 1), asked(1, 2), asked(1, 3)};
    EXPECT_EQ(store().add(asked(0, 0), store().revision()), 0);
    EXPECT_EQ(other->add_all(three, other->revision()), 1);
    EXPECT_EQ(store().add(asked(2, 0), store().revision()), 4);
    const StudyView view = other->view();
    ASSERT_EQ(view.trials.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(view.trials[i].number, static_cast<Index>(i));
    EXPECT_EQ(view.trials[3].x, three[2].x);
}

TEST_P(StoreLaws, EveryChangeRaisesTheRevisionByOneAndNothingElseDoes) {
    std::int64_t revision = store().revision();
    const std::vector<Trial> three = {asked(1, 1), asked(1, 2), asked(1, 3)};
    ASSERT_TRUE(store().add_all(three, revision));
    EXPECT_EQ(store().revision(), ++revision);
    ASSERT_TRUE(store().take(1));
    EXPECT_EQ(store().revision(), ++revision);
    Trial trial = store().trial(1);
    trial.state = TrialState::failed;
    store().update(trial);
    EXPECT_EQ(store().revision(), ++revision);

    EXPECT_FALSE(store().take(1));
    EXPECT_FALSE(store().add(asked(0, 0), 0));
    EXPECT_EQ(store().add_all({}, revision), 3);
    EXPECT_TRUE(store().release_lost(OtherMachines::are_gone).empty());
    EXPECT_EQ(store().view().revision, revision);
    EXPECT_EQ(store().revision(), revision);
}

TEST_P(StoreLaws, TrialsThatWereChosenBeforeAnotherChangeAreRefusedAllTogether) {
    const std::unique_ptr<Store> other = study().open();
    const std::int64_t seen = store().revision();
    ASSERT_TRUE(other->add(asked(1, 2), seen));
    const std::vector<Trial> two = {asked(3, 4), asked(5, 6)};
    EXPECT_FALSE(store().add_all(two, seen));
    EXPECT_EQ(store().view().trials.size(), 1U);
    EXPECT_EQ(store().add_all(two, store().revision()), 1);
}

TEST_P(StoreLaws, ResultsThatCameMeanwhileDoNotRefuseATrialThatWasChosenWithoutThem) {
    const std::unique_ptr<Store> other = study().open();
    for (int i = 0; i < 2; ++i) add(asked(1, i));
    const std::int64_t seen = store().revision();
    ASSERT_TRUE(other->take(0));
    Trial result = other->trial(0);
    result.state = TrialState::complete;
    result.measurement = Measurement{3, std::nullopt};
    other->update(result);
    ASSERT_TRUE(other->take(1));
    ASSERT_EQ(store().revision(), seen + 3);
    EXPECT_EQ(store().add(asked(2, 0), seen), 2);
    EXPECT_FALSE(other->add(asked(2, 1), seen)) << "now one was added";
    EXPECT_FALSE(other->add_all({}, seen));
    EXPECT_EQ(store().view().trials.size(), 3U);
}

TEST_P(StoreLaws, TheNextTrialThatWaitsIsTheOneWithTheLeastNumberOfItsSource) {
    EXPECT_FALSE(store().take_next());
    for (const TrialSource source :
         {TrialSource::search, TrialSource::verify, TrialSource::told, TrialSource::verify}) {
        Trial trial = asked(1, 2);
        trial.source = source;
        add(trial);
    }
    EXPECT_EQ(store().take_next(TrialSource::verify), 1);
    EXPECT_EQ(store().take_next(), 0);
    EXPECT_EQ(study().open()->trial(1).state, TrialState::running);
    const std::int64_t revision = store().revision();
    EXPECT_FALSE(store().take_next(TrialSource::imported));
    EXPECT_EQ(store().revision(), revision);
    EXPECT_EQ(store().take_next(TrialSource::verify), 3);
    EXPECT_EQ(store().take_next(), 2);
    EXPECT_FALSE(store().take_next());
}

TEST_P(StoreLaws, ARunningTrialSaysWhoEvaluatesIt) {
    add(asked(1, 2));
    EXPECT_EQ(store().trial(0).runner, "");
    const std::unique_ptr<Store> other = study().open();
    ASSERT_TRUE(other->take(0));
    EXPECT_EQ(store().trial(0).runner, process::own_name());
    EXPECT_EQ(store().view().trials[0].runner, process::own_name());
    Trial result = store().trial(0);
    result.state = TrialState::complete;
    result.measurement = Measurement{3, std::nullopt};
    store().update(result);
    EXPECT_EQ(store().trial(0).runner, "");
}

TEST_P(StoreLaws, TheTurnToChooseIsOneRunnersAtATime) {
    const std::unique_ptr<Store> other = study().open();
    std::unique_ptr<Store::Turn> turn = store().turn();
    if (turn == nullptr) return;  // such a store tells runners apart by add_all()
    std::atomic<bool> other_has_it = false;
    std::jthread waiting([&] {
        const std::unique_ptr<Store::Turn> second = other->turn();
        other_has_it = second != nullptr;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_FALSE(other_has_it);
    add(asked(1, 2));  // and the one who has it may work
    turn.reset();
    waiting.join();
    EXPECT_TRUE(other_has_it);
}

TEST_P(StoreLaws, ANumberThatIsNotThereIsRefused) {
    add(asked(1, 2));
    Trial trial = store().trial(0);
    trial.number = 1;
    const std::int64_t revision = store().revision();
    EXPECT_THROW(store().update(trial), std::invalid_argument);
    EXPECT_THROW((void)store().trial(1), std::invalid_argument);
    EXPECT_THROW((void)store().trial(-1), std::invalid_argument);
    EXPECT_FALSE(store().take(1));
    EXPECT_EQ(store().revision(), revision);
}

TEST_P(StoreLaws, OnlyWaitingAndStaleTrialsAreTaken) {
    for (const TrialState state :
         {TrialState::waiting, TrialState::running, TrialState::complete, TrialState::failed, TrialState::stale}) {
        Trial trial = asked(1, 2);
        trial.state = state;
        if (state == TrialState::complete) trial.measurement = Measurement{1};
        add(trial);
        const Index number = store().view().trials.back().number;
        const bool can_be_taken = state == TrialState::waiting || state == TrialState::stale;
        EXPECT_EQ(store().take(number), can_be_taken) << to_string(state);
        EXPECT_FALSE(study().open()->take(number)) << to_string(state);
    }
}

TEST_P(StoreLaws, OfManyRunnersOneTakesEachTrial) {
    constexpr Index trials = 20;
    constexpr int runners = 4;
    for (Index i = 0; i < trials; ++i) add(asked(1, 2));
    std::vector<std::unique_ptr<Store>> stores;
    stores.reserve(runners);
    for (int r = 0; r < runners; ++r) stores.push_back(study().open());
    std::vector<std::vector<Index>> taken(runners);
    {
        std::vector<std::jthread> threads;
        for (std::size_t r = 0; r < runners; ++r) {
            threads.emplace_back([&, r] {
                for (Index number = 0; number < trials; ++number) {
                    if (stores[r]->take(number)) taken[r].push_back(number);
                }
            });
        }
    }
    std::multiset<Index> all;
    for (const auto& numbers : taken) all.insert(numbers.begin(), numbers.end());
    EXPECT_EQ(all.size(), static_cast<std::size_t>(trials));
    EXPECT_EQ(std::set<Index>(all.begin(), all.end()).size(), static_cast<std::size_t>(trials));
}

TEST_P(StoreLaws, ManyRunnersAddWithoutGapsOrLosses) {
    constexpr int runners = 4;
    constexpr int each = 5;
    std::vector<std::unique_ptr<Store>> stores;
    stores.reserve(runners);
    for (int r = 0; r < runners; ++r) stores.push_back(study().open());
    {
        std::vector<std::jthread> threads;
        for (std::size_t r = 0; r < runners; ++r) {
            threads.emplace_back([&, r] {
                for (int i = 0; i < each;) {
                    const Trial next = asked(static_cast<double>(r), i);
                    if (stores[r]->add(next, stores[r]->revision())) ++i;
                }
            });
        }
    }
    const StudyView view = store().view();
    ASSERT_EQ(std::ssize(view.trials), runners * each);
    std::set<std::pair<double, double>> points;
    for (std::size_t i = 0; i < view.trials.size(); ++i) {
        EXPECT_EQ(view.trials[i].number, static_cast<Index>(i));
        points.insert({view.trials[i].x[0], view.trials[i].x[1]});
    }
    EXPECT_EQ(std::ssize(points), runners * each);
}

TEST_P(StoreLaws, TrialsOfARunnerThatIsGoneAreFoundAgainAndThoseOfALivingOneAreNot) {
    const std::unique_ptr<Store> living = study().open();
    for (int i = 0; i < 3; ++i) add(asked(1, 2));
    Trial own = asked(3, 4);
    own.state = TrialState::running;
    ASSERT_EQ(living->add(own, living->revision()), 3);
    ASSERT_TRUE(living->take(1));
    study().take_and_vanish(0);
    study().take_and_vanish(2);
    EXPECT_EQ(store().release_lost(OtherMachines::may_live), (std::vector<Index>{0, 2}));
    EXPECT_TRUE(store().release_lost(OtherMachines::may_live).empty()) << "they are nobody's now";
    const StudyView view = store().view();
    EXPECT_EQ(view.trials[0].state, TrialState::stale);
    EXPECT_EQ(view.trials[1].state, TrialState::running);
    EXPECT_EQ(view.trials[2].state, TrialState::stale);
    EXPECT_EQ(view.trials[3].state, TrialState::running);
    EXPECT_TRUE(store().take(0));
    EXPECT_FALSE(living->take(0));
}

TEST_P(StoreLaws, AReaderSeesThatARunnerIsGoneWithoutAChangeOfTheStudy) {
    const std::unique_ptr<Store> living = study().open();
    for (int i = 0; i < 2; ++i) add(asked(1, 2));
    ASSERT_TRUE(living->take(1));
    study().take_and_vanish(0);
    const std::int64_t revision = store().revision();
    const StudyView view = study().open()->view();
    EXPECT_EQ(view.trials[0].state, TrialState::stale);
    EXPECT_EQ(view.trials[1].state, TrialState::running);
    EXPECT_EQ(store().trial(0).state, TrialState::stale);
    EXPECT_EQ(store().revision(), revision);
    EXPECT_EQ(store().release_lost(OtherMachines::may_live), (std::vector<Index>{0}));
}

TEST_P(StoreLaws, AResultThatComesAfterItsTrialWasReleasedIsKept) {
    const std::unique_ptr<Store> late = study().open();
    add(asked(1, 2));
    study().take_and_vanish(0);
    ASSERT_EQ(store().release_lost(OtherMachines::may_live).size(), 1U);
    ASSERT_TRUE(store().take(0));
    Trial result = late->trial(0);
    result.state = TrialState::complete;
    result.measurement = Measurement{3, std::nullopt};
    late->update(result);
    EXPECT_EQ(store().trial(0).measurement, result.measurement);
    EXPECT_EQ(store().trial(0).state, TrialState::complete);
    EXPECT_FALSE(store().take(0));
    EXPECT_TRUE(store().release_lost(OtherMachines::are_gone).empty());
}

TEST_P(StoreLaws, AStudyRunsInItAndGoesOnWhereALostRunnerLeftIt) {
    const Study study_of_bowl = plane();
    const auto bowl = [](const Vector& x) { return (x - Vector::Constant(x.size(), 0.3)).squaredNorm(); };
    FunctionEvaluator evaluator(bowl);
    MemoryStore undisturbed;
    ASSERT_EQ(run_study(study_of_bowl, undisturbed, evaluator).kind, RunnerEnd::Kind::finished);
    const std::vector<Trial> wanted = undisturbed.view().trials;

    add(next_trial(study_of_bowl, store().view()));
    study().take_and_vanish(0);
    ASSERT_EQ(run_study(study_of_bowl, store(), evaluator).kind, RunnerEnd::Kind::finished);
    const std::vector<Trial> got = study().open()->view().trials;
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        expect_same_bits(got[i].x, wanted[i].x);
        EXPECT_EQ(got[i].measurement, wanted[i].measurement);
        EXPECT_EQ(got[i].attempts, 1);
    }
}

INSTANTIATE_TEST_SUITE_P(Stores, StoreLaws,
                         ::testing::Values(TestedStore{"Sqlite", [] { return std::make_unique<SqliteStudy>(); }},
                                           TestedStore{"Postgresql", [] { return std::make_unique<PostgresqlStudy>(); },
                                                       support::no_postgres},
                                           TestedStore{"Memory", [] { return std::make_unique<MemoryStudy>(); }}),
                         [](const auto& member) { return member.param.name; });

}  // namespace
}  // namespace sweetspot
