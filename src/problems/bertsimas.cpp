// The two-dimensional polynomial of Bertsimas, Nohadani and Teo (2010), the literature's standard case for robust
// optimisation, on [-0.95, 3.2] x [-0.45, 4.4] with an L2 tolerance of 0.5; perturbed points may leave the box.
//
// The worst case of a region is at a local maximum of the polynomial inside it or on its boundary. The local maxima are
// found once. On the boundary the polynomial is of degree 6 in the position along an edge (p = 1, ∞) or a trigonometric
// polynomial of degree 6 in the angle (p = 2): at most 12 stationary points, which a scan of 256 cells separates.
#include <array>
#include <cmath>
#include <numbers>

#include "base/check.hpp"
#include "optimize/lbfgsb.hpp"
#include "problems/line.hpp"
#include "problems/list.hpp"
#include "problems/reference_search.hpp"

namespace sweetspot {
namespace {

double polynomial(double x, double y) {
    const double in_x = (((((2 * x - 12.2) * x + 21.2) * x - 6.4) * x - 4.7) * x + 6.2) * x;
    const double in_y = (((((y - 11) * y + 43.3) * y - 74.8) * y + 56.9) * y - 10) * y;
    return in_x + in_y - 4.1 * x * y - 0.1 * x * x * y * y + 0.4 * x * y * y + 0.4 * x * x * y;
}

double minus_polynomial(const Vector& p, Vector* gradient) {
    const double x = p[0];
    const double y = p[1];
    if (gradient != nullptr) {
        const double dx = ((((12 * x - 61) * x + 84.8) * x - 19.2) * x - 9.4) * x + 6.2;
        const double dy = ((((6 * y - 55) * y + 173.2) * y - 224.4) * y + 113.8) * y - 10;
        (*gradient)[0] = -(dx - 4.1 * y - 0.2 * x * y * y + 0.4 * y * y + 0.8 * x * y);
        (*gradient)[1] = -(dy - 4.1 * x - 0.2 * x * x * y + 0.8 * x * y + 0.4 * x * x);
    }
    return -polynomial(x, y);
}

/// The local maxima in the plane. Outside the box that is searched the sixth powers rule and there are none.
std::vector<Vector> find_local_maxima() {
    const Box plane{Vector{{-3.0, -3.0}}, Vector{{6.0, 8.0}}};
    constexpr int grid = 40;
    std::vector<Vector> found;
    for (int i = 0; i <= grid; ++i) {
        for (int j = 0; j <= grid; ++j) {
            const Vector start = plane.lower + plane.width().cwiseProduct(Vector{{1.0 * i, 1.0 * j}} / grid);
            const Vector end = minimize_lbfgsb(minus_polynomial, plane, start, {.relative_change = 1e-15}).x;
            Vector gradient(2);
            minus_polynomial(end, &gradient);
            const bool inside = ((end - plane.lower).array() > 0).all() && ((plane.upper - end).array() > 0).all();
            bool is_new = inside && gradient.norm() < 1e-5;
            for (const Vector& known : found) is_new = is_new && (known - end).norm() > 1e-4;
            if (is_new) found.push_back(end);
        }
    }
    return found;
}

class Bertsimas : public Benchmark {
  public:
    [[nodiscard]] std::string_view name() const override { return "bertsimas"; }
    [[nodiscard]] std::string_view summary() const override {
        return "the literature's two-dimensional polynomial, on [-0.95, 3.2] x [-0.45, 4.4]";
    }
    [[nodiscard]] Space space(Index dimension) const override {
        require(dimension == 2, "bertsimas: dimension {} was asked for; it exists in dimension 2 only", dimension);
        return Space({{"x", -0.95, 3.2}, {"y", -0.45, 4.4}});
    }
    [[nodiscard]] double default_tolerance() const override { return 0.5; }
    [[nodiscard]] bool region_may_leave_domain() const override { return true; }
    [[nodiscard]] std::vector<int> alike(Index /*dimension*/) const override { return {0, 1}; }
    [[nodiscard]] double value(const VectorRef& x) const override { return polynomial(x[0], x[1]); }

    [[nodiscard]] double worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const override {
        require_region(*this, centre, tolerance);
        const RobustSet region(norm, tolerance);
        double worst = on_boundary(centre, norm, tolerance);
        for (const Vector& peak : local_maxima_) {
            if (region.contains(peak - centre)) worst = std::max(worst, value(peak));
        }
        return worst;
    }

  private:
    static double on_boundary(const VectorRef& centre, Norm norm, const VectorRef& tolerance) {
        const auto at = [&](double a, double b) {
            return polynomial(centre[0] + tolerance[0] * a, centre[1] + tolerance[1] * b);
        };
        if (norm == Norm::two) {
            const auto along = [&](double angle) { return at(std::cos(angle), std::sin(angle)); };
            return maximum_on(along, 0, 2 * std::numbers::pi, 256).value;
        }
        using Corner = std::array<double, 2>;
        const std::array<Corner, 4> corners = norm == Norm::one
                                                  ? std::array<Corner, 4>{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}}
                                                  : std::array<Corner, 4>{{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
        double worst = at(corners[0][0], corners[0][1]);
        for (std::size_t i = 0; i < 4; ++i) {
            const Corner& from = corners[i];
            const Corner& to = corners[(i + 1) % 4];
            const auto along = [&](double s) {
                return at(from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1]));
            };
            worst = std::max(worst, maximum_on(along, 0, 1, 64).value);
        }
        return worst;
    }

    std::vector<Vector> local_maxima_ = find_local_maxima();
};

}  // namespace

BenchmarkPtr make_bertsimas() {
    return std::make_shared<Bertsimas>();
}

}  // namespace sweetspot
