// cliff-edge: a bowl whose bottom m lies on the edge of two cliffs,
//     f(u) = Σ_d w_d (u_d - m_d)² + 6 [u_1 > m_1 or u_2 > m_2].
//
// The worst case is exact for every norm: with z_d = √w_d (u_d - m_d) it is the squared distance of the farthest point
// of the region from 0, plus 6 if the farthest beyond an edge that the region reaches is that much worse. On the edge
// itself the higher value counts.
#include <algorithm>
#include <cmath>

#include "problems/bench/members.hpp"
#include "problems/distance.hpp"
#include "problems/own_region.hpp"

namespace sweetspot {
namespace {

constexpr double height = 6;
constexpr Index edges = 2;

class CliffEdge : public OwnRegionBenchmark {
  public:
    CliffEdge()
        : OwnRegionBenchmark({"penalty", "cliff-edge",
                              "a bowl whose bottom lies at the foot of two cliffs of height 6; D = 5", 5, Norm::two,
                              0.05}) {}

    [[nodiscard]] double worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const override {
        require_centre(centre, tolerance);
        const Vector z = roots_.cwiseProduct(centre - bottom_);
        const Vector t = roots_.cwiseProduct(tolerance);
        double worst = farthest_squared(z, norm, t);
        for (Index d = 0; d < edges; ++d) {
            if (z[d] + t[d] >= 0) worst = std::max(worst, height + farthest_squared_beyond(d, z, norm, t));
        }
        return worst;
    }
    [[nodiscard]] double worst_case_up_to(const VectorRef& centre, Norm norm, const VectorRef& tolerance,
                                          double /*enough*/) const override {
        return worst_case(centre, norm, tolerance);
    }

  protected:
    [[nodiscard]] double formula(const Vector& u) const override {
        const Vector z = roots_.cwiseProduct(u - bottom_);
        return z.squaredNorm() + (z[0] > 0 || z[1] > 0 ? height : 0);
    }

  private:
    /// A region that reaches an edge has at least the height. Of the others the farthest point grows with every |z_d|,
    /// so the best centre is as near to the bottom as the edges allow; touching them is too near, hence the last digit.
    [[nodiscard]] ReferenceOptimum find_optimum(Index dimension, Norm norm, double tolerance) const override {
        Vector centre = bottom_;
        for (Index d = 0; d < edges; ++d) centre[d] -= tolerance * (1 + 1e-9);
        const double quality = worst_case(centre, norm, Vector::Constant(dimension, tolerance));
        if (quality >= height || !centres(dimension, norm, tolerance).contains(centre)) {
            return OwnRegionBenchmark::find_optimum(dimension, norm, tolerance);
        }
        return {centre, quality, "closed form: as near to the cliffs as the region may be", 1e-7};
    }

    Vector roots_ = Vector{{20.0, 6.0, 12.0, 3.0, 1.0}}.cwiseSqrt();
    Vector bottom_{{0.64, 0.57, 0.35, 0.7, 0.4}};
};

}  // namespace

BenchmarkPtr make_cliff_edge() {
    return std::make_shared<CliffEdge>();
}

}  // namespace sweetspot
