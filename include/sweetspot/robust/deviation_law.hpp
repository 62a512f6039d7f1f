// How deviations are distributed over the region: the law by which averages, quantiles and shares count what is built.
// A worst case does not ask.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sweetspot/base/family.hpp"
#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// A law of u, the deviations in units of the tolerances (RobustSet::to_ball), cut to the region ‖u‖_p ≤ 1. `which` are
/// the coordinates that u has: those that are not built exactly.
class DeviationLaw {
  public:
    virtual ~DeviationLaw() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// One line for people.
    [[nodiscard]] virtual std::string_view summary() const { return {}; }
    /// Logarithm of the density at u, up to a constant; -∞ where nothing is built.
    [[nodiscard]] virtual double log_density(const VectorRef& u, const std::vector<Index>& which) const = 0;
    /// A point of the law before it is cut to the region, from v in (0, 1)^k, such that uniform v give the law.
    /// Nothing: there is no such map, and uniform points of the region are weighed by the density.
    [[nodiscard]] virtual std::optional<Vector> point(const VectorRef& v, const std::vector<Index>& which) const;
};

using DeviationLawPtr = std::shared_ptr<const DeviationLaw>;

[[nodiscard]] DeviationLawPtr uniform_law();
/// Normal with this standard deviation, in tolerances. `correlation` (D × D, symmetric, positive definite, ones on its
/// diagonal) is of all parameters; empty: none.
[[nodiscard]] DeviationLawPtr normal_law(double sd = 1.0 / 3, Matrix correlation = {});
/// Each deviation has the density 1 - |u|.
[[nodiscard]] DeviationLawPtr triangular_law();
/// The user's own: a density of u ≥ 0 that need not be normalised.
[[nodiscard]] DeviationLawPtr law_of_density(std::function<double(const Vector& u)> density);

/// `law`, but for coordinates that have a law of their own, independent of the others.
[[nodiscard]] DeviationLawPtr law_with_own(DeviationLawPtr law, std::map<Index, DeviationLawPtr> own);

[[nodiscard]] const Family<DeviationLawPtr>& law_family();

}  // namespace sweetspot
