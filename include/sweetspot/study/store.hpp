// Where a study lives: one SQLite file that several processes may use at once.
//
// Every change is one durable transaction. A process that wants to add a trial says which revision of the study it has
// seen; if another process changed the study meanwhile the trial is refused, and is to be chosen anew with the other
// one in view: so nothing is evaluated twice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sweetspot/study/config.hpp"
#include "sweetspot/study/trial.hpp"

namespace sweetspot {

/// All trials at one moment.
struct StudyView {
    std::int64_t revision = 0;
    std::vector<Trial> trials;  ///< by number
};

/// Whether a process of another machine lives cannot be seen from here.
enum class OtherMachines { may_live, are_gone };

class StudyStore {
  public:
    enum class Open { create_if_missing, existing };

    /// Refuses a file that holds a study of other parameters. The study file is kept in it as it is now.
    explicit StudyStore(const StudyConfig& config, Open how = Open::create_if_missing);
    ~StudyStore();
    StudyStore(StudyStore&&) noexcept;
    StudyStore& operator=(StudyStore&&) noexcept;

    /// The study file as it was when the database was last used.
    [[nodiscard]] static std::string study_file(const std::filesystem::path& database);

    /// Grows with every change.
    [[nodiscard]] std::int64_t revision() const;
    [[nodiscard]] StudyView view() const;
    /// Adds a trial with the next number, which is returned; nothing if the study is no longer at that revision. A
    /// trial that is added as running belongs to this process.
    [[nodiscard]] std::optional<Index> add(const Trial& trial, std::int64_t revision);
    /// The same for several at once, all or none; returns the number of the first.
    [[nodiscard]] std::optional<Index> add_all(std::span<const Trial> trials, std::int64_t revision);
    /// Takes a waiting or stale trial for this process; false if another one was faster.
    [[nodiscard]] bool take(Index number);
    /// Stores the trial's state, result, failure, attempts, times and what was really run.
    void update(const Trial& trial);
    /// Trials that are running in processes that are gone become stale; returns their numbers.
    std::vector<Index> release_lost(OtherMachines others = OtherMachines::may_live);

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace sweetspot
