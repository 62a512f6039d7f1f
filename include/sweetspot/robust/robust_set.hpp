// The robust set Δ_ε = {δ : d(δ) ≤ ε} (eq:robust_set_definition): every perturbation that the design must endure.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/robust/deviation_law.hpp"

namespace sweetspot {

enum class Norm { one, two, infinity };
[[nodiscard]] std::string_view to_string(Norm norm);         ///< "1", "2", "inf"
[[nodiscard]] const std::vector<std::string>& norm_names();  ///< 1, 2, inf
[[nodiscard]] Norm norm_named(std::string_view name);

/// How far what is built may be off: an amount in the coordinate's own unit, or a share of the nominal value
/// (0.05: 5 %), so that the region grows with its centre. 0: built exactly.
struct RegionTolerance {
    double amount = 0;
    enum class Of { unit, nominal } of = Of::unit;

    friend bool operator==(const RegionTolerance&, const RegionTolerance&) = default;
};

/// A compact set of perturbations that contains 0 and is star-shaped about it. A tolerance of 0 means that the
/// coordinate is built exactly: δ_d = 0. A value: copies are cheap, nothing changes after construction. Three kinds:
/// - a norm ball {δ : ‖δ/tolerance‖_p ≤ 1} with a tolerance (semi-axis) per coordinate;
/// - a warped norm ball, where some coordinates are logarithms and have tolerances t < 1 of the nominal value: built is
///   x (1 + t u), ‖u‖_p ≤ 1, so that δ_d = log(1 + t_d u_d), which is the same at every x but not symmetric, and
///   slightly not convex for p = 1 or, where t > ½, for p = 2;
/// - the paper's general form, any d(δ) ≤ ε with a bounding box.
/// Coordinates of a norm ball may stand alone: then they do not share the norm with the others, and each has its whole
/// interval whatever the others are.
class RobustSet {
  public:
    /// Tolerances ≥ 0, finite.
    RobustSet(Norm norm, Vector tolerance);
    /// The same; those of the nominal value must be below 1 and are of coordinates that are logarithms.
    RobustSet(Norm norm, const std::vector<RegionTolerance>& tolerance);
    /// d(0) must be ≤ epsilon; `bounds` must contain the set and 0.
    RobustSet(std::function<double(const Vector& delta)> d, double epsilon, Box bounds);

    [[nodiscard]] Index dimension() const { return bounds_.dimension(); }
    /// The coordinates that are perturbed at all.
    [[nodiscard]] const std::vector<Index>& free_coordinates() const { return free_; }
    [[nodiscard]] bool is_norm_ball() const { return has_norm() && !is_warped(); }
    [[nodiscard]] bool is_warped() const { return log_unit_.size() > 0; }
    [[nodiscard]] bool has_norm() const { return !d_; }                   ///< a norm ball, warped or not
    [[nodiscard]] Norm norm() const { return norm_; }                     ///< if it has one
    [[nodiscard]] const Vector& tolerance() const { return tolerance_; }  ///< if it has a norm; shares where warped
    /// The set, if it has a norm, is the image of the unit ball ‖u‖_p ≤ 1 under these maps of coordinate d (increasing,
    /// 0 to 0; the identity where it is built exactly). "Uniform" on the set means uniform in u, for that is uniform in
    /// what is built.
    [[nodiscard]] double from_ball(Index d, double u) const;
    [[nodiscard]] double to_ball(Index d, double delta) const;
    /// How deviations are distributed over the set, for all that is no worst case.
    [[nodiscard]] const DeviationLaw& law() const { return *law_; }
    [[nodiscard]] bool is_uniform() const { return law_ == uniform_law(); }
    /// The same set with another law.
    [[nodiscard]] RobustSet with_law(DeviationLawPtr law) const;
    /// Of a norm ball: the free coordinates that stand alone, and those that share the norm.
    [[nodiscard]] const std::vector<Index>& alone() const { return alone_; }
    [[nodiscard]] const std::vector<Index>& sharing() const { return alone_.empty() ? free_ : sharing_; }
    /// The set in which these coordinates of the ball stand alone.
    [[nodiscard]] RobustSet with_alone(const std::vector<Index>& coordinates) const;
    /// Logarithm of the law's density at δ, up to a constant. In the general form u is δ in units of the bounds.
    [[nodiscard]] double log_density(const VectorRef& delta) const;
    /// The smallest known box around the set (around 0).
    [[nodiscard]] const Box& bounds() const { return bounds_; }

    /// d(δ)/ε: ≤ 1 inside; for a norm ball ‖δ/tolerance‖_p, warped ‖u‖_p.
    [[nodiscard]] double gauge(const VectorRef& delta) const;
    /// Inside, or outside by no more than rounding (gauge ≤ 1 + slack).
    [[nodiscard]] bool contains(const VectorRef& delta, double slack = 1e-9) const;

    [[nodiscard]] Vector draw_uniform(Rng& rng) const;
    /// On the boundary; uniform on it for a norm ball with equal tolerances (warped: in u), along uniform rays for the
    /// general form.
    [[nodiscard]] Vector draw_boundary(Rng& rng) const;
    /// δ itself if inside; otherwise the nearest point of a norm ball in units of the tolerances, of a warped one in u,
    /// or the boundary point on the ray to 0 in the general form.
    [[nodiscard]] Vector project(const VectorRef& delta) const;
    /// The units in which project() is nearest: the tolerances (1 where they are 0), or 1 in the general form. Of a
    /// warped ball the units of u at 0.
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
    Vector log_unit_;  ///< of a warped ball: the unit of coordinates that are logarithms, 0 for the others; or empty
    std::function<double(const Vector&)> d_;
    double epsilon_ = 1;
    Box bounds_;
    std::vector<Index> free_;
    std::vector<Index> alone_;
    std::vector<Index> sharing_;  ///< where some stand alone
    DeviationLawPtr law_ = uniform_law();
};

}  // namespace sweetspot
