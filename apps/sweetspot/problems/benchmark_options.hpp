// Which built-in problem, in how many dimensions and against which region: what evaluate, optimum and minimize share on
// the command line.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "apps/sweetspot/command_line.hpp"
#include "base/argument_mistake.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot::app {

struct BenchmarkOptions {
    std::string problem;
    std::optional<int> dimension;           ///< needed unless the problem exists in one dimension only
    std::optional<std::uint64_t> instance;  ///< of a problem that has several; the first if left out
    std::string targets;                    ///< file with the targets of a pushing problem; generated if empty
    std::string norm = "2";                 ///< one of norm_names()
    std::optional<double> tolerance;        ///< the problem's own if left out
};

/// A problem that exists in that dimension, and a region that fits in its domain.
struct ChosenBenchmark {
    BenchmarkPtr benchmark;
    Index dimension;
    Norm norm;
    double tolerance;

    [[nodiscard]] Space domain() const { return benchmark->space(dimension); }
    [[nodiscard]] double worst_case(const VectorRef& centre) const {
        return benchmark->worst_case(centre, norm, Vector::Constant(dimension, tolerance));
    }
    [[nodiscard]] ReferenceOptimum optimum() const { return benchmark->optimum(dimension, norm, tolerance); }
};

/// The problem, --dim, --instance and --targets.
void add_problem_options(CLI::App& command, BenchmarkOptions& options);
/// --norm and --tolerance.
void add_region_options(CLI::App& command, BenchmarkOptions& options);
/// --format, table or json.
void add_format_option(CLI::App& command, std::string& format);
/// Accepts the measures whose true value is known.
[[nodiscard]] CLI::Validator measure_with_known_truth();

/// Where the objects of a pushing problem should end, from the file or generated.
[[nodiscard]] Points targets_of(const BenchmarkOptions& options);
/// Refuses what does not fit together in one sentence.
[[nodiscard]] ChosenBenchmark choose(const BenchmarkOptions& options);

/// Begins the sentence of a caller's mistake in f with the command, and one in an argument with its option.
[[noreturn]] void refuse_in_command(std::string_view command, const std::invalid_argument& mistake);
template <std::invocable F>
auto in_command(std::string_view command, F&& f) {
    try {
        return std::invoke(std::forward<F>(f));
    } catch (const ArgumentMistake& mistake) {
        refuse_in_command(command, std::invalid_argument(std::string("--") + mistake.what()));
    } catch (const std::invalid_argument& error) {
        refuse_in_command(command, error);
    }
}

}  // namespace sweetspot::app
