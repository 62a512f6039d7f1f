// The toy example of the paper's section 3.1: sin(3πx³) - sin(8πx³) on [0, 1].
#include <cmath>
#include <numbers>

#include "base/check.hpp"
#include "problems/list.hpp"
#include "problems/separable.hpp"

namespace sweetspot {
namespace {

double toy(double x) {
    const double u = std::numbers::pi * x * x * x;
    return std::sin(3 * u) - std::sin(8 * u);
}

class Toy : public SeparableBenchmark {
  public:
    [[nodiscard]] std::string_view name() const override { return "toy"; }
    [[nodiscard]] std::string_view summary() const override { return "the paper's one-dimensional example, on [0, 1]"; }
    [[nodiscard]] Space space(Index dimension) const override {
        require(dimension == 1, "toy: dimension {} was asked for; it exists in dimension 1 only", dimension);
        return Space::cube(1, 0, 1);
    }
    [[nodiscard]] double default_tolerance() const override { return 0.1; }

  private:
    [[nodiscard]] const Term& term(Index /*d*/, Index /*dimension*/) const override { return term_; }

    // Its waves shorten as 1/x²: beyond 1.2 a region is scanned anew.
    Term term_{toy, -0.2, 1.2};
};

}  // namespace

BenchmarkPtr make_toy() {
    return std::make_shared<Toy>();
}

}  // namespace sweetspot
