// The members of the family of problems; one file each.
#pragma once

#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {

[[nodiscard]] BenchmarkPtr make_toy();
[[nodiscard]] BenchmarkPtr make_bumped_bowl();
[[nodiscard]] BenchmarkPtr make_levy03();
[[nodiscard]] BenchmarkPtr make_levy03_printed();
[[nodiscard]] BenchmarkPtr make_styblinski_tang();
[[nodiscard]] BenchmarkPtr make_robust_problem_4();
[[nodiscard]] BenchmarkPtr make_robust_problem_4_printed();
[[nodiscard]] BenchmarkPtr make_stepped_sphere();
[[nodiscard]] BenchmarkPtr make_quintic();
[[nodiscard]] BenchmarkPtr make_quintic_printed();
[[nodiscard]] BenchmarkPtr make_bertsimas();
[[nodiscard]] BenchmarkPtr make_push4();
[[nodiscard]] BenchmarkPtr make_push8();

}  // namespace sweetspot
