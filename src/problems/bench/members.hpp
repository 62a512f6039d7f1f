// The members of the bench beyond the paper, family by family.
#pragma once

#include <vector>

#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {

[[nodiscard]] std::vector<BenchmarkPtr> transformed_problems();
[[nodiscard]] std::vector<BenchmarkPtr> path_problems();
[[nodiscard]] std::vector<BenchmarkPtr> penalty_problems();
[[nodiscard]] std::vector<BenchmarkPtr> engineering_problems();

[[nodiscard]] BenchmarkPtr make_cliff_edge();
[[nodiscard]] std::vector<BenchmarkPtr> make_coatings();
[[nodiscard]] std::vector<BenchmarkPtr> make_dampers();
[[nodiscard]] std::vector<BenchmarkPtr> make_beams();
[[nodiscard]] std::vector<BenchmarkPtr> make_ladders();
[[nodiscard]] std::vector<BenchmarkPtr> make_arrays();

}  // namespace sweetspot
