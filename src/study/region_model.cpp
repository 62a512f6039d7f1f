#include "study/region_model.hpp"

#include <algorithm>
#include <cmath>

#include "sweetspot/sampling/sampling_rule.hpp"
#include "sweetspot/search/promise.hpp"

namespace sweetspot::study {
namespace {

constexpr double sure = 2;         // sd of the bounds
constexpr double rounding = 1e-9;  // a region that touches the bounds fits

}  // namespace

RegionModel::RegionModel(const StudyConfig& config, const Problem& study_problem, const GaussianProcess& model)
    : problem(study_problem),
      gp(model),
      T(make_template(problem.robust_set(), {}, Rng(config.seed).split("template"))),
      rng(Rng(config.seed).split("answer")) {}

double RegionModel::sd(const Vector& u) const {
    const double mean = gp.mean(u)[0];
    const double sd = std::sqrt(gp.variance(u)[0]);
    return gp.standardisation().undo_step(mean - sd, 2 * sd) / 2;
}

Vector RegionModel::values() const {
    return gp.targets().unaryExpr([&](double target) { return undo(target); });
}

Vector RegionModel::bound(const PointsRef& points) const {
    return gp.mean(points) + sure * gp.variance(points).cwiseSqrt();
}

Vector RegionModel::surely_worst(const Vector& centre) const {
    return sample_ucb(sure)->sample({gp, problem.robust_set(), T, centre}, rng.split("bound"));
}

Vector RegionModel::expected_worst(const Vector& centre) const {
    Vector by_mean = sample_worst_case()->sample({gp, problem.robust_set(), T, centre}, rng.split("worst"));
    // The search begins at other points where the region is cut by the bounds.
    const Points points = buildable(centre).points;
    Index worst_of_template = 0;
    const double by_template = gp.mean(points).maxCoeff(&worst_of_template);
    if (gp.mean(by_mean)[0] < by_template) by_mean = points.col(worst_of_template);
    return by_mean;
}

double RegionModel::average(const Vector& centre) const {
    const Template inside = buildable(centre);
    return gp.mean(inside.points).unaryExpr([&](double mean) { return undo(mean); }).dot(inside.weights);
}

double RegionModel::average_half_width(const Vector& centre) const {
    const Template inside = buildable(centre);
    const JointPosterior joint = gp.joint(inside.points);
    // An average of jointly normal values is normal.
    return sweetspot::average_half_width(gp, joint.mean.dot(inside.weights),
                                         inside.weights.dot(joint.covariance * inside.weights));
}

PredictedWorst RegionModel::worst_at(const Vector& centre) const {
    Template inside = buildable(centre);
    inside.points.colwise() -= centre;
    const WorstCasePromise promise = promise_worst_case(gp, problem, inside, centre, rng.split("promise"));
    const Vector by_mean = expected_worst(centre);
    const double expected = undo(gp.mean(by_mean)[0]);
    const Interval interval = promise.interval.value_or(Interval{expected, expected});
    return {std::min(interval.lower, expected),
            undo(gp.mean(inside.at(centre)).maxCoeff()),
            expected,
            outside(by_mean),
            std::max(interval.upper, expected),
            outside(promise.upper_where)};
}

Candidate RegionModel::candidate(const Vector& u) const {
    const double mean = average(u);
    const double half = average_half_width(u);
    return {.x = outside(u),
            .value = undo(gp.mean(u)[0]),
            .sd = sd(u),
            .worst = worst_at(u),
            .mean = mean,
            .mean_lower = mean - half,
            .mean_upper = mean + half};
}

Template RegionModel::buildable(const Vector& centre) const {
    Template placed{T.at(centre), T.weights};
    const Box cube = Box::unit(centre.size());
    if (problem.centres().contains(centre, rounding)) {
        for (Index i = 0; i < placed.size(); ++i) placed.points.col(i) = cube.clamp(placed.points.col(i));
        return placed;
    }
    const RobustSet& set = problem.robust_set();
    const auto is_outside = [](double x) { return x < 0 || x > 1; };
    for (Index i = 0; i < placed.size(); ++i) {
        for (const Index d : set.free_coordinates()) {
            const double delta = T.points(d, i);
            const double mirrored = centre[d] + set.from_ball(d, -set.to_ball(d, delta));
            const bool here_is_outside = is_outside(centre[d] + delta);
            if (here_is_outside) placed.points(d, i) = mirrored;
            // Two points of the region come to lie here, each with its own weight.
            if (here_is_outside != is_outside(mirrored)) placed.weights[i] /= 2;
        }
        placed.points.col(i) = cube.clamp(placed.points.col(i));
    }
    placed.weights /= placed.weights.sum();
    return placed;
}

double predicted_quality(const RegionModel& model, const Vector& centre) {
    const bool by_worst = model.problem.quality().kind() == Quality::Kind::maximum;
    return by_worst ? model.undo(model.gp.mean(model.expected_worst(centre))[0]) : model.average(centre);
}

double half_width(const RegionModel& model, const Vector& centre) {
    if (model.problem.quality().kind() == Quality::Kind::maximum) {
        const PredictedWorst worst = model.worst_at(centre);
        return worst.upper - worst.by_search;
    }
    return model.average_half_width(centre);
}

Vector drawable(const Problem& problem, const Vector& centre) {
    const Space& space = problem.space();
    Vector x = space.from_unit(centre);
    const Vector snapped = space.snap(x);
    for (Index d = 0; d < x.size(); ++d) {
        if (!space.parameters()[static_cast<std::size_t>(d)].step) continue;
        for (const double whole : {snapped[d], std::floor(x[d]), std::ceil(x[d])}) {
            Vector rounded = x;
            rounded[d] = whole;
            if (!problem.centres().contains(space.to_unit(rounded))) continue;
            x[d] = whole;
            break;
        }
    }
    return space.to_unit(x);
}

}  // namespace sweetspot::study
