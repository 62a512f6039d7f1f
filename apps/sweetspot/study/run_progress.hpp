// How far a run of a study has come, for people: a line on standard error for each trial that has ended.
#pragma once

#include <chrono>
#include <deque>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>

#include "apps/sweetspot/study/expected_measure.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::app {

/// "12/80  trial 11: 3.4; best so far 2.98 (trial 7); expected worst case: 3.21 (3.02 … 3.58); 2 running; 6 min left".
/// Done is what has a result; what runs is counted apart. The best so far is the least measured value, of those that
/// keep the limits on other outputs; what is expected of the answer is told now and then.
class RunProgress {
  public:
    /// Of a run to the budget.
    RunProgress(const Study& study, int threads, std::ostream& err)
        : config_(study.config), err_(err), expected_(ExpectedMeasure(study, threads)) {}
    /// Of these trials alone, which have a count of their own.
    RunProgress(const StudyConfig& config, std::set<Index> numbers, std::ostream& err)
        : config_(config), only_(std::move(numbers)), err_(err) {}

    /// What is done when the run begins.
    void begin(const StudyView& view) const;
    /// To be told of every change.
    void tell(const Trial& changed, const StudyView& view);

  private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool counts(const Trial& trial) const;
    [[nodiscard]] Index done(const StudyView& view) const;
    /// How many there will be; nothing where only the clock ends it.
    [[nodiscard]] std::optional<Index> total(const StudyView& view) const;
    [[nodiscard]] std::string count(const StudyView& view) const;
    [[nodiscard]] std::optional<double> seconds_left(const StudyView& view) const;
    [[nodiscard]] std::string state(const Trial& changed, const StudyView& view);

    const StudyConfig& config_;
    std::optional<std::set<Index>> only_ = std::nullopt;
    std::ostream& err_;
    std::optional<ExpectedMeasure> expected_ = std::nullopt;
    Clock::time_point start_ = Clock::now();
    std::deque<Clock::time_point> recent_ = {start_};  ///< ends of the last evaluations
};

}  // namespace sweetspot::app
