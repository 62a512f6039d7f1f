// The robust set Δ_ε = {δ : d(δ) ≤ ε} (eq:robust_set_definition): every perturbation that the design must endure.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {

enum class Norm { one, two, infinity };
[[nodiscard]] std::string_view to_string(Norm norm);         ///< "1", "2", "inf"
[[nodiscard]] const std::vector<std::string>& norm_names();  ///< 1, 2, inf
[[nodiscard]] Norm norm_named(std::string_view name);

/// A compact set of perturbations that contains 0 and is star-shaped about it. Either {δ : ‖δ/tolerance‖_p ≤ 1} with a
/// tolerance (semi-axis) per coordinate, or the paper's general form, any d(δ) ≤ ε with a bounding box. A tolerance of
/// 0 means that the coordinate is built exactly: δ_d = 0. A value: copies are cheap, nothing changes after
/// construction.
class RobustSet {
  public:
    /// Tolerances ≥ 0, finite.
    RobustSet(Norm norm, Vector tolerance);
    /// d(0) must be ≤ epsilon; `bounds` must contain the set and 0.
    RobustSet(std::function<double(const Vector& delta)> d, double epsilon, Box bounds);

    [[nodiscard]] Index dimension() const { return bounds_.dimension(); }
    /// The coordinates that are perturbed at all.
    [[nodiscard]] const std::vector<Index>& free_coordinates() const { return free_; }
    [[nodiscard]] bool is_norm_ball() const { return !d_; }
    [[nodiscard]] Norm norm() const { return norm_; }                     ///< of a norm ball
    [[nodiscard]] const Vector& tolerance() const { return tolerance_; }  ///< of a norm ball
    /// The smallest known box around the set (around 0).
    [[nodiscard]] const Box& bounds() const { return bounds_; }

    /// d(δ)/ε: ≤ 1 inside; for a norm ball ‖δ/tolerance‖_p.
    [[nodiscard]] double gauge(const VectorRef& delta) const;
    /// Inside, or outside by no more than rounding (gauge ≤ 1 + slack).
    [[nodiscard]] bool contains(const VectorRef& delta, double slack = 1e-9) const;

    [[nodiscard]] Vector draw_uniform(Rng& rng) const;
    /// On the boundary; uniform on it for a norm ball with equal tolerances, along uniform rays for the general form.
    [[nodiscard]] Vector draw_boundary(Rng& rng) const;
    /// δ itself if inside; otherwise the nearest point of a norm ball in units of the tolerances, or the boundary point
    /// on the ray to 0 in the general form.
    [[nodiscard]] Vector project(const VectorRef& delta) const;
    /// The units in which project() is nearest: the tolerances (1 where they are 0), or 1 in the general form.
    [[nodiscard]] Vector units() const;
    /// The boundary point on the ray from 0 through `direction` (not 0).
    [[nodiscard]] Vector boundary_towards(const VectorRef& direction) const;

    /// The set with every coordinate multiplied: {diag(factor) δ}; factor > 0. Parameter units → unit cube.
    [[nodiscard]] RobustSet scaled(const VectorRef& factor) const;

    /// The shrunk box of centres x whose whole region x + Δ lies in `domain`. A region that does not fit is refused
    /// with the largest tolerance that would (`names`, one per coordinate, may be empty; `units_per_unit` converts the
    /// coordinates to what the user typed, empty for 1).
    [[nodiscard]] Box centres(const Box& domain, const std::vector<std::string>& names = {},
                              const Vector& units_per_unit = {}) const;

  private:
    Norm norm_ = Norm::two;
    Vector tolerance_;
    std::function<double(const Vector&)> d_;
    double epsilon_ = 1;
    Box bounds_;
    std::vector<Index> free_;
};

}  // namespace sweetspot
