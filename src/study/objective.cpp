#include "sweetspot/study/runner.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "process/arguments.hpp"
#include "study/command.hpp"
#include "study/slurm/commands.hpp"
#include "study/slurm_evaluator.hpp"
#include "study/told_evaluator.hpp"
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
    options.resources = config.objective.resources;
    options.base_folder = config.folder;
    options.work_root = work_folder(config);
    options.keep = config.objective.keep == "all" ? KeepWork::all : KeepWork::failed;
    return options;
}

/// The interpreter that the first line of a script names; empty where it names none.
std::string interpreter_of(std::string_view beginning) {
    if (!beginning.starts_with("#!")) return "";
    beginning = beginning.substr(2, beginning.find('\n') - 2);
    const std::size_t begin = std::min(beginning.find_first_not_of(" \t"), beginning.size());
    return std::string(beginning.substr(begin, beginning.find_first_of(" \t", begin) - begin));
}

/// The errno with which execve would refuse the program, as far as that is seen without running it; 0 if nothing is.
int refusal_of(const std::filesystem::path& program) {
    std::error_code ignored;
    if (access(program.c_str(), X_OK) != 0) return errno;
    if (!std::filesystem::is_regular_file(program, ignored)) return EACCES;
    std::string beginning(256, '\0');
    std::ifstream file(program, std::ios::binary);
    file.read(beginning.data(), std::ssize(beginning));
    beginning.resize(static_cast<std::size_t>(file.gcount()));
    const std::string interpreter = interpreter_of(beginning);
    return interpreter.starts_with('/') && access(interpreter.c_str(), F_OK) != 0 ? ENOENT : 0;
}

std::unique_ptr<Evaluator> evaluator_of(const StudyConfig& config, CommandOptions command,
                                        const std::function<void(const std::string&)>& tell) {
    if (config.objective.run_on != RunOn::slurm) return std::make_unique<CommandEvaluator>(std::move(command));
    return std::make_unique<SlurmEvaluator>(SlurmOptions{
        .command = std::move(command), .slurm = config.slurm, .resources = config.objective.resources, .tell = tell});
}

/// Why Slurm cannot be asked; empty if nothing is seen.
std::string slurm_trouble() {
    try {
        static_cast<void>(slurm::find_commands());
        return "";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

}  // namespace

std::unique_ptr<Evaluator> evaluator_of(const StudyConfig& config) {
    return told_evaluator_of(config, [](const std::string&) {});
}

std::unique_ptr<Evaluator> told_evaluator_of(const StudyConfig& config,
                                             const std::function<void(const std::string&)>& tell) {
    return evaluator_of(config, command_of(config), tell);
}

std::string objective_trouble(const StudyConfig& config) {
    const CommandOptions options = command_of(config);
    const std::filesystem::path folder =
        options.base_folder.empty() ? std::filesystem::current_path() : std::filesystem::absolute(options.base_folder);
    const std::string name = process::filled_in(options.command.front(), {{"folder", folder.string()}});
    for (const char* placeholder : {"params", "results", "number", "workdir"}) {
        if (process::uses({name}, placeholder)) return "";  // another program for every trial
    }
    if (config.objective.run_on == RunOn::slurm) {
        if (std::string trouble = slurm_trouble(); !trouble.empty()) return trouble;
        // What is not beside the study file may be on the nodes alone.
        if (name.starts_with('/') || name.find('/') == std::string::npos) return "";
    }
    const std::filesystem::path program = process::find_program(name, folder);
    if (program.empty()) return process::not_in_path(name);
    const int code = refusal_of(program);
    return code == 0 ? "" : process::why_not_run(program, code);
}

EvaluationResult try_objective(const StudyConfig& config, const VectorRef& x) {
    CommandOptions options = command_of(config);
    options.work_root /= "try";  // apart from the trials' own
    const std::unique_ptr<Evaluator> evaluator = evaluator_of(config, options, [](const std::string&) {});
    evaluator->start(0, x, 1);
    constexpr double look_again = 3600;  // seconds; a signal wakes it earlier
    while (true) {
        if (auto ended = evaluator->wait_any(look_again)) return ended->result;
    }
}

}  // namespace sweetspot
