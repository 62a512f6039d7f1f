// The sweetspot program. Results go to standard output and nothing else does; a mistake is one sentence on standard
// error, with exit status 2 for usage and input, 1 for failure.
#include <fmt/format.h>
#include <unistd.h>

#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "apps/sweetspot/baseline.hpp"
#include "apps/sweetspot/command_line.hpp"
#include "apps/sweetspot/experiment/experiment.hpp"
#include "apps/sweetspot/experiment/figures.hpp"
#include "apps/sweetspot/experiment/paper.hpp"
#include "apps/sweetspot/list.hpp"
#include "apps/sweetspot/live/serve.hpp"
#include "apps/sweetspot/problems/evaluate.hpp"
#include "apps/sweetspot/problems/optimum.hpp"
#include "apps/sweetspot/problems/push.hpp"
#include "apps/sweetspot/search/minimize.hpp"
#include "apps/sweetspot/search/suggest.hpp"
#include "apps/sweetspot/study/allocate.hpp"
#include "apps/sweetspot/study/ask_tell.hpp"
#include "apps/sweetspot/study/copy.hpp"
#include "apps/sweetspot/study/report.hpp"
#include "apps/sweetspot/study/run.hpp"
#include "apps/sweetspot/study/tolerance_questions.hpp"
#include "apps/sweetspot/study/trials.hpp"
#include "apps/sweetspot/study/verify.hpp"
#include "apps/sweetspot/study/work.hpp"
#include "storage/postgres.hpp"

namespace {

using namespace sweetspot::app;

constexpr int success = 0;
constexpr int failure = 1;
constexpr int mistake = 2;

constexpr auto list_examples = R"(Examples:
  sweetspot list
  sweetspot list methods stableopt
  sweetspot list sampling --format json)";

constexpr auto suggest_examples = R"(Examples:
  sweetspot suggest state.json --threads 2
  echo '{"parameters": [{"name": "x", "bounds": [0, 1], "tolerance": 0.1}],
         "observations": [{"x": [0.2], "y": 1.5}, {"x": [0.8], "y": 0.3}]}' | sweetspot suggest)";

Command add_list(CLI::App& app) {
    const auto options = std::make_shared<ListOptions>();
    CLI::App* command =
        app.add_subcommand("list", "Lists what can be chosen by name: problems, methods, sampling rules, …");
    command
        ->add_option("family", options->family,
                     fmt::format("One of {}; all of them if left out", fmt::join(family_names(), ", ")))
        ->check(one_of("family", family_names()))
        ->option_text(" ");
    command->add_option("name", options->member, "A member of that family, to see its settings")->option_text(" ");
    command
        ->add_option("--format", options->format,
                     fmt::format("One of {}; the first if left out", fmt::join(list_formats(), ", ")))
        ->check(one_of("format", list_formats()))
        ->option_text("NAME");
    command->footer(list_examples);
    return {command, [options] { list(*options, std::cout); }};
}

Command add_suggest(CLI::App& app) {
    const auto options = std::make_shared<SuggestOptions>();
    CLI::App* command = app.add_subcommand("suggest", "Reads a search's state as JSON and says where to evaluate next");
    command->add_option("state", options->state, "File with the state; - or nothing for standard input")
        ->option_text(" ");
    command
        ->add_option("--threads", options->threads,
                     "How many threads to use, 1 if left out; the suggestion does not depend on it")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
    command->footer(suggest_examples);
    return {command, [options] {
                if (options->state == "-" && isatty(STDIN_FILENO) != 0) {
                    std::cerr << "sweetspot suggest: reading the state from the terminal; end it with Ctrl-D\n";
                }
                suggest(*options, std::cin, std::cout);
            }};
}

int run(int argc, char** argv) {
    CLI::App app("Bayesian search for robust optima", "sweetspot");
    app.set_version_flag("--version", "sweetspot " SWEETSPOT_VERSION);
    app.require_subcommand(1);
    std::vector<Command> commands = {add_list(app),     add_suggest(app),       add_minimize(app),   add_evaluate(app),
                                     add_optimum(app),  add_push(app),          add_experiment(app), add_paper(app),
                                     add_figures(app),  add_run(app),           add_ask(app),        add_tell(app),
                                     add_verify(app),   add_serve(app),         add_report(app),     add_tolerance(app),
                                     add_allocate(app), add_contributions(app), add_work(app),       add_copy(app)};
    for (Command& command : add_study_queries(app)) commands.push_back(std::move(command));
    app.footer(
        "Example:\n  sweetspot minimize bumped-bowl --dim 2 --evaluations 40\nEvery command has its own --help.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked_for_help) {
        return app.exit(asked_for_help);
    } catch (const CLI::ParseError& error) {
        throw std::invalid_argument(usage_sentence(app, error));
    }
    for (const Command& command : commands) {
        if (command.app->parsed()) command.run();
    }
    std::cout.flush();
    if (!std::cout) throw std::runtime_error("sweetspot: the result could not be written to standard output");
    return success;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        restart_with_baseline_mathematics(argv);
        sweetspot::storage::tell_of_lost_servers(
            [](const std::string& sentence) { std::cerr << sentence << std::endl; });
        return run(argc, argv);
    } catch (const std::invalid_argument& error) {
        std::cerr << error.what() << '\n';
        return mistake;
    } catch (const std::bad_alloc&) {
        std::cerr << "sweetspot: there is not enough memory for this; free some, or ask for less at once\n";
        return failure;
    } catch (const std::filesystem::filesystem_error& error) {
        std::cerr << "sweetspot: " << error.path1().string() << ": " << error.code().message()
                  << "; see to the file or folder and try again\n";
        return failure;
    } catch (const std::system_error& error) {
        std::cerr << "sweetspot: the system refused: " << error.code().message() << "; try again\n";
        return failure;
    } catch (const std::runtime_error& error) {
        std::cerr << error.what() << '\n';
        return failure;
    } catch (const std::exception& error) {
        std::cerr << "sweetspot: this is a bug of ours, and nothing that was stored is lost; please report it with the "
                     "command, the study file and these words: sweetspot "
                  << SWEETSPOT_VERSION << ", " << error.what() << '\n';
        return failure;
    }
}
