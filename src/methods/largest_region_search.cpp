// A search for the centre and the size of its region together: the centre around which the tolerances, all times the
// same factor, may be largest while the worst case keeps a limit; the critical radius of adversarially robust
// satisficing (Saday, Yıldırım and Tekin 2024), here of a region of any shape.
//
// Two steps take turns:
//   optimism   the centre whose factor could be largest, by μ - βσ;
//   assurance  the centre whose factor is largest by μ, with a region that is a little larger than it claims;
// each evaluates where in its region it is most in doubt whether the limit is kept: where βσ - |μ - ℓ| is largest
// (Bryan et al. 2005). Where nothing keeps the limit by its bound, that is where the bound is least.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/check.hpp"
#include "design/latin_hypercube.hpp"
#include "gp/confidence_bound.hpp"
#include "robust/scaled_regions.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/methods/iteration.hpp"

namespace sweetspot {
namespace {

constexpr double assured = 1.1;         // of the size that is claimed
constexpr Index most_of_template = 64;  // places of a region for the optimist, whose bounds cost more
constexpr Index drawn_places = 200;     // of a region beside the template, to sample from

Template thinned(const Template& T) {
    if (T.size() <= most_of_template) return T;
    std::vector<Index> chosen(static_cast<std::size_t>(most_of_template));
    for (Index i = 0; i < most_of_template; ++i) {
        chosen[static_cast<std::size_t>(i)] = i * T.size() / most_of_template;
    }
    return {T.points(Eigen::all, chosen), T.weights(chosen)};
}

void require_as_ordered(const Situation& s) {
    require(s.problem.confusion() == nullptr,
            "largest-region: a choice may be confused, and no factor makes that smaller; leave the confusion out, or "
            "use another method");
}

class LargestRegionSearch final : public Method {
  public:
    explicit LargestRegionSearch(LargestRegionOptions options) : options_(std::move(options)) {
        require(std::isfinite(options_.limit), "largest-region: the limit is {}; it must be a number", options_.limit);
        require(std::isfinite(options_.beta) && options_.beta > 0, "largest-region: beta is {}; it must be above 0",
                options_.beta);
    }
    [[nodiscard]] std::string_view name() const override { return "largest-region"; }
    [[nodiscard]] Proposal propose(const Situation& s) const override;
    [[nodiscard]] Recommendation recommend(const Situation& s) const override;

  private:
    [[nodiscard]] double limit(const GaussianProcess& gp) const { return standardised_limit(gp, options_.limit); }
    /// A Latin hypercube and the observations.
    [[nodiscard]] Points starts(const Situation& s) const;
    [[nodiscard]] LargestRegion by_mean(const Iteration& now, const GaussianProcess& gp) const;
    [[nodiscard]] Vector most_in_doubt(const Iteration& now, const GaussianProcess& gp,
                                       const LargestRegion& region) const;

    LargestRegionOptions options_;
};

Points LargestRegionSearch::starts(const Situation& s) const {
    const Box& centres = s.problem.centres();
    const Points spread = latin_hypercube(centres, options_.screening, s.rng.split("screening"));
    Points result(centres.dimension(), spread.cols() + s.observations.size());
    result.leftCols(spread.cols()) = spread;
    for (Index n = 0; n < s.observations.size(); ++n) {
        result.col(spread.cols() + n) = centres.clamp(s.observations.x.col(n));
    }
    return result;
}

LargestRegion LargestRegionSearch::by_mean(const Iteration& now, const GaussianProcess& gp) const {
    const Situation& s = now.situation();
    const ScaledRegions regions(gp, s.problem.robust_set(), now.region_template(), 0);
    return regions.largest(limit(gp), s.problem.centres(), starts(s), s.parallel);
}

Vector LargestRegionSearch::most_in_doubt(const Iteration& now, const GaussianProcess& gp,
                                          const LargestRegion& region) const {
    if (region.factor == 0) return region.x;
    const Situation& s = now.situation();
    const RobustSet& set = s.problem.robust_set();
    const Template& T = now.region_template();
    Template places{Points(T.points.rows(), T.size() + drawn_places), {}};
    places.points.leftCols(T.size()) = T.points;
    Rng rng = s.rng.split("sampling");
    for (Index i = 0; i < drawn_places; ++i) places.points.col(T.size() + i) = set.draw_uniform(rng);
    const Points at = ScaledRegions(gp, set, places, 0).places(region.x, region.factor);
    const Vector doubt = options_.beta * gp.variance(at).cwiseSqrt().array() - (gp.mean(at).array() - limit(gp)).abs();
    Index most = 0;
    doubt.maxCoeff(&most);
    return at.col(most);
}

Proposal LargestRegionSearch::propose(const Situation& s) const {
    require_worst_case(s, name());
    require_as_ordered(s);
    Iteration now(options_.model, s);
    GaussianProcess gp = now.fit();
    const LargestRegion claimed = by_mean(now, gp);
    const BestSoFar x_star{claimed.x,
                           mean_quality_at(gp, now.region_template(), now.weights(), s.problem.quality(), claimed.x)};
    LargestRegion region = claimed;
    const bool is_assurance = (s.observations.size() - s.initial) % 2 != 0 && claimed.factor > 0;
    if (is_assurance) {
        region.factor = std::min(assured * claimed.factor, factor_that_fits(s.problem.robust_set(), claimed.x));
    } else {
        const Template T = thinned(now.region_template());
        const ScaledRegions optimistic(gp, s.problem.robust_set(), T, -options_.beta);
        region = optimistic.largest(limit(gp), s.problem.centres(), starts(s), s.parallel);
    }
    Vector next = most_in_doubt(now, gp, region);
    return now.proposal(std::move(next), {region.x}, x_star, std::move(gp));
}

Recommendation LargestRegionSearch::recommend(const Situation& s) const {
    require_worst_case(s, name());
    require_as_ordered(s);
    Iteration now(options_.model, s);
    GaussianProcess gp = now.fit();
    LargestRegion found = by_mean(now, gp);
    const double quality = mean_quality_at(gp, now.region_template(), now.weights(), s.problem.quality(), found.x);
    return {{std::move(found.x), quality}, std::move(gp)};
}

}  // namespace

MethodPtr largest_region_search(LargestRegionOptions options) {
    return std::make_shared<LargestRegionSearch>(std::move(options));
}

}  // namespace sweetspot
