#include "sweetspot/acquisition/pivots.hpp"

#include "base/check.hpp"

namespace sweetspot {

std::vector<Index> pivot_order(const GaussianProcess& gp, const PointsRef& template_points,
                               const PivotOptions& options) {
    require(template_points.cols() >= 1, "pivot_order: the template is empty; it must hold at least the centre");
    require(options.max_rank >= 1, "pivot_order: max_rank is {}; it must be at least 1", options.max_rank);
    const double variance = gp.hyperparameters().variance;
    const Index size = template_points.cols();
    const Index max_rank = std::min(options.max_rank, size);
    const double enough = variance * options.tolerance * options.tolerance;

    std::vector<Index> order;
    Matrix factor(size, max_rank);
    Vector residual = Vector::Constant(size, variance);
    Index next = 0;  // all residuals are equal at first: start at the centre
    for (Index k = 0; k < max_rank; ++k) {
        if (k > 0 && residual.maxCoeff(&next) <= enough) break;
        Vector column = gp.prior_covariance(template_points, template_points.col(next));
        column.noalias() -= factor.leftCols(k) * factor.row(next).head(k).transpose();
        factor.col(k) = column / std::sqrt(residual[next]);
        residual.array() -= factor.col(k).array().square();
        residual[next] = 0;
        order.push_back(next);
    }
    return order;
}

}  // namespace sweetspot
