// Functions whose answers are closed forms, and models that have seen enough of them to be nearly exact.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "design/sobol.hpp"
#include "sweetspot/gp/fit.hpp"
#include "sweetspot/search/description.hpp"

namespace sweetspot::known {

using Function = std::function<double(const Vector& x)>;

/// Parameters a, b, … from 0 to 1.
inline SearchDescription cube(Norm norm, const std::vector<double>& tolerances) {
    SearchDescription search;
    for (std::size_t d = 0; d < tolerances.size(); ++d) {
        search.parameters.push_back({{std::string(1, static_cast<char>('a' + d)), 0, 1}, {tolerances[d]}});
    }
    search.norm = norm;
    return search;
}

/// Of a smooth function of the unit cube.
inline GaussianProcess model_of(Index dimension, const Function& f, Index points = 60) {
    const Points x = scrambled_sobol(dimension, points, Rng(3));
    Vector y(x.cols());
    for (Index n = 0; n < x.cols(); ++n) y[n] = f(x.col(n));
    FitOptions options;
    options.kernel = squared_exponential();
    options.noise = 1e-8;
    return fit(x, y, options, Rng(1), Parallel(1));
}

/// 0 in the middle of the square.
inline double sloping(const Vector& x) {
    return 3 * x[0] + x[1] - 2;
}

inline const Vector middle{{0.5, 0.5}};

}  // namespace sweetspot::known
