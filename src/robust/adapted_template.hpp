// A template that follows the model, for many parameters. A fixed template of a thousand points says little of a ball
// of a hundred dimensions: of n isotropic directions the best aligned one with a slope has a cosine of about √(2 ln n /
// D), so that a centre looks as good as its template is blind. What matters are the directions in which the model can
// rise. With s(g) the place of the region that is worst for a linear function of slope g,
//     s(g) = argmax { g·δ : δ in the robust set },
// half of the points are
//   - s(∇μ) of the slopes of the mean at the observations, the best ones first;
//   - s(g) and points on the way to it, for random g ~ N(0, C), C = Σ ĝĝᵀ over these slopes ĝ (in tolerances, of unit
//     length): the active subspace, each direction as often as the model rises in it.
// The other half are every second point of the fixed template: what the model does not know yet may rise anywhere.
#pragma once

#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/robust_set.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// s(g): closed form for a norm ball, on its boundary (a warped one: of g by u); in the general form the boundary point
/// on the ray through g. 0 where g is 0.
[[nodiscard]] Vector worst_for_slope(const RobustSet& robust_set, const VectorRef& g);

/// As many points as `fixed` has, the centre first; those that are not of it without weight. For templates without
/// scenarios.
[[nodiscard]] Template adapted_template(const Template& fixed, const GaussianProcess& gp, const RobustSet& robust_set,
                                        const Rng& rng);

}  // namespace sweetspot
