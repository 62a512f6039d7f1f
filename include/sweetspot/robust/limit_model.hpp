// A limit as the engine sees it: a model of the limited output, turned so that large is bad, in standard deviations of
// that output, and the number that it must not exceed:
//     h = ±(w(g) - mean) / scale,   S{h(x + t) : t ∈ T} ≤ bound,
// where S is the largest value over the template, or the quantile of a share of what is built; at the centre alone the
// template is {0}. Both S and the bound commute with the monotone map from g to h.
#pragma once

#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/limit.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

struct LimitModel {
    Limit limit;
    GaussianProcess gp;     ///< of h
    Standardisation units;  ///< from g to ±h
    double bound = 0;       ///< of h
    Template T;
    QualityPtr statistic;  ///< S

    [[nodiscard]] double sign() const { return limit.side == Limit::Side::at_most ? 1 : -1; }
    /// The value of the output where h is that.
    [[nodiscard]] double output(double h) const { return units.undo(sign() * h); }
    /// S of the posterior mean over the template placed at x, less the bound: at most 0 where the limit is kept.
    [[nodiscard]] double mean_excess(const VectorRef& x) const;
};

/// `fitted` is a model of the limited output itself; `seed` that of the search, so that its template is the search's.
[[nodiscard]] LimitModel limit_model(const Limit& limit, const GaussianProcess& fitted, const RobustSet& robust_set,
                                     const Rng& seed, const ConfusionPtr& confusion = nullptr);

}  // namespace sweetspot
