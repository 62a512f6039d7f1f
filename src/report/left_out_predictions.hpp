// What a model without an observation would have said of it.
#pragma once

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::study_report {

/// For every observation of the model, in the unit of y.
struct LeftOutPredictions {
    Vector mean;
    Vector sd;  ///< of the observation, noise included
};

[[nodiscard]] LeftOutPredictions left_out_predictions(const GaussianProcess& gp);

}  // namespace sweetspot::study_report
