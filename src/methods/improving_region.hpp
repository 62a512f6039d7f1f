// Line 4 of Algorithm 1: the region of largest expected improvement of the robust quality, x' = argmax EI_ε(x, x*, T).
// How many realisations, which coarser versions are searched first and what is done where nothing improves is decided
// here.
#pragma once

#include "methods/maximise.hpp"

namespace sweetspot {

[[nodiscard]] AcquisitionMaximum improving_region(const BayesianRobustSearchOptions& options, const Situation& s,
                                                  const GaussianProcess& gp, const Template& T, const Vector& x_star);

}  // namespace sweetspot
