// Stepped Sphere, f5 of the paper's tab:benchmarks: D - D Π G(x_d) + Σ x_d²/100 on [-10, 10]^D, G(x) = 1 for x < 0,
// otherwise 0. A coordinate within 1e-12 of 0 counts as inside the low step, so that the robust optimum is attained.
//
// Robust optimum for a tolerance ε ≤ 5: every region that leaves the low step has a worst case above D, and the regions
// inside it, c_d ≤ -ε, are best at c_d = -ε: the worst case is there (ε√D + ε)²/100 (p = 2), (D + 3) ε²/100 (p = 1) or
// 4Dε²/100 (p = ∞), at most D. For ε > 5 no region fits in the low step.
#include <cmath>

#include "problems/distance.hpp"
#include "problems/list.hpp"
#include "problems/reference_search.hpp"

namespace sweetspot {
namespace {

constexpr double edge = 1e-12;

class SteppedSphere : public Benchmark {
  public:
    [[nodiscard]] std::string_view name() const override { return "stepped-sphere"; }
    [[nodiscard]] std::string_view summary() const override {
        return "a sphere with a low step in one orthant, on [-10, 10]^D";
    }
    [[nodiscard]] Space space(Index dimension) const override { return Space::cube(dimension, -10, 10); }
    [[nodiscard]] double default_tolerance() const override { return 2.5; }

    [[nodiscard]] double value(const VectorRef& x) const override {
        const bool low = (x.array() < edge).all();
        return (low ? 0.0 : static_cast<double>(x.size())) + x.squaredNorm() / 100;
    }

    /// The farthest point of the region, or the farthest beyond the edge of the low step in some coordinate.
    [[nodiscard]] double worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const override {
        require_region(*this, centre, tolerance);
        double worst = farthest_squared(centre, norm, tolerance) / 100;
        for (Index d = 0; d < centre.size(); ++d) {
            if (centre[d] + tolerance[d] < edge) continue;
            const double beyond = farthest_squared_beyond(d, centre, norm, tolerance) / 100;
            worst = std::max(worst, static_cast<double>(centre.size()) + beyond);
        }
        return worst;
    }

  private:
    [[nodiscard]] ReferenceOptimum find_optimum(Index dimension, Norm norm, double tolerance) const override {
        if (tolerance > 5) return search_reference(*this, dimension, norm, tolerance);
        const Vector x = Vector::Constant(dimension, -tolerance);
        return {x, worst_case(x, norm, Vector::Constant(dimension, tolerance)),
                "closed form: the inner corner of the low step", 0};
    }
};

}  // namespace

BenchmarkPtr make_stepped_sphere() {
    return std::make_shared<SteppedSphere>();
}

}  // namespace sweetspot
