#include "apps/sweetspot/study/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <thread>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/asked_to_stop.hpp"
#include "apps/sweetspot/study/run_progress.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/terminal/interrupt.hpp"
#include "apps/sweetspot/terminal/progress.hpp"
#include "base/number_text.hpp"
#include "robust/shape_word.hpp"
#include "space/confusion_text.hpp"
#include "study/answer_text.hpp"
#include "study/answer_words.hpp"
#include "study/design.hpp"
#include "study/resources.hpp"
#include "study/study_json.hpp"
#include "study/told_evaluator.hpp"
#include "sweetspot/study/runner.hpp"

namespace sweetspot::app {
namespace {

constexpr auto run_examples =
    R"(A study that exists is gone on with; what was evaluated is never lost. Ctrl-C stops when what is running
has finished, a second one ends that in order (it is evaluated again next time), a third one everything at once.
Jobs in a cluster go on; the same command collects them, and --cancel ends them.
Examples:
  sweetspot run bracket.toml
  sweetspot run bracket.toml --check --try)";

struct RunOptions {
    std::string study;
    bool check = false;
    bool try_once = false;
    bool take_over = false;
    bool cancel = false;
    int threads = 1;
    bool quiet = false;
};

std::string budget_of(const StudyConfig& config) {
    const BudgetConfig& budget = config.budget;
    std::string text;
    if (budget.evaluations < most_evaluations || !budget.hours) text = counted(budget.evaluations, "evaluation");
    if (budget.hours)
        text += fmt::format("{}{} hour{}", text.empty() ? "" : ", ", number_text(*budget.hours),
                            *budget.hours == 1 ? "" : "s");
    if (budget.improvement_below) {
        text += fmt::format(", until {} suggestions in a row promise less than {}", budget.for_suggestions,
                            number_text(*budget.improvement_below));
    }
    if (budget.stop_when) {
        const bool share = budget.stop_when->of == GainLimit::Of::range;
        text += fmt::format(", until further ones can bring less than {}{}",
                            number_text(share ? 100 * budget.stop_when->amount : budget.stop_when->amount),
                            share ? "% of the range" : "");
    }
    if (const Index last = verifications(config); last > 0)
        text += last == 1 ? "; the last one verifies the answer" : fmt::format("; the last {} verify the answer", last);
    return text;
}

std::string series_of(const Parameter& p) {
    return p.values.empty() ? "" : fmt::format(", ordered as one of {}", fmt::join(p.values, ", "));
}

/// "./simulate; 12 at a time on 2 cores, at most 3600 s each, nice 10"
std::string objective_text(const ObjectiveConfig& objective) {
    if (objective.command.empty()) return "by hand, with ask and tell";
    std::string text = fmt::format("{}; {} at a time", fmt::join(objective.command, " "), objective.parallel);
    const unsigned cores = std::thread::hardware_concurrency();
    if (objective.run_on == RunOn::here && cores > 0 && objective.parallel > cores)
        text += fmt::format(" on {} core{}", cores, cores == 1 ? "" : "s");
    if (objective.timeout) text += fmt::format(", at most {} s each", number_text(*objective.timeout));
    const std::string resources = resources_text(objective.resources);
    return resources.empty() ? text : fmt::format("{}, {}", text, resources);
}

/// Who evaluates, and what is asked of a cluster.
std::string where_it_runs(const StudyConfig& config) {
    if (config.objective.run_on == RunOn::workers) {
        return fmt::format("evaluated by workers: sweetspot work {}, on any machine\n", config.file);
    }
    std::string text = "runs on: slurm";
    const SlurmConfig& slurm = config.slurm;
    const auto add = [&](std::string_view what, const std::string& value) {
        if (!value.empty()) text += fmt::format(", {} {}", what, value);
    };
    add("partition", slurm.partition);
    add("account", slurm.account);
    add("time", slurm.time);
    add("memory", slurm.memory);
    add("cpus", slurm.cpus ? std::to_string(*slurm.cpus) : "");
    if (!slurm.arguments.empty()) add("and", fmt::format("{}", fmt::join(slurm.arguments, " ")));
    text += slurm.pilots == 0 ? "; a job for every evaluation"
                              : fmt::format("; {} take them one after another", counted(slurm.pilots, "pilot job"));
    return text + fmt::format("; asked every {} s\n", number_text(slurm.look_every));
}

/// What was read, in the file's order.
std::string understood(const StudyConfig& config) {
    std::string text = fmt::format("{}: {}\n", config.name, counted(std::ssize(config.parameters), "parameter"));
    if (!config.description.empty()) text += config.description + "\n";
    for (const StudyParameter& described : config.parameters) {
        const Parameter& p = described.parameter;
        const RegionTolerance& tolerance = described.tolerance;
        if (!p.chosen) {
            text += fmt::format("  {:<16} {} … {}{}, environment, {}\n", described.shown_name(), number_text(p.lower),
                                quantity_text(p.upper, described.unit), p.scale == Scale::log ? " on a log scale" : "",
                                to_string(described.law));
            continue;
        }
        if (p.is_choice()) {
            text += fmt::format("  {:<16} one of {}, {}\n", p.name, fmt::join(p.choices, ", "),
                                p.confusion.empty() ? "built as chosen" : "confused: " + confusion_text(p));
            continue;
        }
        const bool nominal = tolerance.of == RegionTolerance::Of::nominal;
        text += fmt::format("  {:<16} {} … {}{}{}, built to ± {}{}\n", described.shown_name(), number_text(p.lower),
                            quantity_text(p.upper, described.unit), p.scale == Scale::log ? " on a log scale" : "",
                            p.step ? ", whole numbers" : series_of(p),
                            number_text(nominal ? 100 * tolerance.amount : tolerance.amount), nominal ? "%" : "");
    }
    text += fmt::format("region: {} (norm {}){}; measure: {}; method: {}{}\n", shape_word(config.norm),
                        to_string(config.norm), config.law.name == "uniform" ? "" : ", law " + to_string(config.law),
                        to_string(config.measure), to_string(config.method),
                        config.method.sampling ? ", sampling " + to_string(*config.method.sampling) : "");
    for (const Limit& limit : config.limits) text += fmt::format("limit: {}\n", to_string(limit));
    const ObjectiveConfig& o = config.objective;
    text += fmt::format("objective: {}\n", objective_text(o));
    if (o.run_on != RunOn::here && !o.command.empty()) text += where_it_runs(config);
    text += fmt::format("an evaluation that fails: {}, then {}\n",
                        o.retry == 0   ? "no retry"
                        : o.retry == 1 ? "1 retry"
                                       : fmt::format("{} retries", o.retry),
                        to_string(o.then));
    text += fmt::format("budget: {}; seed: {}; storage: {}\n", budget_of(config), config.seed, config.storage.shown());
    return text;
}

void check(const StudyConfig& config, const RunOptions& options) {
    std::cout << understood(config);
    const bool by_hand = config.objective.command.empty();
    if (by_hand && options.try_once) {
        throw std::invalid_argument("--try: the study has no objective to try; give a command under [objective]");
    }
    if (!store_exists(config.storage)) require_free_names(config);
    const bool is_elsewhere = by_hand || (config.objective.run_on == RunOn::workers && !options.try_once);
    if (const std::string trouble = is_elsewhere ? "" : objective_trouble(config); !trouble.empty()) {
        throw std::invalid_argument(fmt::format("{}: {}", options.study, trouble));
    }
    if (!options.try_once) return;
    const Vector centre = centre_of(config);
    std::cout << "evaluating the centre of the bounds, " << params_of(config, centre).dump() << std::endl;
    const EvaluationResult result = try_objective(config, centre);
    if (const EvaluationFailure* failure = result.failure()) {
        throw std::runtime_error(fmt::format("sweetspot run: the objective failed at the centre: {} (see {})",
                                             failure->reason, result.work_directory.value_or("").string()));
    }
    std::cout << fmt::format(
        "it gave {}{} after {}\n", quantity_text(result.measurement()->value, config.objective.unit, 6),
        result.measurement()->standard_error ? " ± " + number_text(*result.measurement()->standard_error) : "",
        duration(result.seconds));
}

/// Ends what earlier runs have left in the cluster; it is evaluated again next time.
void cancel(const StudyConfig& config, const RunOptions& options) {
    const std::unique_ptr<Store> store = begun_study_to_change(config, "run");
    const std::unique_ptr<Evaluator> evaluator = evaluator_of(config);
    if (!evaluator->outlives_program()) {
        throw std::invalid_argument(
            fmt::format("--cancel: {} has no jobs that outlive the program; stop its run with "
                        "Ctrl-C",
                        options.study));
    }
    store->release_lost(options.take_over ? OtherMachines::are_gone : OtherMachines::may_live);
    const StudyView view = store->view();
    for (const Trial& trial : view.trials) {
        if (trial.state != TrialState::running) continue;
        throw std::invalid_argument(fmt::format(
            "--cancel: trial {} belongs to a run that is at work; stop that one first with Ctrl-C{}", trial.number,
            options.take_over ? "" : ", or say --take-over as well if its machine is known to be gone"));
    }
    Index ended = 0;
    for (const Trial& trial : view.trials) {
        if (trial.state != TrialState::stale) continue;
        evaluator->abandon(trial.number, trial.attempts + 1);
        ++ended;
    }
    if (!options.quiet) {
        std::cerr << (ended == 0 ? "there is nothing to end"
                                 : fmt::format("{} ended, to be evaluated again by sweetspot run {}",
                                               counted(ended, "evaluation"), options.study))
                  << std::endl;
    }
}

void run(const RunOptions& options) {
    const StudyConfig config = read_study_file(options.study);
    if (options.check || options.try_once) return check(config, options);
    if (options.cancel) return cancel(config, options);
    const Study study(config);
    const bool only_chooses = config.objective.run_on == RunOn::workers;
    // The simulator is where the workers are.
    if (!only_chooses) require_objective(config);
    const std::unique_ptr<Store> store = changed_study(config, "run");
    const std::unique_ptr<Evaluator> evaluator = told_evaluator_of(config, tell_on_standard_error);
    const Interrupt interrupt(Interrupt::Manner::finish_first);
    RunnerOptions how{.threads = options.threads,
                      .stop = told_wish(interrupt, *evaluator, options.study),
                      .others = options.take_over ? OtherMachines::are_gone : OtherMachines::may_live,
                      .part = only_chooses ? RunnerPart::choose : RunnerPart::all};
    RunProgress progress(study, options.threads, std::cerr);
    if (!options.quiet) {
        progress.begin(store->view());
        how.watch = [&](const Trial& changed, const StudyView& view) { progress.tell(changed, view); };
    }
    const RunnerEnd end = run_study(study, *store, *evaluator, how);
    const bool in_order = end.kind == RunnerEnd::Kind::finished || end.kind == RunnerEnd::Kind::out_of_time;
    if (!in_order) throw std::runtime_error("sweetspot run: " + end.reason);
    if (!options.quiet) std::cerr << end.reason << std::endl;
    std::cout << answer_text(study, store->view());
}

}  // namespace

Command add_run(CLI::App& app) {
    const auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Runs a study of your own simulator, or goes on with it");
    add_study(*command, options->study);
    command->add_flag("--check", options->check, "Says what was understood of the file, and runs nothing");
    command->add_flag("--try", options->try_once,
                      "Checks the file and evaluates the centre of the bounds once, storing nothing");
    command->add_flag("--take-over", options->take_over,
                      "Takes trials over that run on other machines, when these are known to be gone");
    command->add_flag("--cancel", options->cancel,
                      "Ends the jobs that earlier runs have left in a cluster, and evaluates nothing");
    command
        ->add_option("--threads", options->threads, "Threads of a suggestion, 1 if left out; it does not depend on it")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
    command->add_flag("-q,--quiet", options->quiet, "No progress on standard error");
    command->footer(run_examples);
    return {command, [options] { in_command("run", [&] { run(*options); }); }};
}

}  // namespace sweetspot::app
