// What the paper says its experiments show, each with what was measured here and the test that decides it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/comparison.hpp"

namespace sweetspot {

enum class Verdict { reproduced, in_part, not_reproduced, not_measured };
[[nodiscard]] std::string_view to_string(Verdict verdict);

struct Claim {
    std::string claim;     ///< of the paper
    std::string measured;  ///< here, with its figures
    std::string test;      ///< what decides
    Verdict verdict = Verdict::not_measured;
};

/// Judges the claims of the paper's sections 4.1 and 4.2 by the final regrets of the paper's experiments (p = 2). A
/// claim whose comparisons are not there is not measured.
[[nodiscard]] std::vector<Claim> paper_claims(std::span<const Comparison> comparisons);

/// As a table in Markdown.
[[nodiscard]] std::string claims_table(std::span<const Claim> claims);

}  // namespace sweetspot
