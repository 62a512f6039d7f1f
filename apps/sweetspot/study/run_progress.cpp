#include "apps/sweetspot/study/run_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "apps/sweetspot/terminal/progress.hpp"
#include "base/number_text.hpp"
#include "study/answer_words.hpp"

namespace sweetspot::app {
namespace {

constexpr std::size_t remembered_ends = 10;

std::string value_of(const StudyConfig& config, const Measurement& measured) {
    std::string text = quantity_text(measured.value, config.objective.unit, 6);
    if (measured.standard_error) text += " ± " + number_text(*measured.standard_error, 2);
    return text;
}

bool keeps_limits(const StudyConfig& config, const Measurement& measured) {
    return std::ranges::all_of(config.limits, [&](const Limit& limit) {
        const auto output = measured.outputs.find(limit.of);
        return output != measured.outputs.end() && limit.allows(output->second);
    });
}

/// The trial with the least value; none where none keeps the limits.
const Trial* best_so_far(const StudyConfig& config, const StudyView& view) {
    const Trial* best = nullptr;
    for (const Trial& trial : view.trials) {
        if (trial.state != TrialState::complete || !keeps_limits(config, *trial.measurement)) continue;
        if (best == nullptr || trial.measurement->value < best->measurement->value) best = &trial;
    }
    return best;
}

Index running(const StudyView& view) {
    return std::ranges::count(view.trials, TrialState::running, &Trial::state);
}

std::string outcome(const StudyConfig& config, const Trial& trial) {
    if (trial.measurement) return fmt::format("trial {}: {}", trial.number, value_of(config, *trial.measurement));
    if (trial.failure && trial.state != TrialState::stale) {
        return fmt::format("trial {} {}: {}", trial.number,
                           trial.state == TrialState::failed ? "failed" : "will be retried", trial.failure->reason);
    }
    if (config.objective.run_on == RunOn::slurm) return fmt::format("trial {} is taken up again", trial.number);
    return fmt::format("trial {} was cut short and will be evaluated again", trial.number);
}

}  // namespace

bool RunProgress::counts(const Trial& trial) const {
    return only_ ? only_->contains(trial.number) : counts_for_budget(config_, trial);
}

Index RunProgress::done(const StudyView& view) const {
    return std::ranges::count_if(view.trials, [&](const Trial& trial) { return counts(trial) && !is_open(trial); });
}

std::optional<Index> RunProgress::total(const StudyView& view) const {
    if (only_) return std::ssize(*only_);
    if (config_.budget.evaluations == most_evaluations) return std::nullopt;
    return std::max(config_.budget.evaluations, done(view));
}

std::string RunProgress::count(const StudyView& view) const {
    const auto all = total(view);
    return all ? fmt::format("{}/{}", done(view), *all) : fmt::format("{}", done(view));
}

std::optional<double> RunProgress::seconds_left(const StudyView& view) const {
    std::optional<double> left;
    if (const auto all = total(view); all && recent_.size() > 1) {
        const double span = std::chrono::duration<double>(recent_.back() - recent_.front()).count();
        left = span / static_cast<double>(recent_.size() - 1) * static_cast<double>(*all - done(view));
    }
    if (config_.budget.hours) {
        const double until =
            3600 * *config_.budget.hours - std::chrono::duration<double>(Clock::now() - start_).count();
        left = std::min(left.value_or(until), std::max(until, 0.0));
    }
    return left;
}

std::string RunProgress::state(const Trial& changed, const StudyView& view) {
    std::string text;
    if (const Trial* best = best_so_far(config_, view)) {
        text += best->number == changed.number
                    ? ", the best so far"
                    : fmt::format("; best so far {} (trial {})", value_of(config_, *best->measurement), best->number);
    }
    if (expected_ && changed.measurement) {
        if (const std::string words = expected_->words(view); !words.empty()) text += "; " + words;
    }
    if (const Index others = running(view); others > 0) text += fmt::format("; {} running", others);
    const auto left = seconds_left(view);
    if (left && *left > 0) text += fmt::format("; {} left", duration(*left));
    return text;
}

void RunProgress::begin(const StudyView& view) const {
    const auto all = total(view);
    const auto cut_short = std::ranges::count(view.trials, TrialState::stale, &Trial::state);
    std::string text = all ? fmt::format("{} of {} evaluations done", done(view), *all)
                           : fmt::format("{} evaluations done, {:g} h left", done(view), *config_.budget.hours);
    if (cut_short > 0 && config_.objective.run_on == RunOn::slurm) {
        text += fmt::format("; what the cluster has of {} is taken up again", counted(cut_short, "trial"));
    } else if (cut_short > 0) {
        text += cut_short == 1 ? "; 1 was cut short and comes first"
                               : fmt::format("; {} were cut short and come first", cut_short);
    }
    err_ << fmt::format("{}: {}", config_.name, text) << std::endl;
}

void RunProgress::tell(const Trial& changed, const StudyView& view) {
    const bool is_new = changed.state == TrialState::waiting && !changed.failure;
    if (changed.state == TrialState::running || is_new) return;
    if (!is_open(changed) && counts(changed)) {
        recent_.push_back(Clock::now());
        if (recent_.size() > remembered_ends) recent_.pop_front();
    }
    const std::string rest = is_open(changed) ? "" : state(changed, view);
    err_ << fmt::format("{}  {}{}", count(view), outcome(config_, changed), rest) << std::endl;
}

}  // namespace sweetspot::app
