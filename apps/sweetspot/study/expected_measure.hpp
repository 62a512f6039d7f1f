// What the model expects of the answer while a study runs, now and then: it costs a fit.
#pragma once

#include <chrono>
#include <string>

#include "sweetspot/study/study.hpp"

namespace sweetspot::app {

/// Asked whenever there is a new value, it answers only if ten times as long as its last answer took has passed since
/// then, so that a run of short evaluations is hardly slower for it.
class ExpectedMeasure {
  public:
    ExpectedMeasure(const Study& study, int threads) : study_(study), threads_(threads) {}

    /// "expected worst case: 42.1 N (39.2 … 45.4 N)"; empty where it is too early, or too soon after the last one.
    [[nodiscard]] std::string words(const StudyView& view);

  private:
    using Clock = std::chrono::steady_clock;

    const Study& study_;
    int threads_;
    Clock::time_point last_ = Clock::now();
    Clock::duration took_ = Clock::duration::zero();
};

}  // namespace sweetspot::app
