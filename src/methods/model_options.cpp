#include "sweetspot/methods/model_options.hpp"

namespace sweetspot {

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
    return options;
}

}  // namespace sweetspot
