#include "gp/mixture.hpp"

namespace sweetspot::detail {
namespace {

double share_of(Members members) {
    return 1 / static_cast<double>(members.size());
}

/// m_k of every member, one per column.
Matrix means_of(Members members, const PointsRef& points) {
    Matrix means(points.cols(), std::ssize(members));
    for (Index k = 0; k < means.cols(); ++k) means.col(k) = members[static_cast<std::size_t>(k)].mean(points);
    return means;
}

/// m_k - m.
Matrix from_mixture(const Matrix& means) {
    return means.colwise() - means.rowwise().mean();
}

}  // namespace

Vector mixture_mean(Members members, const PointsRef& points) {
    return means_of(members, points).rowwise().mean();
}

Vector mixture_variance(Members members, const PointsRef& points) {
    Vector within = Vector::Zero(points.cols());
    for (const GaussianProcess& member : members) within += member.variance(points);
    return share_of(members) * (within + from_mixture(means_of(members, points)).rowwise().squaredNorm());
}

JointPosterior mixture_joint(Members members, const PointsRef& points) {
    Matrix means(points.cols(), std::ssize(members));
    Matrix within = Matrix::Zero(points.cols(), points.cols());
    for (Index k = 0; k < means.cols(); ++k) {
        const JointPosterior joint = members[static_cast<std::size_t>(k)].joint(points);
        means.col(k) = joint.mean;
        within += joint.covariance;
    }
    const Matrix between = from_mixture(means);
    return {means.rowwise().mean(), share_of(members) * (within + between * between.transpose())};
}

ValueAndGradient mixture_mean_with_gradient(Members members, const VectorRef& x) {
    ValueAndGradient sum{0, Vector::Zero(x.size())};
    for (const GaussianProcess& member : members) {
        const ValueAndGradient mean = member.mean_with_gradient(x);
        sum.value += mean.value;
        sum.gradient += mean.gradient;
    }
    return {share_of(members) * sum.value, share_of(members) * sum.gradient};
}

ValueAndGradient mixture_variance_with_gradient(Members members, const VectorRef& x) {
    const ValueAndGradient mean = mixture_mean_with_gradient(members, x);
    ValueAndGradient sum{0, Vector::Zero(x.size())};
    for (const GaussianProcess& member : members) {
        const ValueAndGradient within = member.variance_with_gradient(x);
        const ValueAndGradient at = member.mean_with_gradient(x);
        const double between = at.value - mean.value;
        sum.value += within.value + between * between;
        sum.gradient += within.gradient + 2 * between * (at.gradient - mean.gradient);
    }
    return {share_of(members) * sum.value, share_of(members) * sum.gradient};
}

Points mixture_mean_gradients(Members members, const PointsRef& points) {
    Points sum = Points::Zero(points.rows(), points.cols());
    for (const GaussianProcess& member : members) sum += member.mean_gradients(points);
    return share_of(members) * sum;
}

// The adjoint of C_k is C̄ / K, and as Σ_k (m_k - m) = 0 that of m_k is (m̄ + 2 C̄ (m_k - m)) / K.
Points mixture_joint_gradient(Members members, const PointsRef& points, const VectorRef& mean_adjoint,
                              const MatrixRef& covariance_adjoint) {
    const Matrix between = from_mixture(means_of(members, points));
    Points sum = Points::Zero(points.rows(), points.cols());
    for (Index k = 0; k < between.cols(); ++k) {
        const Vector of_mean = mean_adjoint + 2 * covariance_adjoint * between.col(k);
        sum += members[static_cast<std::size_t>(k)].joint_gradient(points, of_mean, covariance_adjoint);
    }
    return share_of(members) * sum;
}

}  // namespace sweetspot::detail
