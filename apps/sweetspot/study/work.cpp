#include "apps/sweetspot/study/work.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/asked_to_stop.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/terminal/interrupt.hpp"
#include "apps/sweetspot/terminal/progress.hpp"
#include "base/number_text.hpp"
#include "study/told_evaluator.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot::app {
namespace {

constexpr int most_parallel = 1024;

constexpr auto work_examples =
    R"(A worker chooses nothing: sweetspot run does, on one machine, with run_on = "workers" in the study file. Start as
many workers as you like, before or after it, and end them as you like: what one had is evaluated by another. It ends
when the study is over. Ctrl-C stops when what is running has finished, a second one ends that in order.
Examples:
  sweetspot work bracket.toml
  sweetspot work bracket.toml --parallel 8 --quiet)";

struct WorkOptions {
    std::string study;
    int parallel = 0;  ///< 0: what the study file says
    bool quiet = false;
};

/// "trial 11: 3.4 mm after 2.1 s"; empty of a trial that has only begun.
std::string line_of(const StudyConfig& config, const Trial& trial) {
    if (trial.state == TrialState::running) return "";
    if (trial.measurement) {
        return fmt::format("trial {}: {} after {}", trial.number,
                           quantity_text(trial.measurement->value, config.objective.unit, 6), duration(trial.seconds));
    }
    if (trial.failure && trial.state != TrialState::stale) {
        return fmt::format("trial {} {}: {}", trial.number,
                           trial.state == TrialState::failed ? "failed" : "will be retried", trial.failure->reason);
    }
    return fmt::format("trial {} was cut short and will be evaluated again", trial.number);
}

/// A worker of its own reads the file of the study, which may be written for one that does all by itself.
StudyConfig config_of(const WorkOptions& options) {
    StudyConfig config = read_study_file(options.study);
    if (options.parallel > 0) {
        config.objective.parallel = options.parallel;
    } else if (config.objective.run_on == RunOn::workers) {
        config.objective.parallel = 1;  // the file says how many all workers together have
    }
    return config;
}

void work(const WorkOptions& options) {
    const Study study(config_of(options));
    const StudyConfig& config = study.config;
    require_objective(config);
    const std::unique_ptr<Store> store = changed_study(config, "work");
    const std::unique_ptr<Evaluator> evaluator = told_evaluator_of(config, tell_on_standard_error);
    const Interrupt interrupt(Interrupt::Manner::finish_first);
    RunnerOptions how{.stop = told_wish(interrupt, *evaluator, options.study), .part = RunnerPart::evaluate};
    if (!options.quiet) {
        std::cerr << fmt::format("{}: works, {} at a time, until the study is over", config.name,
                                 config.objective.parallel)
                  << std::endl;
        how.watch = [&](const Trial& changed, const StudyView& /*view*/) {
            const std::string line = line_of(config, changed);
            if (!line.empty()) std::cerr << line << std::endl;
        };
    }
    const RunnerEnd end = run_study(study, *store, *evaluator, how);
    const bool in_order = end.kind == RunnerEnd::Kind::finished || end.kind == RunnerEnd::Kind::out_of_time;
    if (!in_order) throw std::runtime_error("sweetspot work: " + end.reason);
    if (!options.quiet) std::cerr << end.reason << std::endl;
}

}  // namespace

Command add_work(CLI::App& app) {
    const auto options = std::make_shared<WorkOptions>();
    CLI::App* command = app.add_subcommand("work", "Evaluates what others have chosen for a study; start many of it");
    add_study(*command, options->study);
    command
        ->add_option("--parallel", options->parallel,
                     "Evaluations of this worker at a time; 1 if left out and run_on is \"workers\"")
        ->check(whole_number(1, most_parallel))
        ->option_text("N");
    command->add_flag("-q,--quiet", options->quiet, "No progress on standard error");
    command->footer(work_examples);
    return {command, [options] { in_command("work", [&] { work(*options); }); }};
}

}  // namespace sweetspot::app
