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

class StudyStore {
  public:
    enum class Open { create_if_missing, existing };

    /// Refuses a file that holds a study of other parameters.
    explicit StudyStore(const StudyConfig& config, Open how = Open::create_if_missing);
    ~StudyStore();
    StudyStore(StudyStore&&) noexcept;
    StudyStore& operator=(StudyStore&&) noexcept;

    [[nodiscard]] StudyView view() const;
    /// Adds a trial with the next number, which is returned; nothing if the study is no longer at that revision. A
    /// trial that is added as running belongs to this process.
    [[nodiscard]] std::optional<Index> add(const Trial& trial, std::int64_t revision);
    /// Takes a waiting or stale trial for this process; false if another one was faster.
    [[nodiscard]] bool take(Index number);
    /// Stores the trial's state, result, failure, attempts, times and what was really run.
    void update(const Trial& trial);
    /// Trials that are running in processes that are gone become stale; returns their numbers.
    std::vector<Index> release_lost();

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace sweetspot
