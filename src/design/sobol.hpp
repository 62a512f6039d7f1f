// Scrambled Sobol' points: a low-discrepancy sequence with random linear matrix scrambling and a digital shift.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {

/// The largest dimension for which direction numbers are known.
[[nodiscard]] Index sobol_max_dimension();

/// The first n points (D × n) of the sequence without scrambling; the first point is the origin.
[[nodiscard]] Points sobol(Index dimension, Index n);

/// The first n points (D × n), scrambled by the seed; every coordinate lies in (0, 1).
[[nodiscard]] Points scrambled_sobol(Index dimension, Index n, const Rng& rng);

}  // namespace sweetspot
