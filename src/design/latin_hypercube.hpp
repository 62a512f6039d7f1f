// Latin hypercube designs: n points in the unit cube, one in each of n slices of every coordinate.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {

/// A random Latin hypercube (D × n), each point uniform in its cell.
[[nodiscard]] Points latin_hypercube(Index dimension, Index n, Rng rng);
/// The same in a box instead of the unit cube.
[[nodiscard]] Points latin_hypercube(const Box& box, Index n, Rng rng);

/// The same, improved by seeded swaps so that the smallest distance between two points is as large as the search finds
/// (maximin); never worse than the random one it starts from. Beyond n²·D = 10⁹ there is no search, only the start.
[[nodiscard]] Points maximin_latin_hypercube(Index dimension, Index n, Rng rng);

/// Standard normals (M × k), each column the middles of M strata of equal probability (scaled to variance 1)
/// in an order of its own stream: column j depends on the seed and j alone, so a wider matrix keeps the columns of a
/// narrower one. A single line (M = 1) is a plain draw.
void fill_stratified_normals(Eigen::Ref<Eigen::MatrixXf> normals, const Rng& rng);

}  // namespace sweetspot
