#include "apps/sweetspot/problems/push.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <memory>

#include "apps/sweetspot/text/point_text.hpp"
#include "base/trimmed.hpp"
#include "figures/push_picture.hpp"

namespace sweetspot::app {
namespace {

constexpr auto push_examples =
    R"(The picture is an SVG file: starts in outline, ends filled, paths as lines, targets as crosses.
Examples:
  sweetspot push push4 --instance 7 --point "0.2 0.5 0.4 0.1" -o push.svg
  sweetspot push push8 --point "[0.1, 0.4, 0.2, 0.5, 0.9, 0.6, 0.3, 0]" > push.svg)";

Vector pushed_at(const PushOptions& options, const Space& domain) {
    const std::string_view text = trimmed(options.point);
    Vector u;
    try {
        u = read_point(text.empty() ? "[]" : text);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("--point: {}", error.what()));
    }
    domain.require_contains(u, "--point");
    return u;
}

std::string picture(const PushOptions& options) {
    const Points targets = targets_of(options.benchmark);
    const ChosenBenchmark chosen = choose(options.benchmark);
    const Vector u = pushed_at(options, chosen.domain());
    const std::string title = fmt::format(
        "{}, instance {}: {} {:.4g} at the end", options.benchmark.problem, options.benchmark.instance.value_or(1),
        targets.cols() == 1 ? "distance" : "sum of distances", chosen.benchmark->value(u));
    return push_picture(push_paths(u), targets, title);
}

}  // namespace

void push(const PushOptions& options, std::ostream& out) {
    const std::string svg = in_command("push", [&] { return picture(options); });
    if (options.file == "-") {
        out << svg;
        return;
    }
    std::ofstream file(options.file);
    if (!file) {
        throw std::invalid_argument(fmt::format(
            "sweetspot push: {} cannot be written; give the name of a file in a folder that exists", options.file));
    }
    file << svg << std::flush;
    if (!file) throw std::runtime_error(fmt::format("sweetspot push: {} could not be written", options.file));
}

Command add_push(CLI::App& app) {
    const auto options = std::make_shared<PushOptions>();
    CLI::App* command = app.add_subcommand("push", "Draws one push of push4 or push8");
    add_problem_options(*command, options->benchmark);
    command->add_option("--point", options->point, "The point of the unit cube that says how to push")
        ->required()
        ->option_text("POINT (required)");
    command->add_option("-o,--out", options->file, "File for the picture; standard output if left out")
        ->option_text("FILE");
    command->footer(push_examples);
    return {command, [options] { push(*options, std::cout); }};
}

}  // namespace sweetspot::app
