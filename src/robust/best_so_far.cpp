// Screening, then descents. Candidates are the observations and the points down the slope from them; the few that are
// most promising, in regions of their own, are found best-first by estimates of growing cost, and descended from.
#include "sweetspot/robust/best_so_far.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include "base/order.hpp"
#include "design/latin_hypercube.hpp"
#include "gp/shifted_mean.hpp"
#include "optimize/minimax.hpp"
#include "optimize/projected_descent.hpp"
#include "optimize/units.hpp"
#include "robust/neighbourhood.hpp"
#include "robust/neighbourhood_search.hpp"
#include "robust/worst_case_parts.hpp"
#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

/// Candidates down the slope, in tolerances. With one of them per observation the gap to the best known answer is a
/// half larger; 200 random members of the neighbourhood in their place left five times the gap.
constexpr double slope_steps[] = {0.5, 1.0};
constexpr Index fewest_in_box = 100;  // candidates when there is no neighbourhood
/// Template points in the second estimate: 8 cost least in all; with 20 fewer candidates need the third.
constexpr Index points_of_estimate = 8;

}  // namespace

namespace {

/// Of each of these observations itself, moved into the box of centres, and of the points down the slope from it: all
/// of the former, then those of each.
Points candidates_of(const GaussianProcess& gp, const Neighbourhood& neighbourhood, std::span<const Index> parents) {
    const Index observed = std::ssize(parents);
    Points result(neighbourhood.centres().dimension(), observed * (1 + std::ssize(slope_steps)));
    for (Index i = 0; i < observed; ++i)
        result.col(i) = neighbourhood.project(neighbourhood.observed().col(parents[i]), parents[i]);
    const Points gradients = gp.mean_gradients(result.leftCols(observed));
    const Vector reach = neighbourhood.robust_set().bounds().width() / 2;
    Index next = observed;
    for (Index i = 0; i < observed; ++i) {
        const Vector down = -reach.cwiseProduct(reach.cwiseProduct(gradients.col(i)).normalized());
        for (const double step : slope_steps)
            result.col(next++) = neighbourhood.project(result.col(i) + step * down, parents[i]);
    }
    return result;
}

}  // namespace

Points centre_candidates(const GaussianProcess& gp, const Neighbourhood& neighbourhood, const Box& centres, Index draws,
                         Rng rng) {
    const std::vector<Index>& reachable = neighbourhood.reachable();
    if (reachable.empty()) {
        return neighbourhood.levels().spread(latin_hypercube(centres, std::max(draws, fewest_in_box), rng), centres);
    }
    Points result = candidates_of(gp, neighbourhood, reachable);
    if (draws == 0) return result;
    const Index next = result.cols();
    result.conservativeResize(Eigen::NoChange, next + draws);
    for (Index i = next; i < result.cols(); ++i) result.col(i) = neighbourhood.draw(rng);
    return result;
}

namespace {

/// Estimates of the quality at a centre, cheapest first; the last is the quality itself. For a worst case the others
/// are lower bounds, so that no better candidate is passed over.
using Estimates = std::vector<std::function<double(const Vector& x)>>;

Estimates estimates_of(const GaussianProcess& gp, const ShiftedMean& shifted, const Template& T, const Vector& weights,
                       const Quality& quality) {
    Estimates result;
    if (quality.kind() == Quality::Kind::maximum)
        result.emplace_back([&](const Vector& x) {
            return shifted.values(x, worst_by_slope(gp, T, x, points_of_estimate)).maxCoeff();
        });
    result.emplace_back([&](const Vector& x) { return quality.value(shifted.values(x), weights); });
    return result;
}

/// The candidates with the mean there. A worst case over a region is no less than the mean at an observation in it,
/// and the region of every candidate has its own in it. So where there are many observations, only those come whose
/// turn it is, in the order of the means at their observations.
class CandidateSource {
  public:
    CandidateSource(const GaussianProcess& gp, const Neighbourhood& neighbourhood, const Box& centres,
                    const Quality& quality, Index draws, const Rng& rng)
        : gp_(gp), neighbourhood_(neighbourhood), centres_(centres), draws_(draws), rng_(rng) {
        const std::vector<Index>& reachable = neighbourhood.reachable();
        const bool by_turns = std::ssize(reachable) > most_at_once && draws == 0 && gp.members().size() == 1 &&
                              quality.kind() == Quality::Kind::maximum && neighbourhood.observed() == gp.inputs();
        if (!by_turns) return;
        bounds_ = means_at_observations()(reachable);
        order_ = ascending(bounds_);
    }

    /// No candidate that is to come is better than this.
    [[nodiscard]] double least_to_come() const {
        if (bounds_.size() == 0) return given_ == 0 ? -infinity : infinity;
        return given_ < bounds_.size() ? bounds_[order_[static_cast<std::size_t>(given_)]] : infinity;
    }

    /// Appends the next ones and their estimates; false if there are none.
    bool give(Points& points, Vector& value) {
        if (least_to_come() == infinity) return false;
        if (bounds_.size() == 0) {
            given_ = 1;
            points = centre_candidates(gp_, neighbourhood_, centres_, draws_, rng_);
            value = gp_.mean(points);
            return true;
        }
        const Index count = std::min(parents_at_a_time, bounds_.size() - given_);
        std::vector<Index> parents;
        Vector least(count);
        for (Index i = 0; i < count; ++i) {
            const Index place = order_[static_cast<std::size_t>(given_ + i)];
            parents.push_back(neighbourhood_.reachable()[static_cast<std::size_t>(place)]);
            least[i] = bounds_[place];
        }
        given_ += count;
        append(candidates_of(gp_, neighbourhood_, parents), least, points, value);
        return true;
    }

  private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    /// Up to so many observations all candidates are looked at.
    static constexpr Index most_at_once = 1000;
    static constexpr Index parents_at_a_time = 128;

    /// K α = y - m - (noise + jitter) α, so the means of a whole model take no covariance.
    [[nodiscard]] Vector means_at_observations() const {
        if (!gp_.known().empty()) return gp_.mean(gp_.inputs());  // the jitter of its weights is not known
        Vector noise = Vector::Constant(gp_.size(), gp_.hyperparameters().noise + gp_.jitter());
        if (gp_.known_noise().size() > 0) noise += gp_.known_noise();
        return gp_.targets() - noise.cwiseProduct(gp_.weights());
    }

    void append(const Points& candidates, const Vector& least, Points& points, Vector& value) const {
        const Index before = points.cols();
        const Vector mean = gp_.mean(candidates);
        points.conservativeResize(candidates.rows(), before + candidates.cols());
        points.rightCols(candidates.cols()) = candidates;
        value.conservativeResize(before + candidates.cols());
        const Index steps = std::ssize(slope_steps);
        for (Index i = 0; i < candidates.cols(); ++i) {
            const Index parent = i < least.size() ? i : (i - least.size()) / steps;
            value[before + i] = std::max(mean[i], least[parent]);
        }
    }

    const GaussianProcess& gp_;
    const Neighbourhood& neighbourhood_;
    const Box& centres_;
    Index draws_;
    Rng rng_;
    Vector bounds_;             ///< of the reachable observations; empty: all candidates come at once
    std::vector<Index> order_;  ///< of the bounds
    Index given_ = 0;           ///< observations whose candidates have come
};

/// Best-first: the candidate with the smallest estimate gets the next better one, until it has the last. The mean at
/// the centre is the first estimate. At most one start per region.
std::vector<Vector> best_starts(const Neighbourhood& neighbourhood, CandidateSource& source, const Estimates& estimates,
                                Index count) {
    Points points;
    Vector value;
    std::vector<std::size_t> level;
    std::vector<Index> regions;
    std::vector<Vector> starts;
    while (std::ssize(starts) < count) {
        Index i = 0;
        const double least = value.size() == 0 ? std::numeric_limits<double>::infinity() : value.minCoeff(&i);
        if (source.least_to_come() <= least && source.give(points, value)) {
            level.resize(static_cast<std::size_t>(points.cols()), 0);
            continue;
        }
        if (!(least < std::numeric_limits<double>::infinity())) break;
        const Vector x = points.col(i);
        if (level[i] < estimates.size()) {
            value[i] = estimates[level[i]++](x);
            continue;
        }
        value[i] = std::numeric_limits<double>::infinity();
        if (!neighbourhood.reachable().empty()) {
            const Index region = neighbourhood.nearest(x);
            if (std::find(regions.begin(), regions.end(), region) != regions.end()) continue;
            regions.push_back(region);
        }
        starts.push_back(x);
    }
    return starts;
}

/// Descents of the quality of the posterior mean, each within a convex set.
class Descents {
  public:
    Descents(const ShiftedMean& shifted, const Neighbourhood& neighbourhood, const Vector& weights,
             const Quality& quality)
        : shifted_(shifted),
          neighbourhood_(neighbourhood),
          weights_(weights),
          quality_(quality),
          units_(neighbourhood.robust_set().units()) {}

    /// Within the region of the nearest observation, and on in the next one where the end is nearer to another
    /// observation; within the box of centres when no region meets it.
    [[nodiscard]] Minimum from(const Vector& start) const {
        return descend_through_regions(neighbourhood_, start,
                                       [&](const Projection& project, const Vector& x) { return within(project, x); });
    }

  private:
    [[nodiscard]] Minimum within(const Projection& project, const Vector& start) const {
        const Projection project_in_units = in_units(project, units_);
        const Vector start_in_units = start.cwiseQuotient(units_);
        Minimum found =
            quality_.kind() == Quality::Kind::maximum
                ? minimize_maximum(in_units(pieces(), units_), project_in_units, start_in_units,
                                   worst_case_descent(start.size()))
                : minimize_projected(in_units(objective(), units_), project_in_units, start_in_units, smoothness());
        found.x = project(found.x.cwiseProduct(units_));  // the change of unit may have rounded it out
        return found;
    }

    /// A measure that has kinks is not worth the last digits: steps shrink at each of them.
    [[nodiscard]] ProjectedDescentOptions smoothness() const {
        if (quality_.kind() == Quality::Kind::linear) return {};
        return {.max_iterations = 40, .relative_change = 1e-5};
    }

    [[nodiscard]] Pieces pieces() const {
        return {[&](const Vector& x) { return shifted_.values(x); },
                [&](const Vector& x, std::span<const Index> which) { return shifted_.gradients(x, which); },
                [&](const Vector& x, std::span<const Index> which) { return shifted_.values(x, which); }};
    }

    [[nodiscard]] DifferentiableObjective objective() const {
        return [&](const Vector& x, Vector* gradient) {
            const Vector responses = shifted_.values(x);
            if (gradient != nullptr) {
                // Of a quantile, and of the worst few, most responses have no slope.
                const Vector slope = quality_.gradient(responses, weights_);
                std::vector<Index> sloped;
                for (Index i = 0; i < slope.size(); ++i) {
                    if (slope[i] != 0) sloped.push_back(i);
                }
                *gradient = shifted_.gradients(x, sloped) * slope(sloped);
            }
            return quality_.value(responses, weights_);
        };
    }

    const ShiftedMean& shifted_;
    const Neighbourhood& neighbourhood_;
    const Vector& weights_;
    const Quality& quality_;
    Vector units_;
};

}  // namespace

double mean_quality_at(const GaussianProcess& gp, const Template& T, const Vector& weights, const Quality& quality,
                       const VectorRef& x) {
    return quality.value(gp.mean(T.at(x)), weights);
}

BestSoFar best_so_far(const GaussianProcess& gp, const Neighbourhood& neighbourhood, const Box& centres,
                      const Template& T, const Vector& weights, const Quality& quality, const BestSoFarOptions& options,
                      Rng rng, const Parallel& parallel) {
    CandidateSource source(gp, neighbourhood, centres, quality, options.draws, rng.split("candidates"));
    const ShiftedMean shifted(gp, T.points, T.scenarios);
    const std::vector<Vector> starts =
        best_starts(neighbourhood, source, estimates_of(gp, shifted, T, weights, quality), options.local_starts);
    if (starts.empty()) {
        throw NumericalError(
            "best so far: by the model the measure is no number at any centre; look for a value, a standard error or a "
            "setting of quite another size than the rest");
    }
    const Descents descents(shifted, neighbourhood, weights, quality);
    std::vector<Minimum> ends(starts.size());
    parallel.for_each(std::ssize(starts), [&](Index i) { ends[i] = descents.from(starts[i]); });
    const Minimum& found =
        *std::min_element(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
    return {found.x, found.value};
}

}  // namespace sweetspot
