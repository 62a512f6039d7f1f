#include "report/tolerances.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace sweetspot::study_report {
namespace {

constexpr double factors[] = {2, 1.5, 1.25, 1, 0.75, 0.5, 0.25, 0};

/// The study with other tolerances; nothing if the region does not fit in the bounds, or a share of the nominal value
/// would reach 100 %: the engine's own checks say so.
std::optional<StudyConfig> if_it_fits(StudyConfig config) {
    try {
        static_cast<void>(problem_of(config));
        return config;
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

StudyConfig with_factor(StudyConfig config, std::size_t parameter, double factor) {
    config.parameters[parameter].tolerance.amount *= factor;
    return config;
}

StudyConfig with_factor(StudyConfig config, double factor) {
    for (StudyParameter& p : config.parameters) p.tolerance.amount *= factor;
    return config;
}

}  // namespace

std::vector<ToleranceEffect> tolerance_effects(const Modelled& m) {
    const auto measure_in = [&](const Problem& problem) {
        return model_for(m, problem).at_unit(m.centre).measure_value();
    };
    const double now = m.model.at_unit(m.centre).measure_value();
    std::vector<std::size_t> tolerant;
    for (std::size_t d = 0; d < m.study.config.parameters.size(); ++d) {
        if (m.study.config.parameters[d].tolerance.amount > 0) tolerant.push_back(d);
    }
    std::vector<ToleranceEffect> effects(tolerant.size());
    m.parallel.for_each(std::ssize(tolerant), [&](Index i) {
        const std::size_t d = tolerant[static_cast<std::size_t>(i)];
        ToleranceEffect& effect = effects[static_cast<std::size_t>(i)];
        effect.name = m.study.config.parameters[d].shown_name();
        effect.halved = measure_in(problem_of(with_factor(m.study.config, d, 0.5))) - now;
        const auto doubled = if_it_fits(with_factor(m.study.config, d, 2));
        if (!doubled) return;
        const Problem problem = problem_of(*doubled);
        effect.doubled = measure_in(problem) - now;
        effect.reaches_out = !problem.centres().contains(m.centre, 1e-9);
    });
    std::ranges::stable_sort(effects, std::greater<>(), &ToleranceEffect::span);
    return effects;
}

ToleranceCurve tolerance_curve(const Modelled& m) {
    ToleranceCurve curve;
    std::vector<double> fitting;
    std::vector<Estimate> found;
    for (const double factor : factors) {
        const auto config = if_it_fits(with_factor(m.study.config, factor));
        if (!config) {
            curve.left_out.push_back(factor);
            continue;
        }
        const Modelled other =
            modelled(*config, m.all, recommendation_by(*config, m.gp(), m.parallel.threads()), m.parallel);
        fitting.push_back(factor);
        found.push_back(other.measure().estimate);
        curve.centres.push_back(other.answer.robust.x);
        // The smaller the region, the fewer centres have an evaluation within reach: what was good for a larger one is
        // allowed for a smaller one too.
        if (factor >= 1 || found.size() < 2) continue;
        const Vector& larger = curve.centres[curve.centres.size() - 2];
        const Estimate there = other.model.at(larger).measure().estimate;
        if (there.value >= found.back().value) continue;
        found.back() = there;
        curve.centres.back() = larger;
    }
    // From the largest on; they are told from the smallest on.
    for (auto* part : {&fitting, &curve.left_out}) std::ranges::reverse(*part);
    std::ranges::reverse(found);
    std::ranges::reverse(curve.centres);
    const Index count = std::ssize(fitting);
    for (Vector* part : {&curve.factor, &curve.value, &curve.lower, &curve.upper}) part->resize(count);
    for (Index k = 0; k < count; ++k) {
        const Estimate& q = found[static_cast<std::size_t>(k)];
        curve.factor[k] = fitting[static_cast<std::size_t>(k)];
        curve.value[k] = q.value;
        curve.lower[k] = q.lower;
        curve.upper[k] = q.upper;
    }
    return curve;
}

}  // namespace sweetspot::study_report
