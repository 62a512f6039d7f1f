#include "experiment/bars/family.hpp"

#include <algorithm>
#include <array>

#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {

std::string family_of(std::string_view problem) {
    constexpr std::array<std::string_view, 6> paper = {"bumped-bowl",      "levy03",         "styblinski-tang",
                                                       "robust-problem-4", "stepped-sphere", "quintic"};
    if (std::find(paper.begin(), paper.end(), problem) != paper.end()) return "paper";
    return problem.starts_with("push") ? "push" : "other";
}

bool repeats_are_instances(std::string_view problem) {
    const auto& all = benchmarks();
    return std::any_of(all.begin(), all.end(), [&](const BenchmarkPtr& benchmark) {
        return benchmark->name() == problem && benchmark->has_instances();
    });
}

}  // namespace sweetspot
