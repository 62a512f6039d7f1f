// What an experiment found, as numbers to compare: methods on one problem, repeat by repeat, evaluation by evaluation.
#pragma once

#include <string>
#include <vector>

#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

/// One method on one problem. Row r is repeat r, whose initial design all methods share; column n - 1 is the state after
/// n evaluations. NaN where it was not scored.
struct MethodScores {
    std::string method;  ///< as in the spec, e.g. "most-uncertain" or "stableopt"
    Matrix regret;       ///< true worst case of the recommended centre, less that of the robust optimum
    Matrix distance;     ///< of the recommended centre to the robust optimum, in the unit cube
};

/// Every method on one problem, paired by repeat.
struct Comparison {
    std::string problem;
    Index dimension = 0;
    Norm norm = Norm::two;
    std::string profile;  ///< "paper" or "default"
    Index initial = 0;    ///< points of the initial design
    std::vector<MethodScores> methods;
};

}  // namespace sweetspot
