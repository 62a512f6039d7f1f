#include "study/modelled_study.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/argument_mistake.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot {

ModelledStudy modelled_study(const StudyConfig& config, const StudyView& view, const std::optional<Vector>& at,
                             int threads) {
    Study study = config;
    const Answer answer = answer_of(study, view, threads);
    if (answer.missing > 0) throw std::invalid_argument(what_is_missing(config, answer));
    if (at) require_design(study, *at, "at");
    Recommendation r = recommendation_of(study, view, threads);
    return {std::move(study), std::move(r.gp), at.value_or(answer.robust.x), std::move(r.limits)};
}

RegionModel regions_of(const ModelledStudy& modelled) {
    return {modelled.study.problem, modelled.model, Rng(modelled.study.config.seed)};
}

std::optional<double> known_limit_of(const StudyConfig& config, const std::optional<double>& given) {
    return given ? given : config.objective.limit;
}

double limit_of(const StudyConfig& config, const std::optional<double>& given) {
    if (const auto known = known_limit_of(config, given)) return *known;
    throw ArgumentMistake(
        "limit",
        "it is missing; say what a build may have at most, e.g. 41, or give the study a limit under [objective]");
}

std::size_t parameter_of(const StudyConfig& config, const std::string& name, const std::string& argument) {
    std::vector<std::string> names;
    names.reserve(config.parameters.size());
    for (const StudyParameter& p : config.parameters) names.push_back(p.parameter.name);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw ArgumentMistake(argument, unknown_name("parameter", name, names));
    return static_cast<std::size_t>(found - names.begin());
}

}  // namespace sweetspot
