// Power is cut at every moment of a study's life, and the real store opens what the disk has kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "power_cut/aftermath.hpp"
#include "power_cut/watched_disk.hpp"
#include "storage/database.hpp"
#include "study/sqlite_format.hpp"
#include "study/told_trial.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"
#include "sweetspot/study/evaluator.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot::power_cut {
namespace {

using support::ScratchDirectory;

/// Something that was done by one who was told when it was done, and what everybody saw then.
struct Deed {
    std::size_t begun = 0;
    std::size_t done = 0;
    std::string seen;
};

/// The log moves into the database, as it does by itself when it has a thousand pages, and begins anew.
void put_log_away(const StudyConfig& config) {
    storage::Database(config.storage.place, study_format, storage::Database::Open::existing)
        .execute("PRAGMA wal_checkpoint(PASSIVE)");
}

enum class Logs { grow, are_put_away };

/// A life, one deed after another.
class Life {
  public:
    explicit Life(Logs logs = Logs::grow, WatchedDisk::Syncs syncs = WatchedDisk::Syncs::hold)
        : disk_(syncs), logs_(logs) {}

    template <class F>
    void does(const F& deed) {
        const std::size_t begun = disk_.count();
        deed();
        const std::size_t done = disk_.count();
        deeds_.push_back({begun, done, text_of(study_.config, store_->view())});
        if (logs_ == Logs::are_put_away) put_log_away(study_.config);
    }
    void tells(Index number) {
        does([&] { tell_trial(study_, *store_, number, Measurement{bowl(store_->trial(number).x)}); });
    }
    void closes_and_opens() {
        does([&] {
            store_.reset();
            store_ = open_store(study_.config);
        });
    }

    [[nodiscard]] const Study& study() const { return study_; }
    [[nodiscard]] std::unique_ptr<Store>& store() { return store_; }
    /// Everything that it did to the disk.
    [[nodiscard]] std::vector<DiskEvent> ends() {
        store_.reset();
        return disk_.end();
    }

    /// Whoever was told that something is stored finds it; of what had begun all or nothing is there.
    [[nodiscard]] Promise promised(std::size_t count) const {
        const auto done = static_cast<std::size_t>(
            std::ranges::count_if(deeds_, [&](const Deed& deed) { return deed.done <= count; }));
        const auto begun = static_cast<std::size_t>(
            std::ranges::count_if(deeds_, [&](const Deed& deed) { return deed.begun < count; }));
        std::set<std::string> allowed;
        if (done == 0) allowed.insert(text_of(study_.config, {}));
        for (std::size_t i = done == 0 ? 0 : done - 1; i < std::max(begun, done); ++i) allowed.insert(deeds_[i].seen);
        return {done, done > 0, [this, allowed](const StudyView& view) -> std::string {
                    const std::string seen = text_of(study_.config, view);
                    return allowed.contains(seen) ? "" : "nobody has seen these trials: " + seen;
                }};
    }

  private:
    ScratchDirectory folder_;
    WatchedDisk disk_;
    Logs logs_;
    Study study_{bowl_study(folder_.file(""))};
    std::unique_ptr<Store> store_;
    std::vector<Deed> deeds_;
};

Trial own_point(double a, double b, TrialSource source) {
    const Vector x{{a, b}};
    Trial trial{.state = TrialState::complete, .source = source, .asked = x, .x = x};
    trial.measurement = Measurement{bowl(x)};
    return trial;
}

void asks_and_tells(Life& life) {
    life.does([&] { life.store() = open_store(life.study().config); });
    for (int i = 0; i < 3; ++i) life.does([&] { static_cast<void>(ask_trial(life.study(), *life.store())); });
    life.tells(0);
    life.does([&] {
        tell_trial(life.study(), *life.store(), 1, EvaluationFailure{FailureKind::reported, "it broke"});
    });
    life.does([&] { retry_trials(*life.store(), {1}); });
    life.tells(1);
    life.does([&] {
        tell_own(life.study(), *life.store(), Vector{{0.5, -0.5}}, Measurement{bowl(Vector{{0.5, -0.5}})});
    });
    std::vector<Trial> table;
    table.reserve(20);
    for (int i = 0; i < 20; ++i) table.push_back(own_point(-0.9, 0.05 * i, TrialSource::imported));
    life.does([&] { import_trials(*life.store(), table); });
}

/// What a run does, and what happens to it.
void takes_and_fails(Life& life) {
    life.does([&] { ASSERT_TRUE(life.store()->take(2)); });
    life.does([&] {
        Trial failed = life.store()->trial(2);
        failed.state = TrialState::waiting;
        failed.failure = EvaluationFailure{FailureKind::timeout, "it still ran"};
        failed.attempts = 1;
        life.store()->update(failed);
    });
    life.does([&] {
        Trial next = next_trial(life.study(), life.store()->view());
        next.state = TrialState::running;
        ASSERT_TRUE(life.store()->add(next, life.store()->revision()));
    });
    life.does([&] {
        Trial failed = life.store()->trial(24);
        failed.state = TrialState::failed;
        failed.failure = EvaluationFailure{FailureKind::signal, "it was killed"};
        failed.attempts = 2;
        life.store()->update(failed);
    });
    life.tells(2);
}

void lives(Life& life) {
    asks_and_tells(life);
    life.closes_and_opens();  // the last one who closes puts the log away
    takes_and_fails(life);
    {
        const std::unique_ptr<Store> reader = open_store(life.study().config, Store::Open::reading);
        static_cast<void>(reader->view());
        life.does([&] { static_cast<void>(ask_trial(life.study(), *life.store())); });
        life.closes_and_opens();  // the log stays, for somebody reads
        life.tells(25);
    }
    const std::unique_ptr<Store> other = open_store(life.study().config);
    life.does([&] { static_cast<void>(ask_trial(life.study(), *other)); });
    life.tells(26);
    life.does([&] { static_cast<void>(ask_trial(life.study(), *life.store())); });
    life.closes_and_opens();
    life.tells(27);
}

void expect_nothing_broken(const Aftermath& aftermath) {
    for (const std::string& sentence : aftermath.broken) ADD_FAILURE() << sentence;
    EXPECT_GT(aftermath.recovered, aftermath.states / 4) << "of " << aftermath.states;
    std::cout << aftermath.states << " states, " << aftermath.recovered << " of them with something lost\n";
}

TEST(PowerCut, AStudyThatIsAskedAndToldKeepsWhatItWasToldAtEveryMoment) {
    Life life;
    lives(life);
    const std::vector<DiskEvent> events = life.ends();
    expect_nothing_broken(after_every_power_cut(events, [&](std::size_t n) { return life.promised(n); }));
}

TEST(PowerCut, ALogThatIsPutIntoTheDatabaseAgainAndAgainLosesNothing) {
    Life life(Logs::are_put_away);
    lives(life);
    const std::vector<DiskEvent> events = life.ends();
    expect_nothing_broken(after_every_power_cut(events, [&](std::size_t n) { return life.promised(n); }));
}

TEST(PowerCut, ADiskThatLiesAboutItsSyncsIsFoundOut) {
    for (const auto syncs : {WatchedDisk::Syncs::are_lies, WatchedDisk::Syncs::forget_the_folder}) {
        Life life(Logs::grow, syncs);
        lives(life);
        const std::vector<DiskEvent> events = life.ends();
        const auto promised = [&](std::size_t count) { return life.promised(count); };
        const Aftermath aftermath = after_every_power_cut(events, promised, 1);
        EXPECT_EQ(aftermath.broken.size(), 1U);
    }
}

TEST(PowerCut, ACopyIsThereAsAWholeOrNotAtAll) {
    const ScratchDirectory folder;
    const StudyConfig config = bowl_study(folder.file(""));
    StudyView original{7, {}};
    for (int i = 0; i < 40; ++i) {
        original.trials.push_back(own_point(0.02 * i, -0.3, i < 5 ? TrialSource::search : TrialSource::imported));
        original.trials.back().number = i;
        original.trials.back().asked_at = original.trials.back().changed_at = 1e9 + i;
    }
    const std::string whole = text_of(config, original);
    const std::string nothing = text_of(config, {});
    WatchedDisk disk;
    copy_study(config, original);
    const std::vector<DiskEvent> events = disk.end();
    const auto promised = [&](std::size_t count) {
        const bool is_done = count >= events.size();
        return Promise{is_done, is_done,
                       [&, is_done](const StudyView& view) {
                           const bool is_nothing = !is_done && text_of(config, view) == nothing;
                           return is_nothing || text_of(config, view) == whole ? "" : "a part of it is there";
                       },
                       [&, is_done](const StudyConfig& place) {
                           const bool was_there = !support::refusal([&] { copy_study(place, original); }).empty();
                           if (is_done && !was_there) throw std::runtime_error("it could be copied again");
                           const bool is_whole = text_of(config, open_store(place)->view()) == whole;
                           if (!is_whole) throw std::runtime_error("the second copy is not what was copied");
                       }};
    };
    expect_nothing_broken(after_every_power_cut(events, promised));
}

/// What a runner has told whoever watches it.
struct Told {
    std::size_t count = 0;
    Trial trial;
};

std::string flaw_of(const std::vector<Told>& all, std::size_t count, const StudyView& view) {
    for (const auto& [when, trial] : all) {
        if (when > count) continue;
        const std::string name = "trial " + std::to_string(trial.number);
        if (trial.number >= std::ssize(view.trials)) return name + " is lost";
        const Trial& stored = view.trials[static_cast<std::size_t>(trial.number)];
        if (stored.x != trial.x) return name + " is another";
        if (trial.measurement && trial.measurement != stored.measurement) return "the value of " + name + " is lost";
        if (stored.attempts < trial.attempts) return "an attempt of " + name + " is lost";
    }
    return "";
}

/// Every point fails at first.
class FailsFirst {
  public:
    [[nodiscard]] double operator()(const Vector& x) {
        std::this_thread::sleep_for(std::chrono::microseconds(static_cast<int>(2000 * (1 + x[0]))));
        const std::lock_guard lock(mutex_);
        if (seen_.insert(x[0]).second) throw std::runtime_error("not at the first attempt");
        return bowl(x);
    }

  private:
    std::mutex mutex_;
    std::set<double> seen_;
};

TEST(PowerCut, TwoRunsThatShareAStudyWithFourInFlightEachLoseNothingTheyToldOf) {
    const ScratchDirectory folder;
    StudyConfig config = bowl_study(folder.file(""));
    config.objective.parallel = 4;
    const Study study(config);
    WatchedDisk disk;
    std::mutex mutex;
    std::vector<Told> told;
    FailsFirst fails_first;
    const auto run = [&] {
        const std::unique_ptr<Store> store = open_store(config);
        FunctionEvaluator evaluator{std::function<double(const Vector&)>(std::ref(fails_first))};
        const RunnerEnd end = run_study(study, *store, evaluator, {.watch = [&](const Trial& trial, const StudyView&) {
                                            const std::lock_guard lock(mutex);
                                            told.push_back({disk.count(), trial});
                                            if (told.size() % 5 == 0) put_log_away(config);
                                        }});
        EXPECT_EQ(end.kind, RunnerEnd::Kind::finished) << end.reason;
    };
    {
        const std::jthread one(run);
        const std::jthread other(run);
    }
    const auto promised = [&](std::size_t count) {
        const auto number = std::ranges::count_if(told, [&](const Told& each) { return each.count <= count; });
        return Promise{static_cast<std::size_t>(number), number > 0,
                       [&, count](const StudyView& view) { return flaw_of(told, count, view); }};
    };
    EXPECT_GT(told.size(), 36U) << "twelve trials begin, fail, begin again and are complete";
    expect_nothing_broken(after_every_power_cut(disk.end(), promised));
}

}  // namespace
}  // namespace sweetspot::power_cut
