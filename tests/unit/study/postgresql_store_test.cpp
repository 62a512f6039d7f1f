// What PostgreSQL's store promises when a connection breaks after a change was made and before that was heard, and when
// a trial was taken from a runner that comes back.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <thread>

#include "storage/postgres.hpp"
#include "support/loopback_proxy.hpp"
#include "support/postgres_server.hpp"
#include "sweetspot/study/runner.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot {
namespace {

using support::LoopbackProxy;
using support::shared_postgres;

Trial asked_at(double a) {
    const Vector x{{a, 2}};
    return {.asked = x, .x = x};
}

Trial with_value(Trial trial, double value) {
    trial.state = TrialState::complete;
    trial.measurement = Measurement{value, std::nullopt};
    ++trial.attempts;
    return trial;
}

Trial with_failure(Trial trial) {
    trial.state = TrialState::waiting;
    trial.failure = EvaluationFailure{FailureKind::exit_status, "it ended with exit status 1"};
    ++trial.attempts;
    return trial;
}

/// "here" is a runner whose way to the server can break, "there" another one's.
class PostgresqlStoreInTrouble : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string why = support::no_postgres(); !why.empty()) GTEST_SKIP() << why;
        database_ = shared_postgres().new_database();
        proxy_.emplace(shared_postgres().port());
        there_ = open_store(config(database_));
        std::string through_proxy = database_;
        const std::string direct = std::to_string(shared_postgres().port());
        through_proxy.replace(through_proxy.find(direct), direct.size(), std::to_string(proxy_->port()));
        here_ = open_store(config(through_proxy));
    }

    static StudyConfig config(const std::string& place) {
        StudyConfig config;
        config.name = "s";
        config.parameters = {{{"a", -9, 9}, {0.1}}, {{"b", -9, 9}, {0.1}}};
        config.storage = {"postgresql", place, "s"};
        return config;
    }

    [[nodiscard]] Store& here() { return *here_; }
    [[nodiscard]] Store& there() { return *there_; }
    [[nodiscard]] LoopbackProxy& proxy() { return *proxy_; }

    [[nodiscard]] const std::string& place() const { return database_; }
    void sql(const std::string& text) const { storage::ServerConnection(database_).execute(text); }

    void add(double a) { ASSERT_TRUE(there().add(asked_at(a), there().revision())); }

    /// As if nothing had been heard of who has the trial for longer than a lease.
    void let_lease_run_out(Index number) const {
        storage::ServerConnection(database_).run(
            "UPDATE sweetspot.trials SET lease_until = '-infinity', process = 'elsewhere 1 2 3 4' WHERE number = $1",
            {number});
    }

    /// The server does what `work` asks of it by a message with these words, and its answer is lost; then `others` do
    /// something; then the connection can be made again.
    template <class Work, class Others>
    auto broken_at(const std::string& words, const Work& work, const Others& others) {
        proxy().break_at(words);
        auto result = std::async(std::launch::async, work);
        for (int i = 0; i < 3000 && !proxy().is_broken(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        EXPECT_TRUE(proxy().is_broken());
        others();
        proxy().mend();
        return result.get();
    }

  private:
    std::string database_;
    std::optional<LoopbackProxy> proxy_;
    std::unique_ptr<Store> there_;
    std::unique_ptr<Store> here_;
};

constexpr auto update_of_trials = "UPDATE sweetspot.trials";

TEST_F(PostgresqlStoreInTrouble, AFailureThatIsStoredTwiceDoesNotEraseTheResultThatCameBetween) {
    add(1);
    ASSERT_TRUE(here().take(0));
    const Trial failed = with_failure(here().trial(0));
    broken_at(
        update_of_trials, [&] { here().update(failed); },
        [&] {
            ASSERT_TRUE(there().take(0)) << "the failure is stored";
            there().update(with_value(there().trial(0), 7));
        });
    const Trial after = there().trial(0);
    EXPECT_EQ(after.state, TrialState::complete);
    ASSERT_TRUE(after.measurement);
    EXPECT_EQ(after.measurement->value, 7);
    EXPECT_EQ(after.attempts, 2);
}

TEST_F(PostgresqlStoreInTrouble, AResultOfATrialThatOthersTookAndFinishedLeavesTheirs) {
    add(1);
    ASSERT_TRUE(here().take(0));
    const Trial late = with_value(here().trial(0), 3);
    let_lease_run_out(0);
    ASSERT_EQ(there().release_lost(OtherMachines::may_live).size(), 1U);
    ASSERT_TRUE(there().take(0));
    there().update(with_value(there().trial(0), 7));
    here().update(late);
    EXPECT_EQ(there().trial(0).measurement->value, 7);
    EXPECT_EQ(there().trial(0).attempts, 1);
}

TEST_F(PostgresqlStoreInTrouble, AResultThatIsStoredTwiceIsStoredOnce) {
    add(1);
    ASSERT_TRUE(here().take(0));
    const std::int64_t before = there().revision();
    broken_at(
        update_of_trials, [&] { here().update(with_value(here().trial(0), 3)); }, [] {});
    EXPECT_EQ(there().trial(0).measurement->value, 3);
    EXPECT_EQ(there().revision(), before + 1);
    EXPECT_FALSE(there().take(0));
}

TEST_F(PostgresqlStoreInTrouble, AValueThatIsToldAndStoredTwiceDoesNotEraseWhatOthersMadeOfTheTrialBetween) {
    add(1);
    ASSERT_TRUE(there().take(0));
    Trial failed = with_failure(there().trial(0));
    failed.state = TrialState::failed;
    there().update(failed);
    // Retried by hand here, without a claim.
    Trial again = here().trial(0);
    again.state = TrialState::waiting;
    broken_at(
        update_of_trials, [&] { EXPECT_ANY_THROW(here().update(again)) << "others were faster"; },
        [&] {
            ASSERT_TRUE(there().take(0));
            there().update(with_value(there().trial(0), 7));
        });
    EXPECT_EQ(there().trial(0).measurement->value, 7);
}

TEST_F(PostgresqlStoreInTrouble, AFailureOfATrialThatIsSomebodyElsesByNowIsNotCharged) {
    add(1);
    ASSERT_TRUE(here().take(0));
    let_lease_run_out(0);
    ASSERT_EQ(there().release_lost(OtherMachines::may_live).size(), 1U);
    ASSERT_TRUE(there().take(0));
    there().update(with_failure(there().trial(0)));
    here().update(with_failure(here().trial(0)));
    EXPECT_EQ(there().trial(0).attempts, 1);
    EXPECT_EQ(there().trial(0).state, TrialState::waiting);
}

TEST_F(PostgresqlStoreInTrouble, ATrialThatWasTakenAndReleasedMeanwhileIsNotTakenForOwn) {
    add(1);
    add(2);
    const std::optional<Index> taken = broken_at(
        update_of_trials, [&] { return here().take_next(); },
        [&] {
            ASSERT_EQ(there().trial(0).state, TrialState::running) << "it was taken";
            let_lease_run_out(0);
            ASSERT_EQ(there().release_lost(OtherMachines::may_live).size(), 1U);
        });
    ASSERT_TRUE(taken);
    EXPECT_EQ(there().trial(*taken).state, TrialState::running) << "it was taken once more";
    EXPECT_FALSE(there().take(*taken)) << "nobody has it as well";
}

TEST_F(PostgresqlStoreInTrouble, ATrialThatWasTakenIsOwnAfterALostAnswer) {
    add(1);
    EXPECT_EQ(broken_at(
                  update_of_trials, [&] { return here().take_next(); }, [] {}),
              0);
    here().update(with_value(here().trial(0), 3));
    EXPECT_EQ(there().trial(0).measurement->value, 3);
}

TEST_F(PostgresqlStoreInTrouble, ATrialThatWasAddedAndReleasedMeanwhileIsNotTakenForOwn) {
    Trial own = asked_at(1);
    own.state = TrialState::running;
    const std::int64_t seen = here().revision();
    const auto number = broken_at(
        "COMMIT", [&] { return here().add(own, seen); },
        [&] {
            let_lease_run_out(0);
            ASSERT_EQ(there().release_lost(OtherMachines::may_live).size(), 1U);
        });
    EXPECT_FALSE(number);
    EXPECT_TRUE(there().take(0)) << "it is for whoever takes it";
    EXPECT_EQ(there().view().trials.size(), 1U);
}

TEST_F(PostgresqlStoreInTrouble, TrialsThatWereAddedAndTakenMeanwhileAreNotAddedAgain) {
    const std::vector<Trial> three = {asked_at(1), asked_at(2), asked_at(3)};
    const std::int64_t seen = here().revision();
    const auto first = broken_at(
        "COMMIT", [&] { return here().add_all(three, seen); },
        [&] {
            while (const auto number = there().take_next()) there().update(with_value(there().trial(*number), 7));
        });
    EXPECT_EQ(first, 0);
    EXPECT_EQ(there().view().trials.size(), 3U);
}

StudyConfig of_function(StudyConfig config, Index evaluations, int parallel) {
    config.budget.evaluations = evaluations;
    config.objective.parallel = parallel;
    return config;
}

TEST_F(PostgresqlStoreInTrouble, AWishToEndIsHeardWhileTheServerIsAwayAndTheValueIsTold) {
    std::atomic<bool> is_over = false;
    FunctionEvaluator evaluator([&](const Vector&) {
        proxy().break_at("SELECT");
        return 5.0;
    });
    auto end = std::async(std::launch::async, [&]() -> std::string {
        try {
            static_cast<void>(run_study(of_function(config(place()), 3, 1), here(), evaluator,
                                        {.stop = [&] { return is_over ? StopWish::end : StopWish::go_on; }}));
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "it came to its end";
    });
    EXPECT_EQ(end.wait_for(std::chrono::seconds(2)), std::future_status::timeout) << "it waits for the server";
    EXPECT_TRUE(proxy().is_broken());
    is_over = true;
    EXPECT_EQ(end.wait_for(std::chrono::seconds(60)), std::future_status::ready);
    const std::string sentence = end.get();
    EXPECT_TRUE(sentence.ends_with("(trial 0 came out as 5; tell it later, or it is evaluated again)")) << sentence;
}

TEST_F(PostgresqlStoreInTrouble, TimeoutsAreKeptWhileTheServerIsAway) {
    std::atomic<int> begun = 0;
    std::atomic<bool> is_ended = false;
    const auto function = [&](const Vector&, const std::stop_token& stop) -> Measurement {
        if (begun++ == 1) {
            while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
            is_ended = true;
            return {1, std::nullopt};
        }
        while (begun < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        proxy().break_at("SELECT");
        return {5, std::nullopt};
    };
    FunctionEvaluator evaluator(function, {.timeout = 1.5});
    auto end = std::async(std::launch::async,
                          [&] { return run_study(of_function(config(place()), 2, 2), here(), evaluator).kind; });
    for (int i = 0; i < 6000 && !is_ended; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(is_ended);
    EXPECT_TRUE(proxy().is_broken());
    proxy().mend();
    EXPECT_EQ(end.get(), RunnerEnd::Kind::finished);
    const StudyView view = there().view();
    ASSERT_EQ(view.trials.size(), 2U);
    for (const Trial& trial : view.trials) {
        EXPECT_NE(trial.measurement.has_value(), trial.failure.has_value());
        EXPECT_TRUE(!trial.failure || trial.failure->kind == FailureKind::timeout);
    }
}

TEST_F(PostgresqlStoreInTrouble, AMachinesOwnTrialsAreLookedAtAtOnceAndOthersLeasesSeldom) {
    for (int i = 0; i < 3; ++i) add(i);
    const std::unique_ptr<Store> other = open_store(config(place()));
    ASSERT_TRUE(other->take(0));
    ASSERT_TRUE(other->take(1));
    ASSERT_TRUE(here().take(2));
    EXPECT_TRUE(there().release_lost(OtherMachines::may_live).empty());
    let_lease_run_out(0);
    sql("UPDATE sweetspot.trials SET process = (SELECT regexp_replace(process, ' \\d+ (\\S+)$', ' 1 \\1')) "
        "WHERE number = 1");
    EXPECT_EQ(there().release_lost(OtherMachines::may_live), (std::vector<Index>{1})) << "its process never was";
    const std::unique_ptr<Store> fresh = open_store(config(place()));
    EXPECT_EQ(fresh->view().trials[0].state, TrialState::stale) << "who looks sees all";
    EXPECT_EQ(fresh->release_lost(OtherMachines::may_live), (std::vector<Index>{0}));
    EXPECT_EQ(there().release_lost(OtherMachines::are_gone), (std::vector<Index>{})) << "2 is of this machine";
}

}  // namespace
}  // namespace sweetspot
