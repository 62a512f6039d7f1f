#include "robust/limited_output.hpp"

#include <span>
#include <utility>
#include <vector>

#include "gp/confidence_bound.hpp"

namespace sweetspot {
namespace {

Points some_of(const Points& ball, std::span<const Index> which) {
    return ball(Eigen::all, std::vector<Index>(which.begin(), which.end()));
}

}  // namespace

double LimitedOutput::bound(const Points& places, double kappa) const {
    const Vector bounds = confidence_bounds(*gp, places, kappa);
    return is_largest() ? bounds.maxCoeff() : statistic->value(bounds, weights);
}

LimitedOutput limited_output(const GaussianProcess& gp, double limit, const Template& T, const RobustSet& set) {
    return {&gp, limit, in_unit_ball(set, T.points), T.weights, worst_quality()};
}

LimitedOutput limited_output(const LimitModel& model, const RobustSet& set) {
    return {&model.gp, model.bound, in_unit_ball(set, model.T.points), model.T.weights, model.statistic};
}

Points in_unit_ball(const RobustSet& set, Points perturbations) {
    for (Index i = 0; i < perturbations.cols(); ++i) {
        for (const Index d : set.free_coordinates()) perturbations(d, i) = set.to_ball(d, perturbations(d, i));
    }
    return perturbations;
}

Block bound_pieces(const LimitedOutput& output, double kappa, const Placing& placing) {
    const LimitedOutput* of = &output;
    const auto gradients_at = [of, kappa](const Points& places) -> Points {
        return kappa == 0 ? of->gp->mean_gradients(places) : confidence_bound_gradients(*of->gp, places, kappa);
    };
    Pieces pieces{[=](const Vector& z) { return confidence_bounds(*of->gp, placing.places(z, of->ball), kappa); },
                  [=](const Vector& z, std::span<const Index> which) {
                      const Points ball = some_of(of->ball, which);
                      return placing.by_region(z, ball, gradients_at(placing.places(z, ball)));
                  },
                  [=](const Vector& z, std::span<const Index> which) {
                      return confidence_bounds(*of->gp, placing.places(z, some_of(of->ball, which)), kappa);
                  }};
    return reduced({output.ball.cols(), std::move(pieces)}, output.weights, *output.statistic);
}

}  // namespace sweetspot
