// Where a study lives: its trials, which several runners may use at once, and nothing that was told is ever lost.
//
// Every change is one transaction: all of it is stored, for every other reader to see, when the function returns, or
// none of it is. Whoever wants to add a trial says which revision of the study it has seen; if another has added one
// meanwhile the trial is refused, and is to be chosen anew with the other one in view: so nothing is evaluated
// twice, and the order of the trials is that in which they were chosen.
//
// A trial that is evaluated belongs to one runner, by a claim that lasts as long as the runner does. How that is known
// is the store's own affair: by the life of a process, or by a lease on the clock of a server that the store renews by
// itself. A claim that has run out is released (the trial becomes stale) and can be taken again; a result that comes
// after that all the same is a result, and is kept.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/study/config.hpp"
#include "sweetspot/study/evaluator.hpp"

namespace sweetspot {

// A trial: one point of a study from the moment it is asked for until its value, or its failure, is known.

enum class TrialState {
    waiting,   ///< asked for by hand, not told yet; or to be retried
    running,   ///< being evaluated by a process
    complete,  ///< its value is known
    failed,    ///< it has no value, and will get none
    stale      ///< it was being evaluated by a process that is gone; it is evaluated again
};
[[nodiscard]] std::string_view to_string(TrialState state);
[[nodiscard]] TrialState trial_state_named(std::string_view name);

enum class TrialSource {
    search,          ///< suggested by the method or its initial design
    told,            ///< a point that the user chose
    imported,        ///< from a file
    verify,          ///< a check of the answer within the budget
    verified,        ///< a check of the answer that was asked for, beyond the budget
    verified_design  ///< a check of a design of the user's own, beyond the budget
};
[[nodiscard]] std::string_view to_string(TrialSource source);
[[nodiscard]] TrialSource trial_source_named(std::string_view name);

/// Points are in the parameters' own units.
struct Trial {
    Index number = 0;  ///< from 0, in the order of asking
    TrialState state = TrialState::waiting;
    TrialSource source = TrialSource::search;
    Vector asked;  ///< what was suggested
    Vector x;      ///< what was really run; the same unless the user said otherwise
    std::optional<Measurement> measurement = std::nullopt;
    std::optional<EvaluationFailure> failure = std::nullopt;  ///< the last one, also of a trial that is retried
    Index attempts = 0;                                       ///< evaluations that came to their end, well or not
    Vector centre = {};  ///< of the region it was chosen for, or that it checks; empty in the initial design
    double expected_improvement = std::numeric_limits<double>::quiet_NaN();
    /// Of a check: hardly anything in the region of `centre` was to be worse than this, by the trials before it.
    double promised = std::numeric_limits<double>::quiet_NaN();
    double seconds = 0;               ///< of the last evaluation
    std::string work_directory = {};  ///< if it was kept; relative to the folder of the database
    double asked_at = 0;              ///< seconds since 1970, by the store's clock
    double changed_at = 0;
    std::string runner = {};  ///< who evaluates it while it runs, for people: "node7, process 4711"
};

/// It may still get a value.
[[nodiscard]] bool is_open(const Trial& trial);

/// It checks the answer, within the budget or beyond it.
[[nodiscard]] bool checks_answer(const Trial& trial);
/// It was asked for beyond the budget, as a check of the answer or of a design of the user's own.
[[nodiscard]] bool is_extra_check(const Trial& trial);

/// All trials at one moment.
struct StudyView {
    std::int64_t revision = 0;
    std::vector<Trial> trials;  ///< by number
};

/// Whether a process of another machine lives cannot be seen from here.
enum class OtherMachines { may_live, are_gone };

/// The laws of tests/laws/store_laws_test.cpp hold for every store. One object is used by one thread at a time; a
/// second reader opens the store again.
class Store {
  public:
    enum class Open {
        create_if_missing,
        existing,
        reading  ///< nothing is written, and nothing needs to be writable; what would change the study is refused
    };

    virtual ~Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// Every change raises it by one.
    [[nodiscard]] virtual std::int64_t revision() const = 0;
    /// A trial that runs in the hands of a runner that is known to be gone is shown as stale, also before
    /// release_lost(); that is no change of the study, so the revision stays.
    [[nodiscard]] virtual StudyView view() const = 0;
    /// One trial, as in the view; refuses a number that is not there.
    [[nodiscard]] virtual Trial trial(Index number) const = 0;

    /// The right to choose the next trial, until the object goes: where the store can see to it, one of all runners
    /// that ask for it has it at a time, so that none chooses in vain. Null where runners are told apart by add_all()
    /// alone.
    class Turn {
      public:
        virtual ~Turn() = default;
    };
    [[nodiscard]] virtual std::unique_ptr<Turn> turn() { return nullptr; }

    /// Adds trials with the next numbers, all or none, and returns the number of the first; nothing if trials were
    /// added after that revision, for these were then chosen without those in view. (What became known of trials that
    /// were there is in view the next time.) One that is added as running belongs to this runner.
    [[nodiscard]] virtual std::optional<Index> add_all(std::span<const Trial> trials, std::int64_t revision) = 0;
    [[nodiscard]] std::optional<Index> add(const Trial& trial, std::int64_t revision) {
        return add_all({&trial, 1}, revision);
    }
    /// Takes a waiting or stale trial for this runner; false if another one was faster.
    [[nodiscard]] virtual bool take(Index number) = 0;
    /// Takes the waiting or stale trial with the least number, if there is one, of that source alone where one is
    /// given; returns its number. Several runners that ask at once get different ones.
    [[nodiscard]] virtual std::optional<Index> take_next(std::optional<TrialSource> only = std::nullopt);
    /// Stores the trial's state, result, failure, attempts, seconds, work directory and what was really run, whoever it
    /// belongs to; as running it belongs to this runner, as anything else to nobody. Refuses a number that is not
    /// there. If this runner's claim ran out and others have changed the trial since, the first value stays, and what
    /// is no value is dropped.
    virtual void update(const Trial& trial) = 0;
    /// Trials that are running in the hands of runners that are gone become stale; returns their numbers.
    virtual std::vector<Index> release_lost(OtherMachines others) = 0;

  protected:
    Store() = default;
};

/// A kind of store, as a study file names it: storage = "sqlite:///bracket.db". A new one is a file, and a line in the
/// list of store.cpp.
struct StoreKind {
    std::string_view name;  ///< what stands before the first colon
    /// What may stand in the file of the study of that name, for a refusal.
    std::string (*forms)(const std::string& study);
    /// The place that is meant by what follows the colon, in a study file that lies in `folder`.
    std::string (*place)(std::string_view text, const std::filesystem::path& folder);
    std::unique_ptr<Store> (*open)(const StudyConfig& config, Store::Open how);
    bool (*exists)(const StorageConfig& storage);
    /// The study file as it was when the store was last used.
    std::string (*study_file)(const StorageConfig& storage);
    std::filesystem::path (*work_folder)(const StudyConfig& config);
    /// The names of the studies in a place that is there.
    std::vector<std::string> (*studies)(const std::string& place);
    /// Makes a store of these trials as they are, with their results and times, all or nothing; refuses a place that
    /// has such a study.
    void (*make_copy)(const StudyConfig& config, const StudyView& view);
    /// A place holds several studies, told apart by their names: StorageConfig::study says which.
    bool holds_several = false;
    std::string_view other_name = {};  ///< the same kind by another word
};
[[nodiscard]] const std::vector<StoreKind>& store_kinds();

/// Opens what `config.storage` describes. Refuses a store that holds a study of other parameters, and to make one for a
/// study with reserved names; unless it is opened for reading, the study file is kept in it as it is now.
[[nodiscard]] std::unique_ptr<Store> open_store(const StudyConfig& config,
                                                Store::Open how = Store::Open::create_if_missing);
/// Whether there is one already.
[[nodiscard]] bool store_exists(const StorageConfig& storage);
[[nodiscard]] std::string stored_study_file(const StorageConfig& storage);
/// The folder of the evaluations' work directories: bracket-work beside bracket.db. Trials name theirs relative to the
/// folder in which it lies, so that a study can be moved together with them.
[[nodiscard]] std::filesystem::path work_folder(const StudyConfig& config);
/// The names of the studies that are kept in a place that is there.
[[nodiscard]] std::vector<std::string> studies_in(const StorageConfig& storage);
/// Makes the store that `config.storage` describes, with these trials as they are, all or nothing. One that is running
/// is evaluated again there. Refuses where there is such a study already.
void copy_study(const StudyConfig& config, StudyView view);

}  // namespace sweetspot
