#include "acquisition/pivots.hpp"

#include "base/check.hpp"
#include "gp/covariance.hpp"
#include "gp/main_effects.hpp"
#include "loops/dense.hpp"

namespace sweetspot {

std::vector<Index> pivot_order(const GaussianProcess& gp, const PointsRef& template_points, const PivotOptions& options,
                               const Scenarios& scenarios, Index combination) {
    require(template_points.cols() >= 1, "pivot_order: the template is empty; it must hold at least the centre");
    require(options.max_rank >= 1, "pivot_order: max_rank is {}; it must be at least 1", options.max_rank);
    const Index size = template_points.cols();
    const Index max_rank = std::min(options.max_rank, size);
    const double enough = options.tolerance * options.tolerance;
    const Matrix points = detail::scaled_columns(gp.embedded_offsets(template_points, scenarios, combination),
                                                 gp.embedded_lengthscales());
    const Matrix rows = points.transpose();
    const auto& effects = gp.main_effects();
    const Matrix features = effects ? effects->features(points) : Matrix();

    // Everything is in units of the prior variance.
    std::vector<Index> order;
    Matrix factor;  // grows by blocks of columns: most templates need far fewer than max_rank
    Vector residual = Vector::Ones(size);
    Matrix column(size, 1);
    Index next = 0;  // all residuals are equal at first: start at the centre
    for (Index k = 0; k < max_rank; ++k) {
        if (k > 0 && residual.maxCoeff(&next) <= enough) break;
        if (k == factor.cols()) factor.conservativeResize(size, std::min(max_rank, k + 32));
        dense::squared_distances(rows, points.col(next), column);
        gp.kernel().evaluate(column.data(), column.data(), size);
        if (effects) {
            dense::multiply(1, dense::Op::transposed, features, dense::Op::plain, features.col(next),
                            1 - gp.hyperparameters().effects, column);
        }
        const Vector known = factor.row(next).head(k);
        dense::multiply(-1, dense::Op::plain, factor.leftCols(k), dense::Op::plain, known, 1, column);
        factor.col(k) = column / std::sqrt(residual[next]);
        residual.array() -= factor.col(k).array().square();
        residual[next] = 0;
        order.push_back(next);
    }
    return order;
}

}  // namespace sweetspot
