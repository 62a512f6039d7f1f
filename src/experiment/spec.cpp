#include "experiment/spec.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/check.hpp"
#include "base/document.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {
namespace {

constexpr std::int64_t most_dimensions = 1000;
constexpr std::int64_t most_repeats = 100000;
constexpr std::int64_t most_evaluations_of_a_run = 100000;

template <class T>
void require_distinct(std::vector<T> values) {
    std::sort(values.begin(), values.end());
    const auto twice = std::adjacent_find(values.begin(), values.end());
    if (twice != values.end()) require(false, "{} is there twice; name each once", *twice);
}

std::vector<std::string> known_names(const DocumentTable& table, const std::string& key, std::string_view what,
                                     const std::vector<std::string>& known) {
    const auto given = table.texts(key);
    if (!given) table.refuse(key, fmt::format("it is missing; give a list, e.g. {} = [\"{}\"]", key, known.front()));
    table.at(key, [&] {
        for (const std::string& name : *given) {
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                throw std::invalid_argument(unknown_name(what, name, known));
            }
        }
        require_distinct(*given);
    });
    return *given;
}

std::vector<std::string> problem_names() {
    std::vector<std::string> names;
    for (const BenchmarkPtr& benchmark : benchmarks()) names.emplace_back(benchmark->name());
    return names;
}

std::vector<Norm> norms(const DocumentTable& table) {
    const auto given = table.names("norms");
    if (!given) return {};
    return table.at("norms", [&] {
        require_distinct(*given);
        std::vector<Norm> result;
        for (const std::string& name : *given) result.push_back(norm_named(name));
        return result;
    });
}

/// The members of the half of the bench that is named instead of problems, or nothing.
std::optional<std::vector<std::string>> half_of_bench(const DocumentTable& table) {
    const auto given = table.texts("problems");
    if (!given) return std::nullopt;
    for (const BenchHalf half : {BenchHalf::tuning, BenchHalf::confirmation}) {
        if (std::find(given->begin(), given->end(), to_string(half)) == given->end()) continue;
        if (given->size() > 1) {
            table.refuse("problems", fmt::format("\"{}\" is half of the bench and stands beside other names; give it "
                                                 "alone, problems = [\"{}\"]",
                                                 to_string(half), to_string(half)));
        }
        std::vector<std::string> names;
        for (const BenchmarkPtr& problem : bench_problems(half)) names.emplace_back(problem->name());
        return names;
    }
    return std::nullopt;
}

std::vector<Index> dimensions_of(const ExperimentSpec& spec, const Benchmark& benchmark) {
    if (const auto only = only_dimension(benchmark)) return {*only};
    return spec.dimensions;
}

/// What cannot be seen key by key: dimensions are needed, and the problems must exist in them.
void check_dimensions(const DocumentTable& table, const ExperimentSpec& spec) {
    for (const std::string& name : spec.problems) {
        const BenchmarkPtr benchmark = benchmark_named(name);
        const std::vector<Index> dimensions = dimensions_of(spec, *benchmark);
        if (dimensions.empty()) {
            table.refuse("dimensions", fmt::format("they are missing, and {} exists in many; give a list, e.g. "
                                                   "dimensions = [5, 10]",
                                                   name));
        }
        table.at("dimensions", [&] {
            for (const Index dimension : dimensions) static_cast<void>(benchmark->space(dimension));
        });
    }
}

}  // namespace

std::vector<Norm> norms_of(const ExperimentSpec& spec, const Benchmark& benchmark) {
    if (spec.norms.empty()) return {benchmark.own_norm().value_or(Norm::two)};
    return spec.norms;
}

ExperimentSpec read_spec(std::string_view text, const std::string& where) {
    const DocumentTable file = DocumentTable::toml(text, where);
    const DocumentTable table = file.table("experiment");
    ExperimentSpec spec;
    const auto name = table.text("name");
    if (!name || name->empty()) table.refuse("name", "it is missing; give the experiment a name, name = \"…\"");
    spec.name = *name;
    if (const auto profile = table.text("profile")) {
        table.at("profile", [&] { static_cast<void>(experiment_method("centre", *profile, 1)); });
        spec.profile = *profile;
    }
    const auto half = half_of_bench(table);
    spec.problems = half ? *half : known_names(table, "problems", "problem", problem_names());
    spec.methods = known_names(table, "methods", "method", experiment_methods());
    const auto dimensions = table.wholes("dimensions", 1, most_dimensions).value_or(std::vector<std::int64_t>());
    table.at("dimensions", [&] { require_distinct(dimensions); });
    spec.dimensions.assign(dimensions.begin(), dimensions.end());
    spec.norms = norms(table);
    spec.repeats = table.whole("repeats", 1, most_repeats).value_or(spec.repeats);
    spec.evaluations = table.whole("evaluations", 1, most_evaluations_of_a_run).value_or(spec.evaluations);
    spec.score_every = table.whole("score_every", 1, most_evaluations_of_a_run).value_or(spec.score_every);
    const auto seed = table.whole("seed", 0, std::numeric_limits<std::int64_t>::max());
    spec.seed = static_cast<std::uint64_t>(seed.value_or(1));
    table.refuse_unknown();
    file.refuse_unknown();
    check_dimensions(table, spec);
    return spec;
}

std::vector<RunKey> runs_of(const ExperimentSpec& spec) {
    std::vector<RunKey> runs;
    for (Index repeat = 1; repeat <= spec.repeats; ++repeat) {
        for (const std::string& problem : spec.problems) {
            const BenchmarkPtr benchmark = benchmark_named(problem);
            for (const Index dimension : dimensions_of(spec, *benchmark)) {
                for (const Norm norm : norms_of(spec, *benchmark)) {
                    for (const std::string& method : spec.methods) {
                        runs.push_back({problem, dimension, norm, method, spec.profile, repeat, spec.evaluations,
                                        spec.score_every, spec.seed});
                    }
                }
            }
        }
    }
    return runs;
}

}  // namespace sweetspot
