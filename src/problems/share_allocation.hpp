// One budget, many takers: max Σ h_d(b_d) over Σ b_d ≤ 1, b ≥ 0, for nondecreasing h_d that are neither concave nor
// continuous in general.
//
// Dynamic programming over shares in multiples of 1/N. A feasible b rounded up to multiples spends at most (N + D -
// 1)/N, so the table brackets the supremum from both sides (proven). Where several allocations are nearly as good (at a
// robust optimum they always tie) the grid can not tell which is best: the best allocation is also traced for every
// share of every coordinate at which the table's total has a local maximum, and each of them is refined by the same
// recursion in a window around it, on grids 8 times finer each time, down to shares of 1e-11. A share buys an interval
// around a centre, and where its two sides gain nearly the same both are followed. The value is attained by
// construction; that no allocation is better is proven up to `upper` and searched beyond.
#pragma once

#include <functional>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

enum class Side { left, right, both };

/// What a share gains if it is spent on one side of the centre, or on the better of the two.
using Gain = std::function<double(double share, Side side)>;

struct Allocation {
    double value = 0;
    double upper = 0;  ///< no allocation gains more
    Vector shares;
};

/// `alike` has the same number for functions that are the same.
[[nodiscard]] Allocation allocate(const std::vector<Gain>& gains, const std::vector<int>& alike);

}  // namespace sweetspot
