#include "methods/region_supremum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

/// Of the template, evenly chosen: more would cost the cube of their number.
constexpr Index most_points = 400;

Points some_points(const Template& T, const Vector& centre) {
    const Index count = std::min(T.size(), most_points);
    Points result(centre.size(), count);
    for (Index i = 0; i < count; ++i) result.col(i) = T.points.col(i * T.size() / count) + centre;
    return result;
}

/// Lower factor of a covariance that may be singular: jitter is added until it has one.
Matrix factor_of(const Matrix& covariance) {
    const double scale = std::max(covariance.diagonal().maxCoeff(), 1e-300);
    for (double jitter = 1e-10; jitter < 1; jitter *= 10) {
        Matrix raised = covariance;
        raised.diagonal().array() += jitter * scale;
        const Eigen::LLT<Matrix> llt(raised);
        if (llt.info() == Eigen::Success) return llt.matrixL();
    }
    throw NumericalError(
        fmt::format("region_supremum: the covariance of {} places has no factor even with a tenth of its largest "
                    "variance as jitter",
                    covariance.rows()));
}

}  // namespace

double RegionSupremum::quantile(double p) const {
    const double at = p * static_cast<double>(draws.size() - 1);
    const auto below = static_cast<Index>(std::floor(at));
    const Index above = std::min<Index>(below + 1, draws.size() - 1);
    return draws[below] + (at - static_cast<double>(below)) * (draws[above] - draws[below]);
}

RegionSupremum region_supremum(const SamplingRegion& region, Index count, const Rng& rng) {
    const auto& [gp, robust_set, T, centre] = region;
    RegionSupremum result;
    result.worst = sample_worst_case()->sample(region, rng);
    result.mean_worst = gp.mean(result.worst)[0];
    result.surely = sample_ucb(2)->sample(region, rng);
    result.upper = gp.mean(result.surely)[0] + 2 * std::sqrt(gp.variance(result.surely)[0]);
    const Points some = some_points(T, centre);
    Points points(some.rows(), some.cols() + 2);
    points << some, result.worst, result.surely;
    const JointPosterior joint = gp.joint(points);
    const Matrix factor = factor_of(joint.covariance);
    Rng normal = rng.split("supremum");
    Matrix z(points.cols(), count);
    for (Index j = 0; j < count; ++j)
        for (Index i = 0; i < points.cols(); ++i) z(i, j) = normal.normal();
    const Matrix deviations = factor.triangularView<Eigen::Lower>() * z;
    result.draws.resize(count);
    for (Index j = 0; j < count; ++j) result.draws[j] = (joint.mean + deviations.col(j)).maxCoeff();
    std::sort(result.draws.begin(), result.draws.end());
    return result;
}

}  // namespace sweetspot
