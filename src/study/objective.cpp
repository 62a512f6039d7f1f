#include "sweetspot/study/runner.hpp"

#include <unistd.h>

#include <cerrno>

#include "base/check.hpp"
#include "process/arguments.hpp"
#include "study/command.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot {
namespace {

CommandOptions command_of(const StudyConfig& config) {
    require(!config.objective.command.empty(),
            "the study has no objective to run; give a command under [objective], or use ask and tell");
    CommandOptions options;
    options.command = config.objective.command;
    for (const StudyParameter& p : config.parameters) {
        options.parameters.push_back(
            {p.parameter.name, p.parameter.step == 1 ? NumberType::integer : NumberType::real, p.parameter.choices});
    }
    options.format = config.objective.format == "numbers" ? ObjectiveFormat::numbers : ObjectiveFormat::json;
    options.results = {config.objective.minimise, outputs_of(config.limits)};
    options.timeout = config.objective.timeout;
    options.base_folder = config.folder;
    options.work_root = work_folder(config);
    options.keep = config.objective.keep == "all" ? KeepWork::all : KeepWork::failed;
    return options;
}

}  // namespace

std::unique_ptr<Evaluator> evaluator_of(const StudyConfig& config) {
    return std::make_unique<CommandEvaluator>(command_of(config));
}

std::string objective_trouble(const StudyConfig& config) {
    const CommandOptions options = command_of(config);
    const std::string& name = options.command.front();
    const std::filesystem::path program = process::find_program(name, options.base_folder);
    if (program.empty()) return process::not_in_path(name);
    return access(program.c_str(), X_OK) == 0 ? "" : process::why_not_run(program, errno);
}

EvaluationResult try_objective(const StudyConfig& config, const VectorRef& x) {
    CommandOptions options = command_of(config);
    options.work_root /= "try";  // apart from the trials' own
    CommandEvaluator evaluator(options);
    evaluator.start(0, x);
    constexpr double look_again = 3600;  // seconds; a signal wakes it earlier
    while (true) {
        if (auto ended = evaluator.wait_any(look_again)) return ended->result;
    }
}

}  // namespace sweetspot
