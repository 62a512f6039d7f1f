// Small fitted models and templates that many tests start from.
#pragma once

#include <cmath>

#include "design/latin_hypercube.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot::testing {

/// A kernel that only its user knows: the rational quadratic shape 1 / (1 + s).
class RationalQuadratic final : public Kernel {
  public:
    [[nodiscard]] std::string_view name() const override { return "rational-quadratic"; }
    void evaluate(const double* s, double* g, std::ptrdiff_t n) const override {
        for (std::ptrdiff_t i = 0; i < n; ++i) g[i] = 1 / (1 + s[i]);
    }
    void evaluate(const double* s, double* g, double* dg, std::ptrdiff_t n) const override {
        for (std::ptrdiff_t i = 0; i < n; ++i) {
            const double value = 1 / (1 + s[i]);
            g[i] = value;
            dg[i] = -value * value;
        }
    }
};

/// No matrix of two different points is positive definite.
class Indefinite final : public Kernel {
  public:
    [[nodiscard]] std::string_view name() const override { return "indefinite"; }
    void evaluate(const double* s, double* g, std::ptrdiff_t n) const override {
        for (std::ptrdiff_t i = 0; i < n; ++i) g[i] = s[i] == 0 ? 1 : -2;
    }
    void evaluate(const double* s, double* g, double* dg, std::ptrdiff_t n) const override {
        evaluate(s, g, n);
        for (std::ptrdiff_t i = 0; i < n; ++i) dg[i] = 0;
    }
};

/// A wavy function on the unit cube.
inline double wavy(const VectorRef& x) {
    double sum = 0;
    for (Index d = 0; d < x.size(); ++d)
        sum += std::sin(5 * x[d] + static_cast<double>(d)) + (x[d] - 0.4) * (x[d] - 0.4);
    return sum;
}

/// A GP with given length scale on n Latin hypercube observations of `wavy`.
inline GaussianProcess wavy_gp(Index dimension, Index n, double lengthscale = 0.5, std::uint64_t seed = 1,
                               const KernelPtr& kernel = matern52()) {
    const Points x = latin_hypercube(dimension, n, Rng(seed).split("wavy"));
    Vector y(n);
    for (Index i = 0; i < n; ++i) y[i] = wavy(x.col(i));
    Hyperparameters h;
    h.lengthscales = Vector::LinSpaced(dimension, lengthscale, 1.3 * lengthscale);
    h.variance = 1.2;
    h.noise = 1e-5;
    h.mean = 0.1;
    return {kernel, h, x, y, Standardisation::of(y)};
}

inline Template ball_template(Index dimension, double tolerance, Index size, Norm norm = Norm::two,
                              TemplateShape shape = TemplateShape::uniform) {
    return make_template(RobustSet(norm, Vector::Constant(dimension, tolerance)), {shape, size}, Rng(7));
}

/// Symmetric differences of a scalar function.
template <class F>
Vector symmetric_differences(const F& f, const Vector& x, double step = 1e-6) {
    Vector gradient(x.size());
    for (Index d = 0; d < x.size(); ++d) {
        Vector up = x;
        Vector down = x;
        up[d] += step;
        down[d] -= step;
        gradient[d] = (f(up) - f(down)) / (2 * step);
    }
    return gradient;
}

}  // namespace sweetspot::testing
