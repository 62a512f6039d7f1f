#include "report/study/leave_one_out.hpp"

namespace sweetspot::study_report {

LeaveOneOut leave_one_out(const GaussianProcess& gp) {
    const Index n = gp.size();
    // A⁻¹ = L⁻ᵀ L⁻¹, so that its diagonal is the squared columns of L⁻¹.
    const Matrix inverse = gp.cholesky().triangularView<Eigen::Lower>().solve(Matrix::Identity(n, n));
    const Vector diagonal = inverse.colwise().squaredNorm();
    const auto& [middle, scale] = gp.standardisation();
    const Vector mean = gp.targets() - gp.weights().cwiseQuotient(diagonal);
    return {(mean.array() * scale + middle).matrix(), scale * diagonal.cwiseInverse().cwiseSqrt()};
}

}  // namespace sweetspot::study_report
