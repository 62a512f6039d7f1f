#include "report/study/leave_one_out.hpp"

namespace sweetspot::study_report {

LeaveOneOut leave_one_out(const GaussianProcess& gp) {
    const Index n = gp.size();
    // A⁻¹ = L⁻ᵀ L⁻¹, so that its diagonal is the squared columns of L⁻¹.
    const Matrix inverse = gp.cholesky().triangularView<Eigen::Lower>().solve(Matrix::Identity(n, n));
    const Vector diagonal = inverse.colwise().squaredNorm();
    const Standardisation& units = gp.standardisation();
    const Vector mean = gp.targets() - gp.weights().cwiseQuotient(diagonal);
    const Vector sd = diagonal.cwiseInverse().cwiseSqrt();
    return {mean.unaryExpr([&](double m) { return units.undo(m); }),
            mean.binaryExpr(sd, [&](double m, double s) { return units.undo_step(m - s, 2 * s) / 2; })};
}

}  // namespace sweetspot::study_report
