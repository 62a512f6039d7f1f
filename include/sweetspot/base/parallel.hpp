// A deterministic parallel loop over persistent threads.
#pragma once

#include <functional>
#include <memory>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// Runs loops on a fixed number of threads (the caller's counts as one). What an iteration computes may depend on its
/// index only, so results are the same at any number of threads. A loop started from inside another loop of the same
/// object runs serially on the thread that started it. Two Parallel objects never share threads.
class Parallel {
  public:
    explicit Parallel(int threads = 1);
    ~Parallel();
    Parallel(const Parallel&) = delete;
    Parallel& operator=(const Parallel&) = delete;

    [[nodiscard]] int threads() const;

    /// Calls body(i) once for every i in [0, n). If some throw, the exception of the smallest i is rethrown after all
    /// iterations that had started are done.
    void for_each(Index n, const std::function<void(Index)>& body) const;

  private:
    struct Pool;
    std::unique_ptr<Pool> pool_;
};

}  // namespace sweetspot
