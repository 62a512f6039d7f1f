// Deviations are normal, around what was drawn, and cut to the region; with a correlation if there is one:
// u ~ N(0, sd² C). Without one each coordinate is cut to [-1, 1] before the region cuts the rest.

#include <Eigen/Cholesky>
#include <cmath>

#include "base/check.hpp"
#include "base/normal.hpp"
#include "robust/laws/list.hpp"

namespace sweetspot {

namespace {

class NormalLaw final : public DeviationLaw {
  public:
    NormalLaw(double sd, Matrix correlation) : sd_(sd), correlation_(std::move(correlation)) {}

    std::string_view name() const override { return "normal"; }
    std::string_view summary() const override { return "normal around what was drawn, cut to the region"; }

    double log_density(const VectorRef& u, const std::vector<Index>& which) const override {
        const double sd = std::fmax(sd_, 1e-150);  // a square that is not 0
        if (correlation_.size() == 0) return -u.squaredNorm() / (2 * sd * sd);
        return -factor(which).triangularView<Eigen::Lower>().solve(u).squaredNorm() / (2 * sd * sd);
    }

    std::optional<Vector> point(const VectorRef& v, const std::vector<Index>& which) const override {
        if (correlation_.size() == 0) {
            // So wide that it is the same everywhere to 1e-8; the shares beyond the ends would come out as one half
            // each.
            constexpr double same_everywhere = 1e4;
            if (sd_ > same_everywhere) return Vector(2 * v.array() - 1);
            const double below = normal_cdf(-1 / sd_);
            return v.unaryExpr([&](double p) { return sd_ * normal_quantile(below + p * (1 - 2 * below)); });
        }
        const Vector z = v.unaryExpr([&](double p) { return sd_ * normal_quantile(p); });
        return Vector(factor(which).triangularView<Eigen::Lower>() * z);
    }

  private:
    /// The Cholesky factor of the correlation of these coordinates.
    [[nodiscard]] Matrix factor(const std::vector<Index>& which) const {
        return Matrix(correlation_(which, which)).llt().matrixL();
    }

    double sd_;
    Matrix correlation_;
};

}  // namespace

DeviationLawPtr normal_law(double sd, Matrix correlation) {
    require(std::isfinite(sd) && sd > 0, "normal: sd is {}; it must be above 0 (1/3: the tolerance is three sd)", sd);
    if (correlation.size() > 0) {
        require(correlation.rows() == correlation.cols(),
                "normal: the correlation has {} rows and {} columns; it is square", correlation.rows(),
                correlation.cols());
        for (Index i = 0; i < correlation.rows(); ++i) {
            require(correlation(i, i) == 1, "normal: the correlation of parameter {} with itself is {}; it is 1", i + 1,
                    correlation(i, i));
            for (Index j = 0; j < i; ++j) {
                require(
                    correlation(i, j) == correlation(j, i),
                    "normal: the correlation of parameters {} and {} is {} in one place and {} in the other; it must "
                    "be symmetric",
                    i + 1, j + 1, correlation(i, j), correlation(j, i));
            }
        }
        require(correlation.llt().info() == Eigen::Success && correlation.allFinite(),
                "normal: the correlation is not positive definite; no deviations are correlated like that");
    }
    return std::make_shared<const NormalLaw>(sd, std::move(correlation));
}

Member<DeviationLawPtr> normal_member() {
    return {{"normal",
             "normal around what was drawn, cut to the region",
             {{.name = "sd",
               .summary = "the standard deviation, in tolerances",
               .standard = 1.0 / 3,
               .least = 0,
               .at_least = Setting::End::excluded}}},
            [](const Settings& settings) { return normal_law(settings.number("sd")); }};
}

}  // namespace sweetspot
