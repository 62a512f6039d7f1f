// The robust problem min_x Q(x, Δ_ε) (eq:unconstrained-optimisation) without its f: the domain, the robust set and the
// quality, in the user's units and in the unit cube where the engine works.
#pragma once

#include <vector>

#include "sweetspot/robust/centre_levels.hpp"
#include "sweetspot/robust/limit.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/robust_set.hpp"
#include "sweetspot/space/confusion.hpp"
#include "sweetspot/space/space.hpp"

namespace sweetspot {

/// What is to be minimised over, against which perturbations, and by which measure. The whole region of a centre lies
/// in the domain: centres live in the domain shrunk by the tolerance, observations may be anywhere in the domain.
class Problem {
  public:
    /// {δ : ‖δ/tolerance‖_p ≤ 1}, a tolerance per parameter in its own unit (0: built exactly). On a log scale it is of
    /// the nominal value: 0.05 means x (1 ± 0.05).
    Problem(const Space& space, Norm norm, const VectorRef& tolerance, QualityPtr quality = worst_quality());
    /// A tolerance per parameter in its own unit or of its nominal value. Parameters with one of the nominal value,
    /// whose bounds must be above 0, go on a log scale, where x (1 ± t) is the same region everywhere; on a log scale
    /// tolerances in the parameter's unit, which would not be, are refused. Parameters of the environment have none of
    /// their own: they deviate from the middle of their range to either end, whatever the norm.
    Problem(const Space& space, Norm norm, const std::vector<RegionTolerance>& tolerance,
            QualityPtr quality = worst_quality(), DeviationLawPtr law = uniform_law());
    /// One tolerance for all parameters, the paper's ε.
    Problem(const Space& space, Norm norm, double tolerance, QualityPtr quality = worst_quality());
    /// Any robust set, given in the parameters' units (for a log scale: in differences of log x).
    Problem(Space space, const RobustSet& robust_set, QualityPtr quality = worst_quality());

    [[nodiscard]] const Space& space() const { return space_; }
    [[nodiscard]] Index dimension() const { return space_.dimension(); }
    [[nodiscard]] const Quality& quality() const { return *quality_; }
    /// Δ_ε in the unit cube.
    [[nodiscard]] const RobustSet& robust_set() const { return robust_set_; }
    /// The unit cube shrunk to the centres whose region fits.
    [[nodiscard]] const Box& centres() const { return centres_; }
    /// Which choices may be built as another one, and how often; null: none. All that can come out belongs to a region.
    [[nodiscard]] const ConfusionPtr& confusion() const { return confusion_; }
    /// The region of a centre holds the point, both in the unit cube.
    [[nodiscard]] bool in_region(const VectorRef& centre, const VectorRef& u) const;
    /// What centres are restricted to in coordinates that are a series or a choice.
    [[nodiscard]] const CentreLevels& levels() const { return levels_; }
    /// The centre nearest to a point of the unit cube.
    [[nodiscard]] Vector nearest_centre(const VectorRef& u) const { return levels_.nearest(centres_.clamp(u)); }
    /// The nearest point, in the parameters' units, that can come out: as Space::snap, but a part of a series may be
    /// off the value that was ordered by its tolerance.
    [[nodiscard]] Vector buildable(const VectorRef& x) const;
    /// How long the unit cube's edge is in each parameter's unit (log(upper/lower) on a log scale).
    [[nodiscard]] const Vector& edge() const { return edge_; }
    /// The coordinates of parameters that nobody chooses: the whole range of each belongs to every region.
    [[nodiscard]] const std::vector<Index>& environment() const { return environment_; }
    /// The point of the unit cube with its environment in the middle, as every centre has it.
    [[nodiscard]] Vector in_the_middle(Vector u) const;
    /// Perturbations from the unit cube to the parameters' units.
    [[nodiscard]] Points perturbations(const PointsRef& unit) const { return edge_.asDiagonal() * unit; }
    /// What places of the region of a centre deviate from what was meant to be built, in the unit cube: 0 in choices
    /// that are confused.
    [[nodiscard]] Points deviations(const PointsRef& places, const VectorRef& centre) const;
    /// Of other outputs of f; usually none.
    [[nodiscard]] const std::vector<Limit>& limits() const { return limits_; }
    /// The same problem within these limits. Two of the same output and side are refused.
    [[nodiscard]] Problem with_limits(std::vector<Limit> limits) const;

  private:
    Space space_;
    std::vector<Index> environment_;
    QualityPtr quality_;
    Vector edge_;
    RobustSet robust_set_;
    Box centres_;
    CentreLevels levels_;
    ConfusionPtr confusion_;
    std::vector<Limit> limits_;
};

/// A part that is sold in a series. Its bounds are a tenth of the range beyond the outermost values (on a log scale for
/// a tolerance of the nominal value), or as far as the tolerance where that is more.
[[nodiscard]] Parameter series_parameter(std::string name, std::vector<double> values,
                                         const RegionTolerance& tolerance = {});

}  // namespace sweetspot
