#include "methods/local_models.hpp"

#include "gp/local_model.hpp"

namespace sweetspot {

ModelNear::ModelNear(const GaussianProcess& gp, const PointsRef& places, const Locality& locality) : gp_(gp) {
    if (!is_searched_locally(gp)) return;
    local_.emplace(gp.local(detail::observations_near(gp, places, locality.near, locality.spread)));
}

GaussianProcess local_from(GaussianProcess gp, const PointsRef& places) {
    if (!is_searched_locally(gp)) return gp;
    return gp.local(detail::observations_near(gp, places, at_the_end.near, at_the_end.spread));
}

Points both(const VectorRef& a, const VectorRef& b) {
    Points result(a.size(), 2);
    result << a, b;
    return result;
}

}  // namespace sweetspot
