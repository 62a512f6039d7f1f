// Bumped Bowl, f1 of the paper's tab:benchmarks: log(‖x‖² + exp(-10‖x‖²)) on [-4, 4]^D.
//
// A function of u = ‖x‖² alone, and u + exp(-10u) is convex, so the worst case is at the smallest or the largest u of
// the region. Every region reaches at least as far from 0 as the one centred there (c + δ or c - δ does), so the centre
// 0 is the robust optimum whenever the value at its farthest point is ≥ 0, the value at 0 itself.
#include <cmath>

#include "problems/distance.hpp"
#include "problems/list.hpp"
#include "problems/reference_search.hpp"

namespace sweetspot {
namespace {

double of_square(double u) {
    // log1p keeps the 4.5e-5 of the robust optimum to all its digits.
    return std::log1p((u - 1) + std::exp(-10 * u));
}

class BumpedBowl : public Benchmark {
  public:
    [[nodiscard]] std::string_view name() const override { return "bumped-bowl"; }
    [[nodiscard]] std::string_view summary() const override {
        return "a bowl with a bump in its middle, which is the robust optimum, on [-4, 4]^D";
    }
    [[nodiscard]] Space space(Index dimension) const override { return Space::cube(dimension, -4, 4); }
    [[nodiscard]] double default_tolerance() const override { return 1; }
    [[nodiscard]] double value(const VectorRef& x) const override { return of_square(x.squaredNorm()); }

    [[nodiscard]] double worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const override {
        require_region(*this, centre, tolerance);
        return std::max(of_square(nearest_squared(centre, norm, tolerance)),
                        of_square(farthest_squared(centre, norm, tolerance)));
    }

  private:
    [[nodiscard]] ReferenceOptimum find_optimum(Index dimension, Norm norm, double tolerance) const override {
        const Vector middle = Vector::Zero(dimension);
        const double reach = farthest_squared(middle, norm, Vector::Constant(dimension, tolerance));
        if (of_square(reach) < 0) return search_reference(*this, dimension, norm, tolerance);
        return {middle, of_square(reach), "closed form: the bump in the middle", 0};
    }
};

}  // namespace

BenchmarkPtr make_bumped_bowl() {
    return std::make_shared<BumpedBowl>();
}

}  // namespace sweetspot
