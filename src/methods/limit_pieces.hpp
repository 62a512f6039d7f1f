// Worst cases and limits of a region as pieces of one maximum, so that both are searched by the minimax descent. With
// x_k a centre that keeps the limits,
//     H(x) = max( Q(x) - Q(x_k),  ρ max_j [S_j(μ + κσ over x + T_j) - b_j] )
// is at most 0 at x_k, and where it is below 0 the quality is better and the limits are still kept: minimising it again
// and again is the method of improvement functions (Sagastizábal, Solodov 2005).
#pragma once

#include <vector>

#include "robust/piece_blocks.hpp"
#include "sweetspot/robust/limit_model.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {

/// S_j of μ + κσ less b_j for every limit; κ < 0 is optimistic. `limits` must outlive it.
[[nodiscard]] Block limit_block(const std::vector<LimitModel>& limits, double kappa);

/// The largest of S_j of μ + κσ less b_j at x.
[[nodiscard]] double limit_excess(const std::vector<LimitModel>& limits, double kappa, const Vector& x);

/// A limit is kept surely enough where S_j of μ + κσ is at most b_j less a margin, with κ = 2, hardly anything being
/// worse. The margin, in standard deviations of the output, is for what the template does not show of the region.
inline constexpr double sure_of_limits = surely;
inline constexpr double limit_margin = 0.003;
/// By how much the limits are not kept surely enough at x; at most 0: they are.
[[nodiscard]] inline double unsureness(const std::vector<LimitModel>& limits, const Vector& x) {
    return limit_excess(limits, sure_of_limits, x) + limit_margin;
}

/// ρ: with a multiplier λ of the limits, the distance to the optimum shrinks by λ/(ρ + λ) each time.
inline constexpr double limit_steepness = 10;

}  // namespace sweetspot
