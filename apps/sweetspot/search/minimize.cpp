#include "apps/sweetspot/search/minimize.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>

#include "apps/sweetspot/list.hpp"
#include "apps/sweetspot/search/minimize_report.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot::app {
namespace {

constexpr auto minimize_examples = R"(Examples:
  sweetspot minimize bumped-bowl --dim 2 --evaluations 40
  sweetspot minimize bumped-bowl --dim 2 --evaluations 40 --method stableopt --own-report
  sweetspot minimize levy03 --dim 5 --norm inf --threads 2 --history levy03.csv --format json)";

constexpr int most_evaluations = 100000;

/// One row per evaluation, on disk before the next one starts.
class HistoryFile {
  public:
    /// Nothing is written if the path is empty.
    HistoryFile(const std::string& path, const Space& space) : path_(path) {
        if (path_.empty()) return;
        errno = 0;
        file_.open(path_);
        if (!file_) {
            throw std::invalid_argument(
                fmt::format("--history: {} cannot be written ({}); give the name of a file in a folder that exists",
                            path_, std::strerror(errno)));
        }
        std::string value = "y";
        std::string header = "evaluation";
        for (const Parameter& p : space.parameters()) {
            header += "," + p.name;
            if (p.name == value) value = "value";  // no two columns alike
        }
        write(header + "," + value);
    }

    void add(Index evaluation, const Vector& x, double y) {
        if (path_.empty()) return;
        write(fmt::format("{},{},{}", evaluation, fmt::join(x, ","), y));
    }

  private:
    void write(const std::string& row) {
        file_ << row << '\n' << std::flush;
        if (!file_) throw std::runtime_error(fmt::format("sweetspot minimize: {} could not be written", path_));
    }

    std::string path_;
    std::ofstream file_;
};

/// Where f may be evaluated: the domain, or more if regions may leave it, so that centres can be anywhere in the
/// domain.
Space search_space(const ChosenBenchmark& chosen) {
    std::vector<Parameter> parameters = chosen.domain().parameters();
    if (!chosen.benchmark->region_may_leave_domain()) return Space(parameters);
    for (Parameter& p : parameters) {
        p.lower -= chosen.tolerance;
        p.upper += chosen.tolerance;
    }
    return Space(parameters);
}

std::string note_on(const Outcome& outcome, const Problem& problem) {
    if (outcome.chosen.benchmark->region_may_leave_domain()) {
        return "regions may leave the domain here, so the search may evaluate up to one tolerance outside it; centres "
               "stay inside";
    }
    const Vector u = problem.space().to_unit(outcome.single.x);
    if (problem.centres().contains(u)) return {};
    return "the region of the best single point leaves the domain; its prediction covers the part inside, its truth "
           "all "
           "of it";
}

Options search_options(const MinimizeOptions& options) {
    const std::string_view by_default = options.sampling ? method_with_sampling_rule : default_method;
    const ListedMethod& chosen = method_family().named(options.method.empty() ? by_default : options.method);
    MethodParts parts;
    if (options.profile == "paper") parts = {.model = paper_model(), .improvement = paper_improvement()};
    if (options.sampling) {
        if (!chosen.uses_sampling_rule) {
            throw std::invalid_argument(fmt::format(
                "--sampling: the method {} has its own rule where to evaluate; leave the option out", chosen.name));
        }
        parts.sampling = sampling_rule_named(*options.sampling);
    }
    return {.seed = options.seed,
            .threads = options.threads,
            .method = method_named(chosen.name, parts),
            .evaluations = options.evaluations};
}

Outcome search(const MinimizeOptions& options, Progress::Style style, std::ostream& err) {
    const ChosenBenchmark chosen = choose(options.benchmark);
    const Problem problem(search_space(chosen), chosen.norm, chosen.tolerance);
    const Options how = search_options(options);
    HistoryFile history(options.history, problem.space());
    Progress progress(style, how.evaluations, err);
    Result result = minimize(
        problem, [&](const Vector& x) { return chosen.benchmark->value(x); }, how,
        [&](const Optimizer& optimizer, const Suggestion& suggestion) {
            const Index done = optimizer.observations();
            history.add(done, suggestion.x, optimizer.outputs()[done - 1]);
            progress.report(done, suggestion);
        });
    const double seconds = progress.elapsed_seconds();
    Outcome outcome = score(chosen, problem, how, std::move(result));
    if (options.own_report) add_own_report(outcome, problem);
    outcome.seconds = seconds;
    outcome.note = note_on(outcome, problem);
    return outcome;
}

void add_search_options(CLI::App& command, MinimizeOptions& options) {
    const std::vector<std::string> rules = sampling_rule_family().names();
    const std::vector<std::string> known_methods = method_family().names();
    const std::vector<std::string> profiles = {"default", "paper"};
    command.add_option("--evaluations", options.evaluations, "The budget, initial design included; 100 if left out")
        ->check(whole_number(1, most_evaluations))
        ->option_text("N");
    command
        .add_option(
            "--method", options.method,
            fmt::format("How to search, one of {}; {} if left out", fmt::join(known_methods, ", "), default_method))
        ->check(one_of("method", known_methods))
        ->option_text("NAME");
    command.add_flag("--own-report", options.own_report,
                     "Also scores the centre that the method's authors would report, where their rule is another one");
    command
        .add_option("--sampling", options.sampling,
                    fmt::format("Where in the chosen region to evaluate, one of {}; {} if left out; only for methods "
                                "that leave it open",
                                fmt::join(rules, ", "), BayesianRobustSearchOptions().sampling->name()))
        ->check(one_of("sampling rule", rules))
        ->option_text("NAME");
    command
        .add_option("--profile", options.profile,
                    fmt::format("The method's settings, one of {}: our own, or those of the paper's experiments",
                                fmt::join(profiles, ", ")))
        ->check(one_of("profile", profiles))
        ->option_text("NAME");
    command
        .add_option_function<std::string>(
            "--seed", [&options](const std::string& given) { options.seed = read_unsigned("--seed", given); },
            "Another seed is another search, the same seed the same one; 1 if left out")
        ->option_text("N");
    command
        .add_option("--threads", options.threads,
                    "How many threads to use, 1 if left out; the result does not depend on it")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
}

}  // namespace

void minimize(const MinimizeOptions& options, Progress::Style style, std::ostream& out, std::ostream& err) {
    in_command("minimize", [&] {
        const Outcome outcome = search(options, style, err);
        out << (options.format == "json" ? json_of(outcome) : table_of(outcome));
    });
}

Command add_minimize(CLI::App& app) {
    const auto options = std::make_shared<MinimizeOptions>();
    CLI::App* command =
        app.add_subcommand("minimize", "Searches a built-in problem for its robust optimum and scores what it found");
    add_problem_options(*command, options->benchmark);
    add_region_options(*command, options->benchmark);
    add_search_options(*command, *options);
    command
        ->add_option(
            "--history", options->history,
            "File for every evaluation as soon as it is known, as comma-separated values; replaced if it exists")
        ->option_text("FILE");
    add_format_option(*command, options->format);
    command->add_flag("-q,--quiet", options->quiet, "No progress on standard error");
    command->footer(minimize_examples);
    return {command, [options] {
                const auto style = options->quiet ? Progress::Style::silent : Progress::style_of_standard_error();
                minimize(*options, style, std::cout, std::cerr);
            }};
}

}  // namespace sweetspot::app
