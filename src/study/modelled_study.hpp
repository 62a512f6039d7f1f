// A study with the model of its trials and the centre that is asked about: what questions about tolerances need,
// without a new evaluation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweetspot/robust/limit_model.hpp"
#include "sweetspot/search/region_model.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot {

struct ModelledStudy {
    Study study;
    GaussianProcess model;
    Vector centre;                   ///< in the parameters' units
    std::vector<LimitModel> limits;  ///< of the limited outputs of which a value is known
};

/// `at` is a design of the user's own; nothing: the answer. Refuses a study that has too few values for an answer, and
/// a design whose region is not within the bounds.
[[nodiscard]] ModelledStudy modelled_study(const StudyConfig& config, const StudyView& view,
                                           const std::optional<Vector>& at = std::nullopt, int threads = 1);

/// The model of its regions, with the study's own stream of random numbers.
[[nodiscard]] RegionModel regions_of(const ModelledStudy& modelled);

/// What is given, or the study's own limit of the objective; nothing where there is neither.
[[nodiscard]] std::optional<double> known_limit_of(const StudyConfig& config, const std::optional<double>& given);
/// The same; where there is neither, a mistake in the argument limit.
[[nodiscard]] double limit_of(const StudyConfig& config, const std::optional<double>& given);
/// Where in the study the parameter of that name is; an unknown one is a mistake in `argument`.
[[nodiscard]] std::size_t parameter_of(const StudyConfig& config, const std::string& name, const std::string& argument);

}  // namespace sweetspot
