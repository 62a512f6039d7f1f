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

/// Responses over a template in many realisations, a column each.
using RealisedResponses = Eigen::Ref<const Eigen::MatrixXf>;

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
    /// Responses count by their weights alone, those of weight 0 not at all: fewer of them with weights of their own
    /// can stand for all.
    [[nodiscard]] virtual bool is_by_weight() const { return false; }
    /// It is found by the order of the responses, and so is the same one, but for what is interpolated between two of
    /// them, whatever increasing function they go through.
    [[nodiscard]] virtual bool is_by_order() const { return kind() == Kind::maximum; }
    /// Its value is in the unit of y. False: it is a share, whatever the unit.
    [[nodiscard]] virtual bool has_unit() const { return true; }
    /// The measure to use where y is given as (y - shift) / scale; null: the same one.
    [[nodiscard]] virtual std::shared_ptr<const Quality> standardised(double shift, double scale) const;
    /// Q̂ of the responses; `weights` are the template's, for the uniform distribution.
    [[nodiscard]] virtual double value(const VectorRef& responses, const VectorRef& weights) const = 0;
    /// The same of many realisations of the responses at once, a column each, in single precision and less `offset`:
    /// how a search asks. `slopes` is null, or gets each column's (sub)gradient.
    [[nodiscard]] virtual Vector values(const RealisedResponses& responses, double offset, const VectorRef& weights,
                                        Eigen::MatrixXf* slopes) const;
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
/// The share of all builds that are beyond the limit, to be made small: 1 - yield. It is smooth: where the share hardly
/// changes, because nearly all or nearly none keep the limit, the distance to the limit decides.
[[nodiscard]] QualityPtr yield_quality(double limit);
/// The user's own reduction.
[[nodiscard]] QualityPtr custom_quality(
    std::string name, std::function<double(const VectorRef& responses, const VectorRef& weights)> reduce);

[[nodiscard]] const Family<QualityPtr>& measure_family();
/// Every built-in quality, in the order they are listed to people, with its default settings.
[[nodiscard]] const std::vector<QualityPtr>& qualities();
[[nodiscard]] QualityPtr quality_named(std::string_view name);

}  // namespace sweetspot
