// Quintic, f6 of the paper's tab:benchmarks: Σ |x_d⁵ - 3x_d⁴ + 4x_d³ + 2x_d² - 10x_d - 4| on [-10, 10]^D, as in its
// source. As printed there is no absolute value, and the robust optimum is trivially the corner: `quintic-printed`.
#include <cmath>

#include "problems/list.hpp"
#include "problems/separable.hpp"

namespace sweetspot {
namespace {

double quintic_polynomial(double x) {
    return ((((x - 3) * x + 4) * x + 2) * x - 10) * x - 4;
}

class Quintic : public SeparableBenchmark {
  public:
    Quintic(std::string name, std::string summary, const LineFunction& g)
        : name_(std::move(name)), summary_(std::move(summary)), term_(g, -30, 30) {}

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] std::string_view summary() const override { return summary_; }
    [[nodiscard]] Space space(Index dimension) const override { return Space::cube(dimension, -10, 10); }
    [[nodiscard]] double default_tolerance() const override { return 2.5; }

  private:
    [[nodiscard]] const Term& term(Index /*d*/, Index /*dimension*/) const override { return term_; }

    std::string name_;
    std::string summary_;
    Term term_;
};

class QuinticPrinted : public Quintic {
  public:
    using Quintic::Quintic;

  private:
    [[nodiscard]] ReferenceOptimum find_optimum(Index dimension, Norm norm, double tolerance) const override {
        const Vector corner = centres(dimension, norm, tolerance).lower;
        if (corner[0] + tolerance > -2) return Quintic::find_optimum(dimension, norm, tolerance);
        const double quality = worst_case(corner, norm, Vector::Constant(dimension, tolerance));
        return {corner, quality, "closed form: the lower corner", 1e-9 * (1 + std::abs(quality))};
    }
};

}  // namespace

BenchmarkPtr make_quintic() {
    return std::make_shared<Quintic>("quintic", "absolute quintic, zero at -1 and 2 in each coordinate, on [-10, 10]^D",
                                     [](double x) { return std::abs(quintic_polynomial(x)); });
}

BenchmarkPtr make_quintic_printed() {
    return std::make_shared<QuinticPrinted>(
        "quintic-printed", "quintic without its absolute values, as the paper prints it", quintic_polynomial);
}

}  // namespace sweetspot
