#include "acquisition/average_rule.hpp"

#include "loops/dense.hpp"

namespace sweetspot {

using dense::Op;

AverageRules::AverageRules(const GaussianProcess& gp, const Points& points, const Vector& weights,
                           const Vector& averaged, const AverageRuleOptions& most) {
    const double variance = gp.hyperparameters().variance;
    const double prior = weights.dot(averaged);
    const Index size = points.cols();
    const Index max_points = std::min(most.max_points, size);
    Matrix factor(size, max_points);
    Vector residual = Vector::Constant(size, variance);  // of f at each point, given the chosen
    Vector remaining = averaged;                         // covariance of each with the average, given the chosen
    std::vector<double> coefficients;
    std::vector<double> errors = {1};
    double unexplained = prior;
    while (std::ssize(order_) < max_points && errors.back() > most.tolerance) {
        const auto k = std::ssize(order_);
        // A point known to 1e-3 of the prior sd tells rounding errors only.
        Index next = 0;
        const double gain = (residual.array() > 1e-6 * variance)
                                .select(remaining.array().square() / residual.array(), -1)
                                .maxCoeff(&next);
        if (gain <= 0) break;
        const double root = std::sqrt(residual[next]);
        Vector column = gp.prior_covariance(points, points.col(next));
        const Vector row = factor.row(next).head(k);
        dense::multiply(-1, Op::plain, factor.leftCols(k), Op::plain, row, 1, column);
        factor.col(k) = column / root;
        coefficients.push_back(remaining[next] / root);
        remaining -= coefficients.back() * factor.col(k);
        residual.array() -= factor.col(k).array().square();
        residual[next] = 0;
        unexplained -= coefficients.back() * coefficients.back();
        order_.push_back(next);
        errors.push_back(std::sqrt(std::max(0.0, unexplained / prior)));
    }
    points_ = points(Eigen::all, order_);
    factor_ = factor(order_, Eigen::seqN(0, points_.cols()));
    coefficients_ = Eigen::Map<const Vector>(coefficients.data(), points_.cols());
    errors_ = Eigen::Map<const Vector>(errors.data(), points_.cols() + 1);
}

AverageRule AverageRules::rule(const AverageRuleOptions& options) const {
    Index count = 1;
    while (count < std::min(options.max_points, points_.cols()) && errors_[count] > options.tolerance) ++count;
    Vector weights = coefficients_.head(count);
    dense::solve(dense::Side::left, Op::transposed, factor_.topLeftCorner(count, count), weights);
    return {points_.leftCols(count), weights, {order_.begin(), order_.begin() + count}};
}

std::vector<AverageRule> AverageRulesByChoices::rule(const AverageRuleOptions& options) const {
    std::vector<AverageRule> result;
    for (const AverageRules& rules : rules_) result.push_back(rules.rule(options));
    return result;
}

}  // namespace sweetspot
