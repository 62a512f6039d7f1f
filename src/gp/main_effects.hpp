// Main effects: the part of a covariance that is a sum of one smooth function per coordinate,
//     h(x, x') = Σ_d p_d Σ_j s_j cos(πj (x_d - x'_d)),   Σ p_d = Σ s_j = 1,
// with s_j the spectrum of the Matérn 5/2 kernel of one length scale, cut off at j = 6, and p_d in proportion to
// 1/ℓ_d²: a coordinate along which the function changes slowly has a small effect. What many engineers' functions are
// up to small interactions, a sum, is then learnt from a few values per coordinate instead of a few per corner of the
// cube.
//
// h is an inner product of features √(p_d s_j) (cos, sin)(πj x_d), so that covariances are matrix products, and it is
// stationary: features of points that are all shifted alike have the same inner products. Everything here is in scaled
// coordinates z = x/ℓ, as in gp/covariance.
//
// The effect of a choice (gp/choices) among k values has no order: its part of h is p_d (k [c = c'] - 1)/(k - 1), which
// adds up to 0 over the values, and which is the same sum with the angles 2πj (c - c')/k, j ≤ k/2, of equal weight
// (half of it at j = k/2). More than 13 values would need more frequencies: such a choice has no main effect.
#pragma once

#include <vector>

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::detail {

class MainEffects {
  public:
    /// Frequencies per coordinate.
    static constexpr Index frequencies = 6;
    /// In one dimension a main effect is the function itself. Features are 12 per dimension, and their products cost
    /// more than all else beyond a hundred; what they teach there is most of what can be known
    /// (docs/many-parameters.md).
    static constexpr Index most_dimensions = 128;
    [[nodiscard]] static bool possible(Index dimension) { return dimension > 1 && dimension <= most_dimensions; }
    [[nodiscard]] static bool possible(Index dimension, const std::vector<Index>& choice_sizes);

    explicit MainEffects(const Hyperparameters& hyperparameters);

    /// Rows of a matrix of features: for each coordinate the cosines, then the sines.
    [[nodiscard]] Index size() const { return 2 * frequencies * dimension_; }
    /// The features φ of scaled points (columns), with φᵀ φ' = share · h.
    [[nodiscard]] Matrix features(const MatrixRef& scaled) const;
    /// The features of the same points after a common shift.
    void shift(const MatrixRef& features, const VectorRef& scaled_shift, Matrix& shifted) const;
    /// For ∂J/∂φ of each point, one column each: ∂J by the scaled points.
    [[nodiscard]] Matrix chain(const MatrixRef& features, const MatrixRef& adjoint) const;

  private:
    Index dimension_;
    std::vector<Index> choice_sizes_;
    Vector scales_;   ///< ℓ of the embedded coordinates
    Vector weights_;  ///< effect_weights()
};

/// share · p_d s_j: one per feature.
[[nodiscard]] Vector effect_weights(const Hyperparameters& hyperparameters);
/// p_d.
[[nodiscard]] Vector effect_shares(const VectorRef& lengthscales, const std::vector<Index>& choice_sizes = {});
/// s_j, and where wanted d log s_j / d log lengthscale.
[[nodiscard]] Vector effect_spectrum(double lengthscale, Vector* slope = nullptr);
/// (cos, sin)(πj x_d) of points (columns) in unit-cube units, embedded where there are choices, without weights.
[[nodiscard]] Matrix plain_effects(const PointsRef& points, const std::vector<Index>& choice_sizes = {});

}  // namespace sweetspot::detail
