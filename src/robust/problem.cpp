#include "sweetspot/robust/problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.hpp"

namespace sweetspot {
namespace {

Vector edges(const Space& space) {
    Vector edge(space.dimension());
    for (Index d = 0; d < edge.size(); ++d) {
        const Parameter& p = space.parameters()[static_cast<std::size_t>(d)];
        // The difference of two logarithms that are nearly the same is mostly rounding.
        const double ratio = p.upper / p.lower;
        const double logarithm = ratio < 1.001 ? std::log(ratio) : std::log(p.upper) - std::log(p.lower);
        edge[d] = p.scale == Scale::log ? logarithm : p.upper - p.lower;
    }
    return edge;
}

std::vector<std::string> names(const Space& space) {
    std::vector<std::string> result;
    for (const Parameter& p : space.parameters()) result.push_back(p.name);
    return result;
}

/// Plain numbers: in the parameter's own unit, on a log scale of the nominal value.
std::vector<RegionTolerance> by_scale(const Space& space, const VectorRef& amounts) {
    require_by("Problem", amounts.size() == space.dimension(),
               "{} tolerances were given for {} parameters; give one per parameter", amounts.size(), space.dimension());
    std::vector<RegionTolerance> result;
    for (Index d = 0; d < amounts.size(); ++d) {
        const Parameter& p = space.parameters()[static_cast<std::size_t>(d)];
        const bool log = p.scale == Scale::log && p.chosen;
        result.push_back({p.chosen ? amounts[d] : 0, log ? RegionTolerance::Of::nominal : RegionTolerance::Of::unit});
    }
    return result;
}

/// A tolerance of the nominal value makes a region that grows with the centre: such a parameter goes on a log scale,
/// where the region x (1 ± t) is the same everywhere, exactly.
Space on_log_scale_where_relative(const Space& space, const std::vector<RegionTolerance>& tolerance) {
    std::vector<Parameter> parameters = space.parameters();
    for (std::size_t d = 0; d < std::min(parameters.size(), tolerance.size()); ++d) {
        Parameter& p = parameters[d];
        if (tolerance[d].of != RegionTolerance::Of::nominal) continue;
        // Whatever the amount, so that regions of any size are seen by the same model.
        if (tolerance[d].amount == 0 && p.lower <= 0) continue;
        require_by("Problem", p.lower > 0,
                   "tolerance of \"{}\" is {:.10g}% of the nominal value and its bounds are [{}, {}]; both must "
                   "be above 0",
                   p.name, 100 * tolerance[d].amount, p.lower, p.upper);
        p.scale = Scale::log;
    }
    return Space(parameters);
}

/// The same tolerances, if they suit the parameters' scales.
const std::vector<RegionTolerance>& suited(const std::vector<RegionTolerance>& tolerance, const Space& space) {
    require_by("Problem", std::ssize(tolerance) == space.dimension(),
               "{} tolerances were given for {} parameters; give one per parameter", tolerance.size(),
               space.dimension());
    for (std::size_t d = 0; d < tolerance.size(); ++d) {
        const Parameter& p = space.parameters()[d];
        const auto [amount, of] = tolerance[d];
        require_by("Problem", std::isfinite(amount) && amount >= 0,
                   "tolerance of \"{}\" is {}; it must be a number ≥ 0 (0: built exactly)", p.name, amount);
        require_by("Problem", !p.is_choice() || amount == 0,
                   "\"{}\" is a choice and has the tolerance {}; it is built as chosen, so leave the tolerance out",
                   p.name, amount);
        if (of == RegionTolerance::Of::nominal) {
            // x (1 - t) ≥ lower and x (1 + t) ≤ upper for some x; below 100 % the robust set says it.
            const double ratio = p.lower / p.upper;
            require_by("Problem", amount < 1,
                       "tolerance of \"{}\" is {:.10g}% of the nominal value; it must be at most {:.2f}% so that the "
                       "region fits in its bounds",
                       p.name, 100 * amount, std::min(9999.0, std::floor(1e4 * (1 - ratio) / (1 + ratio))) / 100);
        } else {
            require_by("Problem", p.scale == Scale::linear || amount == 0,
                       "tolerance of \"{}\" is {} in its own unit and its scale is log; give it in per cent of the "
                       "nominal value, or use a linear scale",
                       p.name, amount);
        }
    }
    return tolerance;
}

std::vector<Index> environment_of(const Space& space) {
    std::vector<Index> result;
    for (Index d = 0; d < space.dimension(); ++d) {
        if (!space.parameters()[static_cast<std::size_t>(d)].chosen) result.push_back(d);
    }
    return result;
}

/// Half the range for what nobody chooses, on a log scale in differences of log x.
std::vector<RegionTolerance> with_environment(std::vector<RegionTolerance> tolerance, const Space& space) {
    const Vector edge = edges(space);
    for (const Index d : environment_of(space)) {
        RegionTolerance& t = tolerance[static_cast<std::size_t>(d)];
        require_by("Problem", t.amount == 0, "\"{}\" belongs to the environment and has a tolerance; leave it out",
                   space.parameters()[static_cast<std::size_t>(d)].name);
        t = {edge[d] / 2, RegionTolerance::Of::unit};
    }
    return tolerance;
}
/// The bounds of a series do not depend on a tolerance that is smaller than this share of the range, so that it can be
/// changed, and questions about others be asked of the same model.
constexpr double room_of_range = 0.1;

/// In the unit cube. A region is told from its centre only where it is wider than the rounding that is allowed for
/// there.
constexpr double least_tolerance = 1e-12;

RobustSet unit_set(const RobustSet& set, const Vector& edge) {
    require_by("Problem", set.dimension() == edge.size(),
               "the robust set has {} coordinates and the space {}; they must agree", set.dimension(), edge.size());
    return set.scaled(edge.cwiseInverse());
}

}  // namespace

Problem::Problem(const Space& space, Norm norm, const VectorRef& tolerance, QualityPtr quality)
    : Problem(space, norm, by_scale(space, tolerance), std::move(quality)) {}

Problem::Problem(const Space& space, Norm norm, const std::vector<RegionTolerance>& tolerance, QualityPtr quality,
                 DeviationLawPtr law)
    : Problem(on_log_scale_where_relative(space, tolerance),
              RobustSet(norm, with_environment(suited(tolerance, space), space))
                  .with_law(std::move(law))
                  .with_alone(environment_of(space)),
              std::move(quality)) {}

Problem::Problem(const Space& space, Norm norm, double tolerance, QualityPtr quality)
    : Problem(space, norm, Vector::Constant(space.dimension(), tolerance), std::move(quality)) {}

Problem::Problem(Space space, const RobustSet& robust_set, QualityPtr quality)
    : space_(std::move(space)),
      environment_(environment_of(space_)),
      quality_(std::move(quality)),
      edge_(edges(space_)),
      robust_set_(unit_set(robust_set, edge_)),
      centres_(robust_set_.centres(Box::unit(space_.dimension()), names(space_), edge_)),
      levels_(space_, centres_),
      confusion_(confusion_of(space_)) {
    require_by("Problem", quality_ != nullptr, "no quality was given; use worst_quality() or mean_quality()");
    // Of a norm ball; the general form may have any shape.
    for (const Index d : robust_set_.has_norm() ? robust_set_.free_coordinates() : std::vector<Index>()) {
        const double half = robust_set_.bounds().width()[d] / 2;
        require_by("Problem", half >= least_tolerance,
                   "tolerance of \"{}\" is {:.3g} of half the width of its bounds, which cannot be told from rounding; "
                   "it must be 0 (built exactly) or at least {}",
                   space_.parameters()[static_cast<std::size_t>(d)].name, 2 * half, 2 * least_tolerance);
    }
    for (const Index d : confusion_ ? confusion_->coordinates() : std::vector<Index>()) {
        require_by("Problem", robust_set_.bounds().width()[d] == 0,
                   "\"{}\" may be confused and the robust set perturbs it; leave one of them out",
                   space_.parameters()[static_cast<std::size_t>(d)].name);
    }
    require_by("Problem", std::ssize(environment_) < space_.dimension(),
               "every parameter belongs to the environment; there must be one that can be chosen");
}

Points Problem::deviations(const PointsRef& places, const VectorRef& centre) const {
    Points result = places.colwise() - centre;
    if (confusion_) result(confusion_->coordinates(), Eigen::all).setZero();
    return result;
}

bool Problem::in_region(const VectorRef& centre, const VectorRef& u) const {
    if (confusion_ && !confusion_->scenario(centre, u)) return false;
    return robust_set_.contains(deviations(u, centre).col(0));
}

Vector Problem::in_the_middle(Vector u) const {
    for (const Index d : environment_) u[d] = 0.5;
    return u;
}

Vector Problem::buildable(const VectorRef& x) const {
    Vector result = space_.snap(x);
    const Box& reach = robust_set_.bounds();
    for (const Index d : levels_.coordinates()) {
        if (reach.lower[d] == reach.upper[d]) continue;
        const Parameter& p = space_.parameters()[static_cast<std::size_t>(d)];
        const double inside = std::clamp(x[d], p.lower, p.upper);
        Vector at = space_.to_unit(result);
        Vector given = result;
        given[d] = inside;
        const double u = space_.to_unit(given)[d];
        double least = std::numeric_limits<double>::infinity();
        for (const double level : levels_.of(d)) {
            const double nearest = std::clamp(u, level + reach.lower[d], level + reach.upper[d]);
            if (std::abs(nearest - u) >= least) continue;
            least = std::abs(nearest - u);
            at[d] = std::clamp(nearest, 0.0, 1.0);
        }
        result[d] = least == 0 ? inside : space_.from_unit(at)[d];
    }
    return result;
}

Parameter series_parameter(std::string name, std::vector<double> values, const RegionTolerance& tolerance) {
    std::sort(values.begin(), values.end());
    require_by("Problem", values.size() >= 2, "\"{}\" has {} values; a series has at least two", name, values.size());
    const double least = values.front();
    const double most = values.back();
    const double t = tolerance.amount;
    double lower;
    double upper;
    if (tolerance.of == RegionTolerance::Of::nominal) {
        const double room = std::pow(most / least, room_of_range);
        lower = std::min(least / room, least * (1 - t));
        upper = std::max(most * room, most * (1 + t));
    } else {
        const double room = room_of_range * (most - least);
        // What is above 0 stays so, unless the tolerance itself reaches below.
        lower = std::min(least > 0 ? std::max(least - room, least / 2) : least - room, least - t);
        upper = std::max(most + room, most + t);
    }
    return {.name = std::move(name),
            .lower = lower,
            .upper = upper,
            .step = {},
            .values = std::move(values),
            .choices = {},
            .confusion = {}};
}

Problem Problem::with_limits(std::vector<Limit> limits) const {
    check_limits(limits);
    Problem result = *this;
    result.limits_ = std::move(limits);
    return result;
}

}  // namespace sweetspot
