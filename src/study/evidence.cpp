#include "study/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "study/answer_words.hpp"
#include "study/stop_rule.hpp"

namespace sweetspot {
namespace {

constexpr double widest_of_range = 0.5;

bool keeps_every_limit(const StudyConfig& config, const Trial& trial) {
    return std::ranges::all_of(config.limits, [&](const Limit& limit) {
        const auto found = trial.measurement->outputs.find(limit.of);
        return found != trial.measurement->outputs.end() && limit.allows(found->second);
    });
}

MeasuredValue measured_in(const Trial& trial) {
    return {trial.measurement->value, trial.number, trial.x};
}

/// Of those that keep the limits, as far as there are any.
std::optional<MeasuredValue> best_measured(const StudyConfig& config, const std::vector<const Trial*>& trials) {
    const Trial* best = nullptr;
    bool keeps = false;
    for (const Trial* trial : trials) {
        const bool also_keeps = keeps_every_limit(config, *trial);
        const bool is_better = best == nullptr || (also_keeps && !keeps) ||
                               (also_keeps == keeps && trial->measurement->value < best->measurement->value);
        if (!is_better) continue;
        best = trial;
        keeps = also_keeps;
    }
    return best == nullptr ? std::nullopt : std::optional(measured_in(*best));
}

bool is_vague(const Answer& answer, const Evidence& evidence) {
    const RegionMeasure& measure = answer.robust.measure;
    const double width = measure.estimate.upper - measure.estimate.lower;
    return width > widest_of_range * (measure.yield_limit ? 1 : evidence.range);
}

Assurance by_evaluations(const StudyConfig& config, const Evidence& evidence) {
    using Tone = Assurance::Tone;
    const Index inside = evidence.in_region;
    if (inside == 0) {
        return {Tone::poor, "by the model alone",
                fmt::format("None of the {} lies in the region.", counted(evidence.evaluations, "evaluation"))};
    }
    const std::string lie = fmt::format("{} of the {} {} in the region", inside,
                                        counted(evidence.evaluations, "evaluation"), inside == 1 ? "lies" : "lie");
    if (inside <= std::ssize(config.parameters)) return {Tone::poor, "hardly measured", "Only " + lie + "."};
    return {Tone::fair, "measured nearby", lie + "; none was made to check where it could be worst."};
}

Assurance first_word(const StudyConfig& config, const Answer& answer, const Evidence& evidence) {
    using Tone = Assurance::Tone;
    switch (evidence.verification.state) {
        case VerificationState::State::failed:
            return {Tone::poor, "verification failed", "A check of this region did not keep what was promised."};
        case VerificationState::State::verified:
            if (!answer.feasible) break;
            return {Tone::good, "verified", "Checks where the region could be worst kept what was promised."};
        default:
            break;
    }
    if (!answer.feasible) {
        return {Tone::poor, "limits not sure", "No region is known that keeps every limit surely enough."};
    }
    return by_evaluations(config, evidence);
}

}  // namespace

Evidence evidence_of(const Study& study, const StudyView& view, const Answer& answer) {
    const Problem& problem = study.problem;
    const Vector centre = problem.space().to_unit(answer.robust.x);
    Evidence evidence;
    std::vector<const Trial*> values;
    for (const Trial& trial : view.trials) {
        if (trial.state != TrialState::complete) continue;
        values.push_back(&trial);
        if (!evidence.single && trial.x == answer.single.x) evidence.single = trial.number;
        if (!problem.in_region(centre, problem.space().to_unit(trial.x))) continue;
        ++evidence.in_region;
        const bool is_worse = !evidence.worst_in_region || trial.measurement->value > evidence.worst_in_region->value;
        if (is_worse) evidence.worst_in_region = measured_in(trial);
    }
    evidence.evaluations = std::ssize(values);
    evidence.best = best_measured(study.config, values);
    if (!values.empty()) {
        Vector measured(std::ssize(values));
        std::ranges::transform(values, measured.begin(), [](const Trial* trial) { return trial->measurement->value; });
        evidence.range = value_range(measured);
    }
    evidence.verification = verification_state(study, view, answer.robust.x);
    return evidence;
}

Assurance assurance_of(const StudyConfig& config, const Answer& answer, const Evidence& evidence) {
    Assurance assurance = first_word(config, answer, evidence);
    if (is_vague(answer, evidence)) {
        assurance.word += ", but vague";
        assurance.why += " The interval is wide beside the range of the values.";
        assurance.tone = std::max(assurance.tone, Assurance::Tone::fair);
    }
    if (!answer.warnings.empty()) {
        assurance.word += ", with a warning";
        assurance.tone = std::max(assurance.tone, Assurance::Tone::fair);
    }
    return assurance;
}

}  // namespace sweetspot
