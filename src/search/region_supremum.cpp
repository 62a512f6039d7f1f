#include "search/region_supremum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "loops/dense.hpp"
#include "search/slope_draws.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

/// Of the template, evenly chosen: more would cost the cube of their number.
constexpr Index most_points = 400;

/// With so many perturbed parameters realisations are followed along their slopes, beside fewer points.
constexpr std::size_t many_parameters = 20;
constexpr Index points_beside_slopes = 150;

Points some_points(const Template& T, const Vector& centre, Index most) {
    const Index count = std::min(T.size(), most);
    std::vector<Index> chosen(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i) chosen[static_cast<std::size_t>(i)] = i * T.size() / count;
    return T.at(centre, chosen);
}

/// L z, by blocks of rows, so that most of the zeros of the triangle are left out.
Matrix times_lower(const Matrix& L, const Matrix& z) {
    constexpr Index block = 96;
    Matrix result(z.rows(), z.cols());
    for (Index first = 0; first < z.rows(); first += block) {
        const Index count = std::min(block, z.rows() - first);
        dense::multiply(1, dense::Op::plain, L.block(first, 0, count, first + count), dense::Op::plain,
                        z.topRows(first + count), 0, result.middleRows(first, count));
    }
    return result;
}

}  // namespace

Matrix factor_of(const Matrix& covariance) {
    const double scale = std::max(covariance.diagonal().maxCoeff(), 1e-300);
    for (double jitter = 1e-10; jitter < 1; jitter *= 10) {
        Matrix raised = covariance;
        raised.diagonal().array() += jitter * scale;
        if (dense::cholesky(raised) < 0) return raised;
    }
    throw NumericalError(
        fmt::format("joint_draws: the covariance of {} places has no factor even with a tenth of its largest "
                    "variance as jitter",
                    covariance.rows()));
}

double quantile_of(const Vector& ascending, double p) {
    const double at = p * static_cast<double>(ascending.size() - 1);
    const auto below = static_cast<Index>(std::floor(at));
    const Index above = std::min<Index>(below + 1, ascending.size() - 1);
    return ascending[below] + (at - static_cast<double>(below)) * (ascending[above] - ascending[below]);
}

Matrix joint_draws(const JointPosterior& joint, Index count, Rng rng) {
    const Matrix factor = factor_of(joint.covariance);
    Matrix z(joint.mean.size(), count);
    for (Index j = 0; j < z.cols(); ++j)
        for (Index i = 0; i < z.rows(); ++i) z(i, j) = rng.normal();
    return times_lower(factor, z).colwise() + joint.mean;
}

Matrix joint_draws(const GaussianProcess& gp, const PointsRef& points, Index count, const Rng& rng) {
    const auto members = gp.members();
    if (members.size() == 1) return joint_draws(gp.joint(points), count, rng);
    const auto n = std::ssize(members);
    Matrix draws(points.cols(), count);
    for (Index k = 0; k < n; ++k) {
        const Index begin = k * count / n;
        const Index own = (k + 1) * count / n - begin;
        const auto at = static_cast<std::size_t>(k);
        draws.middleCols(begin, own) = joint_draws(members[at].joint(points), own, rng.split(at));
    }
    return draws;
}

RegionSupremum region_supremum(const SamplingRegion& region, Index count, const Rng& rng) {
    const auto& [gp, robust_set, T, centre] = region;
    RegionSupremum result;
    result.worst = sample_worst_case()->sample(region, rng);
    result.mean_worst = gp.mean(result.worst)[0];
    result.surely = sample_ucb(surely)->sample(region, rng);
    result.upper = gp.mean(result.surely)[0] + surely * std::sqrt(gp.variance(result.surely)[0]);
    const bool many = robust_set.free_coordinates().size() >= many_parameters && T.scenarios.none();
    const Points some = some_points(T, centre, many ? points_beside_slopes : most_points);
    Points points(some.rows(), some.cols() + 2);
    points << some, result.worst, result.surely;
    if (many) {
        result.draws = suprema_along_slopes(gp, robust_set, centre, points, count, rng.split("supremum"));
    } else {
        result.draws = joint_draws(gp, points, count, rng.split("supremum")).colwise().maxCoeff().transpose();
    }
    std::sort(result.draws.begin(), result.draws.end());
    return result;
}

}  // namespace sweetspot
