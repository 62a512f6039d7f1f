// The neighbourhood N(X_n) = ∪ Δ_ε(x_n) (eq:neighbourhood): the centres that may be called best so far, because each
// has an evaluated location within reach; and the extended neighbourhood (eq:extended-neighbourhood) that their regions
// cover.
#pragma once

#include "sweetspot/robust/centre_levels.hpp"
#include "sweetspot/robust/problem.hpp"
#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot {

/// N(X_n), restricted to the box of centres whose region lies in the domain. Where centres have levels, an observation
/// counts once for each combination of levels that its region reaches: observed() then has it as often.
class Neighbourhood {
  public:
    Neighbourhood(Points observed, RobustSet robust_set, Box centres, CentreLevels levels = {});

    [[nodiscard]] const Points& observed() const { return observed_; }
    [[nodiscard]] const RobustSet& robust_set() const { return robust_set_; }
    [[nodiscard]] const Box& centres() const { return centres_; }
    [[nodiscard]] const CentreLevels& levels() const { return levels_; }
    [[nodiscard]] bool contains(const VectorRef& x, double slack = 1e-9) const;
    /// The reachable observation whose region contains x most deeply (smallest gauge).
    [[nodiscard]] Index nearest(const VectorRef& x) const;
    /// The observations whose region meets the box of centres. Empty when every observation is too deep in the margin.
    [[nodiscard]] const std::vector<Index>& reachable() const { return reachable_; }
    /// A point of Δ(x_n) ∩ centres near x, for n in reachable(); x itself when it is there already.
    [[nodiscard]] Vector project(const VectorRef& x, Index n) const;
    /// A point of the neighbourhood: an observation at random, then uniform in the part of its region that is in the
    /// box (by rejection, or by projection where that part is tiny).
    [[nodiscard]] Vector draw(Rng& rng) const;

  private:
    /// The centres at the levels that observation n stands for.
    [[nodiscard]] const Box& box_of(Index n) const {
        return boxes_.empty() ? centres_ : boxes_[static_cast<std::size_t>(n)];
    }
    void repeat_by_levels();

    Points observed_;
    RobustSet robust_set_;
    Box centres_;
    CentreLevels levels_;
    std::vector<Box> boxes_;  ///< one per column of observed_; none without levels
    std::vector<Index> reachable_;
};

/// Of a problem. Where choices may be confused, an observation counts for each that may have been ordered.
[[nodiscard]] Neighbourhood neighbourhood_of(const Problem& problem, const Points& observed);

/// N̄(X_n) = ∪ Δ_ε(x) over x in N(X_n).
class ExtendedNeighbourhood {
  public:
    explicit ExtendedNeighbourhood(Neighbourhood neighbourhood, RobustSet robust_set);

    /// For a norm ball exactly: within two regions of an observation and, through a centre in the box; for the general
    /// form and a warped ball by a search for such a centre.
    [[nodiscard]] bool contains(const VectorRef& x, double slack = 1e-9) const;
    /// A centre of the neighbourhood, then a perturbation of it.
    [[nodiscard]] Vector draw(Rng& rng) const;

  private:
    Neighbourhood neighbourhood_;
    RobustSet robust_set_;
};

}  // namespace sweetspot
