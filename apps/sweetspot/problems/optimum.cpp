#include "apps/sweetspot/problems/optimum.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/json_text.hpp"
#include "problems/sampled_optimum.hpp"

namespace sweetspot::app {
namespace {

constexpr auto optimum_examples = R"(Examples:
  sweetspot optimum bumped-bowl --dim 2 --norm 2 --measure worst
  sweetspot optimum levy03 --dim 5 --norm inf --tolerance 0.5 --format json
  sweetspot optimum push4 --instance 7 --threads 2
  sweetspot optimum push8 --instance 7 --samples 200 --starts 5 --descent 50)";

constexpr int most_effort = 1000000;

/// What the problem knows of its optimum; searched by samples where that is all that can be known, or on request.
ReferenceOptimum reference(const OptimumOptions& options, const ChosenBenchmark& chosen) {
    const bool asked_for = options.samples || options.starts || options.descent;
    if (!asked_for && !chosen.benchmark->has_instances()) return chosen.optimum();
    SampledOptimumOptions how{.threads = options.threads};
    how.samples = options.samples.value_or(static_cast<int>(how.samples));
    how.starts = options.starts.value_or(static_cast<int>(how.starts));
    how.evaluations = options.descent.value_or(how.evaluations);
    const auto search = asked_for ? sampled_optimum : stored_or_sampled_optimum;
    return search(*chosen.benchmark, chosen.dimension, chosen.norm, chosen.tolerance, how);
}

void add_effort_options(CLI::App& command, OptimumOptions& options) {
    const SampledOptimumOptions usual;
    const auto add = [&command](const char* name, std::optional<int>& number, const std::string& what) {
        command.add_option(name, number, what)->check(whole_number(1, most_effort))->option_text("N");
    };
    add("--samples", options.samples,
        fmt::format("Search anew: draw N centres; {} for push4 and push8 if left out", usual.samples));
    add("--starts", options.starts, fmt::format("… and descend from the best N by CMA-ES; {}", usual.starts));
    add("--descent", options.descent, fmt::format("… with N worst cases each; {}", usual.evaluations));
    command
        .add_option("--threads", options.threads,
                    "How many threads to search with, 1 if left out; the result does not depend on it")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
}

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
        const ReferenceOptimum found = reference(options, chosen);
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
    add_effort_options(*command, *options);
    add_format_option(*command, options->format);
    command->footer(optimum_examples);
    return {command, [options] { optimum(*options, std::cout); }};
}

}  // namespace sweetspot::app
