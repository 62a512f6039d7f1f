#include "experiment/bars/family.hpp"

#include <algorithm>

#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {
namespace {

/// Null if no built-in problem has that name.
BenchmarkPtr built_in(std::string_view problem) {
    const auto& all = benchmarks();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& known) { return known->name() == problem; });
    return found == all.end() ? nullptr : *found;
}

}  // namespace

std::string family_of(std::string_view problem) {
    const BenchmarkPtr known = built_in(problem);
    return known ? std::string(known->family()) : "other";
}

bool repeats_are_instances(std::string_view problem) {
    const BenchmarkPtr known = built_in(problem);
    return known && known->has_instances();
}

}  // namespace sweetspot
