#include "report/modelled.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "sweetspot/sampling/sampling_rule.hpp"
#include "sweetspot/search/promise.hpp"

namespace sweetspot::study_report {
namespace {

/// A worst case is looked for near the boundary, an average everywhere.
Template template_for(const StudyConfig& config, const Problem& problem) {
    const bool worst = problem.quality().kind() == Quality::Kind::maximum;
    return make_template(problem.robust_set(),
                         {.shape = worst ? TemplateShape::boundary_heavy : TemplateShape::uniform},
                         Rng(config.seed).split("template"));
}

Vector weights_for(const Problem& problem, const Template& T) {
    return problem.quality().reweighted(problem.perturbations(T.points), T.weights);
}

}  // namespace

std::vector<const Trial*> complete(const StudyView& view) {
    std::vector<const Trial*> found;
    for (const Trial& trial : view.trials) {
        if (trial.state == TrialState::complete) found.push_back(&trial);
    }
    return found;
}

StudyView selection(const StudyConfig& config, const StudyView& view, Index most) {
    const bool avoid = config.objective.then == AfterFailure::avoid;
    std::vector<const Trial*> candidates;
    for (const Trial& trial : view.trials) {
        const bool tells = trial.state == TrialState::complete || (avoid && trial.state == TrialState::failed);
        if (tells) candidates.push_back(&trial);
    }
    StudyView result{view.revision, {}};
    std::set<Index> chosen;
    if (std::ssize(candidates) > most) {
        std::vector<const Trial*> best = complete(view);
        const auto half = static_cast<std::size_t>(most / 2);
        std::ranges::stable_sort(best, {}, [](const Trial* trial) { return trial->measurement->value; });
        best.resize(std::min(best.size(), half));
        for (const Trial* trial : best) chosen.insert(trial->number);
        std::erase_if(candidates, [&](const Trial* trial) { return chosen.contains(trial->number); });
        const Index places = most - std::ssize(best);
        const Index rest = std::ssize(candidates);
        // From the first to the last of the rest.
        for (Index k = 0; k < places; ++k) {
            chosen.insert(
                candidates[static_cast<std::size_t>(k * (rest - 1) / std::max<Index>(1, places - 1))]->number);
        }
    } else {
        for (const Trial* trial : candidates) chosen.insert(trial->number);
    }
    std::ranges::copy_if(view.trials, std::back_inserter(result.trials),
                         [&](const Trial& trial) { return chosen.contains(trial.number); });
    return result;
}

Vector Modelled::mean(const PointsRef& points) const {
    return gp.mean(points).unaryExpr([&](double mean) { return gp.standardisation().undo(mean); });
}

Vector Modelled::sd(const PointsRef& points) const {
    const Vector mean = gp.mean(points);
    const Vector sd = gp.variance(points).cwiseSqrt();
    return mean.binaryExpr(sd, [&](double m, double s) { return gp.standardisation().undo_step(m - s, 2 * s) / 2; });
}

bool Modelled::is_selection() const {
    return complete(used).size() < complete(all).size();
}

Modelled modelled(const StudyConfig& config, const StudyView& view, const Parallel& parallel) {
    return modelled(config, view, model_of(config, selection(config, view), parallel.threads()), parallel);
}

Modelled modelled(const StudyConfig& config, const StudyView& view, const GaussianProcess& gp,
                  const Parallel& parallel) {
    StudyView used = selection(config, view);
    Problem problem = problem_of(config);
    Answer answer = answer_of(config, used, gp, parallel.threads());
    Vector centre = problem.space().to_unit(answer.robust.x);
    Template T = template_for(config, problem);
    Vector weights = weights_for(problem, T);
    return {config,
            view,
            std::move(used),
            std::move(problem),
            gp,
            std::move(answer),
            std::move(centre),
            std::move(T),
            std::move(weights),
            parallel};
}

Estimate quality_of(const Modelled& m) {
    const PredictedWorst& worst = m.answer.robust.worst;
    if (m.problem.quality().kind() == Quality::Kind::maximum) return {worst.by_search, worst.lower, worst.upper};
    return estimate_at(m, m.problem, m.centre);
}

Estimate estimate_at(const Modelled& m, const Problem& problem, const Vector& centre) {
    const Standardisation& units = m.gp.standardisation();
    const Template T = template_for(m.config, problem);
    const Points points = T.at(centre);
    if (problem.quality().kind() == Quality::Kind::maximum) {
        const double value = quality_at(m, problem, centre);
        const auto interval = promise_worst_case(m.gp, problem, T, centre, m.rng("bound")).interval;
        if (!interval) return {value, value, value};
        return {value, std::min(value, interval->lower), std::max(value, interval->upper)};
    }
    // An average of jointly normal values is normal.
    const Vector weights = weights_for(problem, T);
    const JointPosterior joint = m.gp.joint(points);
    const double value = problem.quality().value(joint.mean, weights);
    const double half = average_half_width(m.gp, value, weights.dot(joint.covariance * weights));
    return {units.undo(value), units.undo(value) - half, units.undo(value) + half};
}

double quality_at(const Modelled& m, const Problem& problem, const Vector& centre) {
    const Standardisation& units = m.gp.standardisation();
    const Template T = template_for(m.config, problem);
    if (problem.quality().kind() == Quality::Kind::maximum) {
        const Vector where = sample_worst_case()->sample({m.gp, problem.robust_set(), T, centre}, m.rng("worst"));
        return units.undo(m.gp.mean(where)[0]);
    }
    return units.undo(problem.quality().value(m.gp.mean(T.at(centre)), weights_for(problem, T)));
}

std::string measure_words(const StudyConfig& config) {
    if (config.measure.name == "worst") return "worst case";
    return config.measure.name == "mean" ? "average" : config.measure.name;
}

}  // namespace sweetspot::study_report
