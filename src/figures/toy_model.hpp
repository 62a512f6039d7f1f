// The toy example of the paper's section 3.1, f(x) = sin(3πx³) - sin(8πx³) on [0, 1] with ε = 0.1: the search behind
// its illustrations.
#pragma once

#include "page/plot.hpp"
#include "sweetspot/problems/benchmark.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot::toy {

inline constexpr double tolerance = 0.1;
/// Steps of a curve over [0, 1]: a region is a whole number of them wide.
inline constexpr Index steps = 400;

[[nodiscard]] double value(double x);
[[nodiscard]] Vector values(const VectorRef& x);
[[nodiscard]] Problem problem();

/// A search that was told the eight observations, with the paper's settings, evaluating at the centre.
[[nodiscard]] Optimizer robust_search();
/// The same eight, searched by the usual expected improvement.
[[nodiscard]] Optimizer plain_search();

/// Realisations of the model at these points of [0, 1], in the unit of f: one per column.
[[nodiscard]] Matrix realisations(const GaussianProcess& gp, const VectorRef& x, Index count, Rng rng);

/// The largest of `y` over the points of `x` within the region of `centre`.
[[nodiscard]] double worst_within(const VectorRef& x, const VectorRef& y, double centre);

/// Draws thin realisations and the observations into panel k; one entry each in the legend, from panel 0.
void add_realisations(plot::Plot& plot, const VectorRef& x, const Matrix& drawn, Index panel);
void add_observations(plot::Plot& plot, const VectorRef& x, const VectorRef& y, Index panel);

}  // namespace sweetspot::toy
