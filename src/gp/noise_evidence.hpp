// Do the observations themselves show noise? A model can always explain what it does not understand as noise; pairs of
// observations that are close together and differ cannot be explained otherwise.
#pragma once

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::detail {

/// A quick look before noise is inferred at all: three pairs within a fiftieth of the unit cube's diagonal, each
/// observation in one pair at the most, that differ by more than noise of that variance would let them.
[[nodiscard]] bool neighbours_differ(const PointsRef& inputs, const VectorRef& targets, double noise);

/// True if at least three pairs of neighbours, each observation in one pair at the most, are so close under these
/// hyper-parameters that a noise-free function would differ by less than a fiftieth of the noise's variance, and their
/// differences amount to at least half of the noise that is claimed.
[[nodiscard]] bool noise_is_evident(const PointsRef& inputs, const VectorRef& targets, const Hyperparameters& claimed);

}  // namespace sweetspot::detail
