// What every quality has unless it knows better: a gradient by symmetric differences and unchanged weights; and the
// family of the built-in ones.

#include "sweetspot/robust/quality.hpp"

#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "robust/qualities/list.hpp"

namespace sweetspot {

Vector Quality::gradient(const VectorRef& responses, const VectorRef& weights) const {
    // eps^(1/3) balances truncation O(h²) against cancellation O(eps/h).
    const double scale = responses.size() == 0 ? 0 : responses.lpNorm<Eigen::Infinity>();
    const double step = std::cbrt(std::numeric_limits<double>::epsilon()) * (scale > 0 ? scale : 1);
    Vector moved = responses;
    Vector slope(responses.size());
    for (Index i = 0; i < responses.size(); ++i) {
        const double above = responses[i] + step;
        const double below = responses[i] - step;
        moved[i] = above;
        const double value_above = value(moved, weights);
        moved[i] = below;
        slope[i] = (value_above - value(moved, weights)) / (above - below);
        moved[i] = responses[i];
    }
    return slope;
}

Vector Quality::values(const RealisedResponses& responses, double offset, const VectorRef& weights,
                       Eigen::MatrixXf* slopes) const {
    Vector result(responses.cols());
    if (slopes != nullptr) slopes->resize(responses.rows(), responses.cols());
    Vector F(responses.rows());
    for (Index m = 0; m < responses.cols(); ++m) {
        F = responses.col(m).cast<double>().array() + offset;
        result[m] = value(F, weights);
        if (slopes != nullptr) slopes->col(m) = gradient(F, weights).cast<float>();
    }
    return result;
}

std::shared_ptr<const Quality> Quality::standardised(double /*shift*/, double /*scale*/) const {
    return nullptr;
}

Vector Quality::reweighted(const PointsRef& /*perturbations*/, const VectorRef& weights) const {
    return weights;
}

#define SWEETSPOT_LISTED(member) member(),

const Family<QualityPtr>& measure_family() {
    static const Family<QualityPtr> family("measure", {SWEETSPOT_MEASURES(SWEETSPOT_LISTED)});
    return family;
}

#undef SWEETSPOT_LISTED

const std::vector<QualityPtr>& qualities() {
    static const std::vector<QualityPtr> all = all_of(measure_family());
    return all;
}

QualityPtr quality_named(std::string_view name) {
    return measure_family().make(name);
}

}  // namespace sweetspot
