#include "apps/sweetspot/study/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/terminal/progress.hpp"
#include "base/byte_text.hpp"
#include "base/choice_text.hpp"
#include "process/text_of_file.hpp"
#include "study/answer_text.hpp"
#include "study/answer_words.hpp"
#include "study/design.hpp"
#include "study/running_trials.hpp"
#include "study/study_json.hpp"
#include "study/study_question.hpp"
#include "study/study_table.hpp"
#include "study/told_trial.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot::app {
namespace {

const std::vector<std::string> trial_formats = {"table", "json", "csv"};
const std::vector<std::string> export_formats = {"csv", "json"};
const std::vector<std::string> best_formats = {"table", "json"};

struct QueryOptions {
    std::string study;
    std::string format;
    std::string file;
    std::vector<Index> numbers;
    std::vector<std::string> tolerances;
    std::string norm;
    std::string measure;
    std::string law;
    std::optional<double> limit;
    std::string at;
    bool seconds = false;
};

void print_trials(const QueryOptions& options, Seconds seconds, std::ostream& out) {
    const StudyConfig config = read_study_file(options.study);
    const StudyView view = begun_study(config)->view();
    if (options.format == "csv") {
        out << csv_of(config, view, seconds);
    } else if (options.format == "json") {
        out << write_json(trials_json(config, view, seconds)) << '\n';
    } else {
        out << table_of(config, view);
    }
}

void trials(const QueryOptions& options, std::ostream& out) {
    print_trials(options, Seconds::told, out);
}

/// The same bytes however often the study was interrupted, unless seconds are asked for.
void export_trials(const QueryOptions& options, std::ostream& out) {
    print_trials(options, options.seconds ? Seconds::told : Seconds::left_out, out);
}

/// What to do about trials that have no result, or why there is nothing more to do; empty where the study goes on.
std::string what_next(const QueryOptions& options, const StudyConfig& config, const StudyView& view) {
    const auto count = [&](TrialState state) { return std::ranges::count(view.trials, state, &Trial::state); };
    const bool by_hand = config.objective.command.empty();
    std::string text;
    const bool by_slurm = config.objective.run_on == RunOn::slurm;
    if (const Index stale = count(TrialState::stale); stale > 0 && by_slurm) {
        text += fmt::format("{} may go on in the cluster; sweetspot run {} collects {}\n", counted(stale, "trial"),
                            options.study, stale == 1 ? "it" : "them");
    } else if (stale > 0) {
        text += fmt::format("{} cut short, for the process that ran {} is gone; sweetspot {} {} goes on\n",
                            stale == 1 ? "1 trial was" : fmt::format("{} trials were", stale),
                            stale == 1 ? "it" : "them", by_hand ? "tell" : "run", options.study);
    }
    if (const Index waiting = count(TrialState::waiting); waiting > 0) {
        text += fmt::format("{} for {}; sweetspot {} {} goes on\n",
                            waiting == 1 ? "1 trial waits" : fmt::format("{} trials wait", waiting),
                            waiting == 1 ? "its value" : "their values", by_hand ? "tell" : "run", options.study);
    }
    if (!text.empty() || count(TrialState::running) > 0) return text;
    const auto reason = reason_to_end(config, view);
    return reason ? reason->sentence + "\n" : "";
}

/// "4 processes, 73 s of processor time, 1.2 GiB of memory"
std::string usage_text(const process::Usage& usage) {
    return fmt::format("{}, {} of processor time, {} of memory",
                       usage.processes == 1 ? "1 process" : fmt::format("{} processes", usage.processes),
                       duration(usage.cpu_seconds), bytes_text(usage.memory));
}

/// What is being evaluated, a line each, and what these hold of this machine together.
std::string running_text(const StudyConfig& config, const StudyView& view) {
    const std::vector<RunningTrial> trials = running_trials(config, view);
    std::string text;
    for (const RunningTrial& trial : trials) {
        text += fmt::format("trial {} runs for {}", trial.number, duration(trial.seconds));
        if (!trial.runner.empty()) text += fmt::format(" on {}", trial.runner);
        text += trial.usage ? fmt::format(": {}\n", usage_text(*trial.usage)) : "\n";
    }
    const Index seen = std::ranges::count_if(trials, [](const RunningTrial& t) { return t.usage.has_value(); });
    if (seen > 1) text += fmt::format("together: {}\n", usage_text(held_by(trials)));
    return text;
}

/// "12 of 80 evaluations", or without a number that nobody has given.
std::string count_text(const StudyConfig& config, const StudyView& view) {
    const Index done = std::ranges::count_if(
        view.trials, [&](const Trial& trial) { return counts_for_budget(config, trial) && !is_open(trial); });
    if (config.budget.evaluations == most_evaluations) return counted(done, "evaluation") + " done";
    return fmt::format("{} of {} done", done, counted(config.budget.evaluations, "evaluation"));
}

void status(const QueryOptions& options, std::ostream& out) {
    const StudyConfig config = read_study_file(options.study);
    const StudyView view = begun_study(config)->view();
    if (options.format == "json") {
        out << write_json(status_json(config, view)) << '\n';
        return;
    }
    std::map<TrialState, Index> counts;
    for (const Trial& trial : view.trials) ++counts[trial.state];
    out << fmt::format("{}: {}\n", config.name, count_text(config, view));
    for (const auto& [state, count] : counts) out << fmt::format("  {:<10}{:>6}\n", to_string(state), count);
    out << running_text(config, view);
    for (const Trial& trial : view.trials) {
        if (trial.state == TrialState::failed) {
            out << fmt::format("trial {} failed: {}\n", trial.number, trial.failure->reason);
        }
    }
    out << what_next(options, config, view);
}

/// Another region or measure, for a question that costs no evaluation.
StudyQuestion question_of(const QueryOptions& options, const StudyConfig& own) {
    StudyQuestion question;
    question.tolerances.reserve(options.tolerances.size());
    for (const std::string& given : options.tolerances) {
        const auto equals = given.find('=');
        const std::string name = given.substr(0, equals);
        const bool is_known =
            std::ranges::any_of(own.parameters, [&](const StudyParameter& p) { return p.parameter.name == name; });
        if (equals == std::string::npos || !is_known) {
            throw std::invalid_argument(fmt::format(
                "--tolerance: {} was given; it must be a parameter of the study and its tolerance, e.g. {}=0.1", given,
                own.parameters.front().parameter.name));
        }
        question.tolerances.emplace_back(name, tolerance_from(given.substr(equals + 1), name));
    }
    if (!options.norm.empty()) question.norm = norm_named(options.norm);
    question.limit = options.limit;
    if (!options.law.empty()) question.law = choice_from(options.law, "--law", law_family());
    if (!options.measure.empty()) question.measure = choice_from(options.measure, "--measure", measure_family());
    return question;
}

void best(const QueryOptions& options, std::ostream& out) {
    const StudyConfig own = read_study_file(options.study);
    const StudyQuestion question = question_of(options, own);
    const Study asked = asked_about(own, question);
    const StudyView view = begun_study(asked.config)->view();
    AnswerOptions how;
    if (!options.at.empty()) how.at = design_of(asked, options.at, "--at");
    const auto [study, answer, evidence] = answer_to(own, view, question, how);
    if (options.format == "json") {
        out << write_json(answer_json(study.config, answer, evidence)) << '\n';
    } else {
        out << (answer.at ? design_text(study.config, answer) : answer_text(study.config, answer, evidence));
    }
}

/// Failed trials are to be evaluated again: the named ones, or all.
void retry(const QueryOptions& options, std::ostream& out) {
    const StudyConfig config = read_study_file(options.study);
    if (!config.objective.command.empty()) require_objective(config);
    const std::unique_ptr<Store> store = begun_study_to_change(config, "retry");
    const Index count = retry_trials(*store, options.numbers);
    out << fmt::format("{} {} to be evaluated again\n", counted(count, "trial"), count == 1 ? "waits" : "wait");
}

void import(const QueryOptions& options, std::ostream& out) {
    const StudyConfig config = read_study_file(options.study);
    std::istringstream file(process::text_of_file(options.file, "give a file that exists"));
    // Everything is read before anything is stored: a mistake in the last line leaves the study as it was.
    const std::vector<Trial> read = read_csv(config, file, options.file);
    const std::unique_ptr<Store> store = changed_study(config, "import");
    const auto [added, known] = import_trials(*store, read);
    out << fmt::format("{} {} imported{}\n", counted(added, "trial"), added == 1 ? "was" : "were",
                       known == 0 ? "" : fmt::format("; {} {} there already", known, known == 1 ? "was" : "were"));
}

CLI::App* add_query(CLI::App& app, const std::string& name, const std::string& what, QueryOptions& options,
                    const std::vector<std::string>& formats) {
    CLI::App* command = app.add_subcommand(name, what);
    add_study(*command, options.study);
    if (!formats.empty()) {
        options.format = formats.front();
        command
            ->add_option("--format", options.format,
                         fmt::format("One of {}; the first if left out", fmt::join(formats, ", ")))
            ->check(one_of("format", formats))
            ->option_text("NAME");
    }
    return command;
}

}  // namespace

std::vector<Command> add_study_queries(CLI::App& app) {
    std::vector<Command> commands;
    const auto add = [&](const std::string& name, const std::string& what, const std::vector<std::string>& formats,
                         void (*act)(const QueryOptions&, std::ostream&)) {
        const auto options = std::make_shared<QueryOptions>();
        CLI::App* command = add_query(app, name, what, *options, formats);
        commands.push_back({command, [options, name, act] { in_command(name, [&] { act(*options, std::cout); }); }});
        return std::make_pair(command, options);
    };
    add("trials", "Lists the trials of a study", trial_formats, trials);
    add("status", "Says how far a study has come", best_formats, status);
    const auto [export_command, export_options] =
        add("export", "Writes the trials of a study for other programs", export_formats, export_trials);
    export_command->add_flag("--seconds", export_options->seconds,
                             "With what each evaluation took, which differs from run to run");
    const auto [retry_command, retry_options] = add("retry", "Has failed trials evaluated again", {}, retry);
    retry_command->add_option("numbers", retry_options->numbers, "Of the trials; all that failed if left out")
        ->check(whole_number(0, most_evaluations))
        ->option_text(" ");
    const auto [import_command, import_options] = add("import", "Adds existing data to a study", {}, import);
    import_command
        ->add_option("data", import_options->file, "Comma-separated values: a column per parameter, and value")
        ->required()
        ->option_text("(required)");
    const auto [best_command, best_options] =
        add("best", "The answer of a study, also for another region", best_formats, best);
    best_command->add_option("--tolerance", best_options->tolerances, "Another tolerance, e.g. width=0.1 or width=2%")
        ->option_text("NAME=T");
    best_command->add_option("--norm", best_options->norm, "Another norm")
        ->check(one_of("norm", norm_names()))
        ->option_text("P");
    best_command->add_option("--measure", best_options->measure, "Another measure, e.g. mean or quantile,q=0.99")
        ->option_text("NAME");
    best_command->add_option("--law", best_options->law, "Another law of deviation, e.g. normal or normal,sd=0.5")
        ->option_text("NAME");
    best_command->add_option("--limit", best_options->limit, "What a build may have at most: tells the yield")
        ->option_text("Y");
    best_command->add_option("--at", best_options->at, "A design of your own, e.g. \"width=2.5,height=7\"")
        ->option_text("DESIGN");
    return commands;
}

}  // namespace sweetspot::app
