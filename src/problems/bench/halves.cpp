// The halves of the bench beyond the paper.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "sweetspot/base/family.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {
namespace {

/// Every problem with a region of its own, sorted by family, then by name.
std::vector<BenchmarkPtr> sorted_bench() {
    std::vector<BenchmarkPtr> bench;
    for (const BenchmarkPtr& problem : benchmarks()) {
        if (problem->own_norm()) bench.push_back(problem);
    }
    std::ranges::sort(bench, {}, [](const BenchmarkPtr& p) { return std::tuple(p->family(), p->name()); });
    return bench;
}

}  // namespace

std::string_view to_string(BenchHalf half) {
    return half == BenchHalf::tuning ? "tuning" : "confirmation";
}

std::vector<BenchmarkPtr> bench_problems(BenchHalf half) {
    std::vector<BenchmarkPtr> members;
    std::string_view family;
    BenchHalf turn = BenchHalf::tuning;
    for (const BenchmarkPtr& problem : sorted_bench()) {
        if (problem->family() != family) turn = BenchHalf::tuning;
        family = problem->family();
        if (turn == half) members.push_back(problem);
        turn = turn == BenchHalf::tuning ? BenchHalf::confirmation : BenchHalf::tuning;
    }
    return members;
}

BenchHalf bench_half(std::string_view name) {
    const auto named = [&](const BenchmarkPtr& problem) { return problem->name() == name; };
    const std::vector<BenchmarkPtr> bench = sorted_bench();
    if (std::ranges::none_of(bench, named)) {
        std::vector<std::string> known;
        known.reserve(bench.size());
        for (const BenchmarkPtr& problem : bench) known.emplace_back(problem->name());
        throw std::invalid_argument(unknown_name("problem of the bench", name, known));
    }
    const std::vector<BenchmarkPtr> tuning = bench_problems(BenchHalf::tuning);
    return std::ranges::any_of(tuning, named) ? BenchHalf::tuning : BenchHalf::confirmation;
}

}  // namespace sweetspot
