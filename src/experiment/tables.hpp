// An experiment's results as comma-separated values, with a header line each.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "experiment/comparison.hpp"

namespace sweetspot {

/// One row per run: what it was, then regret and distance after 10, 20, … evaluations and after the last, to five
/// digits. The column `report` says whose rule chose the centre: "common" or "own". Then, for the common report after
/// 25, 50 and 100 evaluations (as far as there are as many), the true worst case of the centre and the two ends between
/// which it was promised to lie, to nine digits; empty where there is no promise.
[[nodiscard]] std::string runs_table(std::span<const Comparison> comparisons);

/// The comparisons of a runs_table(), to its digits and with a column for each of its moments only. Tables without
/// promises are read as well. `where` begins the sentence of a refusal.
[[nodiscard]] std::vector<Comparison> read_runs_table(std::istream& in, const std::string& where);

/// One row per problem and method: quartiles of regret and distance after the last evaluation, average rank of the
/// regret among the methods.
[[nodiscard]] std::string summary_table(std::span<const Comparison> comparisons);

/// One row per pair of methods, for each problem, and over all problems of a dimension and norm ("all"): Friedman's
/// test, the average ranks, Wilcoxon's signed-rank test of the final regrets with its p before and after Holm's
/// correction, and whether they are separated at 0.05.
[[nodiscard]] std::string tests_table(std::span<const Comparison> comparisons);

/// The comparisons of one profile, dimension and norm each, in the order they come, for tests and figures over all
/// problems. Problems that exist in one dimension only are by themselves.
[[nodiscard]] std::vector<std::vector<Comparison>> by_dimension_and_norm(std::span<const Comparison> comparisons);

}  // namespace sweetspot
