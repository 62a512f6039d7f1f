// A limit on another output of the objective: g(x + δ) ≤ b, or ≥ b, in the whole region of what is built, for a share
// of it, or at the centre alone. The search is for the best centre that keeps every limit.
#pragma once

#include <string>
#include <vector>

namespace sweetspot {

struct Limit {
    enum class Side { at_most, at_least };
    /// Where it must hold: in the whole region; for a share of what is built, by the law of deviation; at the centre.
    enum class For { worst, share, centre };

    std::string of;  ///< the output's name
    Side side = Side::at_most;
    double bound = 0;
    For what = For::worst;
    double share = 0;  ///< with For::share, between 0 and 1

    [[nodiscard]] bool allows(double value) const { return side == Side::at_most ? value <= bound : value >= bound; }
    friend bool operator==(const Limit&, const Limit&) = default;
};

/// In the whole region.
[[nodiscard]] Limit limit_at_most(std::string of, double bound);
[[nodiscard]] Limit limit_at_least(std::string of, double bound);

/// "stress ≤ 250 in the whole region"
[[nodiscard]] std::string to_string(const Limit& limit);
/// The names of the limited outputs, each once, in the order of the limits.
[[nodiscard]] std::vector<std::string> outputs_of(const std::vector<Limit>& limits);
/// Refuses names that are empty, bounds that are not finite, shares outside (0, 1) and two limits of the same output
/// and side.
void check_limits(const std::vector<Limit>& limits);

}  // namespace sweetspot
