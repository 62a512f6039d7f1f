#include "sweetspot/robust/problem.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"

namespace sweetspot {
namespace {

Vector edges(const Space& space) {
    Vector edge(space.dimension());
    for (Index d = 0; d < edge.size(); ++d) {
        const Parameter& p = space.parameters()[static_cast<std::size_t>(d)];
        edge[d] = p.scale == Scale::log ? std::log(p.upper) - std::log(p.lower) : p.upper - p.lower;
    }
    return edge;
}

std::vector<std::string> names(const Space& space) {
    std::vector<std::string> result;
    for (const Parameter& p : space.parameters()) result.push_back(p.name);
    return result;
}

/// Tolerances as differences in the coordinate that the unit cube is linear in.
Vector linear_tolerance(const Space& space, const VectorRef& tolerance) {
    require(tolerance.size() == space.dimension(),
            "Problem: {} tolerances were given for {} parameters; give one per parameter", tolerance.size(),
            space.dimension());
    Vector result = tolerance;
    for (Index d = 0; d < result.size(); ++d) {
        const Parameter& p = space.parameters()[static_cast<std::size_t>(d)];
        require(std::isfinite(result[d]) && result[d] >= 0,
                "Problem: tolerance of \"{}\" is {}; it must be a number ≥ 0 (0: built exactly)", p.name, result[d]);
        if (p.scale != Scale::log) continue;
        const double largest = std::expm1(0.5 * (std::log(p.upper) - std::log(p.lower)));
        require(
            result[d] <= largest,
            "Problem: relative tolerance of \"{}\" is {}; it must be at most {} so that the region fits in its bounds",
            p.name, result[d], largest);
        result[d] = std::log1p(result[d]);
    }
    return result;
}

/// The same tolerances, if they suit the parameters' scales.
const std::vector<RegionTolerance>& suited(const std::vector<RegionTolerance>& tolerance, const Space& space) {
    require(std::ssize(tolerance) == space.dimension(),
            "Problem: {} tolerances were given for {} parameters; give one per parameter", tolerance.size(),
            space.dimension());
    for (std::size_t d = 0; d < tolerance.size(); ++d) {
        const Parameter& p = space.parameters()[d];
        const auto [amount, of] = tolerance[d];
        require(std::isfinite(amount) && amount >= 0,
                "Problem: tolerance of \"{}\" is {}; it must be a number ≥ 0 (0: built exactly)", p.name, amount);
        if (of == RegionTolerance::Of::nominal) {
            require(p.scale == Scale::log || amount == 0,
                    "Problem: tolerance of \"{}\" is {:.10g}% of the nominal value and its scale is linear; use a log "
                    "scale",
                    p.name, 100 * amount);
            // x (1 - t) ≥ lower and x (1 + t) ≤ upper for some x; below 100 % the robust set says it.
            const double ratio = p.lower / p.upper;
            require(
                amount < 1,
                "Problem: tolerance of \"{}\" is {:.10g}% of the nominal value; it must be at most {:.2f}% so that the "
                "region fits in its bounds",
                p.name, 100 * amount, std::min(9999.0, std::floor(1e4 * (1 - ratio) / (1 + ratio))) / 100);
        } else {
            require(
                p.scale == Scale::linear || amount == 0,
                "Problem: tolerance of \"{}\" is {} in its own unit and its scale is log; give it in per cent of the "
                "nominal value, or use a linear scale",
                p.name, amount);
        }
    }
    return tolerance;
}

RobustSet unit_set(const RobustSet& set, const Vector& edge) {
    require(set.dimension() == edge.size(),
            "Problem: the robust set has {} coordinates and the space {}; they must agree", set.dimension(),
            edge.size());
    return set.scaled(edge.cwiseInverse());
}

}  // namespace

Problem::Problem(Space space, Norm norm, const VectorRef& tolerance, QualityPtr quality)
    : Problem(space, RobustSet(norm, linear_tolerance(space, tolerance)), std::move(quality)) {}

Problem::Problem(Space space, Norm norm, const std::vector<RegionTolerance>& tolerance, QualityPtr quality)
    : Problem(space, RobustSet(norm, suited(tolerance, space)), std::move(quality)) {}

Problem::Problem(Space space, Norm norm, double tolerance, QualityPtr quality)
    : Problem(space, norm, Vector::Constant(space.dimension(), tolerance), std::move(quality)) {}

Problem::Problem(Space space, const RobustSet& robust_set, QualityPtr quality)
    : space_(std::move(space)),
      quality_(std::move(quality)),
      edge_(edges(space_)),
      robust_set_(unit_set(robust_set, edge_)),
      centres_(robust_set_.centres(Box::unit(space_.dimension()), names(space_), edge_)) {
    require(quality_ != nullptr, "Problem: no quality was given; use worst_quality() or mean_quality()");
}

}  // namespace sweetspot
