// A search for the centre and the size of its region together: the centre around which the tolerances, all times the
// same factor, may be largest while the worst case keeps a limit, and every other output its own; the critical radius
// of adversarially robust satisficing (Saday, Yıldırım and Tekin 2024), here of a region of any shape.
//
// Two steps take turns:
//   optimism   the centre whose factor could be largest, by μ - βσ of every output;
//   assurance  the centre whose factor is largest by μ, with a region that is a little larger than it claims;
// each evaluates where in its region it is most in doubt whether a limit is kept: where βσ - |μ - ℓ| of an output is
// largest (Bryan et al. 2005). Where nothing keeps the limits by its bound, that is where the bound is least.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "base/check.hpp"
#include "design/latin_hypercube.hpp"
#include "gp/confidence_bound.hpp"
#include "methods/limit_pieces.hpp"
#include "methods/over_levels.hpp"
#include "methods/within_limits.hpp"
#include "robust/scaled_regions.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/methods/iteration.hpp"

namespace sweetspot {
namespace {

constexpr double assured = 1.1;         // of the size that is claimed
constexpr Index most_of_template = 64;  // places of a region for the optimist, whose bounds cost more
constexpr Index drawn_places = 200;     // of a region beside the template, to sample from
// Where coordinates are held at their levels, of which several combinations are looked at.
constexpr Index starts_of_levels = 48;
constexpr std::size_t grown_of_levels = 1;

std::vector<Index> spread_evenly(Index count, Index of) {
    std::vector<Index> chosen(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i) chosen[static_cast<std::size_t>(i)] = i * of / count;
    return chosen;
}

void require_as_ordered(const Situation& s) {
    require(s.problem.confusion() == nullptr,
            "largest-region: a choice may be confused, and no factor makes that smaller; leave the confusion out, or "
            "use another method");
}

void thin(LimitedOutput& output) {
    if (output.ball.cols() <= most_of_template) return;
    const std::vector<Index> chosen = spread_evenly(most_of_template, output.ball.cols());
    output.ball = Points(output.ball(Eigen::all, chosen));
    output.weights = Vector(output.weights(chosen));
}

/// The objective and every other output that has a limit and a value.
struct Models {
    GaussianProcess gp;
    std::vector<LimitModel> limits;
    double limit;  ///< of the objective, standardised

    [[nodiscard]] std::vector<LimitedOutput> outputs(const Iteration& now) const {
        const RobustSet& set = now.situation().problem.robust_set();
        std::vector<LimitedOutput> result = {limited_output(gp, limit, now.region_template(), set)};
        for (const LimitModel& other : limits) result.push_back(limited_output(other, set));
        return result;
    }
    /// How doubtful it is at each place whether an output keeps its limit; the first place is the centre.
    [[nodiscard]] Vector doubts(const Points& places, double beta) const {
        const auto doubt = [&](const GaussianProcess& of, const Points& at, double bound) -> Vector {
            return beta * of.variance(at).cwiseSqrt().array() - (of.mean(at).array() - bound).abs();
        };
        Vector result = doubt(gp, places, limit);
        for (const LimitModel& other : limits) {
            const Index count = other.limit.what == Limit::For::centre ? 1 : places.cols();
            result.head(count) = result.head(count).cwiseMax(doubt(other.gp, places.leftCols(count), other.bound));
        }
        return result;
    }
};

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
    [[nodiscard]] bool knows_limits() const override { return true; }
    [[nodiscard]] bool looks_beyond_tolerances() const override { return true; }

  private:
    [[nodiscard]] Models fitted(Iteration& now) const;
    /// A Latin hypercube and the observations.
    [[nodiscard]] Points starts(const Situation& s) const;
    [[nodiscard]] LargestRegion largest(const Situation& s, const ScaledRegions& regions) const;
    [[nodiscard]] LargestRegion by_mean(const Iteration& now, const Models& models) const;
    [[nodiscard]] LargestRegion optimistic(const Iteration& now, const Models& models) const;
    [[nodiscard]] Vector most_in_doubt(const Iteration& now, const Models& models, const LargestRegion& region) const;

    LargestRegionOptions options_;
};

Models LargestRegionSearch::fitted(Iteration& now) const {
    GaussianProcess gp = now.fit();
    const double limit = standardised_limit(gp, options_.limit);
    return {std::move(gp), fitted_limits(options_.model, now.situation()), limit};
}

Points LargestRegionSearch::starts(const Situation& s) const {
    const Box& centres = s.problem.centres();
    const Points spread =
        s.problem.levels().spread(latin_hypercube(centres, options_.screening, s.rng.split("screening")), centres);
    Points result(centres.dimension(), spread.cols() + s.observations.size());
    result.leftCols(spread.cols()) = spread;
    for (Index n = 0; n < s.observations.size(); ++n) {
        result.col(spread.cols() + n) = s.problem.nearest_centre(s.observations.x.col(n));
    }
    return result;
}

LargestRegion LargestRegionSearch::largest(const Situation& s, const ScaledRegions& regions) const {
    const Points from = starts(s);
    const Box& centres = s.problem.centres();
    if (s.problem.levels().none()) return regions.largest(centres, from, s.parallel);
    const Points some = from(Eigen::all, spread_evenly(std::min(starts_of_levels, from.cols()), from.cols()));
    const double size = regions.size_to_compare_at(some, s.parallel);
    const auto of_levels = [&](const Box& held) -> Maximum {
        Points inside = some;
        for (Index i = 0; i < inside.cols(); ++i) inside.col(i) = held.clamp(some.col(i));
        LargestRegion found = regions.largest(held, inside, s.parallel, grown_of_levels);
        const double merit = regions.merit(found);
        return {std::move(found.x), merit};
    };
    Maximum best =
        maximise_over_levels({[&](const Vector& x) {
                                  return regions.merit({x, regions.factor(x)});
                              },
                              [&](const Points& points) { return regions.merits_at(points, size); }, of_levels},
                             s.problem.levels(), centres, from, s.rng.split("levels"), s.parallel);
    return {std::move(best.x), std::max(0.0, best.value)};
}

LargestRegion LargestRegionSearch::by_mean(const Iteration& now, const Models& models) const {
    const Situation& s = now.situation();
    return largest(s, ScaledRegions(s.problem.robust_set(), models.outputs(now), 0));
}

LargestRegion LargestRegionSearch::optimistic(const Iteration& now, const Models& models) const {
    const Situation& s = now.situation();
    std::vector<LimitedOutput> outputs = models.outputs(now);
    for (LimitedOutput& output : outputs) thin(output);
    return largest(s, ScaledRegions(s.problem.robust_set(), std::move(outputs), -options_.beta));
}

Vector LargestRegionSearch::most_in_doubt(const Iteration& now, const Models& models,
                                          const LargestRegion& region) const {
    const Situation& s = now.situation();
    const RobustSet& set = s.problem.robust_set();
    if (region.factor == 0 && set.alone().empty()) return region.x;
    const Template& T = now.region_template();
    Points perturbations(T.points.rows(), T.size() + drawn_places);
    perturbations.leftCols(T.size()) = T.points;
    Rng rng = s.rng.split("sampling");
    for (Index i = 0; i < drawn_places; ++i) perturbations.col(T.size() + i) = set.draw_uniform(rng);
    const Points at = scaled_places(set, in_unit_ball(set, std::move(perturbations)), region.x, region.factor);
    Index most = 0;
    models.doubts(at, options_.beta).maxCoeff(&most);
    return at.col(most);
}

Proposal LargestRegionSearch::propose(const Situation& s) const {
    require_worst_case(s, name());
    require_as_ordered(s);
    Iteration now(options_.model, s);
    Models models = fitted(now);
    const LargestRegion claimed = by_mean(now, models);
    const BestSoFar x_star{
        claimed.x, mean_quality_at(models.gp, now.region_template(), now.weights(), s.problem.quality(), claimed.x)};
    LargestRegion region = claimed;
    const bool is_assurance = (s.observations.size() - s.initial) % 2 != 0 && claimed.factor > 0;
    if (is_assurance) {
        region.factor = std::min(assured * claimed.factor, factor_that_fits(s.problem.robust_set(), claimed.x));
    } else {
        region = optimistic(now, models);
    }
    Vector next = most_in_doubt(now, models, region);
    return now.proposal(std::move(next), {region.x}, x_star, std::move(models.gp));
}

Recommendation LargestRegionSearch::recommend(const Situation& s) const {
    require_worst_case(s, name());
    require_as_ordered(s);
    Iteration now(options_.model, s);
    Models models = fitted(now);
    LargestRegion found = by_mean(now, models);
    const double quality =
        mean_quality_at(models.gp, now.region_template(), now.weights(), s.problem.quality(), found.x);
    Recommendation result{{std::move(found.x), quality}, std::move(models.gp), std::move(models.limits)};
    if (s.problem.limits().empty()) return result;
    // Of the stated region, as every recommendation; of an output without a value nothing is sure.
    result.violation = result.limits.size() == s.problem.limits().size() ? unsureness(result.limits, result.best.x)
                                                                         : std::numeric_limits<double>::infinity();
    return result;
}

}  // namespace

MethodPtr largest_region_search(LargestRegionOptions options) {
    return std::make_shared<LargestRegionSearch>(std::move(options));
}

}  // namespace sweetspot
