// The posterior mean at x + t for the same offsets t (a template) and many x.
#pragma once

#include <span>
#include <vector>

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {

/// As gp.mean(offsets.colwise() + x), up to rounding, but cheaper: what does not depend on x is done once.
/// The model must outlive it.
class ShiftedMean {
  public:
    ShiftedMean(const GaussianProcess& gp, const PointsRef& offsets);

    [[nodiscard]] Index size() const { return offsets_.cols(); }
    /// The mean at x plus each offset, or plus some of them.
    [[nodiscard]] Vector values(const VectorRef& x) const { return values(x, all_); }
    [[nodiscard]] Vector values(const VectorRef& x, std::span<const Index> which) const;
    /// The gradient of each, one column per offset.
    [[nodiscard]] Matrix gradients(const VectorRef& x) const { return gradients(x, all_); }
    [[nodiscard]] Matrix gradients(const VectorRef& x, std::span<const Index> which) const;

  private:
    [[nodiscard]] Vector scaled(const VectorRef& x) const;
    /// Without those by embedded coordinates (gp/choices).
    [[nodiscard]] Matrix of_coordinates(Matrix gradients) const;
    [[nodiscard]] Vector slopes(const VectorRef& scaled_x, std::span<const Index> which) const;
    /// What the weights of the features are for offsets from a point (scaled, relative to the middle).
    [[nodiscard]] Vector turned_weights(const VectorRef& at) const;

    const GaussianProcess& gp_;
    std::vector<Index> all_;
    Vector middle_;   ///< of the scaled inputs: distances are expanded about it, which keeps their rounding small
    Matrix inputs_;   ///< scaled, relative to the middle, one per row
    Points offsets_;  ///< scaled
    Matrix cross_;    ///< |t|² - 2 t·x_n for input n (row) and offset t (column)
    Vector weights_;  ///< the kernel's part of the variance · α
    // Of main effects, where there are any.
    Matrix offset_features_;
    Vector effect_weights_;
};

}  // namespace sweetspot
