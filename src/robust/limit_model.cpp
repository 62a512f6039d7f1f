#include "sweetspot/robust/limit_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.hpp"
#include "robust/limit_of_region.hpp"

namespace sweetspot {
namespace {

/// A quantile needs a few points beyond it, whatever the dimension; beyond this many they only cost time.
constexpr double points_beyond_quantile = 4;
constexpr double most_points = 1000;

Template template_of(const Limit& limit, const RobustSet& set, const Rng& seed, const ConfusionPtr& confusion) {
    switch (limit.what) {
        case Limit::For::worst:
            return make_template(set, {.shape = TemplateShape::boundary_heavy}, seed.split("template"), confusion);
        case Limit::For::share: {
            const double tail = std::min(limit.share, 1 - limit.share);
            const auto wanted = static_cast<Index>(std::min(most_points, std::ceil(points_beyond_quantile / tail)));
            const Index usual = default_template_size(std::ssize(set.free_coordinates()));
            return make_template(set, {TemplateShape::uniform, std::max(usual, wanted)}, seed.split("template"),
                                 confusion);
        }
        default:
            return {Points::Zero(set.dimension(), 1), Vector::Ones(1)};
    }
}

/// The model of h: the same targets with the sign of the limit, and no units of their own.
GaussianProcess turned(const GaussianProcess& gp, double sign) {
    Hyperparameters hyperparameters = gp.hyperparameters();
    hyperparameters.mean *= sign;
    return GaussianProcess(gp.kernel_ptr(), hyperparameters, gp.inputs(), sign * gp.targets(), Standardisation{},
                           gp.known_noise());
}

/// A warped model knows no outputs below its origin less its scale: such a bound is put just above, where it is out of
/// reach all the same.
double standardised(double bound, const Standardisation& units) {
    constexpr double nearest = 1e-6;
    const OutputWarp& warp = units.warp;
    if (warp.active()) bound = std::max(bound, warp.origin - (1 - nearest) * warp.scale);
    return (warp.apply(bound) - units.mean) / units.scale;
}

}  // namespace

GaussianProcess output_model(const LimitModel& limit) {
    const GaussianProcess& h = limit.gp;
    Hyperparameters hyperparameters = h.hyperparameters();
    hyperparameters.mean *= limit.sign();
    const Vector outputs = h.targets().unaryExpr([&](double target) { return limit.output(target); });
    return GaussianProcess(h.kernel_ptr(), hyperparameters, h.inputs(), outputs, limit.units, h.known_noise());
}

LimitModel for_region(LimitModel limit, const Problem& problem, const Rng& seed) {
    limit.T = template_of(limit.limit, problem.robust_set(), seed, problem.confusion());
    return limit;
}

double LimitModel::mean_excess(const VectorRef& x) const {
    return statistic->value(gp.mean(T.at(x)), T.weights) - bound;
}

LimitModel limit_model(const Limit& limit, const GaussianProcess& fitted, const RobustSet& robust_set, const Rng& seed,
                       const ConfusionPtr& confusion) {
    check_limits({limit});
    const double sign = limit.side == Limit::Side::at_most ? 1 : -1;
    return {limit,
            turned(fitted, sign),
            fitted.standardisation(),
            sign * standardised(limit.bound, fitted.standardisation()),
            template_of(limit, robust_set, seed, confusion),
            limit.what == Limit::For::share ? quantile_quality(limit.share) : worst_quality()};
}

}  // namespace sweetspot
