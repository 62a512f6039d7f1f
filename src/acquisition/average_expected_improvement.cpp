#include "sweetspot/acquisition/average_expected_improvement.hpp"

#include "base/dense.hpp"
#include "gp/kernel_gradient.hpp"
#include "sweetspot/base/normal.hpp"

namespace sweetspot {

using dense::Op;
using dense::Side;

namespace {

std::vector<Index> weighted(const Vector& weights) {
    std::vector<Index> result;
    for (Index i = 0; i < weights.size(); ++i) {
        if (weights[i] > 0) result.push_back(i);
    }
    return result;
}

}  // namespace

AverageExpectedImprovement::AverageExpectedImprovement(GaussianProcess gp, const Template& T, const Vector& weights,
                                                       Vector x_star)
    : gp_(std::move(gp)),
      template_(T.points(Eigen::all, weighted(weights))),
      weights_(weights(weighted(weights))),
      x_star_(std::move(x_star)),
      best_points_(template_.colwise() + x_star_),
      prior_variance_(weights_.dot(gp_.prior_covariance(template_, template_) * weights_)),
      best_(averages(best_points_)) {}

AverageExpectedImprovement::Averages AverageExpectedImprovement::averages(const Points& points) const {
    Matrix average = gp_.prior_covariance(gp_.inputs(), points) * weights_;
    const double mean = gp_.hyperparameters().mean * weights_.sum() + gp_.weights().dot(average.col(0));
    dense::solve(Side::left, Op::plain, gp_.cholesky(), average);
    return {mean, average};
}

double AverageExpectedImprovement::value(const Vector& x, Vector* gradient) const {
    if (gradient != nullptr) gradient->setZero(x.size());
    if (x == x_star_) return 0;  // the same region: no improvement in any realisation
    const Points points = template_.colwise() + x;
    const Averages candidate = averages(points);
    const double cross = weights_.dot(gp_.prior_covariance(points, best_points_) * weights_);
    const Vector whitened = candidate.whitened - best_.whitened;
    const double variance = std::max(0.0, 2 * (prior_variance_ - cross) - whitened.squaredNorm());
    const double gain = best_.mean - candidate.mean;
    const double sd = std::sqrt(variance);
    if (gradient != nullptr) {
        const double z = sd > 0 ? gain / sd : (gain > 0 ? 1e300 : -1e300);
        const double mean_bar = -normal_cdf(z);
        const double variance_bar = sd > 0 ? normal_density(z) / (2 * sd) : 0;
        // Adjoint of the averaged k(X, ·) w, then of its entries and of k(x + T, x* + T).
        Matrix average_bar = -2 * variance_bar * whitened;
        dense::solve(Side::left, Op::transposed, gp_.cholesky(), average_bar);
        average_bar.col(0) += mean_bar * gp_.weights();
        *gradient = kernel_gradient(gp_, points, gp_.inputs(), weights_ * average_bar.transpose()) +
                    kernel_gradient(gp_, points, best_points_, -2 * variance_bar * weights_ * weights_.transpose());
    }
    return expected_positive_part(gain, sd);
}

}  // namespace sweetspot
