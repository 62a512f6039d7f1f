#include "sweetspot/methods/maximiser.hpp"

#include <utility>

#include "methods/maximisers/list.hpp"
#include "optimize/multistart.hpp"

namespace sweetspot {
namespace {

DifferentiableObjective negated_function(DifferentiableObjective function) {
    return [function = std::move(function)](const Vector& x, Vector* gradient) {
        const double value = function(x, gradient);
        if (gradient != nullptr) *gradient = -*gradient;
        return -value;
    };
}

}  // namespace

#define SWEETSPOT_LISTED(member) member(),

const Family<MaximiserPtr>& maximiser_family() {
    static const Family<MaximiserPtr> family("maximiser", {SWEETSPOT_MAXIMISERS(SWEETSPOT_LISTED)});
    return family;
}

#undef SWEETSPOT_LISTED

DifferentiableObjective negated(const Acquisition& acquisition) {
    return negated_function(
        [&acquisition](const Vector& x, Vector* gradient) { return acquisition.value(x, gradient); });
}

MultistartObjective negated(const Maximised& what) {
    const Acquisition& acquisition = what.acquisition;
    MultistartObjective result;
    result.objective = negated(acquisition);
    result.descent = [&acquisition] {
        LocalObjective local = acquisition.descent();
        return LocalObjective{negated_function(std::move(local.objective)), std::move(local.renew)};
    };
    for (const CheaperAcquisition& c : what.cheaper) {
        result.approximations.push_back({negated(*c.acquisition), c.iterations, c.survivors});
    }
    if (what.screening != nullptr) {
        // Not a bound: which points are looked at more closely is then as good as the estimate.
        result.lower_bounds.emplace_back(
            [screening = what.screening](const Points& x) -> Vector { return -screening->values(x); });
    }
    const Acquisition& screened = what.cheaper.empty() ? acquisition : *what.cheaper.front().acquisition;
    for (int level = 0; level < screened.bounds(); ++level) {
        result.lower_bounds.emplace_back(
            [&screened, level](const Points& x) -> Vector { return -screened.upper_bounds(x, level); });
    }
    return result;
}

}  // namespace sweetspot
