// Where the quadratic model g·d + ½ dᵀBd is (nearly) smallest in a box: the two halves of a step of L-BFGS-B.
#pragma once

#include <vector>

#include "optimize/quasi_newton.hpp"

namespace sweetspot {

/// The generalised Cauchy point: the first local minimum of the model on the projected path P(x − t g), t ≥ 0.
struct CauchyPoint {
    Vector x;
    Vector c;                 ///< Wᵀ(x_cauchy − x)
    std::vector<Index> free;  ///< the coordinates that the path left strictly between their bounds
};
[[nodiscard]] CauchyPoint cauchy_point(const Vector& x, const Vector& gradient, const Box& box,
                                       const QuasiNewton& model);

/// The Cauchy point, then the minimum of the model over the free coordinates, brought back into the box.
[[nodiscard]] Vector minimize_model(const Vector& x, const Vector& gradient, const Box& box, const QuasiNewton& model);

}  // namespace sweetspot
