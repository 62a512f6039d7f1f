#include "sweetspot/search/region_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "gp/shifted_mean.hpp"
#include "robust/neighbourhood.hpp"
#include "robust/qualities/yield.hpp"
#include "search/promise.hpp"
#include "search/region_supremum.hpp"
#include "sweetspot/methods/iteration.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {
namespace {

constexpr double rounding = 1e-9;  // a region that touches the bounds fits
constexpr Index realisations = 500;
constexpr Index places_of_shares = 500;  // a share is no finer than one of its places

Estimate around(double value, double half_width) {
    return {value, value - half_width, value + half_width};
}

constexpr Index limits_at_once = 8;

/// The weight of the values within each limit. Summed in the order of the values, whatever the number of limits;
/// several at once, for one sum alone would wait for each of its additions.
Vector weights_within(const VectorRef& values, const Vector& weights, const Vector& limits) {
    Vector result(limits.size());
    for (Index begin = 0; begin < limits.size(); begin += limits_at_once) {
        const Index count = std::min(limits_at_once, limits.size() - begin);
        std::array<double, limits_at_once> limit{};
        std::array<double, limits_at_once> sum{};
        std::copy_n(limits.data() + begin, count, limit.begin());
        for (Index i = 0; i < values.size(); ++i) {
            for (std::size_t k = 0; k < limits_at_once; ++k) sum[k] += values[i] <= limit[k] ? weights[i] : 0.0;
        }
        std::copy_n(sum.begin(), count, result.data() + begin);
    }
    return result;
}

/// Of realisations of a share, and of the same with all values higher or lower by what is unseen.
Estimate estimate_of_shares(const Vector& shares, const Vector& least, const Vector& most) {
    const double share = std::clamp(shares.mean(), 0.0, 1.0);
    return {share, std::clamp(middle_of_draws(least).lower, 0.0, share),
            std::clamp(middle_of_draws(most).upper, share, 1.0)};
}

double unseen_of(const RegionModel& model, const Vector& u) {
    return unseen_of_region(model.gp(), model.problem().robust_set(), u);
}

/// The same in the unit of y, from the average of the region on.
double unseen_in_units(const RegionModel& model, const Template& places, const Vector& u) {
    const double average = model.gp().mean(places.points).dot(places.weights);
    return model.gp().standardisation().undo_step(average, unseen_of(model, u));
}

}  // namespace

RegionModel::RegionModel(Problem problem, GaussianProcess gp, const Rng& seed, const Rng& draws)
    : problem_(std::move(problem)),
      gp_(std::move(gp)),
      seed_(seed),
      draws_(draws),
      T_(make_template(problem_.robust_set(), {.shape = TemplateShape::boundary_heavy}, seed_.split("template"),
                       problem_.confusion())) {}

RegionModel::RegionModel(Problem problem, GaussianProcess gp, const Rng& seed)
    : RegionModel(std::move(problem), std::move(gp), seed, seed.split("answer").split("promise")) {}

ModelledRegion RegionModel::at(const VectorRef& x) const {
    return {*this, problem_.space().to_unit(x)};
}

ModelledRegion RegionModel::at_unit(const VectorRef& u) const {
    return {*this, u};
}

Vector RegionModel::mean(const PointsRef& points) const {
    return gp_.mean(points).unaryExpr([&](double mean) { return gp_.standardisation().undo(mean); });
}

Vector RegionModel::sd(const PointsRef& points) const {
    const Vector sd = gp_.variance(points).cwiseSqrt();
    return gp_.mean(points).binaryExpr(sd, [&](double m, double s) { return gp_.standardisation().undo_sd(m, s); });
}

Vector RegionModel::upper(const PointsRef& points) const {
    const Vector bound = gp_.mean(points) + surely * gp_.variance(points).cwiseSqrt();
    return bound.unaryExpr([&](double value) { return gp_.standardisation().undo(value); });
}

Vector RegionModel::values() const {
    return gp_.targets().unaryExpr([&](double target) { return gp_.standardisation().undo(target); });
}

std::vector<std::string> RegionModel::warnings() const {
    return model_warnings(gp_, problem_.space());
}

Template RegionModel::everywhere(std::optional<Index> size) const {
    return make_template(problem_.robust_set(), {TemplateShape::uniform, size}, seed_.split("template"),
                         problem_.confusion());
}

BestSoFar RegionModel::best_so_far(const Parallel& parallel) const {
    const Quality& quality = problem_.quality();
    const Template T = template_shape_for(quality) == TemplateShape::uniform ? everywhere() : T_;
    const QualityPtr standardised = standardised_quality(problem_, gp_);
    const Neighbourhood neighbourhood = neighbourhood_of(problem_, gp_.inputs());
    return sweetspot::best_so_far(
        gp_, neighbourhood, problem_.centres(), T, quality.reweighted(problem_.perturbations(T.points), T.weights),
        standardised ? *standardised : quality, {}, suggestion_rng(seed_, gp_.size()).split("best so far"), parallel);
}

Vector RegionModel::measures(const PointsRef& centres, Index most_places, const Parallel& parallel) const {
    const Quality& quality = problem_.quality();
    Template T = template_shape_for(quality) == TemplateShape::uniform ? everywhere() : T_;
    if (T.size() > most_places) {
        std::vector<Index> chosen(static_cast<std::size_t>(most_places));
        for (Index i = 0; i < most_places; ++i) chosen[static_cast<std::size_t>(i)] = i * T.size() / most_places;
        T = T.part(chosen);
    }
    Vector weights = quality.reweighted(problem_.perturbations(T.points), T.weights);
    if (weights.sum() > 0) weights = T.normalised(std::move(weights));
    const ShiftedMean shifted(gp_, T.points, T.scenarios);
    Vector result = Vector::Constant(centres.cols(), std::numeric_limits<double>::quiet_NaN());
    parallel.for_each(centres.cols(), [&](Index i) {
        if (!problem_.centres().contains(centres.col(i), rounding)) return;
        const Vector mean = shifted.values(centres.col(i));
        const auto undo = [&](double value) { return gp_.standardisation().undo(value); };
        result[i] = quality.value(mean.unaryExpr(undo), weights);
    });
    return result;
}

Template RegionModel::placed(const Template& T, const Vector& u) const {
    Template placed{T.at(u), T.weights};
    const Box cube = Box::unit(u.size());
    if (problem_.centres().contains(u, rounding)) {
        for (Index i = 0; i < placed.size(); ++i) placed.points.col(i) = cube.clamp(placed.points.col(i));
        return placed;
    }
    const RobustSet& set = problem_.robust_set();
    const auto is_outside = [](double x) { return x < 0 || x > 1; };
    for (Index i = 0; i < placed.size(); ++i) {
        const Vector centre = T.centre(u, i);
        for (const Index d : set.free_coordinates()) {
            const double delta = T.points(d, i);
            const double mirrored = u[d] + set.from_ball(d, -set.to_ball(d, delta));
            const bool here_is_outside = is_outside(u[d] + delta);
            const Vector before = placed.points.col(i) - centre;
            if (here_is_outside) placed.points(d, i) = mirrored;
            if (here_is_outside && !set.is_uniform()) {
                placed.weights[i] *= std::exp(set.log_density(placed.points.col(i) - centre) - set.log_density(before));
            }
            // Two points of the region come to lie here, each with its own weight.
            if (here_is_outside != is_outside(mirrored)) placed.weights[i] /= 2;
        }
        placed.points.col(i) = cube.clamp(placed.points.col(i));
    }
    placed.weights = T.normalised(std::move(placed.weights));
    return placed;
}

/// The one place that asks what kind of measure it is: intervals of a supremum and of an average have formulas of their
/// own, any other measure gets its interval from joint realisations.
RegionMeasure::Is RegionModel::measure_is() const {
    using Is = RegionMeasure::Is;
    const Quality& quality = problem_.quality();
    if (quality.kind() == Quality::Kind::maximum) return Is::worst;
    const bool is_average = quality.kind() == Quality::Kind::linear &&
                            quality.reweighted(problem_.perturbations(T_.points), T_.weights) == T_.weights;
    return is_average ? Is::average : Is::another;
}

ModelledRegion::ModelledRegion(const RegionModel& model, Vector u)
    : model_(&model), u_(std::move(u)), places_(model.placed(model.T_, u_)) {}

const Problem& ModelledRegion::problem() const {
    return model_->problem_;
}

Vector ModelledRegion::centre() const {
    return model_->problem_.space().from_unit(u_);
}

double ModelledRegion::value() const {
    return model_->mean(u_)[0];
}

double ModelledRegion::sd() const {
    return model_->sd(u_)[0];
}

RegionMeasure ModelledRegion::measure() const {
    const auto is = model_->measure_is();
    return measure(is == RegionMeasure::Is::worst ? worst() : PredictedWorst{},
                   is == RegionMeasure::Is::average ? average() : Estimate{});
}

RegionMeasure ModelledRegion::measure(const PredictedWorst& worst, const Estimate& average) const {
    const Quality& quality = model_->problem_.quality();
    RegionMeasure result{std::string(quality.name()), std::string(quality.label()), model_->measure_is(), average,
                         yield_limit(quality)};
    if (result.is == RegionMeasure::Is::worst) result.estimate = worst.estimate();
    if (result.is == RegionMeasure::Is::another) result.estimate = another();
    return result;
}

double ModelledRegion::measure_value() const {
    switch (model_->measure_is()) {
        case RegionMeasure::Is::worst:
            return worst_value();
        case RegionMeasure::Is::average:
            return average_value();
        default:
            return value_of(model_->placed(model_->everywhere(), u_));
    }
}

double ModelledRegion::measure_by_template() const {
    return value_of(places_);
}

double ModelledRegion::value_of(const Template& places) const {
    const Problem& problem = model_->problem_;
    return problem.quality().value(model_->mean(places.points), weights_of(places));
}

Vector ModelledRegion::weights_of(const Template& places) const {
    const Problem& problem = model_->problem_;
    return problem.quality().reweighted(problem.perturbations(problem.deviations(places.points, u_)), places.weights);
}

Estimate ModelledRegion::another() const {
    const Quality& quality = model_->problem_.quality();
    const RegionDraws joint = quality.has_unit() ? draws(realisations) : draws(realisations, places_of_shares);
    const Vector weights = weights_of(joint.places);
    const auto value_in = [&](const Vector& responses) { return quality.value(responses, weights); };
    // The share is smooth for the search; what is built is beyond the limit or not.
    if (const std::optional<double> limit = yield_limit(quality)) {
        return share(joint, [&](const Vector& responses) {
            return weights.dot((responses.array() > *limit).cast<double>().matrix());
        });
    }
    if (!quality.has_unit()) return share(joint, value_in);
    Vector values(joint.values.cols());
    for (Index j = 0; j < values.size(); ++j) values[j] = value_in(joint.values.col(j));
    const double value = value_of(joint.places);
    const Interval interval = promise_by_draws(model_->gp_, value, values, unseen_of(*model_, u_));
    return {value, interval.lower, interval.upper};
}

/// Expected over realisations; its interval is by those farther from the mean, all of them higher or lower by what is
/// unseen.
Estimate ModelledRegion::share(const RegionDraws& joint, const std::function<double(const Vector&)>& share_in) const {
    const Vector mean = model_->mean(joint.places.points);
    const double wider = average_widening(model_->gp_);
    const double f = unseen_in_units(*model_, joint.places, u_);
    Vector shares(joint.values.cols());
    Vector least(shares.size());
    Vector most(shares.size());
    for (Index j = 0; j < shares.size(); ++j) {
        shares[j] = share_in(joint.values.col(j));
        const Vector widened = mean + wider * (joint.values.col(j) - mean);
        std::tie(least[j], most[j]) = std::minmax({share_in(widened.array() - f), share_in(widened.array() + f)});
    }
    return estimate_of_shares(shares, least, most);
}

Vector ModelledRegion::surely_worst() const {
    return sample_ucb(surely)->sample({model_->gp_, model_->problem_.robust_set(), model_->T_, u_}, model_->draws_);
}

Vector ModelledRegion::expected_worst() const {
    const GaussianProcess& gp = model_->gp_;
    Vector by_mean = sample_worst_case()->sample({gp, model_->problem_.robust_set(), model_->T_, u_}, model_->draws_);
    // The search begins at other points where the region is cut by the bounds.
    Index worst_of_template = 0;
    const double by_template = gp.mean(places_.points).maxCoeff(&worst_of_template);
    if (gp.mean(by_mean)[0] < by_template) by_mean = places_.points.col(worst_of_template);
    return by_mean;
}

double ModelledRegion::worst_value() const {
    return model_->mean(expected_worst())[0];
}

PredictedWorst ModelledRegion::worst() const {
    const Space& space = model_->problem_.space();
    Template inside = places_;
    inside.points.colwise() -= u_;
    const WorstCasePromise promise = promise_worst_case(model_->gp_, model_->problem_, inside, u_, model_->draws_);
    const Vector by_mean = expected_worst();
    const double expected = model_->mean(by_mean)[0];
    const Interval interval = promise.interval.value_or(Interval{expected, expected});
    return {
        std::min(interval.lower, expected), model_->mean(inside.at(u_)).maxCoeff(), expected, space.from_unit(by_mean),
        std::max(interval.upper, expected), space.from_unit(promise.upper_where)};
}

Template ModelledRegion::places_by_law(Index count) const {
    return model_->placed(model_->everywhere(count), u_);
}

Template ModelledRegion::places_by_law() const {
    if (model_->problem_.robust_set().is_uniform()) return places_;
    return model_->placed(model_->everywhere(), u_);
}

double ModelledRegion::average_value() const {
    const Standardisation& units = model_->gp_.standardisation();
    const Template places = places_by_law();
    // Summed as it is undone, one after another.
    return model_->gp_.mean(places.points).unaryExpr([&](double mean) { return units.undo(mean); }).dot(places.weights);
}

Estimate ModelledRegion::average() const {
    const Template places = places_by_law();
    const JointPosterior joint = model_->gp_.joint(places.points);
    // An average of jointly normal values is normal.
    return around(average_value(),
                  average_half_width(model_->gp_, joint.mean.dot(places.weights),
                                     places.weights.dot(joint.covariance * places.weights), unseen_of(*model_, u_)));
}

RegionDraws ModelledRegion::draws(Index count, std::optional<Index> places) const {
    RegionDraws result{model_->placed(model_->everywhere(places), u_), {}};
    const Standardisation& units = model_->gp_.standardisation();
    result.values = joint_draws(model_->gp_, result.places.points, count, model_->draws_.split("region"))
                        .unaryExpr([&](double value) { return units.undo(value); });
    return result;
}

Estimate ModelledRegion::share_within(double limit) const {
    const RegionDraws joint = draws(realisations, places_of_shares);
    return share(joint, [&](const Vector& values) {
        return joint.places.weights.dot((values.array() <= limit).cast<double>().matrix());
    });
}

std::vector<Estimate> ModelledRegion::shares_within(const Vector& limits) const {
    const RegionDraws joint = draws(realisations, places_of_shares);
    const Vector mean = model_->mean(joint.places.points);
    const Vector& weights = joint.places.weights;
    const double wider = average_widening(model_->gp_);
    const double f = unseen_in_units(*model_, joint.places, u_);
    Matrix shares(limits.size(), realisations);
    Matrix least(limits.size(), realisations);
    Matrix most(limits.size(), realisations);
    for (Index j = 0; j < realisations; ++j) {
        shares.col(j) = weights_within(joint.values.col(j), weights, limits);
        const Vector widened = mean + wider * (joint.values.col(j) - mean);
        least.col(j) = weights_within(widened.array() + f, weights, limits);
        most.col(j) = weights_within(widened.array() - f, weights, limits);
    }
    std::vector<Estimate> result;
    for (Index k = 0; k < limits.size(); ++k)
        result.push_back(estimate_of_shares(shares.row(k), least.row(k), most.row(k)));
    return result;
}

std::optional<Estimate> ModelledRegion::sigma_level(double limit) const {
    const Problem& problem = model_->problem_;
    if (problem.robust_set().free_coordinates().empty() && !problem.confusion()) return std::nullopt;
    const RegionDraws joint = draws(realisations, places_of_shares);
    const Vector mean = model_->mean(joint.places.points);
    const Vector& w = joint.places.weights;
    const double wider = average_widening(model_->gp_);
    const auto average = [&](const Vector& f) { return w.dot(f); };
    const auto variance = [&](const Vector& f) { return w.dot((f.array() - w.dot(f)).square().matrix()); };
    const double unknown = unseen_in_units(*model_, joint.places, u_);
    double averages = 0;
    double variances = 0;
    Vector least(realisations);
    Vector most(realisations);
    for (Index j = 0; j < realisations; ++j) {
        const Vector f = joint.values.col(j);
        averages += average(f) / static_cast<double>(realisations);
        variances += variance(f) / static_cast<double>(realisations);
        const Vector wide = mean + wider * (f - mean);
        least[j] = (limit - unknown - average(wide)) / std::sqrt(variance(wide));
        most[j] = (limit + unknown - average(wide)) / std::sqrt(variance(wide));
    }
    const double level = (limit - averages) / std::sqrt(variances);
    if (!std::isfinite(level) || !least.allFinite() || !most.allFinite()) return std::nullopt;
    return Estimate{level, std::min(middle_of_draws(least).lower, level), std::max(middle_of_draws(most).upper, level)};
}

}  // namespace sweetspot
