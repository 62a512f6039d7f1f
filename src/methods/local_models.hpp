// Local models for searches with many observations. What all of them say of a covariance costs N² operations for every
// point that is looked at; up to `exact_up_to` observations that is affordable. Beyond, a search looks for a region
// with covariances that know a few hundred observations, half of them near x* and half spread over the domain, and goes
// on from there with those of the observations nearest to x* and to the region found. The mean is always that of all
// observations, and so is x*. Standard deviations are then too large, by 0 to 30 % where the search
// begins and by 0 to 10 % where it ends (N = 2000, D = 10; tests/statistical/local_models_test.cpp has what that does
// to the improvement found).
#pragma once

#include <optional>

#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {

inline constexpr Index exact_up_to = 1000;

/// How many observations covariances know.
struct Locality {
    Index near;
    Index spread;
};
inline constexpr Locality while_searching{200, 200};
inline constexpr Locality at_the_end{800, 0};

/// The model itself up to `exact_up_to` observations, a local one beyond. The model must outlive it.
class ModelNear {
  public:
    /// Places in the unit cube, one per column.
    ModelNear(const GaussianProcess& gp, const PointsRef& places, const Locality& locality);
    [[nodiscard]] const GaussianProcess& operator*() const { return local_ ? *local_ : gp_; }

  private:
    const GaussianProcess& gp_;
    std::optional<GaussianProcess> local_;
};

/// The same as a value.
[[nodiscard]] GaussianProcess local_from(GaussianProcess gp, const PointsRef& places);

/// A plain model that is not local yet; ensembles stay exact.
[[nodiscard]] inline bool is_searched_locally(const GaussianProcess& gp) {
    return gp.members().size() == 1 && gp.known().empty() && gp.size() > exact_up_to;
}

/// Two places.
[[nodiscard]] Points both(const VectorRef& a, const VectorRef& b);

}  // namespace sweetspot
