#include "sweetspot/search/optimizer.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "design/initial_size.hpp"
#include "sweetspot/methods/iteration.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot {
namespace {

/// Outputs that have limits are not known there.
void append(Observations& observations, const Points& x, const Vector& y) {
    const Index n = observations.size();
    if (observations.outputs.rows() > 0) {
        observations.outputs.conservativeResize(Eigen::NoChange, n + x.cols());
        observations.outputs.rightCols(x.cols()).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
    observations.x.conservativeResize(Eigen::NoChange, n + x.cols());
    observations.x.rightCols(x.cols()) = x;
    observations.y.conservativeResize(n + y.size());
    observations.y.tail(y.size()) = y;
    if (observations.standard_errors.size() == 0) return;
    observations.standard_errors.conservativeResize(n + y.size());
    observations.standard_errors.tail(y.size()).setZero();
}

/// The nearest point that can be evaluated.
Vector evaluable(const Problem& problem, const Method& method, const Vector& x) {
    Vector result = problem.buildable(x);
    if (!method.looks_beyond_tolerances()) return result;
    for (const Index d : problem.levels().coordinates()) {
        const Parameter& p = problem.space().parameters()[static_cast<std::size_t>(d)];
        const Box& reach = problem.robust_set().bounds();
        if (reach.lower[d] < reach.upper[d]) result[d] = std::clamp(x[d], p.lower, p.upper);
    }
    return result;
}

}  // namespace

Optimizer::Optimizer(Problem problem, Options options)
    : problem_(std::move(problem)),
      options_(std::move(options)),
      parallel_(std::make_shared<const Parallel>(options_.threads)),
      inputs_(problem_.dimension(), 0) {
    require_by("Optimizer", options_.method != nullptr, "no method was given; use e.g. alternating_robust_search()");
    const Index initial = options_.initial.value_or(default_initial(problem_.dimension()));
    require_by("Optimizer", initial >= 1, "the initial design has {} points; it needs at least 1", initial);
    require_by("Optimizer", options_.design != nullptr, "no initial design was given; use e.g. maximin_design()");
    design_ = options_.design->points(problem_.dimension(), initial, Rng(options_.seed).split("initial design"));
    design_ = problem_.levels().balanced(std::move(design_));
    observations_.x.resize(problem_.dimension(), 0);
    if (problem_.limits().empty()) return;
    require_by("Optimizer", options_.method->knows_limits(),
               "the method {} knows no limits on other outputs; use alternating or bayesian-robust-search",
               options_.method->name());
    observations_.outputs.resize(std::ssize(outputs_of(problem_.limits())), 0);
}

Rng Optimizer::suggestion_rng(Index observations) const {
    return sweetspot::suggestion_rng(Rng(options_.seed), observations);
}

Suggestion Optimizer::ask() const {
    const Space& space = problem_.space();
    if (observations_.size() < design_.cols()) {
        return {problem_.buildable(space.from_unit(design_.col(observations_.size()))), std::nullopt};
    }
    return suggestion_of(observations_);
}

Suggestion Optimizer::ask(const WithoutValue& others) const {
    const Index without = others.pending.cols() + others.failed.cols();
    if (without == 0) return ask();
    const Space& space = problem_.space();
    const Index placed = observations_.size() + without;
    if (placed < design_.cols()) return {problem_.buildable(space.from_unit(design_.col(placed))), std::nullopt};
    if (observations_.size() == 0) {
        Points all(problem_.dimension(), without);
        all << others.pending, others.failed;
        return {problem_.buildable(space.from_unit(far_from(all))), std::nullopt};
    }
    Observations believed = with_failed(others.failed);
    if (others.pending.cols() > 0) believe_pending(believed, space.points_to_unit(others.pending));
    return suggestion_of(believed);
}

void Optimizer::believe_pending(Observations& believed, const Points& pending) const {
    if (!options_.method->heeds_values()) return append(believed, pending, Vector::Zero(pending.cols()));
    // What the model of the known values predicts is the value that teaches it least.
    const Rng seed(options_.seed);
    const Rng rng = suggestion_rng(believed.size());
    const Recommendation now = options_.method->recommend({problem_, believed, seed, rng, *parallel_, design_.cols()});
    const Vector mean = now.gp.mean(pending);
    append(believed, pending, mean.unaryExpr([&](double m) { return now.gp.standardisation().undo(m); }));
    const std::vector<std::string> outputs = outputs_of(problem_.limits());
    for (const LimitModel& limit : now.limits) {
        const auto row = std::find(outputs.begin(), outputs.end(), limit.limit.of) - outputs.begin();
        believed.outputs.row(row).tail(pending.cols()) =
            limit.gp.mean(pending).unaryExpr([&](double h) { return limit.output(h); }).transpose();
    }
}

Suggestion Optimizer::suggestion_of(const Observations& observations) const {
    const Space& space = problem_.space();
    const Rng seed(options_.seed);
    const Rng rng = suggestion_rng(observations.size());
    Proposal p = options_.method->propose({problem_, observations, seed, rng, *parallel_, design_.cols()});
    return {evaluable(problem_, *options_.method, space.from_unit(p.next)),
            Suggestion::Reason{space.from_unit(p.centre), p.expected_improvement,
                               p.incumbent.size() == 0 ? Vector() : space.from_unit(p.incumbent), p.incumbent_quality,
                               std::move(p.gp), p.realisations, p.note, p.timings, p.pessimistic_quality}};
}

Observations Optimizer::with_failed(const Points& failed) const {
    Observations result = observations_;
    if (failed.cols() == 0) return result;
    append(result, problem_.space().points_to_unit(failed),
           Vector::Constant(failed.cols(), observations_.y.maxCoeff()));
    return result;
}

Vector Optimizer::far_from(const Points& others) const {
    constexpr int tried = 200;  // enough to find a gap; nothing is known of f yet
    Rng rng = Rng(options_.seed).split("far").split(static_cast<std::uint64_t>(others.cols()));
    const Points taken = problem_.space().points_to_unit(others);
    Vector best;
    double farthest = -1;
    for (int k = 0; k < tried; ++k) {
        Vector x(problem_.dimension());
        for (double& coordinate : x) coordinate = rng.uniform();
        const double distance = (taken.colwise() - x).colwise().norm().minCoeff();
        if (distance <= farthest) continue;
        farthest = distance;
        best = x;
    }
    return best;
}

void Optimizer::tell(const VectorRef& x, double y, double standard_error) {
    const Index n = observations_.size();
    problem_.space().require_contains(x, fmt::format("observation {}", n + 1));
    require(std::isfinite(y), "observation {}: its value is {}; it must be a finite number", n + 1, y);
    require(std::abs(y) <= largest_output, "observation {}: its value is {}; it must be from -{} to {}", n + 1, y,
            largest_output, largest_output);
    require(!(standard_error < 0) && !(standard_error > largest_output),
            "observation {}: its standard error is {}; it must be from 0 to {}, and 0 where none is known", n + 1,
            standard_error, largest_output);
    inputs_.conservativeResize(Eigen::NoChange, n + 1);
    inputs_.col(n) = x;
    observations_.x.conservativeResize(Eigen::NoChange, n + 1);
    observations_.x.col(n) = problem_.space().to_unit(x);
    observations_.y.conservativeResize(n + 1);
    observations_.y[n] = y;
    if (observations_.outputs.rows() > 0) {
        observations_.outputs.conservativeResize(Eigen::NoChange, n + 1);
        observations_.outputs.col(n).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
    Vector& errors = observations_.standard_errors;
    if (standard_error > 0 && errors.size() == 0) errors.setZero(n);
    if (standard_error > 0 || errors.size() > 0) {
        errors.conservativeResize(n + 1);
        errors[n] = std::isnan(standard_error) ? 0 : standard_error;
    }
}

void Optimizer::tell(const VectorRef& x, double y, double standard_error, const NamedOutputs& outputs) {
    const std::vector<std::string> known = outputs_of(problem_.limits());
    const Index n = observations_.size();
    Vector values = Vector::Constant(std::ssize(known), std::numeric_limits<double>::quiet_NaN());
    for (const auto& [name, value] : outputs) {
        const auto place = std::find(known.begin(), known.end(), name);
        require(place != known.end(), "observation {}: \"{}\" has no limit; the limited outputs are {}", n + 1, name,
                known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")));
        require(!(std::abs(value) > largest_output),
                "observation {}: \"{}\" is {}; it must be from -{} to {}, or NaN if it is not known", n + 1, name,
                value, largest_output, largest_output);
        values[place - known.begin()] = value;
    }
    tell(x, y, standard_error);
    if (!known.empty()) observations_.outputs.col(n) = values;
}

Best Optimizer::best() const {
    return best(Points(problem_.dimension(), 0));
}

Best Optimizer::best(const Points& failed) const {
    return best_of(recommendation(failed));
}

Recommendation Optimizer::recommendation(const Points& failed) const {
    require_by("Optimizer", observations_.size() >= 1,
               "there is no best before the first observation; tell at least one");
    const Observations known = with_failed(failed);
    const Rng seed(options_.seed);
    const Rng rng = suggestion_rng(known.size());
    return options_.method->recommend({problem_, known, seed, rng, *parallel_, design_.cols()});
}

std::optional<Best> Optimizer::best_by_own_rule() const {
    if (observations_.size() < 1) return std::nullopt;
    const Rng seed(options_.seed);
    const Rng rng = suggestion_rng(observations_.size());
    const std::optional<Recommendation> r =
        options_.method->own_recommendation({problem_, observations_, seed, rng, *parallel_, design_.cols()});
    if (!r) return std::nullopt;
    return best_of(*r);
}

Best Optimizer::best_of(const Recommendation& r) const {
    const RegionModel model(problem_, r.gp, Rng(options_.seed), suggestion_rng(observations_.size()));
    const ModelledRegion region = model.at_unit(r.best.x);
    const PredictedWorst worst = region.worst();
    Best best{region.centre(), quality_in_units(problem_, r.gp, r.best.quality), worst.where, worst.by_search};
    if (model.promises()) best.worst_interval = Interval{worst.lower, worst.upper};
    best.limits = predicted_limits(problem_, r.limits, r.best.x, Rng(options_.seed));
    best.feasible = r.keeps_limits();
    return best;
}

}  // namespace sweetspot
