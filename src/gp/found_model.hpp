// What a fit looks for: hyper-parameters and the warp of the outputs. The factor of the observations' covariance is not
// part of it.
#pragma once

#include "sweetspot/gp/fit.hpp"

namespace sweetspot::detail {

struct FoundModel {
    Hyperparameters hyperparameters;
    OutputWarp warp;
};

/// As fit() does; the arguments are the same.
[[nodiscard]] FoundModel find_model(const PointsRef& inputs, const VectorRef& outputs, const VectorRef& standard_errors,
                                    const FitOptions& options, const Rng& rng, const Parallel& parallel);

}  // namespace sweetspot::detail
