#include "apps/sweetspot/problems/benchmark_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "apps/sweetspot/list.hpp"
#include "problems/push.hpp"
#include "sweetspot/base/errors.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot::app {
namespace {

/// As many as a Space holds.
constexpr int most_dimensions = 1000;

template <class Pointer>
std::vector<std::string> names_of(const std::vector<Pointer>& family) {
    std::vector<std::string> names;
    names.reserve(family.size());
    for (const Pointer& member : family) names.emplace_back(member->name());
    return names;
}

double read_tolerance(const std::string& given) {
    double value = 0;
    const char* end = given.data() + given.size();
    const auto [rest, error] = std::from_chars(given.data(), end, value);
    if (error == std::errc() && rest == end && std::isfinite(value) && value >= 0) return value;
    throw CLI::ValidationError("--tolerance",
                               fmt::format("{} was given; it must be a finite number of at least 0 in the unit of the "
                                           "parameters, e.g. 0.5",
                                           given));
}

bool is_push(std::string_view problem) {
    return problem == "push4" || problem == "push8";
}

/// The member of the family, or the instance of it that was asked for.
BenchmarkPtr named(const BenchmarkOptions& options) {
    const BenchmarkPtr listed = benchmark_named(options.problem);
    if (!options.targets.empty()) return push_problem(targets_of(options));
    return options.instance ? listed->instance(*options.instance) : listed;
}

Index dimension_of(const BenchmarkOptions& options, const Benchmark& benchmark) {
    if (options.dimension) return *options.dimension;
    if (const auto only = only_dimension(benchmark)) return *only;
    throw std::invalid_argument(fmt::format(
        "--dim is missing; {} exists in many dimensions, so say in how many, e.g. --dim 2", benchmark.name()));
}

}  // namespace

void add_problem_options(CLI::App& command, BenchmarkOptions& options) {
    command.add_option("problem", options.problem, "A built-in problem; see sweetspot list problems")
        ->check(one_of("problem", names_of(benchmarks())))
        ->required()
        ->option_text("(required)");
    command
        .add_option("--dim", options.dimension,
                    "The dimension; may be left out for a problem that exists in one dimension only")
        ->check(whole_number(1, most_dimensions))
        ->option_text("D");
    command
        .add_option_function<std::string>(
            "--instance",
            [&options](const std::string& given) { options.instance = read_unsigned("--instance", given); },
            "Which instance of a problem that has several (push4, push8); 1 if left out")
        ->option_text("K");
    command
        .add_option("--targets", options.targets,
                    "File with the targets of push4 or push8 as comma-separated values, instance,x,y or "
                    "instance,x,y,x,y; generated from the instance's number if left out")
        ->option_text("FILE");
}

void add_region_options(CLI::App& command, BenchmarkOptions& options) {
    command
        .add_option(
            "--norm", options.norm,
            fmt::format("Shape of the region of tolerances, one of {}; 2 if left out", fmt::join(norm_names(), ", ")))
        ->check(one_of("norm", norm_names()))
        ->option_text("P");
    command
        .add_option_function<std::string>(
            "--tolerance", [&options](const std::string& given) { options.tolerance = read_tolerance(given); },
            "Radius of the region in every parameter; the problem's own if left out")
        ->option_text("T");
}

void add_format_option(CLI::App& command, std::string& format) {
    command
        .add_option("--format", format,
                    fmt::format("One of {}; the first if left out", fmt::join(list_formats(), ", ")))
        ->check(one_of("format", list_formats()))
        ->option_text("NAME");
}

CLI::Validator measure_with_known_truth() {
    return {[](std::string& given) -> std::string {
                const std::vector<std::string> known = {std::string(worst_quality()->name())};
                if (given == known.front()) return {};
                const std::vector<std::string> all = names_of(qualities());
                if (std::ranges::find(all, given) == all.end()) return unknown_name("measure", given, known);
                return fmt::format("the true {} of a region is not known for the built-in problems; use {}", given,
                                   known.front());
            },
            ""};
}

Points targets_of(const BenchmarkOptions& options) {
    if (!is_push(options.problem)) {
        throw std::invalid_argument(
            fmt::format("{} has no targets, for it is not a push; use push4 or push8", options.problem));
    }
    const Index robots = options.problem == "push4" ? 1 : 2;
    const std::uint64_t instance = options.instance.value_or(1);
    if (options.targets.empty()) return push_targets(robots, instance);
    std::ifstream file(options.targets);
    if (!file) {
        throw std::invalid_argument(
            fmt::format("--targets: {} cannot be read; give the name of a file that exists", options.targets));
    }
    return read_push_targets(file, robots, instance, options.targets);
}

ChosenBenchmark choose(const BenchmarkOptions& options) {
    const BenchmarkPtr benchmark = named(options);
    ChosenBenchmark chosen{benchmark, dimension_of(options, *benchmark), norm_named(options.norm),
                           options.tolerance.value_or(benchmark->default_tolerance())};
    static_cast<void>(
        benchmark->centres(chosen.dimension, chosen.norm, chosen.tolerance));  // refuses what does not fit
    return chosen;
}

void refuse_in_command(std::string_view command, const std::invalid_argument& mistake) {
    throw std::invalid_argument(fmt::format("sweetspot {}: {}", command, sentence_of(mistake)));
}

}  // namespace sweetspot::app
