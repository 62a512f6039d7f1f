// A kernel: the shape g of k = variance · g(s), with s the squared distance in units of the length scales. This one is
// the rational quadratic (1 + s / 2α)^-α, a mixture of squared exponentials of many length scales.
#include <cmath>
#include <memory>

#include "own.hpp"

namespace {

class RationalQuadratic final : public sweetspot::Kernel {
  public:
    explicit RationalQuadratic(double alpha) : alpha_(alpha) {}
    [[nodiscard]] std::string_view name() const override { return "rational-quadratic"; }
    void evaluate(const double* s, double* g, std::ptrdiff_t n) const override {
        for (std::ptrdiff_t i = 0; i < n; ++i) g[i] = std::pow(1 + s[i] / (2 * alpha_), -alpha_);
    }
    void evaluate(const double* s, double* g, double* dg, std::ptrdiff_t n) const override {
        for (std::ptrdiff_t i = 0; i < n; ++i) {
            const double base = 1 + s[i] / (2 * alpha_);  // before g, which may be the same array as s, is written
            g[i] = std::pow(base, -alpha_);
            dg[i] = -0.5 * g[i] / base;
        }
    }

  private:
    double alpha_;
};

}  // namespace

sweetspot::Options with_own_kernel() {
    sweetspot::BayesianRobustSearchOptions method;
    method.model.fit.kernel = std::make_shared<RationalQuadratic>(2);
    return {.method = sweetspot::bayesian_robust_search(method)};
}
