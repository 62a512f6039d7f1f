// The robust expected improvement as the paper prints it, without any shortcut: the joint posterior of both templates,
// its Cholesky factor, M draws, the quality of each. The reference for every faster version.
#pragma once

#include <Eigen/Cholesky>

#include "sweetspot/acquisition/improvement.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot::testing {

struct MonteCarlo {
    double mean;
    double standard_error;
};

/// EI_ε(x, x*, T) over M independent draws, standardised units.
inline MonteCarlo plain_robust_expected_improvement(const GaussianProcess& gp, const Template& T, const Vector& weights,
                                                    const Quality& quality, const Vector& x_star, const Vector& x,
                                                    Index M, Rng rng) {
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
    const double n = static_cast<double>(M);
    const double mean = sum / n;
    return {mean, std::sqrt(std::max(0.0, squares / n - mean * mean) / n)};
}

}  // namespace sweetspot::testing
