#include "optimum.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "json_text.hpp"

namespace sweetspot::app {
namespace {

constexpr auto examples = R"(Examples:
  sweetspot optimum bumped-bowl --dim 2 --norm 2 --measure worst
  sweetspot optimum levy03 --dim 5 --norm inf --tolerance 0.5 --format json)";

std::string json(const ReferenceOptimum& found) {
    const Json result = {{"x", std::vector<double>(found.x.begin(), found.x.end())},
                         {"quality", found.quality},
                         {"how", found.how},
                         {"accuracy", found.accuracy}};
    return write_json(result) + "\n";
}

std::string table(const ChosenBenchmark& chosen, const ReferenceOptimum& found) {
    const Space domain = chosen.domain();
    std::string text =
        fmt::format("{}, D = {}: smallest worst case over a region of tolerance {} in the {}-norm\n",
                    chosen.benchmark->name(), chosen.dimension, chosen.tolerance, to_string(chosen.norm));
    for (Index d = 0; d < found.x.size(); ++d) {
        const std::string& name = domain.parameters()[static_cast<std::size_t>(d)].name;
        text += fmt::format("  {:<8}  {:.10g}\n", name, found.x[d]);
    }
    text += fmt::format("  {:<8}  {:.10g}\n", "quality", found.quality);
    text += fmt::format("  {:<8}  {:.2g}\n", "accuracy", found.accuracy);
    text += fmt::format("  {:<8}  {}\n", "how", found.how);
    return text;
}

}  // namespace

void optimum(const OptimumOptions& options, std::ostream& out) {
    in_command("optimum", [&] {
        const ChosenBenchmark chosen = choose(options.benchmark);
        const ReferenceOptimum found = chosen.optimum();
        out << (options.format == "json" ? json(found) : table(chosen, found));
    });
}

Command add_optimum(CLI::App& app) {
    const auto options = std::make_shared<OptimumOptions>();
    CLI::App* command = app.add_subcommand("optimum", "Shows the known robust optimum of a built-in problem");
    add_problem_options(*command, options->benchmark);
    add_region_options(*command, options->benchmark);
    command->add_option("--measure", options->measure, "What is smallest there: worst, the worst case of the region")
        ->check(measure_with_known_truth())
        ->option_text("NAME");
    add_format_option(*command, options->format);
    command->footer(examples);
    return {command, [options] { optimum(*options, std::cout); }};
}

}  // namespace sweetspot::app
