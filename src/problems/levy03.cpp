// Levy03, f2 of the paper's tab:benchmarks as in its source: with w = 1 + (x - 1)/4, on [-4, 4]^D,
//     sin²(πw_1) + Σ_{d<D} (w_d - 1)² [1 + 10 sin²(πw_d + 1)] + (w_D - 1)² [1 + sin²(2πw_D)].
// It is a sum of one-dimensional terms: the sine in front belongs to the first coordinate.
#include <cmath>
#include <numbers>

#include "problems/list.hpp"
#include "problems/separable.hpp"
#include "problems/square.hpp"

namespace sweetspot {
namespace {

using std::numbers::pi;

double omega(double x) {
    return 1 + (x - 1) / 4;
}

double front(double x) {
    return square(std::sin(pi * omega(x)));
}

double middle(double x) {
    const double w = omega(x);
    return square(w - 1) * (1 + 10 * square(std::sin(pi * w + 1)));
}

double last(double x) {
    const double w = omega(x);
    return square(w - 1) * (1 + square(std::sin(2 * pi * w)));
}

class Levy03 : public SeparableBenchmark {
  public:
    [[nodiscard]] std::string_view name() const override { return "levy03"; }
    [[nodiscard]] std::string_view summary() const override {
        return "a wavy bowl with many local minima, on [-4, 4]^D";
    }
    [[nodiscard]] Space space(Index dimension) const override { return Space::cube(dimension, -4, 4); }
    [[nodiscard]] double default_tolerance() const override { return 1; }

  private:
    [[nodiscard]] const Term& term(Index d, Index dimension) const override {
        if (dimension == 1) return only_;
        if (d == 0) return first_;
        return d == dimension - 1 ? last_ : middle_;
    }

    Term only_{[](double x) { return front(x) + last(x); }, -12, 12};
    Term first_{[](double x) { return front(x) + middle(x); }, -12, 12};
    Term middle_{middle, -12, 12};
    Term last_{last, -12, 12};
};

}  // namespace

BenchmarkPtr make_levy03() {
    return std::make_shared<Levy03>();
}

}  // namespace sweetspot
