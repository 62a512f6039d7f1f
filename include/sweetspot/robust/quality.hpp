// The robust quality of a set of responses, Q̂(F): eq:estimated_qmax, eq:estimated_qavg, or the user's own reduction.
// Smaller is better.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/family.hpp"
#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

// Two ends of a promise: a number is said to lie between them.

/// Standard deviations within which a normal value lies nearly surely, in about 95 of 100 cases: of every bound by the
/// model at a point, and of every measurement that is held against a promise.
inline constexpr double surely = 2;

/// In the unit of y.
struct Interval {
    double lower = 0;
    double upper = 0;

    [[nodiscard]] bool contains(double value) const { return lower <= value && value <= upper; }
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// Where a value of that standard deviation nearly surely lies.
[[nodiscard]] constexpr Interval nearly_surely(double value, double sd) {
    return {value - surely * sd, value + surely * sd};
}

/// A reduction of the responses over a template to one number. It must shift with a constant and scale with the unit,
/// and should be monotone: no response that gets worse makes the quality better. Derive from it, or use custom_quality.
class Quality {
  public:
    /// How much the engine may assume, and so how fast it can be.
    enum class Kind {
        maximum,  ///< the largest response
        linear,   ///< Σ wᵢ Fᵢ: expected improvement has a closed form
        general
    };

    virtual ~Quality() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// One line for people.
    [[nodiscard]] virtual std::string_view summary() const { return {}; }
    /// What people call its value, as in "the worst case of the region".
    [[nodiscard]] virtual std::string_view label() const { return name(); }
    [[nodiscard]] virtual Kind kind() const { return Kind::general; }
    [[nodiscard]] virtual bool is_monotone() const { return true; }
    /// Q̂ of the responses; `weights` are the template's, for the uniform distribution.
    [[nodiscard]] virtual double value(const VectorRef& responses, const VectorRef& weights) const = 0;
    /// A (sub)gradient ∂Q̂/∂F. Symmetric differences unless overridden.
    [[nodiscard]] virtual Vector gradient(const VectorRef& responses, const VectorRef& weights) const;
    /// The weights to use in place of the template's when perturbations are not uniform: w_i π(δ_i), normalised.
    [[nodiscard]] virtual Vector reweighted(const PointsRef& perturbations, const VectorRef& weights) const;
};

using QualityPtr = std::shared_ptr<const Quality>;

[[nodiscard]] QualityPtr worst_quality();  ///< eq:estimated_qmax
[[nodiscard]] QualityPtr mean_quality();   ///< eq:estimated_qavg, uniform on the robust set
/// eq:quality-average with a density π(δ) ≥ 0 over perturbations, given in the units of the template's points; it need
/// not be normalised.
[[nodiscard]] QualityPtr mean_quality(std::function<double(const Vector& delta)> density);
[[nodiscard]] QualityPtr quantile_quality(double q);  ///< what the share q of all builds stays below
[[nodiscard]] QualityPtr cvar_quality(double alpha);  ///< the average of the worst share 1 - α of all builds
[[nodiscard]] QualityPtr mean_sd_quality(double k);   ///< the average plus k standard deviations; not monotone
/// The user's own reduction.
[[nodiscard]] QualityPtr custom_quality(
    std::string name, std::function<double(const VectorRef& responses, const VectorRef& weights)> reduce);

[[nodiscard]] const Family<QualityPtr>& measure_family();
/// Every built-in quality, in the order they are listed to people, with its default settings.
[[nodiscard]] const std::vector<QualityPtr>& qualities();
[[nodiscard]] QualityPtr quality_named(std::string_view name);

}  // namespace sweetspot
