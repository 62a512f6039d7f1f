#include "study/told_trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <variant>

#include "base/argument_mistake.hpp"
#include "base/check.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {
namespace {

void set_outcome(const StudyConfig& config, const Outcome& outcome, Trial& trial) {
    trial.measurement = std::nullopt;
    trial.failure = std::nullopt;
    if (const auto* failure = std::get_if<EvaluationFailure>(&outcome)) {
        trial.state = TrialState::failed;
        trial.failure = *failure;
        return;
    }
    const auto& measurement = std::get<Measurement>(outcome);
    require_measurement(config, measurement);
    trial.state = TrialState::complete;
    trial.measurement = measurement;
}

/// The same value at the same point.
bool is_stored_already(const StudyView& view, const Trial& trial) {
    return std::ranges::any_of(
        view.trials, [&](const Trial& known) { return known.x == trial.x && known.measurement == trial.measurement; });
}

}  // namespace

Trial ask_trial(const Study& study, Store& store, int threads) {
    while (true) {
        const StudyView view = store.view();
        Trial next = next_trial(study, view, threads);
        const auto number = store.add(next, view.revision);
        if (!number) continue;  // another process was faster: choose anew
        next.number = *number;
        return next;
    }
}

std::string no_such_trial(const StudyView& view, std::string_view number) {
    if (view.trials.empty()) {
        return fmt::format("there is no trial {}, for none was asked for yet; use ask first", number);
    }
    return fmt::format("there is no trial {}; they are numbered 0 to {}", number, view.trials.size() - 1);
}

Trial trial_to_tell(Store& store, Index number) {
    store.release_lost(OtherMachines::may_live);
    const StudyView view = store.view();
    if (number < 0 || number >= std::ssize(view.trials)) {
        throw std::invalid_argument(no_such_trial(view, std::to_string(number)));
    }
    const Trial& trial = view.trials[static_cast<std::size_t>(number)];
    require(trial.state != TrialState::running,
            "trial {} is being evaluated by a process; wait for it, or end that process", number);
    return trial;
}

void require_output(const StudyConfig& config, const std::string& name) {
    const std::vector<std::string> known = outputs_of(config.limits);
    if (known.empty()) {
        throw ArgumentMistake("output", "the study has no limits on other outputs; describe one in [[limit]]");
    }
    if (std::ranges::find(known, name) == known.end()) {
        throw ArgumentMistake("output", unknown_name("output", name, known));
    }
}

void require_measurement(const StudyConfig& config, const Measurement& measurement) {
    require(std::isfinite(measurement.value), "the value is {}; it must be a finite number", measurement.value);
    const auto require_output_size = [](std::string_view what, double given) {
        require(is_output(given), "the {} is {}; it must be from -{} to {}", what, given, largest_output,
                largest_output);
    };
    require_output_size("value", measurement.value);
    if (const auto error = measurement.standard_error) {
        require(*error >= 0 && std::isfinite(*error),
                "the standard error is {}; it must be a finite number of at least 0", *error);
        require_output_size("standard error", *error);
    }
    for (const auto& [name, value] : measurement.outputs) {
        require_output(config, name);
        require(std::isfinite(value), "the output {} is {}; it must be a finite number", name, value);
        require_output_size("output " + name, value);
    }
}

Trial tell_trial(const Study& study, Store& store, Index number, const Outcome& outcome,
                 const std::optional<Vector>& actual) {
    Trial trial = trial_to_tell(store, number);
    if (actual) {
        study.problem.space().require_contains(*actual, "actual");
        trial.x = *actual;
    }
    set_outcome(study.config, outcome, trial);
    ++trial.attempts;
    store.update(trial);
    return trial;
}

Trial tell_own(const Study& study, Store& store, const Vector& x, const Outcome& outcome) {
    study.problem.space().require_contains(x, "params");
    Trial trial{.source = TrialSource::told, .asked = x, .x = x};
    set_outcome(study.config, outcome, trial);
    std::optional<Index> number;
    while (!number) number = store.add(trial, store.revision());
    trial.number = *number;
    return trial;
}

Index retry_trials(Store& store, const std::vector<Index>& numbers) {
    const StudyView view = store.view();
    for (const Index number : numbers) {
        const bool known = number >= 0 && number < std::ssize(view.trials);
        require(known && view.trials[static_cast<std::size_t>(number)].state == TrialState::failed,
                "trial {} is not one that failed; see sweetspot status", number);
    }
    Index count = 0;
    for (Trial trial : view.trials) {
        const bool named = numbers.empty() || std::ranges::find(numbers, trial.number) != numbers.end();
        if (trial.state != TrialState::failed || !named) continue;
        trial.state = TrialState::waiting;
        store.update(trial);
        ++count;
    }
    return count;
}

ImportedTrials import_trials(Store& store, const std::vector<Trial>& read) {
    std::vector<Trial> added;
    while (true) {
        const StudyView view = store.view();
        added = read;
        std::erase_if(added, [&](const Trial& trial) { return is_stored_already(view, trial); });
        if (added.empty() || store.add_all(added, view.revision)) break;
    }
    return {std::ssize(added), std::ssize(read) - std::ssize(added)};
}

}  // namespace sweetspot
