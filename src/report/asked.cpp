#include "report/asked.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/check.hpp"
#include "base/choice_text.hpp"
#include "base/order.hpp"
#include "robust/qualities/yield.hpp"
#include "study/answer_words.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot::study_report {
namespace {

constexpr Index places_of_spread = 400;
constexpr Index quantiles_of_spread = 41;
constexpr Index limits_of_curve = 25;
constexpr double curve_margin = 0.05;  // of the width of a curve, on either side

/// The quantiles at even steps from the least value to the largest; each value is at the middle of its weight.
Vector quantiles_of(const Vector& values, const Vector& weights) {
    const std::vector<Index> order = ascending(values);
    const Index n = values.size();
    Vector sorted(n);
    Vector at(n);
    double before = 0;
    for (Index k = 0; k < n; ++k) {
        const Index i = order[static_cast<std::size_t>(k)];
        sorted[k] = values[i];
        at[k] = before + weights[i] / 2;
        before += weights[i];
    }
    Vector result(quantiles_of_spread);
    Index above = 0;
    for (Index k = 0; k < quantiles_of_spread; ++k) {
        const double share = before * static_cast<double>(k) / static_cast<double>(quantiles_of_spread - 1);
        while (above < n && at[above] < share) ++above;
        if (above == 0 || above == n) {
            result[k] = sorted[above == 0 ? 0 : n - 1];
            continue;
        }
        const double step = at[above] - at[above - 1];
        const double part = step > 0 ? (share - at[above - 1]) / step : 1;
        result[k] = sorted[above - 1] + part * (sorted[above] - sorted[above - 1]);
    }
    return result;
}

/// All but what needs the limits.
AskedSide side_at(const RegionModel& model, const ModelledRegion& region) {
    const Problem& problem = model.problem();
    const Vector& u = region.unit_centre();
    const Box cube = Box::unit(u.size());
    AskedSide side;
    side.x = region.centre();
    side.lower = problem.space().from_unit(cube.clamp(u + problem.robust_set().bounds().lower));
    side.upper = problem.space().from_unit(cube.clamp(u + problem.robust_set().bounds().upper));
    side.fits = problem.centres().contains(u, 1e-9);
    side.value = region.value();
    const PredictedWorst worst = region.worst();
    side.worst = worst.estimate();
    const bool is_worst = problem.quality().kind() == Quality::Kind::maximum;
    side.measure = (is_worst ? region.measure(worst, {}) : region.measure()).estimate;
    const Template places = region.places_by_law(places_of_spread);
    side.spread = quantiles_of(model.mean(places.points), places.weights);
    return side;
}

/// From the least expected value to where hardly any build of the robust centre comes, nor any expected of the single
/// point's.
Vector limits_of(const AskedSide& robust, const AskedSide& single) {
    const double from = std::min(robust.spread[0], single.spread[0]);
    const double to = std::max(robust.worst.upper, single.worst.value);
    const double width = std::max(to - from, 1e-6 * std::max(std::abs(to), 1e-6));
    return Vector::LinSpaced(limits_of_curve, from - curve_margin * width, from + (1 + curve_margin) * width);
}

void add_shares(AskedSide& side, const ModelledRegion& region, const Vector& limits,
                const std::optional<double>& limit) {
    Vector all(limits.size() + (limit ? 1 : 0));
    all.head(limits.size()) = limits;
    if (limit) all[limits.size()] = *limit;
    side.within = region.shares_within(all);
    if (!limit) return;
    side.yield = side.within.back();
    side.within.pop_back();
}

bool is_own_region(const StudyConfig& own, const StudyConfig& asked) {
    return own.parameters == asked.parameters && own.norm == asked.norm && own.measure == asked.measure;
}

/// As `sweetspot best` finds it.
Vector best_centre(const AskedModel& model, StudyConfig config, int threads) {
    require(config.limits.empty() && !config.largest_within,
            "the best centre of a study with limits on other outputs, or of one that looks for the largest region, is "
            "not found here; use the command sweetspot best");
    if (is_own_region(model.study.config, config)) return model.own.robust.x;
    config.objective.limit.reset();  // it has no part in the choice
    const Study study(std::move(config));
    StudyView view = model.used;
    // What was checked is the worst case of another region, which holds no centre back here.
    for (Trial& trial : view.trials) {
        if (checks_answer(trial)) trial.source = TrialSource::told;
    }
    const AnswerOptions options{.threads = threads, .at = std::nullopt, .also = {model.own.robust.x}};
    return answer_of(study, view, recommendation_by(study, model.gp, threads), options).robust.x;
}

Json json_of(const Estimate& estimate) {
    return {{"value", estimate.value}, {"lower", estimate.lower}, {"upper", estimate.upper}};
}

Json json_of(const AskedSide& side) {
    Json share = Json::array();
    Json lower = Json::array();
    Json upper = Json::array();
    for (const Estimate& estimate : side.within) {
        share.push_back(estimate.value);
        lower.push_back(estimate.lower);
        upper.push_back(estimate.upper);
    }
    return {{"x", array_of(side.x)},
            {"lower", array_of(side.lower)},
            {"upper", array_of(side.upper)},
            {"fits", side.fits},
            {"value", side.value},
            {"measured", side.measured ? Json(*side.measured) : Json(nullptr)},
            {"worst", json_of(side.worst)},
            {"measure", json_of(side.measure)},
            {"yield", side.yield ? json_of(*side.yield) : Json(nullptr)},
            {"spread", array_of(side.spread)},
            {"curve", {{"share", std::move(share)}, {"lower", std::move(lower)}, {"upper", std::move(upper)}}}};
}

}  // namespace

AskedModel asked_model(const Study& study, const StudyView& view, int threads) {
    StudyView used = selection(study.config, view);
    Recommendation recommendation = recommendation_of(study, used, threads);
    GaussianProcess gp = recommendation.gp;
    Answer own = answer_of(study, used, std::move(recommendation), threads);
    return {study, std::move(used), std::move(gp), std::move(own)};
}

AskedModel asked_model(const Modelled& m) {
    return {m.study, m.used, m.gp(), m.answer};
}

AskedAnswer answer_to(const AskedModel& model, const AskedQuestion& question, const Parallel& parallel) {
    const StudyConfig config = asked_config(model.study.config, question);
    const Problem problem = problem_of(config);
    const bool is_best = question.centre == AskedQuestion::Centre::best;
    const Vector centre = is_best ? best_centre(model, config, parallel.threads()) : model.own.robust.x;
    const RegionModel regions(problem, model.gp, Rng(config.seed));
    const Space& space = problem.space();
    const std::array<ModelledRegion, 2> at = {
        regions.at_unit(space.to_unit(centre)),
        regions.at_unit(problem.in_the_middle(space.to_unit(model.own.single.x)))};
    std::array<AskedSide, 2> sides;
    const auto of = [](Index i) { return static_cast<std::size_t>(i); };
    parallel.for_each(2, [&](Index i) { sides[of(i)] = side_at(regions, at[of(i)]); });
    const Vector limits = limits_of(sides[0], sides[1]);
    parallel.for_each(2, [&](Index i) { add_shares(sides[of(i)], at[of(i)], limits, question.limit); });
    if (centre == model.own.robust.x) sides[0].measured = model.own.robust.measured;
    sides[1].measured = model.own.single.measured;
    sides[1].x = model.own.single.x;
    return {question,
            measure_words(config.objective, problem.quality()),
            !problem.quality().has_unit(),
            std::move(sides[0]),
            std::move(sides[1]),
            limits};
}

std::string measure_words(const ObjectiveConfig& objective, const Quality& quality) {
    RegionMeasure measure;
    measure.label = quality.label();
    measure.yield_limit = yield_limit(quality);
    return shown_measure(objective, measure).name;
}

Json json_of(const AskedModel& model, const AskedAnswer& answer) {
    const StudyConfig& config = model.study.config;
    const StudyConfig asked = asked_config(config, answer.question);
    const AskedQuestion& q = answer.question;
    Json tolerances = Json::array();
    for (const StudyParameter& p : asked.parameters) tolerances.push_back(p.tolerance.amount);
    return {{"factors", q.factors},
            {"tolerances", std::move(tolerances)},
            {"norm", std::string(to_string(q.norm))},
            {"measure",
             {{"name", choice_text(q.measure)}, {"label", answer.measure_label}, {"share", answer.measure_is_share}}},
            {"limit", q.limit ? Json(*q.limit) : Json(nullptr)},
            {"centre", std::string(to_string(q.centre))},
            {"command", asked_command(config, q, model.own.robust.x)},
            {"limits", {{"from", answer.limits[0]}, {"to", answer.limits[answer.limits.size() - 1]}}},
            {"robust", json_of(answer.robust)},
            {"single", json_of(answer.single)},
            {"price",
             {{"value", answer.robust.known_value() - answer.single.known_value()},
              {"worst", answer.robust.worst.value - answer.single.worst.value}}}};
}

}  // namespace sweetspot::study_report
