// Styblinski-Tang, f3 of the paper's tab:benchmarks: ½ Σ (x_d⁴ - 16 x_d² + 5 x_d) on [-5, 5]^D.
#include "problems/list.hpp"
#include "problems/separable.hpp"

namespace sweetspot {
namespace {

class StyblinskiTang : public SeparableBenchmark {
  public:
    [[nodiscard]] std::string_view name() const override { return "styblinski-tang"; }
    [[nodiscard]] std::string_view summary() const override {
        return "a quartic with two valleys per coordinate, on [-5, 5]^D";
    }
    [[nodiscard]] Space space(Index dimension) const override { return Space::cube(dimension, -5, 5); }
    [[nodiscard]] double default_tolerance() const override { return 1.25; }

  private:
    [[nodiscard]] const Term& term(Index /*d*/, Index /*dimension*/) const override { return term_; }

    Term term_{[](double x) { return 0.5 * (((x * x - 16) * x + 5) * x); }, -15, 15};
};

}  // namespace

BenchmarkPtr make_styblinski_tang() {
    return std::make_shared<StyblinskiTang>();
}

}  // namespace sweetspot
