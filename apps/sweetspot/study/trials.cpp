#include "apps/sweetspot/study/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/study/study_report.hpp"
#include "base/choice_text.hpp"
#include "study/study_table.hpp"
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
        Json all = Json::array();
        for (const Trial& trial : view.trials) {
            all.push_back(app::json_of(config, trial));
            if (seconds == Seconds::left_out) all.back().erase("seconds");
        }
        out << write_json(all) << '\n';
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
    if (const Index stale = count(TrialState::stale); stale > 0) {
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
    std::map<TrialState, Index> counts;
    for (const Trial& trial : view.trials) ++counts[trial.state];
    if (options.format == "json") {
        Json trials = Json::object();
        for (const auto& [state, count] : counts) trials[std::string(to_string(state))] = count;
        const bool is_left = std::ranges::any_of(view.trials, is_open);
        const auto reason = is_left ? std::nullopt : reason_to_end(config, view);
        out << write_json({{"name", config.name},
                           {"spent", spent(config, view)},
                           {"budget", config.budget.evaluations},
                           {"trials", trials},
                           {"ends", reason ? Json(reason->sentence) : Json(nullptr)}})
            << '\n';
        return;
    }
    out << fmt::format("{}: {}\n", config.name, count_text(config, view));
    for (const auto& [state, count] : counts) out << fmt::format("  {:<10}{:>6}\n", to_string(state), count);
    for (const Trial& trial : view.trials) {
        if (trial.state == TrialState::failed) {
            out << fmt::format("trial {} failed: {}\n", trial.number, trial.failure->reason);
        }
    }
    out << what_next(options, config, view);
}

/// The study with another region or measure, for a question that costs no evaluation.
StudyConfig asked_about(const QueryOptions& options, StudyConfig config) {
    for (const std::string& given : options.tolerances) {
        const auto equals = given.find('=');
        const std::string name = given.substr(0, equals);
        const auto found = std::find_if(config.parameters.begin(), config.parameters.end(),
                                        [&](const StudyParameter& p) { return p.parameter.name == name; });
        if (equals == std::string::npos || found == config.parameters.end()) {
            throw std::invalid_argument(fmt::format(
                "--tolerance: {} was given; it must be a parameter of the study and its tolerance, e.g. {}=0.1", given,
                config.parameters.front().parameter.name));
        }
        found->tolerance = tolerance_from(given.substr(equals + 1), name);
    }
    if (!options.norm.empty()) config.norm = norm_named(options.norm);
    if (options.limit) config.objective.limit = options.limit;
    if (!options.law.empty()) {
        config.law = choice_from(options.law, "--law", law_family());
        config.correlation.clear();
    }
    if (!options.measure.empty()) {
        config.measure = choice_from(options.measure, "--measure", measure_family());
        // A measure that needs a limit takes the objective's.
        for (const Setting& setting : measure_family().named(config.measure.name).settings) {
            if (setting.name == "limit" && !config.measure.settings.has("limit") && config.objective.limit) {
                config.measure.settings.set("limit", *config.objective.limit);
            }
        }
    }
    return config;
}

void best(const QueryOptions& options, std::ostream& out) {
    const StudyConfig own = read_study_file(options.study);
    const Study study = asked_about(options, own);
    const StudyConfig& config = study.config;
    StudyView view = begun_study(config)->view();
    const StudyView stored = view;
    AnswerOptions how{.rounded = AnswerOptions::Rounded::wanted};
    if (!options.at.empty()) how.at = design_of(study, options.at, "--at");
    const bool same_region = config.norm == own.norm && config.parameters == own.parameters;
    const bool asks_law = study.problem.quality().kind() != Quality::Kind::maximum;
    if (!same_region || config.measure != own.measure || (asks_law && config.law != own.law)) {
        // What was good for the study's own question may be for this one too; what was checked was the worst case of
        // that region, which holds no centre back here.
        how.also = {answer_of(own, view).robust.x};
        for (Trial& trial : view.trials) {
            if (checks_answer(trial)) trial.source = TrialSource::told;
        }
    }
    const Answer answer = answer_of(study, view, how);
    const Evidence evidence = evidence_of(study, same_region ? stored : view, answer);
    if (options.format == "json") {
        out << write_json(answer_json(config, answer, evidence)) << '\n';
    } else {
        out << (answer.at ? design_text(config, answer) : answer_text(config, answer, evidence));
    }
}

/// The same value at the same point: a file that is imported twice counts once.
bool is_known(const StudyView& view, const Trial& trial) {
    return std::any_of(view.trials.begin(), view.trials.end(), [&](const Trial& known) {
        return known.x == trial.x && known.measurement == trial.measurement;
    });
}

/// Failed trials are to be evaluated again: the named ones, or all.
void retry(const QueryOptions& options, std::ostream& out) {
    const StudyConfig config = read_study_file(options.study);
    if (!config.objective.command.empty()) require_objective(config);
    const std::unique_ptr<Store> store = begun_study_to_change(config, "retry");
    const StudyView view = store->view();
    for (const Index number : options.numbers) {
        const bool known = number < std::ssize(view.trials);
        if (!known || view.trials[static_cast<std::size_t>(number)].state != TrialState::failed) {
            throw std::invalid_argument(fmt::format("trial {} is not one that failed; see sweetspot status", number));
        }
    }
    Index count = 0;
    for (Trial trial : view.trials) {
        const bool named =
            options.numbers.empty() || std::ranges::find(options.numbers, trial.number) != options.numbers.end();
        if (trial.state != TrialState::failed || !named) continue;
        trial.state = TrialState::waiting;
        store->update(trial);
        ++count;
    }
    out << fmt::format("{} {} to be evaluated again\n", counted(count, "trial"), count == 1 ? "waits" : "wait");
}

void import(const QueryOptions& options, std::ostream& out) {
    const StudyConfig config = read_study_file(options.study);
    std::ifstream file(options.file, std::ios::binary);
    if (!file) throw std::invalid_argument(fmt::format("{} cannot be read; give a file that exists", options.file));
    // Everything is read before anything is stored: a mistake in the last line leaves the study as it was.
    const std::vector<Trial> read = read_csv(config, file, options.file);
    const std::unique_ptr<Store> store = changed_study(config, "import");
    std::vector<Trial> added;
    while (true) {
        const StudyView view = store->view();
        added = read;
        std::erase_if(added, [&](const Trial& trial) { return is_known(view, trial); });
        if (added.empty() || store->add_all(added, view.revision)) break;
    }
    const Index known = std::ssize(read) - std::ssize(added);
    out << fmt::format("{} {} imported{}\n", counted(std::ssize(added), "trial"), added.size() == 1 ? "was" : "were",
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
