// The evaluator of a study whose user should know what it meets: a cluster that is away, a job that was lost.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "sweetspot/study/config.hpp"
#include "sweetspot/study/evaluator.hpp"

namespace sweetspot {

/// evaluator_of(), which tells nobody; `tell` gets one sentence each time.
[[nodiscard]] std::unique_ptr<Evaluator> told_evaluator_of(const StudyConfig& config,
                                                           const std::function<void(const std::string&)>& tell);

}  // namespace sweetspot
