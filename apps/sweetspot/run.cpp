#include "run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>

#include "benchmark_options.hpp"
#include "interrupt.hpp"
#include "progress.hpp"
#include "study_files.hpp"
#include "study_report.hpp"
#include "sweetspot/study/runner.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::app {
namespace {

constexpr auto examples = R"(A study that exists is gone on with; what was evaluated is never lost. Ctrl-C ends it in order, a
second one at once.
Examples:
  sweetspot run bracket.toml
  sweetspot run bracket.toml --check)";

struct RunOptions {
    std::string study;
    bool check = false;
    int threads = 1;
    bool quiet = false;
};

/// "width 1 … 10 ± 0.2, height 2 … 20 ± 5%".
std::string understood(const StudyConfig& config) {
    std::string text = fmt::format("{}: {} parameters\n", config.name, config.parameters.size());
    for (const auto& [p, tolerance] : config.parameters) {
        const bool nominal = tolerance.of == RegionTolerance::Of::nominal;
        text += fmt::format("  {:<16} {:g} … {:g}{}{}, built to ± {:g}{}\n", p.name, p.lower, p.upper,
                            p.scale == Scale::log ? " on a log scale" : "", p.step ? ", whole numbers" : "",
                            nominal ? 100 * tolerance.amount : tolerance.amount, nominal ? "%" : "");
    }
    text += fmt::format("region: norm {}; measure: {}; method: {}{}\n", to_string(config.norm), config.measure,
                        config.method.name, config.method.sampling.empty() ? "" : ", sampling " + config.method.sampling);
    const ObjectiveConfig& o = config.objective;
    text += o.command.empty() ? "objective: by hand, with ask and tell\n"
                              : fmt::format("objective: {}; {} at a time{}\n", fmt::join(o.command, " "), o.parallel,
                                            o.timeout ? fmt::format(", at most {:g} s each", *o.timeout) : "");
    text += fmt::format("after {} failed retries: {}\n", o.retry, to_string(o.then));
    text += fmt::format("budget: {} evaluations; storage: {}\n", config.budget.evaluations, config.storage.string());
    return text;
}

std::string line_of(const StudyConfig& config, const Trial& trial, const StudyView& view) {
    const std::string count = fmt::format("{}/{}", spent(config, view), config.budget.evaluations);
    if (trial.measurement) return fmt::format("{}  trial {}: {:.6g}", count, trial.number, trial.measurement->value);
    if (trial.state == TrialState::running) return fmt::format("{}  trial {} is running", count, trial.number);
    if (trial.failure) {
        return fmt::format("{}  trial {} {}: {}", count, trial.number,
                           trial.state == TrialState::failed ? "failed" : "will be retried", trial.failure->reason);
    }
    return fmt::format("{}  trial {} is {}", count, trial.number, to_string(trial.state));
}

void run(const RunOptions& options) {
    const StudyConfig config = read_study_file(options.study);
    if (options.check) {
        std::cout << understood(config);
        return;
    }
    StudyStore store(config);
    const Interrupt interrupt;
    RunnerOptions how{.threads = options.threads, .stop = [&] { return interrupt.asked_for(); }};
    if (!options.quiet) {
        how.watch = [&](const Trial& trial, const StudyView& view) {
            if (trial.state != TrialState::running) std::cerr << line_of(config, trial, view) << std::endl;
        };
    }
    const RunnerEnd end = run_study(config, store, how);
    if (end.kind == RunnerEnd::Kind::interrupted) throw std::runtime_error("sweetspot run: " + end.reason);
    if (!options.quiet) std::cerr << end.reason << std::endl;
    std::cout << answer_text(config, store.view());
}

}  // namespace

Command add_run(CLI::App& app) {
    const auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Runs a study of your own simulator, or goes on with it");
    add_study(*command, options->study);
    command->add_flag("--check", options->check, "Says what was understood of the file, and runs nothing");
    command->add_option("--threads", options->threads, "Threads of a suggestion, 1 if left out; it does not depend on it")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
    command->add_flag("-q,--quiet", options->quiet, "No progress on standard error");
    command->footer(examples);
    return {command, [options] { in_command("run", [&] { run(*options); }); }};
}

}  // namespace sweetspot::app
