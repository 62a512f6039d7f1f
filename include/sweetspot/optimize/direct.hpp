// DIRECT (Jones et al. 1993, the locally biased variant): global minimisation by dividing rectangles, through NLopt.
#pragma once

#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

struct DirectOptions {
    int max_evaluations = 2000;
};

/// Deterministic; needs no start.
[[nodiscard]] Minimum minimize_direct(const Objective& objective, const Box& box, const DirectOptions& options = {});

}  // namespace sweetspot
