#include "sweetspot/study/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/check.hpp"
#include "base/number_text.hpp"
#include "methods/limit_pieces.hpp"
#include "robust/scaled_regions.hpp"
#include "study/answer_words.hpp"
#include "study/centre_choice.hpp"
#include "study/kept_recommendation.hpp"
#include "study/rounded_design.hpp"
#include "study/verifying.hpp"

namespace sweetspot {
namespace {

/// The trials of a study with a value, the model of them, and the centre that is recommended.
struct Recommended {
    const StudyConfig& config;
    Optimizer optimizer;
    RegionModel model;
    Points units;   ///< the inputs in the unit cube
    Index single;   ///< the best single point among them
    Vector centre;  ///< in the unit cube
    std::vector<LimitModel> limits;

    [[nodiscard]] const Problem& problem() const { return model.problem(); }
};

/// What came out at u, on average; nothing where it was not evaluated.
std::optional<double> measured_at(const Optimizer& optimizer, const Points& units, const Vector& u) {
    constexpr double rounding = 1e-12;  // of the way to the unit cube and back
    double sum = 0;
    Index count = 0;
    for (Index n = 0; n < units.cols(); ++n) {
        if ((units.col(n) - u).cwiseAbs().maxCoeff() > rounding) continue;
        sum += optimizer.outputs()[n];
        ++count;
    }
    return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

/// What was measured at the n-th input itself keeps every limit on another output.
bool keeps_limits_itself(const Optimizer& optimizer, Index n) {
    const std::vector<Limit>& limits = optimizer.problem().limits();
    const std::vector<std::string> outputs = outputs_of(limits);
    return std::all_of(limits.begin(), limits.end(), [&](const Limit& limit) {
        const Index row = std::find(outputs.begin(), outputs.end(), limit.of) - outputs.begin();
        const double value = optimizer.limited_outputs()(row, n);
        return !std::isnan(value) && limit.allows(value);
    });
}

/// Among those that keep the limits, as far as there are any.
Index best_single(const Optimizer& optimizer, const GaussianProcess& gp, const Points& units) {
    Vector values(units.cols());
    if (optimizer.standard_errors().size() > 0) {
        values = gp.mean(units);
    } else {
        for (Index n = 0; n < units.cols(); ++n) values[n] = *measured_at(optimizer, units, units.col(n));
    }
    std::vector<Index> allowed;
    for (Index n = 0; n < units.cols(); ++n) {
        if (keeps_limits_itself(optimizer, n)) allowed.push_back(n);
    }
    Index best = 0;
    if (allowed.empty()) {
        values.minCoeff(&best);
        return best;
    }
    Vector(values(allowed)).minCoeff(&best);
    return allowed[static_cast<std::size_t>(best)];
}

Recommended recommended(const Study& study, const StudyView& view, Optimizer optimizer, Recommendation r,
                        const AnswerOptions& options) {
    const StudyConfig& config = study.config;
    Points units = optimizer.problem().space().points_to_unit(optimizer.inputs());
    const Index single = best_single(optimizer, r.gp, units);
    RegionModel model(optimizer.problem(), std::move(r.gp), Rng(config.seed));
    const Problem& problem = model.problem();
    std::vector<Vector> candidates = {std::move(r.best.x)};
    for (const Vector& x : options.also) {
        const Vector u = problem.space().to_unit(x);
        if (problem.centres().contains(u, 1e-9)) candidates.push_back(u);
    }
    Vector centre = study::kept_choice(config, view, optimizer, model.gp(), candidates, [&] {
        return study::chosen_centre(
            {config, view, model, units, optimizer.outputs(), single, options.threads, r.limits}, candidates);
    });
    return {config, std::move(optimizer), std::move(model),   std::move(units),
            single, std::move(centre),    std::move(r.limits)};
}

Recommendation by_method(const Study& study, const StudyView& view, const Optimizer& optimizer) {
    require(optimizer.observations() >= 1,
            "no trial is complete yet, so there is no answer; run the study, or tell a value");
    const Points failed = without_value(study.config, view).failed;
    return study::kept_recommendation(study.config, optimizer, failed,
                                      [&] { return optimizer.recommendation(failed); });
}

Recommended recommended(const Study& study, const StudyView& view, const AnswerOptions& options) {
    Optimizer optimizer = optimizer_of(study, view, options.threads);
    Recommendation r = by_method(study, view, optimizer);
    return recommended(study, view, std::move(optimizer), std::move(r), options);
}

Candidate candidate_at(const ModelledRegion& region) {
    const Estimate average = region.average();
    const PredictedWorst worst = region.worst();
    return {.x = region.centre(),
            .value = region.value(),
            .sd = region.sd(),
            .worst = worst,
            .mean = average.value,
            .mean_lower = average.lower,
            .mean_upper = average.upper,
            .measure = region.measure(worst, average)};
}

/// … and how it stands to the study's limit, if there is one.
Candidate candidate_of(const Recommended& r, const Vector& u) {
    const ModelledRegion region = r.model.at_unit(u);
    Candidate candidate = candidate_at(region);
    if (!r.config.objective.limit) return candidate;
    const double limit = *r.config.objective.limit;
    WithinLimit within{limit, region.share_within(limit), region.sigma_level(limit)};
    if (std::ranges::any_of(r.config.parameters, [](const StudyParameter& p) { return p.tolerance.amount > 0; })) {
        // The largest region keeps the limits on other outputs too; of one without a value nothing is known.
        const bool is_largest = r.config.largest_within.has_value();
        within.distance = tolerance_room_at(r.config, r.model.gp(), region.centre(), limit, std::nullopt,
                                            is_largest ? r.limits : std::vector<LimitModel>());
        if (is_largest) {
            const bool all_known = r.limits.size() == r.config.limits.size();
            const double fits = all_known ? factor_that_fits(r.problem().robust_set(), u) : 0;
            within.distance->by_mean = std::min(within.distance->by_mean, fits);
            within.distance->safely = std::min(within.distance->safely, fits);
        }
    }
    candidate.within = std::move(within);
    return candidate;
}

Design design_at(const Recommended& r, const Vector& u) {
    const Problem& problem = r.problem();
    Design design;
    design.candidate = candidate_of(r, u);
    design.candidate.measured = measured_at(r.optimizer, r.units, u);
    design.candidate.limits = predicted_limits(problem, r.limits, u, Rng(r.config.seed));
    design.lower = problem.space().from_unit(u + problem.robust_set().bounds().lower);
    design.upper = problem.space().from_unit(u + problem.robust_set().bounds().upper);
    for (Index n = 0; n < r.units.cols(); ++n) {
        if (problem.in_region(u, r.units.col(n))) ++design.evaluations_in_region;
    }
    return design;
}

/// Of an output without a value nothing is sure.
bool keeps_limits(const Recommended& r) {
    if (r.problem().limits().empty()) return true;
    constexpr double slack = 1e-9;  // rounding
    return r.limits.size() == r.problem().limits().size() && unsureness(r.limits, r.centre) <= slack;
}

Answer answer_at(const Recommended& r, const AnswerOptions& options) {
    const Problem& problem = r.problem();
    Design robust = design_at(r, r.centre);
    Answer answer;
    answer.robust = std::move(robust.candidate);
    answer.lower = std::move(robust.lower);
    answer.upper = std::move(robust.upper);
    answer.evaluations_in_region = robust.evaluations_in_region;
    const Estimate& measure = answer.robust.measure.estimate;
    answer.room = measure.value - measure.lower;
    answer.evaluations = r.optimizer.observations();
    answer.missing = std::max<Index>(0, values_needed(problem.dimension()) - answer.evaluations);
    answer.single = candidate_of(r, problem.in_the_middle(r.units.col(r.single)));
    answer.single.x = r.optimizer.inputs().col(r.single);
    answer.single.measured = measured_at(r.optimizer, r.units, r.units.col(r.single));
    answer.single_fits = problem.centres().contains(problem.in_the_middle(r.units.col(r.single)));
    answer.warnings = r.model.warnings();
    answer.modelled = r.model.gp().size();
    answer.in_covariances = r.model.gp().known_size();
    answer.feasible = keeps_limits(r);
    answer.lacking = r.optimizer.limited_outputs().array().isNaN().colwise().any().count();
    if (options.rounded == AnswerOptions::Rounded::wanted && answer.missing == 0) {
        answer.rounded = rounded_design(r.config, r.model, r.limits, answer.robust);
    }
    if (!options.at) return answer;
    answer.at = design_at(r, problem.space().to_unit(*options.at));
    answer.at->candidate.x = *options.at;  // as it was given
    return answer;
}

/// The checks that were made of the region of a centre (unit cube), at other places than the centre itself.
Index checks_beside(const Problem& problem, const StudyView& view, const Vector& centre) {
    constexpr double rounding = 1e-9;  // of the way to the unit cube and back
    const auto is_there = [&](const Vector& x) {
        return (problem.space().to_unit(x) - centre).cwiseAbs().maxCoeff() <= rounding;
    };
    return std::ranges::count_if(view.trials, [&](const Trial& trial) {
        const bool is_made = checks_answer(trial) || trial.source == TrialSource::verified_design;
        return is_made && is_there(trial.centre) && !is_there(trial.x);
    });
}

}  // namespace

Price price(const Candidate& of, const Candidate& against) {
    const auto uncertainty = [](const Candidate& c) { return c.measured ? 0 : surely * c.sd; };
    return {of.known_value() - against.known_value(), of.worst.by_search - against.worst.by_search,
            of.measure.estimate.value - against.measure.estimate.value,
            std::hypot(uncertainty(of), uncertainty(against))};
}

std::vector<RegionRow> region_rows(const Candidate& candidate) {
    std::vector<RegionRow> rows = {
        {"average of the region", {candidate.mean, candidate.mean_lower, candidate.mean_upper}},
        {"worst of the region", candidate.worst.estimate()}};
    const auto add_share = [&](double limit, const Estimate& share) {
        rows.push_back({fmt::format("share of builds within {}", number_text(limit)), share, RegionRow::Kind::share});
    };
    const RegionMeasure& measure = candidate.measure;
    if (measure.yield_limit) {
        const Estimate& beyond = measure.estimate;
        add_share(*measure.yield_limit, {1 - beyond.value, 1 - beyond.upper, 1 - beyond.lower});
    } else if (measure.is == RegionMeasure::Is::another) {
        rows.push_back({fmt::format("{} of the region", measure.label), measure.estimate});
    }
    // One number for one quantity.
    if (candidate.within && measure.yield_limit != candidate.within->limit) {
        add_share(candidate.within->limit, candidate.within->yield);
    }
    return rows;
}

std::string largest_region_words(const StudyConfig& config, const WithinLimit& within) {
    const ToleranceRoom& room = *within.distance;
    const std::string other = bound_by(config, room);
    const std::string limit = value_words(config.objective, within.limit);
    if (room.by_mean == 0 && !other.empty()) {
        return fmt::format("No region is known that keeps the limit {} and that of {}.", limit, other);
    }
    if (room.by_mean == 0) {
        return fmt::format("No region keeps the limit {}: the best centre is expected to break it even built exactly.",
                           limit);
    }
    const auto size = [&](double factor) {
        std::vector<std::string> tolerances;
        for (const StudyParameter& described : config.parameters) {
            const RegionTolerance& tolerance = described.tolerance;
            if (tolerance.amount == 0) continue;
            const bool share = tolerance.of == RegionTolerance::Of::nominal;
            const double amount = factor * tolerance.amount;
            tolerances.push_back(fmt::format(
                "{} ± {}", described.shown_name(),
                share ? number_text(100 * amount, 4) + "%" : with_unit(number_text(amount, 4), described.unit)));
        }
        return fmt::format("{} ({} times what the study states)", fmt::join(tolerances, ", "), number_text(factor, 3));
    };
    const std::string_view within_others = config.limits.empty() ? "" : " and the limits on other outputs";
    std::string text = fmt::format("The largest region within {}{} is {} by expectation; safely it is {}.", limit,
                                   within_others, size(room.by_mean), room.safely > 0 ? size(room.safely) : "none");
    if (!other.empty()) text += fmt::format(" The limit of {} allows no more.", other);
    return text;
}

Recommendation recommendation_of(const Study& study, const StudyView& view, int threads) {
    return by_method(study, view, optimizer_of(study, view, threads));
}

Recommendation recommendation_by(const Study& study, const GaussianProcess& model, int threads) {
    const RegionModel regions(study.problem, model, Rng(study.config.seed));
    return {regions.best_so_far(Parallel(threads)), model};
}

Answer answer_of(const Study& study, const StudyView& view, const AnswerOptions& options) {
    return answer_at(recommended(study, view, options), options);
}

Answer answer_of(const Study& study, const StudyView& view, int threads) {
    return answer_of(study, view, AnswerOptions{.threads = threads});
}

Answer answer_of(const Study& study, const StudyView& view, Recommendation recommendation, int threads) {
    return answer_of(study, view, std::move(recommendation), AnswerOptions{.threads = threads});
}

Answer answer_of(const Study& study, const StudyView& view, Recommendation recommendation,
                 const AnswerOptions& options) {
    return answer_at(
        recommended(study, view, optimizer_of(study, view, options.threads), std::move(recommendation), options),
        options);
}

std::optional<RegionMeasure> measure_of_answer(const Study& study, const StudyView& view, int threads) {
    const Index values = std::ranges::count(view.trials, TrialState::complete, &Trial::state);
    if (values < values_needed(study.problem.dimension())) return std::nullopt;
    const Recommended r = recommended(study, view, AnswerOptions{.threads = threads});
    return r.model.at_unit(r.centre).measure();
}

std::string what_is_missing(const StudyConfig& config, const Answer& answer) {
    if (answer.missing == 0) return "";
    const std::size_t parameters = config.parameters.size();
    return fmt::format("there is no answer yet: with {} parameter{} it needs {} values and has {}, so evaluate {} more",
                       parameters, parameters == 1 ? "" : "s", answer.evaluations + answer.missing, answer.evaluations,
                       answer.missing);
}

void require_design(const Study& study, const VectorRef& x, const std::string& where) {
    const Problem& problem = study.problem;
    problem.space().require_contains(x, where);
    const Vector least = problem.space().from_unit(problem.centres().lower);
    const Vector most = problem.space().from_unit(problem.centres().upper);
    const Vector u = problem.space().to_unit(x);
    for (Index d = 0; d < x.size(); ++d) {
        const Parameter& p = study.config.parameters[static_cast<std::size_t>(d)].parameter;
        require(u[d] >= problem.centres().lower[d] - 1e-9 && u[d] <= problem.centres().upper[d] + 1e-9,
                "{}: {} = {:g} is too close to its bounds [{:g}, {:g}], for with its tolerance the region reaches "
                "beyond them; give a value from {:.6g} to {:.6g}",
                where, p.name, x[d], p.lower, p.upper, least[d], most[d]);
    }
}

WorstPlaces worst_places(const Study& study, const StudyView& view, Index count, const AnswerOptions& options) {
    const Recommended r = recommended(study, view, options);
    const Problem& problem = r.problem();
    const ModelledRegion region = r.model.at_unit(options.at ? problem.space().to_unit(*options.at) : r.centre);
    const double promised = region.worst().upper;
    const Points pending = problem.space().points_to_unit(without_value(study.config, view).pending);
    Points places = study::places_to_verify({.model = r.model,
                                             .region = region,
                                             .limits = r.limits,
                                             .seed = Rng(r.config.seed),
                                             .evaluated = r.units,
                                             .checks = checks_beside(problem, view, region.unit_centre())},
                                            pending, count);
    for (Index k = 0; k < count; ++k) {
        places.col(k) = problem.buildable(problem.space().from_unit(places.col(k)));
    }
    return {options.at.value_or(region.centre()), promised, std::move(places)};
}

}  // namespace sweetspot
