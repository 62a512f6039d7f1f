// Regions of one shape and any size: the tolerances of a robust set times a factor s, around any centre. How large may
// s be so that a bound of f, μ + κσ, keeps a limit in the whole region (the critical factor of the centre), and which
// centre has the largest?
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/robust_set.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// A centre and the largest factor there; 0: the bound breaks the limit at the centre itself.
struct LargestRegion {
    Vector x;
    double factor = 0;
};

/// The largest factor with which the region of x lies in the unit cube.
[[nodiscard]] double factor_that_fits(const RobustSet& set, const VectorRef& x);

/// Points in the unit cube, values in standardised units; κ may be below 0. The model and the set, which must have a
/// norm, must outlive it.
class ScaledRegions {
  public:
    ScaledRegions(const GaussianProcess& gp, const RobustSet& set, const Template& T, double kappa);

    /// μ + κσ.
    [[nodiscard]] Vector bounds(const Points& points) const;
    /// The template's places in the region of factor s.
    [[nodiscard]] Points places(const Vector& x, double s) const;
    /// The largest bound over them.
    [[nodiscard]] double bound(const Vector& x, double s) const;
    /// The largest factor with which the region lies in the cube and no smaller one breaks the limit.
    [[nodiscard]] double factor(const Vector& x, double limit) const;

    /// The centre with the largest factor, of those from `starts` (columns) on, and where none keeps the limit, the one
    /// whose own bound is least. Centres stay in `centres`.
    [[nodiscard]] LargestRegion largest(double limit, const Box& centres, const Points& starts,
                                        const Parallel& parallel) const;

  private:
    [[nodiscard]] Points places(const Vector& x, double s, std::span<const Index> which) const;
    [[nodiscard]] Points gradients(const Points& points) const;
    /// The centres of `box` around which the region of factor s lies in the cube; nothing if there are none.
    [[nodiscard]] std::optional<Box> centres_for(const Box& box, double s) const;
    /// Moves the centre so that the region of factor s keeps the limit better.
    [[nodiscard]] Vector moved(const Vector& x, double s, const Box& box) const;
    [[nodiscard]] LargestRegion grown(const Vector& start, double limit, const Box& centres) const;

    const GaussianProcess& gp_;
    const RobustSet& set_;
    double kappa_;
    Points ball_;  ///< the template in the unit ball
    std::vector<Index> all_;
};

}  // namespace sweetspot
