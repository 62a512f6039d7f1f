// Studies that were never run: a config and trials of a known function.
#pragma once

#include <cmath>
#include <functional>

#include "sweetspot/base/rng.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::support {

inline StudyParameter made_up_parameter(std::string name, double lower, double upper, double tolerance) {
    return {{std::move(name), lower, upper}, {tolerance, RegionTolerance::Of::unit}};
}

inline StudyConfig made_up_config(std::vector<StudyParameter> parameters, Norm norm = Norm::two) {
    StudyConfig config;
    config.name = "made-up";
    config.storage.place = "made-up.db";
    config.parameters = std::move(parameters);
    config.norm = norm;
    return config;
}

/// Two linear parameters.
inline StudyConfig made_up_plane(Norm norm = Norm::two) {
    return made_up_config({made_up_parameter("a", -1, 1, 0.2), made_up_parameter("b", 0, 4, 0.3)}, norm);
}

/// A bowl with its middle at 0.6 of every range, measured at random places of the bounds.
inline double bowl_of(const StudyConfig& config, const Vector& x) {
    const Space space = problem_of(config).space();
    return (space.to_unit(x).array() - 0.6).square().sum() * 10 + 1;
}

inline StudyView made_up_view(const StudyConfig& config, Index count,
                              const std::function<double(const StudyConfig&, const Vector&)>& f = bowl_of) {
    const Space space = problem_of(config).space();
    StudyView view;
    Rng rng = Rng(7).split("made-up view");
    for (Index n = 0; n < count; ++n) {
        Vector u(space.dimension());
        for (double& coordinate : u) coordinate = rng.uniform();
        const Vector x = space.snap(space.from_unit(u));
        Trial trial{.number = n, .state = TrialState::complete, .asked = x, .x = x};
        trial.measurement = Measurement{f(config, x), std::nullopt};
        trial.attempts = 1;
        view.trials.push_back(std::move(trial));
    }
    return view;
}

inline void make_failed(Trial& trial, const std::string& reason) {
    trial.state = TrialState::failed;
    trial.measurement.reset();
    trial.failure = EvaluationFailure{FailureKind::exit_status, reason};
}

}  // namespace sweetspot::support
