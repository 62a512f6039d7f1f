// Robust Problem 4, f4 of the paper's tab:benchmarks: 1.3 - (1/D) Σ H(x_d) on [-2, 2]^D, with a broad valley at -1 and
// a narrow deeper one at 1:
//     H(x) = 1 - (x + 1)² for x < 0, otherwise 1.3 · 2^(-8|x - 1|)     (as in its source)
//     H(x) = 1 - (x + 1)² for x < 0, otherwise 2.6^(-8|x - 1|)         (as printed: robust-problem-4-printed)
//
// Robust optimum for a tolerance ε ≤ 1. With every coordinate at -1 the worst case is 0.3 + ε²/D (p = 1, 2) or 0.3 + ε²
// (p = ∞). With every coordinate at 1 an adversary with p = 1 or 2 does best to spread its budget, because H falls off
// in a convex way, and the worst case is 1.3 (1 - 2^(-8ε/D)) or 1.3 (1 - 2^(-8ε/√D)): the fragile valley wins in high
// dimensions (ε = 0.5: from D = 10 on for p = 1, from D = 110 on for p = 2). With k coordinates at 1 and the others at
// -1, D times the worst case is at least 0.3D + φ(k), φ(k) = 1.3k (1 - 2^(-8ε/k)) - 0.3k (√k in place of the exponent's
// k for p = 2), which rises and then falls in k: one of the two pure centres is better than any mixture.
#include <cmath>

#include "problems/list.hpp"
#include "problems/reference_search.hpp"
#include "problems/separable.hpp"

namespace sweetspot {
namespace {

/// -H for a narrow valley of depth `depth` that falls off with base `base`.
LineFunction minus_h(double depth, double base) {
    const double rate = 8 * std::log(base);
    return [=](double x) { return x < 0 ? (x + 1) * (x + 1) - 1 : -depth * std::exp(-rate * std::abs(x - 1)); };
}

class RobustProblem4 : public SeparableBenchmark {
  public:
    RobustProblem4(std::string name, std::string summary, double depth, double base)
        : name_(std::move(name)), summary_(std::move(summary)), term_(minus_h(depth, base), -6, 6, {{0, 0}}) {}

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] std::string_view summary() const override { return summary_; }
    [[nodiscard]] Space space(Index dimension) const override { return Space::cube(dimension, -2, 2); }
    [[nodiscard]] double default_tolerance() const override { return 0.5; }

  private:
    [[nodiscard]] const Term& term(Index /*d*/, Index /*dimension*/) const override { return term_; }
    [[nodiscard]] double offset(Index /*dimension*/) const override { return 1.3; }
    [[nodiscard]] double scale(Index dimension) const override { return 1.0 / static_cast<double>(dimension); }

    [[nodiscard]] ReferenceOptimum find_optimum(Index dimension, Norm norm, double tolerance) const override {
        if (norm == Norm::infinity || tolerance > 1)
            return SeparableBenchmark::find_optimum(dimension, norm, tolerance);
        const Vector tolerances = Vector::Constant(dimension, tolerance);
        const Vector broad = Vector::Constant(dimension, -1);
        const Vector narrow = Vector::Constant(dimension, 1);
        const double at_broad = 0.3 + tolerance * tolerance / static_cast<double>(dimension);
        const double at_narrow = worst_case(narrow, norm, tolerances);
        const double accuracy = 1e-9;
        if (at_narrow < at_broad)
            return {narrow, at_narrow, "closed form: the narrow valley in every coordinate", accuracy};
        return {broad, at_broad, "closed form: the broad valley in every coordinate", accuracy};
    }

    std::string name_;
    std::string summary_;
    Term term_;
};

}  // namespace

BenchmarkPtr make_robust_problem_4() {
    return std::make_shared<RobustProblem4>("robust-problem-4", "a broad valley and a deeper fragile one, on [-2, 2]^D",
                                            1.3, 2.0);
}

BenchmarkPtr make_robust_problem_4_printed() {
    return std::make_shared<RobustProblem4>(
        "robust-problem-4-printed", "robust-problem-4 with the fragile valley as the paper prints it", 1.0, 2.6);
}

}  // namespace sweetspot
