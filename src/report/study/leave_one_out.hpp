// What a model without an observation would have said of it.
#pragma once

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::study_report {

/// For every observation of the model, in the unit of y.
struct LeaveOneOut {
    Vector mean;
    Vector sd;  ///< of the observation, noise included
};

/// With the hyper-parameters as they are, in closed form: μ_i = y_i - [A⁻¹(y - m)]_i / [A⁻¹]_ii and σ²_i = 1 /
/// [A⁻¹]_ii, where A is the covariance of the observations.
[[nodiscard]] LeaveOneOut leave_one_out(const GaussianProcess& gp);

}  // namespace sweetspot::study_report
