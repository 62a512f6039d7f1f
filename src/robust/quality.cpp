// What every quality has unless it knows better: a gradient by symmetric differences and unchanged weights; and the
// list of the built-in qualities.

#include "sweetspot/robust/quality.hpp"

#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "base/family.hpp"

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

Vector Quality::reweighted(const PointsRef& /*perturbations*/, const VectorRef& weights) const {
    return weights;
}

const std::vector<QualityPtr>& qualities() {
    static const std::vector<QualityPtr> all{
        worst_quality(),
        mean_quality(),
    };
    return all;
}

QualityPtr quality_named(std::string_view name) {
    return member_named(qualities(), "measure", name);
}

}  // namespace sweetspot
