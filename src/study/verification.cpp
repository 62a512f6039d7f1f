#include "sweetspot/study/verification.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace sweetspot {
namespace {

constexpr double sure = 2;  // standard errors, as in the promise

/// The trials of the last verification, which all have the same centre.
bool is_of(const Trial& trial, const Vector& centre) {
    return trial.source == TrialSource::verified && trial.centre == centre;
}

}  // namespace

Verification::Verdict Verification::verdict(const Trial& trial) const {
    if (is_open(trial)) return Verdict::open;
    if (!trial.measurement) return Verdict::fail;
    const double least = trial.measurement->value - sure * trial.measurement->standard_error.value_or(0);
    return least <= promise.robust.worst.upper ? Verdict::pass : Verdict::fail;
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

std::vector<Trial> trials_to_verify(const StudyConfig& config, const StudyView& view, Index count, int threads) {
    const Points places = worst_places(config, view, count, threads);
    const Vector centre = answer_of(config, view, threads).robust.x;
    std::vector<Trial> trials;
    for (Index k = 0; k < count; ++k) {
        trials.push_back(
            {.source = TrialSource::verified, .asked = places.col(k), .x = places.col(k), .centre = centre});
    }
    return trials;
}

std::optional<Verification> verification_of(const StudyConfig& config, const StudyView& view, int threads) {
    const auto last = std::find_if(view.trials.rbegin(), view.trials.rend(),
                                   [](const Trial& trial) { return trial.source == TrialSource::verified; });
    if (last == view.trials.rend()) return std::nullopt;
    const Vector centre = last->centre;
    Verification verification;
    StudyView others{view.revision, {}};
    for (const Trial& trial : view.trials) {
        (is_of(trial, centre) ? verification.trials : others.trials).push_back(trial);
    }
    verification.promise = answer_of(config, others, threads);
    return verification;
}

}  // namespace sweetspot
