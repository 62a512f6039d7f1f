// A study as Python holds it.
#pragma once

#include <unistd.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "arrays.hpp"
#include "study/study_file.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot::python {

/// A study and what it has stored. The store is opened when it is needed, and anew in a process that was forked off.
class BoundStudy {
  public:
    explicit BoundStudy(const std::string& path)
        : study_(std::make_shared<const Study>(read_study_file(path))),
          changes_(changes_since_last_time(study_->config)) {}

    [[nodiscard]] const Study& study() const { return *study_; }
    [[nodiscard]] const std::shared_ptr<const Study>& shared() const { return study_; }
    [[nodiscard]] const StudyConfig& config() const { return study_->config; }
    /// What of the study file is not as it was.
    [[nodiscard]] const std::string& changes() const { return changes_; }

    /// Without trials before the first.
    [[nodiscard]] StudyView view() const {
        return store_exists(config().storage) ? begun_study(config())->view() : StudyView();
    }
    /// Calls `use` with the store, to be changed. A thread that finds it in use, by a run or by a question that takes
    /// long, opens one of its own, so that nobody waits: neither a callback of the run for the run itself, nor who has
    /// the GIL for who needs it. Stores in different hands are in order.
    template <class Use>
    auto changing(const Use& use) {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock.owns_lock()) return use(*open_store(config()));
        if (store_ && process_ != getpid()) static_cast<void>(store_.release());  // it is the other process's
        if (!store_) store_ = open_store(config());
        process_ = getpid();
        return use(*store_);
    }

  private:
    std::shared_ptr<const Study> study_;
    std::string changes_;
    std::mutex mutex_;
    std::unique_ptr<Store> store_;
    pid_t process_ = 0;
};

inline std::optional<Vector> design_from(const std::optional<VectorIn>& at) {
    if (!at) return std::nullopt;
    return Vector(vector_of(*at));
}

}  // namespace sweetspot::python
