// Regions of one shape and any size: the tolerances of a robust set times a factor s, around any centre. How large may
// s be so that a bound of every output, μ + κσ, keeps its limit in the region (the critical factor of the centre), and
// which centre has the largest? The environment has no tolerance that could grow: its whole range belongs to the region
// of every size, also of size 0.
#pragma once

#include <optional>
#include <vector>

#include "robust/limited_output.hpp"
#include "sweetspot/base/parallel.hpp"
#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

/// A centre and the largest factor there; 0: the bound breaks a limit at the centre itself.
struct LargestRegion {
    Vector x;
    double factor = 0;
};

/// The largest factor with which the region of x lies in the unit cube.
[[nodiscard]] double factor_that_fits(const RobustSet& set, const VectorRef& x);

/// Points of the unit ball as places of the region of factor s.
[[nodiscard]] Points scaled_places(const RobustSet& set, const Points& ball, const VectorRef& x, double s);

/// Points in the unit cube. Values are in the units of the first output's model; those of another output are moved to
/// where its limit is that of the first. κ may be below 0. The set must have a norm, and outlive it as the outputs'
/// models do.
class ScaledRegions {
  public:
    ScaledRegions(const RobustSet& set, std::vector<LimitedOutput> outputs, double kappa);

    /// The largest bound in the region of factor s.
    [[nodiscard]] double bound(const Vector& x, double s) const;
    /// The largest factor with which the region lies in the cube and no smaller one breaks a limit.
    [[nodiscard]] double factor(const Vector& x) const;

    /// The centre with the largest factor, of those from `starts` (columns) on, and where none keeps the limits, the
    /// one whose own bound is least. Centres stay in `centres`. So many of the starts grow.
    [[nodiscard]] LargestRegion largest(const Box& centres, const Points& starts, const Parallel& parallel,
                                        std::size_t most_grown = 4) const;

    /// A size to compare centres at: the largest factor of the best few by their own bound.
    [[nodiscard]] double size_to_compare_at(const Points& centres, const Parallel& parallel) const;
    /// The larger, the better: by how far the limits are kept in the region of that size, or, of size 0, at the centre.
    /// Below everything where the region does not fit in the cube.
    [[nodiscard]] Vector merits_at(const Points& centres, double size) const;
    /// The same of a centre and its largest factor: that factor, or at most 0, by how far the limits are broken.
    [[nodiscard]] double merit(const LargestRegion& region) const;

  private:
    [[nodiscard]] double limit() const { return outputs_.front().limit; }
    /// What is taken from the bounds of an output.
    [[nodiscard]] double shift(const LimitedOutput& output) const { return output.limit - limit(); }
    /// The largest bound at the centre itself.
    [[nodiscard]] double own(const Vector& x) const;
    [[nodiscard]] Vector owns(const Points& centres, const Parallel& parallel) const;
    /// The largest factor of the best few, in this order.
    [[nodiscard]] double size_of_best(const Points& centres, const std::vector<Index>& order) const;
    /// The bounds in the region of factor s as functions of its centre, in the box.
    [[nodiscard]] Pieces pieces(double s, const Box& box) const;
    /// The centres of `box` around which the region of factor s lies in the cube; nothing if there are none.
    [[nodiscard]] std::optional<Box> centres_for(const Box& box, double s) const;
    /// Moves the centre so that the region of factor s keeps the limits better.
    [[nodiscard]] Vector moved(const Vector& x, double s, const Box& box) const;
    [[nodiscard]] LargestRegion grown(const Vector& start, const Box& centres) const;

    const RobustSet& set_;
    std::vector<LimitedOutput> outputs_;
    double kappa_;
};

}  // namespace sweetspot
