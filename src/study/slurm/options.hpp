// What a SlurmEvaluator is made of.
#pragma once

#include <functional>
#include <string>

#include "study/command.hpp"
#include "sweetspot/study/config.hpp"

namespace sweetspot {

struct SlurmOptions {
    CommandOptions command;
    SlurmConfig slurm;
    EvaluationResources resources = {};
    /// Told what people should know: one sentence each time.
    std::function<void(const std::string&)> tell = [](const std::string&) {};
};

}  // namespace sweetspot
