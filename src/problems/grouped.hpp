// Test problems that exist with any number of parameters and whose true worst case is known exactly: a function of
//     u(x) = Σ_j z_j²,   z_j = Σ_{d in group j} w_jd (x_d - m_d),
// where no parameter is in two groups. Parameters of no group are inert; a group of one parameter is an active one, a
// group of many is a direction that all of them share.
//
// Because the groups are disjoint, z runs over exactly a region of the same norm when x runs over one: by Hölder's
// inequality, attained in each group,
//     {z(c + δ) : ‖δ/t‖_p ≤ 1} = {z(c) + ζ : ‖ζ/τ‖_p ≤ 1},   τ_j = ‖w_j t‖_q,   1/p + 1/q = 1,
// so the smallest and the largest u are those of problems/distance. The region centred on m reaches no farther than any
// other (c + δ or c - δ is as far from m as δ is from 0), so m is the robust optimum of every increasing function of u.
#pragma once

#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

/// The parameters of one z_j, with their weights.
struct Group {
    std::vector<Index> members;
    Vector weights;
};

class Groups {
  public:
    /// No parameter may be in two of them; `middle` is m.
    Groups(std::vector<Group> groups, Vector middle) : groups_(std::move(groups)), middle_(std::move(middle)) {}

    [[nodiscard]] const std::vector<Group>& all() const { return groups_; }
    [[nodiscard]] const Vector& middle() const { return middle_; }
    [[nodiscard]] Vector z(const VectorRef& x) const;
    /// τ of a region with these tolerances of x.
    [[nodiscard]] Vector reach(Norm norm, const VectorRef& tolerance) const;

  private:
    std::vector<Group> groups_;
    Vector middle_;
};

/// How the parameters of a problem fall into groups.
enum class Grouping {
    few,     ///< at most four groups of one parameter each; the other parameters are inert
    shared,  ///< at most four groups that share all parameters among them, with weights of unit length
    each     ///< every parameter is a group
};

/// By `rng`: which parameters, their weights, m in the middle of the unit cube. The groups' scales are `largest`
/// divided by powers that end at 4, in an order by `rng`: they are unequal.
[[nodiscard]] Groups draw_groups(Grouping grouping, Index dimension, double largest, const Rng& rng);

}  // namespace sweetspot
