// Runs for tests of the bars, as few as an example by hand can have.
#pragma once

#include "experiment/bars.hpp"

namespace sweetspot::testing {

inline const Contender ours = {"warped", "alternating"};
inline const Contender before = {"default", "most-uncertain"};

/// One contender on one problem; one row per repeat, one column per moment 10, 20, …
inline Comparison runs_of(const std::string& problem, const Contender& who, const Matrix& regret, Index dimension = 5) {
    Comparison c{problem, dimension, Norm::two, who.profile, dimension + 1, {}, {}, {}};
    for (Index m = 1; m <= regret.cols(); ++m) c.moments.push_back(10 * m);
    c.methods.push_back({who.method, regret, regret, {}, {}});
    return c;
}

inline Matrix column(std::initializer_list<double> values) {
    Matrix result(std::ssize(values), 1);
    Index r = 0;
    for (const double value : values) result(r++, 0) = value;
    return result;
}

}  // namespace sweetspot::testing
