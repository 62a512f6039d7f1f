// The objective as a study's file describes it.
#pragma once

#include <memory>
#include <string>

#include "sweetspot/study/config.hpp"
#include "sweetspot/study/evaluator.hpp"

namespace sweetspot {

/// Evaluates the study's command; refuses a study that has none.
[[nodiscard]] std::unique_ptr<Evaluator> evaluator_of(const StudyConfig& config);

/// Why the objective's program cannot be started, as far as that is seen without starting it; empty if nothing is seen.
[[nodiscard]] std::string objective_trouble(const StudyConfig& config);

/// One evaluation that is not stored, to see whether the objective works; `x` is in the parameters' own units.
[[nodiscard]] EvaluationResult try_objective(const StudyConfig& config, const VectorRef& x);

}  // namespace sweetspot
