#include "acquisition/plain_robust_expected_improvement.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "acquisition/improvement.hpp"

namespace sweetspot {

MonteCarlo plain_robust_expected_improvement(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                             const Quality& quality, const Vector& x_star, const Vector& x, Index M,
                                             Rng rng) {
    if (x == x_star) return {0, 0};  // coincident points share one draw
    Points both(x.size(), 2 * T.size());
    both << T.at(x), T.at(x_star);
    JointPosterior joint = gp.joint(both);
    joint.covariance.diagonal().array() += 1e-9 * gp.hyperparameters().variance;
    const Matrix L = joint.covariance.llt().matrixL();
    double sum = 0;
    double squares = 0;
    constexpr Index block = 100;
    for (Index first = 0; first < M; first += block) {
        Matrix z(both.cols(), std::min(block, M - first));
        for (Index j = 0; j < z.cols(); ++j) {
            for (Index i = 0; i < z.rows(); ++i) z(i, j) = rng.normal();
        }
        const Matrix F = (L.triangularView<Eigen::Lower>() * z).colwise() + joint.mean;
        for (Index j = 0; j < F.cols(); ++j) {
            const double gain = improvement(quality.value(F.col(j).tail(T.size()), weights),
                                            quality.value(F.col(j).head(T.size()), weights));
            sum += gain;
            squares += gain * gain;
        }
    }
    const auto n = static_cast<double>(M);
    const double mean = sum / n;
    return {mean, std::sqrt(std::max(0.0, squares / n - mean * mean) / n)};
}

double PlainRobustExpectedImprovement::at(const Vector& x) const {
    return plain_robust_expected_improvement(gp_, T_, weights_, quality_, x_star_, x, M_, rng_).mean;
}

double PlainRobustExpectedImprovement::value(const Vector& x, Vector* gradient) const {
    if (gradient != nullptr) {
        constexpr double step = 1e-6;  // of the cube: EI changes over length scales, 0.01 and more
        gradient->resize(x.size());
        Vector moved = x;
        for (Index d = 0; d < x.size(); ++d) {
            moved[d] = x[d] + step;
            const double above = at(moved);
            moved[d] = x[d] - step;
            (*gradient)[d] = (above - at(moved)) / (2 * step);
            moved[d] = x[d];
        }
    }
    return at(x);
}

}  // namespace sweetspot
