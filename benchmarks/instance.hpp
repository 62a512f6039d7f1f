// The instances that the benchmarks run on: Styblinski-Tang at D = 10 with N = 100 observations and 400 template
// points, and Bumped Bowl at D = 5 with N = 50 and 250, with a model of given length scales so that no fit is part of
// what is timed.
#pragma once

#include <cmath>

#include "design/latin_hypercube.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/problem.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot::bench {

struct Instance {
    Problem problem;
    Points x;  ///< unit cube
    Vector y;
    Hyperparameters hyperparameters;
    Template T;
    Vector x_star;
    Vector candidate;

    [[nodiscard]] GaussianProcess gp() const { return {matern52(), hyperparameters, x, y, Standardisation::of(y)}; }
};

inline double styblinski_tang(const Vector& x) {
    return 0.5 * (x.array().pow(4) - 16 * x.array().square() + 5 * x.array()).sum();
}

inline double bumped_bowl(const Vector& x) {
    return std::log(x.squaredNorm() + std::exp(-10 * x.squaredNorm()));
}

inline Instance make_instance(const Problem& problem, double (*f)(const Vector&), Index n, double lengthscale) {
    const Index D = problem.dimension();
    const Points x = latin_hypercube(D, n, Rng(1));
    Vector y(n);
    for (Index i = 0; i < n; ++i) y[i] = f(problem.space().from_unit(x.col(i)));
    Template T = make_template(problem.robust_set(), {}, Rng(2));
    return {problem,
            x,
            y,
            {Vector::Constant(D, lengthscale), 1.5, 1e-4, 0.0},
            std::move(T),
            Vector::Constant(D, 0.3),
            Vector::Constant(D, 0.45)};
}

inline Instance f3() {
    return make_instance({Space::cube(10, -5, 5), Norm::two, 1.25}, styblinski_tang, 100, 1.0);
}
inline Instance f1() {
    return make_instance({Space::cube(5, -4, 4), Norm::two, 1.0}, bumped_bowl, 50, 0.7);
}

}  // namespace sweetspot::bench
