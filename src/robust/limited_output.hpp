// An output that must keep a limit in regions of any size: S{μ + κσ over the places of the region} ≤ ℓ, where S is the
// largest value, or the quantile of a share of what is built. The places are those of a template, which is kept in the
// unit ball so that it can be put into any region of the shape.
#pragma once

#include <functional>

#include "robust/piece_blocks.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/limit_model.hpp"
#include "sweetspot/robust/robust_set.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// In the units of its model, which must outlive it.
struct LimitedOutput {
    const GaussianProcess* gp = nullptr;
    double limit = 0;      ///< ℓ
    Points ball;           ///< the template in the unit ball, the centre first
    Vector weights;        ///< of its points
    QualityPtr statistic;  ///< S

    [[nodiscard]] bool is_largest() const { return statistic->kind() == Quality::Kind::maximum; }
    /// S of μ + κσ at the places of all its points.
    [[nodiscard]] double bound(const Points& places, double kappa) const;
};

/// The objective, in the whole region.
[[nodiscard]] LimitedOutput limited_output(const GaussianProcess& gp, double limit, const Template& T,
                                           const RobustSet& set);
/// Another output, as its limit says.
[[nodiscard]] LimitedOutput limited_output(const LimitModel& model, const RobustSet& set);

/// Perturbations of a set that has a norm, as points of its unit ball.
[[nodiscard]] Points in_unit_ball(const RobustSet& set, Points perturbations);

/// Where the points of a ball are for a region z, and gradients there (a column each) as gradients by z.
struct Placing {
    std::function<Points(const Vector& z, const Points& ball)> places;
    std::function<Matrix(const Vector& z, const Points& ball, const Points& gradients)> by_region;
};

/// μ + κσ at the places of the output, or S of them where that is no largest value. The output must outlive it.
[[nodiscard]] Block bound_pieces(const LimitedOutput& output, double kappa, const Placing& placing);

}  // namespace sweetspot
