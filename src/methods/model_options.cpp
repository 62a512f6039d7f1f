#include "sweetspot/methods/model_options.hpp"

namespace sweetspot {
namespace {

/// Of 1000 random directions the best aligned one with a slope has a cosine of 0.7 with 20 parameters, 0.45 with 50 and
/// 0.3 with 100: so much of a linear rise a fixed template shows.
constexpr Index many_parameters = 20;

}  // namespace

ModelOptions paper_model() {
    ModelOptions options;
    options.fit = paper_fit_options();
    return options;
}

ModelOptions warped_model() {
    ModelOptions options;
    options.fit.tie = 0.5;
    options.fit.effects = true;
    options.fit.warp = FitOptions::Warp::by_evidence;
    options.fit.unproven_noise = 1e-4;
    options.adapted_from = many_parameters;
    return options;
}

}  // namespace sweetspot
