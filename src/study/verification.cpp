#include "sweetspot/study/answer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace sweetspot {
namespace {

/// In tolerances: closer than that, two centres are the same for anyone who builds them.
constexpr double same_centre = 0.1;

double least_value(const Measurement& measurement) {
    return measurement.value - surely * measurement.standard_error.value_or(0);
}

/// A check of the answer; those of earlier versions have no promise stored, and are observations like any other.
bool is_check(const Trial& trial) {
    return checks_answer(trial) && !std::isnan(trial.promised);
}

bool is_same_centre(const Problem& problem, const Vector& a, const Vector& b) {
    const Vector apart = problem.space().to_unit(a) - problem.space().to_unit(b);
    const Vector reach = problem.robust_set().bounds().width() / 2;
    return ((apart.array().abs() - same_centre * reach.array()) <= 1e-9).all();
}

/// The value is worse than promised, or there is none.
bool broke_value(const Trial& check) {
    if (check.state == TrialState::failed) return true;
    return check.measurement && least_value(*check.measurement) > check.promised;
}

bool is_broken(const CheckedLimit& checked) {
    return checked.verdict() == CheckedLimit::Verdict::broken;
}

bool broke_limit(const Problem& problem, const Trial& check) {
    return std::ranges::any_of(checked_limits(problem, {&check, 1}, check.centre), is_broken);
}

}  // namespace

CheckedLimit::Verdict CheckedLimit::verdict() const {
    if (limit.what == Limit::For::share || evaluations == 0) return Verdict::not_judged;
    return beyond.empty() ? Verdict::kept : Verdict::broken;
}

std::string_view to_string(CheckedLimit::Verdict verdict) {
    static constexpr std::array<std::string_view, 3> names = {"kept", "broken", "not judged"};
    return names[static_cast<std::size_t>(verdict)];
}

std::vector<CheckedLimit> checked_limits(const Problem& problem, std::span<const Trial> trials, const Vector& centre) {
    constexpr double rounding = 1e-9;  // of the way to the unit cube and back
    const Vector u = problem.space().to_unit(centre);
    std::vector<CheckedLimit> result;
    for (const Limit& limit : problem.limits()) result.push_back({.limit = limit});
    for (const Trial& trial : trials) {
        if (!trial.measurement) continue;
        const Vector offset = problem.space().to_unit(trial.x) - u;
        const bool at_centre = offset.cwiseAbs().maxCoeff() <= rounding;
        // A whole number or a part of a series may have moved the place a little out of the region it was made for.
        const bool in_region = trial.centre == centre || problem.robust_set().contains(offset, rounding);
        for (CheckedLimit& checked : result) {
            const Limit& limit = checked.limit;
            const auto output = trial.measurement->outputs.find(limit.of);
            if (output == trial.measurement->outputs.end()) continue;
            if (!(limit.what == Limit::For::centre ? at_centre : in_region)) continue;
            const double value = output->second;
            ++checked.evaluations;
            if (!limit.allows(value)) checked.beyond.push_back(trial.number);
            const double sign = limit.side == Limit::Side::at_most ? 1 : -1;
            if (checked.worst_measured && sign * value <= sign * *checked.worst_measured) continue;
            checked.worst_measured = value;
            checked.at = trial.x;
        }
    }
    return result;
}

Verification::Verdict Verification::verdict(const Trial& trial) const {
    if (is_open(trial)) return Verdict::open;
    if (!trial.measurement) return Verdict::fail;
    const bool breaks_limit = std::ranges::any_of(limits, [&](const CheckedLimit& checked) {
        return is_broken(checked) && std::ranges::find(checked.beyond, trial.number) != checked.beyond.end();
    });
    if (breaks_limit) return Verdict::fail;
    return least_value(*trial.measurement) <= promise.worst.upper ? Verdict::pass : Verdict::fail;
}

Verification::Verdict Verification::verdict() const {
    bool open = false;
    for (const Trial& trial : trials) {
        const Verdict of_trial = verdict(trial);
        if (of_trial == Verdict::fail) return Verdict::fail;
        open = open || of_trial == Verdict::open;
    }
    return open ? Verdict::open : Verdict::pass;
}

std::string_view to_string(Verification::Verdict verdict) {
    switch (verdict) {
        case Verification::Verdict::pass:
            return "pass";
        case Verification::Verdict::fail:
            return "fail";
        default:
            return "open";
    }
}

std::vector<Trial> trials_to_verify(const Study& study, const StudyView& view, Index count,
                                    const AnswerOptions& options) {
    const WorstPlaces worst = worst_places(study, view, count, options);
    std::vector<Trial> trials;
    for (Index k = 0; k < count; ++k) {
        trials.push_back({.source = options.at ? TrialSource::verified_design : TrialSource::verified,
                          .asked = worst.places.col(k),
                          .x = worst.places.col(k),
                          .centre = worst.centre,
                          .promised = worst.promised});
    }
    return trials;
}

std::optional<Trial> next_verification(const Study& study, const StudyView& view, int threads) {
    const auto values = std::count_if(view.trials.begin(), view.trials.end(),
                                      [](const Trial& trial) { return trial.state == TrialState::complete; });
    if (values < values_needed(study.problem.dimension())) return std::nullopt;
    Trial trial = trials_to_verify(study, view, 1, {.threads = threads}).front();
    trial.source = TrialSource::verify;
    return trial;
}

std::optional<Verification> verification_of(const Study& study, const StudyView& view, int threads) {
    const auto last = std::find_if(view.trials.rbegin(), view.trials.rend(), is_extra_check);
    if (last == view.trials.rend()) return std::nullopt;
    Verification verification;
    StudyView others{view.revision, {}};
    for (const Trial& trial : view.trials) {
        const bool belongs = trial.source == last->source && trial.centre == last->centre;
        (belongs ? verification.trials : others.trials).push_back(trial);
    }
    verification.promise = answer_of(study, others, {.threads = threads, .at = last->centre}).at->candidate;
    verification.limits = checked_limits(study.problem, verification.trials, last->centre);
    return verification;
}

std::string_view to_string(VerificationState::State state) {
    static constexpr std::array<std::string_view, 3> names = {"verified", "failed", "not verified"};
    return names[static_cast<std::size_t>(state)];
}

const Trial* last_check_of_answer(const StudyView& view) {
    const auto last = std::find_if(view.trials.rbegin(), view.trials.rend(), is_check);
    return last == view.trials.rend() ? nullptr : &*last;
}

bool broke_promise(const Problem& problem, const Trial& check) {
    return broke_value(check) || broke_limit(problem, check);
}

bool is_promise_broken(const Problem& problem, const StudyView& view, const Vector& centre) {
    bool is_last_broken = false;
    for (const Trial& trial : view.trials) {
        if (!is_check(trial) || is_open(trial) || trial.centre != centre) continue;
        if (broke_limit(problem, trial)) return true;
        is_last_broken = broke_value(trial);
    }
    return is_last_broken;
}

VerificationState verification_state(const Study& study, const StudyView& view, const Vector& recommended) {
    VerificationState result;
    const Trial* last = last_check_of_answer(view);
    if (last == nullptr) return result;
    result.centre = last->centre;
    std::vector<Trial> checks;
    for (const Trial& trial : view.trials) {
        if (!is_check(trial)) continue;
        if (is_open(trial)) ++result.open;
        if (broke_promise(study.problem, trial)) ++result.broken;
        if (is_open(trial) || trial.centre != last->centre) continue;
        checks.push_back(trial);
        const bool breaks = broke_value(trial);
        // A broken promise, and the first value after it, begin anew: the model has learnt, and promises anew.
        if (breaks || result.is_value_broken) {
            result.evaluations = 0;
            result.worst_measured = std::nullopt;
            result.promised = std::nullopt;
        }
        result.is_value_broken = breaks;
        ++result.evaluations;
        result.checked_at = std::max(result.checked_at, trial.changed_at);
        if (!result.promised) result.promised = trial.promised;
        if (!trial.measurement) continue;
        result.worst_measured =
            std::max(result.worst_measured.value_or(trial.measurement->value), trial.measurement->value);
    }
    if (result.evaluations == 0 || !is_same_centre(study.problem, recommended, last->centre)) return result;
    result.limits = checked_limits(study.problem, checks, recommended);
    const bool is_limit_broken = std::ranges::any_of(result.limits, is_broken);
    // The centre may have moved by just as much as was needed: then nothing is known of its own region.
    const auto breaks_limit = [&](const Trial& trial) { return broke_limit(study.problem, trial); };
    if (!is_limit_broken && !result.is_value_broken && std::ranges::any_of(checks, breaks_limit)) return result;
    result.state = is_limit_broken || result.is_value_broken ? VerificationState::State::failed
                                                             : VerificationState::State::verified;
    return result;
}

}  // namespace sweetspot
