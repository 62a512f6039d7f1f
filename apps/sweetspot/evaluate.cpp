#include "evaluate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <iostream>
#include <memory>
#include <vector>

namespace sweetspot::app {
namespace {

constexpr auto examples =
    R"(Points are read from standard input, one per line, as a JSON array or as numbers between blanks
or commas; blank lines and lines that begin with # are passed over. The true quality is that of the
whole region around the point, also where the region leaves the domain.
Examples:
  sweetspot evaluate bumped-bowl --dim 2 < points.txt
  echo '[0.5, 1]' | sweetspot evaluate bumped-bowl --dim 2
  echo '0.5 1' | sweetspot evaluate bumped-bowl --dim 2 --true-quality worst --norm inf)";

constexpr std::string_view blanks = " \t\r\f\v";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

double read_number(std::string_view word) {
    if (word.empty())
        throw std::invalid_argument("there is a comma that does not stand between two numbers; remove it");
    double value = 0;
    const char* end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, value);
    if (error == std::errc::result_out_of_range) {
        throw std::invalid_argument(fmt::format("{} is beyond what a double can hold; give a finite number", word));
    }
    if (error != std::errc() || rest != end) {
        throw std::invalid_argument(
            fmt::format("\"{}\" is not a number; give a point as a JSON array or as numbers between blanks", word));
    }
    return value;
}

/// Numbers between commas, between blanks, or both. `text` is trimmed and has something in it.
std::vector<double> read_numbers(std::string_view text) {
    std::vector<double> numbers;
    while (true) {
        const std::size_t end = text.find_first_of(std::string(blanks) + ",");
        numbers.push_back(read_number(text.substr(0, end)));
        if (end == std::string_view::npos) return numbers;
        text = trimmed(text.substr(end));
        if (text.starts_with(',')) text = trimmed(text.substr(1));
    }
}

Vector read_point(std::string_view line) {
    if (line.starts_with('[') != line.ends_with(']')) {
        throw std::invalid_argument("the array has only one of its two brackets; write e.g. [0.5, 1]");
    }
    if (line.starts_with('[')) line = trimmed(line.substr(1, line.size() - 2));
    const std::vector<double> numbers = line.empty() ? std::vector<double>() : read_numbers(line);
    return Eigen::Map<const Vector>(numbers.data(), std::ssize(numbers));
}

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
    command->footer(examples);
    return {command, [options] {
                if (isatty(STDIN_FILENO) != 0) {
                    std::cerr << "sweetspot evaluate: reading points from the terminal; end them with Ctrl-D\n";
                }
                evaluate(*options, std::cin, std::cout);
            }};
}

}  // namespace sweetspot::app
