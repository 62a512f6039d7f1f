#include "methods/within_limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "acquisition/feasible_improvement.hpp"
#include "design/latin_hypercube.hpp"
#include "gp/scheduled_fit.hpp"
#include "methods/improving_region.hpp"
#include "methods/limit_pieces.hpp"
#include "methods/maximise.hpp"
#include "methods/over_levels.hpp"
#include "methods/region_minimum.hpp"
#include "optimize/multistart.hpp"
#include "optimize/units.hpp"
#include "robust/neighbourhood.hpp"
#include "robust/worst_case_parts.hpp"

namespace sweetspot {
namespace {

// Draws are stratified, and of S only the mean and the spread are wanted, so fewer are enough than for improvements.
constexpr RealisationOptions fine_feasibility = {.realisations = 256, .pivots = {.max_rank = 24, .tolerance = 0.05}};
constexpr RealisationOptions coarse_feasibility = {.realisations = 96, .pivots = {.max_rank = 14, .tolerance = 0.1}};

constexpr Index optimistic_descents = 6;
constexpr Index most_optimistic_evaluations = 48;
constexpr int optimistic_improvements = 3;
constexpr int most_sharpenings = 4;

/// Of a limit that is surely kept or surely broken there is still this share to learn.
constexpr double least_doubt = 0.05;

/// The place of the region where a limit that is for all of it is least sure joins the limit's template, if the
/// template does not show it already: the exchange method of semi-infinite programming. Says whether there was one.
bool sharpen(std::vector<LimitModel>& limits, const RobustSet& set, const Vector& x, const Rng& rng) {
    constexpr double worth_it = 1e-3;  // standard deviations of the output
    const SamplingRulePtr least_sure = sample_ucb(sure_of_limits);
    bool sharpened = false;
    for (LimitModel& limit : limits) {
        if (limit.limit.what != Limit::For::worst) continue;
        const Vector place = least_sure->sample({limit.gp, set, limit.T, x}, rng);
        const double h = limit.gp.mean(place)[0] + sure_of_limits * std::sqrt(limit.gp.variance(place)[0]);
        if (h - limit.bound <= limit_excess({limit}, sure_of_limits, x) + worth_it) continue;
        limit.T.add(x, place);
        sharpened = true;
    }
    return sharpened;
}

FeasibleBest best_within(const Iteration& iteration, const ModelOptions& options, const GaussianProcess& gp,
                         std::vector<LimitModel>& limits) {
    const Situation& s = iteration.situation();
    const Problem& problem = s.problem;
    const Template& T = iteration.region_template();
    const Vector& w = iteration.weights();
    FeasibleBest result;
    if (options.fixed.incumbent) {
        const Vector& x = *options.fixed.incumbent;
        result = {{x, mean_quality_at(gp, T, w, iteration.quality(), x)}, unsureness(limits, x)};
    } else {
        const Neighbourhood neighbourhood = neighbourhood_of(problem, s.observations.x);
        const Rng rng = s.rng.split("best so far");
        if (limits.empty()) {
            result.best = best_so_far(gp, neighbourhood, problem.centres(), T, w, iteration.quality(),
                                      options.best_so_far, rng, s.parallel);
        }
        const LimitedQuality judged{gp, T, w, iteration.quality(), limits};
        if (!limits.empty()) {
            result = feasible_best_so_far(judged, neighbourhood, options.best_so_far, rng, s.parallel);
        }
        for (int k = 0; k < most_sharpenings && sharpen(limits, problem.robust_set(), result.best.x, rng); ++k) {
            result = feasible_best_from(judged, neighbourhood, {result.best.x}, s.parallel);
        }
    }
    // Of an output without a value nothing is sure.
    if (limits.size() < problem.limits().size()) result.violation = std::numeric_limits<double>::infinity();
    return result;
}

}  // namespace

std::vector<LimitModel> fitted_limits(const ModelOptions& options, const Situation& s) {
    const std::vector<Limit>& limits = s.problem.limits();
    const std::vector<std::string> outputs = outputs_of(limits);
    FitOptions fit_options = options.fit;
    fit_options.choice_sizes = s.problem.space().choice_sizes();
    fit_options.inference = FitOptions::Inference::map;  // a probability to keep a limit goes by one model
    std::map<std::string, GaussianProcess> fitted;
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        std::vector<Index> known;
        for (Index n = 0; n < s.observations.outputs.cols(); ++n) {
            if (std::isfinite(s.observations.outputs(static_cast<Index>(o), n))) known.push_back(n);
        }
        if (known.empty()) continue;
        const Vector values = s.observations.outputs.row(static_cast<Index>(o))(known).transpose();
        const std::string stream = "limit " + outputs[o];
        fitted.emplace(outputs[o], detail::scheduled_fit(s.observations.x(Eigen::all, known), values, Vector(),
                                                         fit_options, s.rng.split("limit").split(outputs[o]),
                                                         fit_streams(s, stream), s.parallel));
    }
    std::vector<LimitModel> result;
    for (const Limit& limit : limits) {
        const auto model = fitted.find(limit.of);
        if (model == fitted.end()) continue;
        result.push_back(limit_model(limit, model->second, s.problem.robust_set(), s.seed, s.problem.confusion()));
    }
    return result;
}

WithinLimits::WithinLimits(const Iteration& iteration, const ModelOptions& options, const GaussianProcess& gp)
    : iteration_(iteration),
      gp_(gp),
      limits_(fitted_limits(options, iteration.situation())),
      best_(best_within(iteration, options, gp, limits_)) {
    const Rng rng = iteration.situation().rng.split("feasibility");
    feasibility_.emplace(limits_, best_.best.x, fine_feasibility, rng);
    coarse_.emplace(limits_, best_.best.x, coarse_feasibility, rng);
}

ChosenRegion WithinLimits::improving_region(const ImprovementOptions& options) const {
    const Situation& s = iteration_.situation();
    const Vector& x_star = best_.best.x;
    if (best_.feasible() || limits_.empty()) {
        const ImprovementWithin within{*feasibility_, *coarse_};
        return sweetspot::improving_region(options, iteration_, gp_, x_star, &within);
    }
    const MostFeasible whole(*feasibility_);
    const MostFeasible screened(*coarse_);
    const Points starts = plateau_starts(s.problem, s.observations, x_star, s.rng.split("plateau"));
    Points all(starts.rows(), starts.cols() + 1);
    all << starts, s.problem.nearest_centre(x_star);
    const Maximum found = maximise_over_levels(*options.maximiser, {whole, {{&screened, 2, 4}}}, s.problem.levels(),
                                               s.problem.centres(), all, s.rng.split("maximise"), s.parallel);
    return {found.x, unknown_improvement, fine_feasibility.realisations,
            "no region is known that keeps the limits; took the likeliest"};
}

Vector WithinLimits::optimistic_region(double beta, Index screening) const {
    const Situation& s = iteration_.situation();
    const Template& T = iteration_.region_template();
    const Box& box = s.problem.centres();
    const Vector& x_star = best_.best.x;
    if (limits_.empty()) return sweetspot::optimistic_region({iteration_, gp_, x_star, screening}, beta);

    const Block lower =
        reduced({T.size(), lower_bound_over_regions(gp_, T, beta).pieces}, iteration_.weights(), iteration_.quality());
    const Block limits = rescaled(limit_block(limits_, -beta), 0, limit_steepness);
    const auto better_than = [&](double quality) {
        return best_.feasible() ? stacked({rescaled(lower, quality, 1), limits}) : limits;
    };
    const Vector units = s.problem.robust_set().units();
    const CentreLevels& levels = s.problem.levels();
    const auto descend = [&](const Block& block, const Vector& from) {
        const Box held = levels.held(box, from);
        Minimum end = minimize_maximum(in_units(block.pieces, units),
                                       in_units([&](const Vector& x) -> Vector { return held.clamp(x); }, units),
                                       from.cwiseQuotient(units), worst_case_descent(box.dimension()));
        end.x = held.clamp(end.x.cwiseProduct(units));
        return end;
    };

    const Rng rng = s.rng.split("maximise");
    const Points spread = levels.spread(latin_hypercube(box, screening, rng.split("screening")), box);
    const Points near = plateau_starts(s.problem, s.observations, x_star, rng.split("plateau"));
    Points points(box.dimension(), spread.cols() + near.cols() + 1);
    points << spread, near, s.problem.nearest_centre(x_star);
    const Block first = better_than(best_.best.quality);
    MultistartObjective screened;
    screened.objective = [&](const Vector& x, Vector*) { return first.pieces.values(x).maxCoeff(); };
    screened.lower_bounds = {[&](const Points& x) {
        // The centre alone: a largest value is no less.
        Vector bounds = Vector::Constant(x.cols(), -std::numeric_limits<double>::infinity());
        if (best_.feasible()) bounds = (gp_.mean(x) - beta * gp_.variance(x).cwiseSqrt()).array() - best_.best.quality;
        for (const LimitModel& limit : limits_) {
            const Vector h = (limit.gp.mean(x) - beta * limit.gp.variance(x).cwiseSqrt()).array() - limit.bound;
            bounds = bounds.cwiseMax(limit_steepness * h);
        }
        return bounds;
    }};
    std::vector<Index> chosen =
        screen(screened, points, optimistic_descents, s.parallel, nullptr, most_optimistic_evaluations);
    if (std::find(chosen.begin(), chosen.end(), points.cols() - 1) == chosen.end()) chosen.push_back(points.cols() - 1);
    std::vector<Minimum> ends(chosen.size());
    s.parallel.for_each(std::ssize(chosen), [&](Index i) {
        ends[static_cast<std::size_t>(i)] = descend(first, points.col(chosen[static_cast<std::size_t>(i)]));
    });
    Minimum best =
        *std::min_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
    for (int k = 0; best_.feasible() && best.value < 0 && k < optimistic_improvements; ++k) {
        Minimum next = descend(better_than(lower.pieces.values(best.x).maxCoeff()), best.x);
        if (!(next.value < 0)) break;
        best = std::move(next);
    }
    return best.x;
}

Vector WithinLimits::sample(const SamplingRule& rule, const Vector& x_prime) const {
    const Situation& s = iteration_.situation();
    const RobustSet& set = s.problem.robust_set();
    const Rng rng = s.rng.split("sampling");
    const auto sd_at = [](const GaussianProcess& gp, const Vector& x) { return std::sqrt(gp.variance(x)[0]); };
    Vector next = rule.sample({gp_, set, iteration_.region_template(), x_prime}, rng);
    double most = best_.feasible() || limits_.empty() ? sd_at(gp_, next) : 0;
    for (std::size_t j = 0; j < limits_.size(); ++j) {
        const LimitModel& limit = limits_[j];
        const double p = std::exp(feasibility_->parts()[j].log_probability(x_prime, nullptr));
        const double doubt = std::max(least_doubt, 2 * std::min(p, 1 - p));
        const Vector place =
            limit.limit.what == Limit::For::centre ? x_prime : rule.sample({limit.gp, set, limit.T, x_prime}, rng);
        const double learned = doubt * sd_at(limit.gp, place);
        if (learned <= most) continue;
        most = learned;
        next = place;
    }
    return next;
}

Recommendation recommend_within_limits(const ModelOptions& options, const Situation& situation) {
    Iteration iteration(options, situation);
    GaussianProcess gp = iteration.fit();
    WithinLimits within(iteration, options, gp);
    return {within.best().best, std::move(gp), within.limits(), within.best().violation};
}

}  // namespace sweetspot
