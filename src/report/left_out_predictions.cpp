#include "report/left_out_predictions.hpp"

#include "gp/leave_one_out.hpp"

namespace sweetspot::study_report {

LeftOutPredictions left_out_predictions(const GaussianProcess& gp) {
    const Standardisation& units = gp.standardisation();
    const auto [mean, sd] = detail::leave_one_out(gp);
    return {mean.unaryExpr([&](double m) { return units.undo(m); }),
            mean.binaryExpr(sd, [&](double m, double s) { return units.undo_sd(m, s); })};
}

}  // namespace sweetspot::study_report
