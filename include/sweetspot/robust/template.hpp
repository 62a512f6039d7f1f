// The template T: a finite set of perturbations that stands for the robust set, with weights for averages.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/robust_set.hpp"
#include "sweetspot/space/confusion.hpp"

namespace sweetspot {

enum class TemplateShape { uniform, boundary_heavy, centre_dense };
[[nodiscard]] std::string_view to_string(TemplateShape shape);  ///< uniform, boundary-heavy, centre-dense
[[nodiscard]] const std::vector<std::string>& template_shape_names();
[[nodiscard]] TemplateShape template_shape_named(std::string_view name);
/// A worst case is looked for near the boundary, any other quality everywhere.
[[nodiscard]] TemplateShape template_shape_for(const Quality& quality);

struct TemplateOptions {
    TemplateShape shape = TemplateShape::boundary_heavy;
    /// Number of points; automatic: default_template_size(number of perturbed coordinates).
    std::optional<Index> size = std::nullopt;
};

/// 60, 250, 400 points at D = 2, 5, 10 as in the paper; linear between, 31 at D = 1, 30 more per dimension beyond 10,
/// at most 1000.
[[nodiscard]] Index default_template_size(Index dimension);

/// The points of T (one per column, the first is the centre 0) and quadrature weights (≥ 0, sum 1) for the law of the
/// robust set, whatever the shape: dense places weigh less, boundary points and vertices nothing. The uniform shape has
/// its points where the law has its builds. Where choices may be confused, each point belongs to a scenario: the points
/// are deviations from what is built then, and the scenarios multiply the weights.
struct Template {
    Points points;
    Vector weights;
    Scenarios scenarios = {};

    [[nodiscard]] Index size() const { return points.cols(); }
    /// The points placed at centre x.
    [[nodiscard]] Points at(const VectorRef& x) const {
        if (scenarios.none()) return points.colwise() + x;
        return placed(x);
    }
    /// Some of them.
    [[nodiscard]] Points at(const VectorRef& x, std::span<const Index> which) const;
    /// What a point deviates from where x is ordered: x itself, but for choices that are confused.
    [[nodiscard]] Vector centre(const VectorRef& x, Index i) const;
    /// The template of some of the points, with their weights as they are.
    [[nodiscard]] Template part(const std::vector<Index>& which) const;
    /// The place in the region of x, which it does not show yet, becomes the last point, without weight.
    void add(const VectorRef& x, const VectorRef& place);
    /// Weights for its points scaled so that they add up to 1, and in each scenario to the share of that.
    [[nodiscard]] Vector normalised(Vector given) const;

  private:
    [[nodiscard]] Points placed(const VectorRef& x) const;
};

/// Low-discrepancy points of the shape, after the centre and, for p = 1 and ∞, vertices as far as they fit in half of
/// the size. All points are distinct and in the set. If no coordinate is perturbed, the template is the centre alone.
/// With a confusion these stand for what is built as ordered; all other scenarios have twice as many together, but no
/// more than that each, and no fewer than ten.
[[nodiscard]] Template make_template(const RobustSet& robust_set, const TemplateOptions& options, const Rng& rng,
                                     const ConfusionPtr& confusion = nullptr);

}  // namespace sweetspot
