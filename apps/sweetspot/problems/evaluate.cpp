#include "apps/sweetspot/problems/evaluate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <memory>

#include "apps/sweetspot/text/point_text.hpp"
#include "base/trimmed.hpp"

namespace sweetspot::app {
namespace {

constexpr auto evaluate_examples =
    R"(Points are read from standard input, one per line, as a JSON array or as numbers between blanks
or commas; blank lines and lines that begin with # are passed over. The true quality is that of the
whole region around the point, also where the region leaves the domain.
Examples:
  sweetspot evaluate bumped-bowl --dim 2 < points.txt
  echo '[0.5, 1]' | sweetspot evaluate bumped-bowl --dim 2
  echo '0.5 1' | sweetspot evaluate bumped-bowl --dim 2 --true-quality worst --norm inf
  echo '0.2 0.5 0.4 0.1' | sweetspot evaluate push4 --instance 7)";

}  // namespace

void evaluate(const EvaluateOptions& options, std::istream& in, std::ostream& out) {
    const ChosenBenchmark chosen = in_command("evaluate", [&] { return choose(options.benchmark); });
    const Space domain = chosen.domain();
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        const std::string_view text = trimmed(line);
        if (text.empty() || text.starts_with('#')) continue;
        const std::string place = fmt::format("stdin:{}", number);
        Vector x;
        try {
            x = read_point(text);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(fmt::format("{}: {}", place, error.what()));
        }
        domain.require_contains(x, place);
        const double value = options.true_quality.empty() ? chosen.benchmark->value(x) : chosen.worst_case(x);
        // Flushed so that another program can wait for the value before it sends the next point.
        out << fmt::format("{}\n", value) << std::flush;
    }
}

Command add_evaluate(CLI::App& app) {
    const auto options = std::make_shared<EvaluateOptions>();
    CLI::App* command = app.add_subcommand("evaluate", "Evaluates a built-in problem at the points it reads");
    add_problem_options(*command, options->benchmark);
    CLI::Option* quality =
        command
            ->add_option("--true-quality", options->true_quality,
                         "worst: the exact worst case of the region around each point instead of its value")
            ->check(measure_with_known_truth())
            ->option_text("NAME");
    add_region_options(*command, options->benchmark);
    for (const char* region : {"--norm", "--tolerance"}) command->get_option(region)->needs(quality);
    command->footer(evaluate_examples);
    return {command, [options] {
                if (isatty(STDIN_FILENO) != 0) {
                    std::cerr << "sweetspot evaluate: reading points from the terminal; end them with Ctrl-D\n";
                }
                evaluate(*options, std::cin, std::cout);
            }};
}

}  // namespace sweetspot::app
