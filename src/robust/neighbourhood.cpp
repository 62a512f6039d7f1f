// The neighbourhood N(X_n) = ∪ (x_n + Δ) (eq:neighbourhood) within the box of centres, and the extended neighbourhood
// N̄(X_n) = ∪ (c + Δ) over c in N(X_n) (eq:extended-neighbourhood).

#include "robust/neighbourhood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "robust/region_projection.hpp"

namespace sweetspot {

namespace {

/// A region that touches the box is computed to touch it up to rounding in the unit cube.
constexpr double touching_slack = 1e-12;
/// Uniform draws that may miss the box before one is projected on it: where more than 1/20 of the region is in the box,
/// fewer than 1 in 100 draws are projected.
constexpr int most_rejections = 100;
/// Combinations of levels that one observation can stand for, where regions of neighbouring values overlap.
constexpr Index most_combinations = 64;

/// δ with the coordinates that are built exactly set to 0, where rounding would make a gauge infinite.
Vector free_part(const RobustSet& set, const VectorRef& delta) {
    Vector result = Vector::Zero(delta.size());
    result(set.free_coordinates()) = delta(set.free_coordinates());
    return result;
}

/// Whether a centre c in the box is within Δ of both a and x, for a norm ball. The least max(‖c - a‖, ‖x - c‖), in
/// units of the tolerances, is by duality the largest over θ in [0, 1] of the least θ‖c - a‖^q + (1 - θ)‖x - c‖^q,
/// which separates by coordinates.
class SharedCentre {
  public:
    SharedCentre(const RobustSet& set, const Box& box, const VectorRef& a, const VectorRef& x)
        : set_(set), box_(box), a_(a), x_(x) {}

    [[nodiscard]] bool exists(double slack) const {
        const Vector apart = x_ - a_;
        if (!set_.contains(apart - free_part(set_, apart))) return false;
        switch (set_.norm()) {
            case Norm::one:
                return exists_for_one(slack);
            case Norm::two:
                return exists_for_two(slack);
            case Norm::infinity:
                break;
        }
        // Three boxes have a common point when they have one in every coordinate, and a coordinate of c is best in the
        // middle between a and x, as far as the box allows.
        return serves_both(box_.clamp((a_ + x_) / 2), slack);
    }

  private:
    [[nodiscard]] bool serves_both(const VectorRef& c, double slack) const {
        return set_.contains(c - a_, slack) && set_.contains(x_ - c, slack);
    }

    /// q = 1. The inner minimum is attained at clamp(a) for θ ≥ 1/2 and at clamp(x) for θ ≤ 1/2, so the dual is linear
    /// on each half and the largest value is at θ = 0, 1/2 or 1.
    [[nodiscard]] bool exists_for_one(double slack) const {
        const Vector c = box_.clamp(a_);
        return set_.contains(c - a_, slack) && set_.contains(x_ - box_.clamp(x_), slack) &&
               set_.gauge(free_part(set_, c - a_)) + set_.gauge(free_part(set_, x_ - c)) <= 2 * (1 + slack);
    }

    /// q = 2. The inner minimum is attained at clamp(θ a + (1 - θ) x) only, and ‖c - a‖² - ‖x - c‖², the slope of the
    /// concave dual, falls with θ: bisection down to rounding.
    [[nodiscard]] bool exists_for_two(double slack) const {
        double low = 0;
        double high = 1;
        for (int step = 0; step < 60; ++step) {
            const double theta = (low + high) / 2;
            const Vector c = box_.clamp(theta * a_ + (1 - theta) * x_);
            if (serves_both(c, slack)) return true;
            const bool farther_from_a = set_.gauge(free_part(set_, c - a_)) > set_.gauge(free_part(set_, x_ - c));
            (farther_from_a ? low : high) = theta;
        }
        return serves_both(box_.clamp(high * a_ + (1 - high) * x_), slack) ||
               serves_both(box_.clamp(low * a_ + (1 - low) * x_), slack);
    }

    const RobustSet& set_;
    const Box& box_;
    Vector a_;
    Vector x_;
};

/// max(gauge(c - a), gauge(x - c)): ≤ 1 where c serves both.
double worse_gauge(const RobustSet& set, const VectorRef& a, const VectorRef& x, const VectorRef& c) {
    return std::max(set.gauge(free_part(set, c - a)), set.gauge(free_part(set, x - c)));
}

/// The same question for the general form and a warped ball: the segment between a and x, clamped into the box, then a
/// compass search from its best point. What is found is certain; a centre in a thin or crooked intersection may be
/// missed.
bool search_shared_centre(const RobustSet& set, const Box& box, const VectorRef& a, const VectorRef& x, double slack) {
    constexpr int segments = 16;
    Vector best = box.clamp(a);
    double least = worse_gauge(set, a, x, best);
    for (int i = 1; i <= segments; ++i) {
        const Vector c = box.clamp(a + (static_cast<double>(i) / segments) * (x - a));
        const double gauge = worse_gauge(set, a, x, c);
        if (gauge < least) {
            least = gauge;
            best = c;
        }
    }
    const Vector reach = set.bounds().width() / 4;
    for (double step = 1; step > 1e-4 && least > 1 + slack;) {
        bool improved = false;
        for (const Index d : set.free_coordinates()) {
            for (const double sign : {1.0, -1.0}) {
                Vector c = best;
                c[d] = std::clamp(best[d] + sign * step * reach[d], box.lower[d], box.upper[d]);
                const double gauge = worse_gauge(set, a, x, c);
                if (gauge >= least) continue;
                least = gauge;
                best = c;
                improved = true;
            }
        }
        if (!improved) step /= 2;
    }
    return set.contains(best - a, slack) && set.contains(x - best, slack);
}

}  // namespace

Neighbourhood::Neighbourhood(Points observed, RobustSet robust_set, Box centres, CentreLevels levels)
    : observed_(std::move(observed)),
      robust_set_(std::move(robust_set)),
      centres_(std::move(centres)),
      levels_(std::move(levels)) {
    require(
        observed_.rows() == robust_set_.dimension() && centres_.dimension() == robust_set_.dimension(),
        "Neighbourhood: the observations have {} coordinates, the box of centres {} and the robust set {}; they must "
        "agree",
        observed_.rows(), centres_.dimension(), robust_set_.dimension());
    if (!levels_.none()) repeat_by_levels();
    // In every coordinate clamp(x_n) is the point of the box nearest to x_n, and the gauge of a norm ball, warped or
    // not, grows with every |δ_d|: clamp(x_n) has the least gauge of all points of the box, so the test is exact. For
    // the general form it is sufficient: a region that meets the box elsewhere only is left out.
    for (Index n = 0; n < observed_.cols(); ++n)
        if (robust_set_.contains(box_of(n).clamp(observed_.col(n)) - observed_.col(n), touching_slack))
            reachable_.push_back(n);
}

void Neighbourhood::repeat_by_levels() {
    const Box& reach = robust_set_.bounds();
    std::vector<Vector> repeated;
    for (Index n = 0; n < observed_.cols(); ++n) {
        const Vector x = observed_.col(n);
        const auto within_reach = [&](Index d, double level) {
            const double delta = level - x[d];
            return delta >= reach.lower[d] - touching_slack && delta <= reach.upper[d] + touching_slack;
        };
        for (const Vector& centre : levels_.around(x, most_combinations, within_reach)) {
            repeated.push_back(x);
            boxes_.push_back(levels_.held(centres_, centre));
        }
    }
    observed_.resize(observed_.rows(), std::ssize(repeated));
    for (Index n = 0; n < observed_.cols(); ++n) observed_.col(n) = repeated[static_cast<std::size_t>(n)];
}

bool Neighbourhood::contains(const VectorRef& x, double slack) const {
    if (!centres_.contains(x, slack)) return false;
    for (Index n = 0; n < observed_.cols(); ++n)
        if (box_of(n).contains(x, slack) && robust_set_.contains(x - observed_.col(n), slack)) return true;
    return false;
}

Index Neighbourhood::nearest(const VectorRef& x) const {
    require(!reachable_.empty(), "Neighbourhood: no observation's region meets the box of centres, so none is nearest");
    Index best = reachable_.front();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    double least_gauge = infinite;
    double least_distance = infinite;
    const Vector width = robust_set_.bounds().width();
    Vector delta(x.size());
    for (const Index n : reachable_) {
        delta = x - observed_.col(n);
        const double distance = delta.squaredNorm();
        // Rounding in a coordinate that is built exactly would make the gauge infinite.
        for (Index d = 0; d < delta.size(); ++d)
            if (width[d] == 0 && std::abs(delta[d]) <= touching_slack) delta[d] = 0;
        const double gauge =
            levels_.none() || box_of(n).contains(x, touching_slack) ? robust_set_.gauge(delta) : infinite;
        // Where all gauges are infinite (an exact coordinate differs) the distance decides.
        if (gauge < least_gauge || (gauge == least_gauge && distance < least_distance)) {
            best = n;
            least_gauge = gauge;
            least_distance = distance;
        }
    }
    return best;
}

Vector Neighbourhood::project(const VectorRef& x, Index n) const {
    require(std::binary_search(reachable_.begin(), reachable_.end(), n),
            "Neighbourhood: the region of observation {} does not meet the box of centres; take one of reachable()", n);
    const auto observation = observed_.col(n);
    const auto inside = [&](const VectorRef& y) { return robust_set_.contains(y - observation, touching_slack); };
    const Box& box = box_of(n);
    if (box.contains(x) && inside(x)) return x;
    if (robust_set_.has_norm()) return nearest_in_region(robust_set_, box, observation, x);
    // The general form: the last member on the way from the observation to x, clamped into the box.
    const Vector towards = free_part(robust_set_, x - observation);
    const auto on_the_way = [&](double s) { return box.clamp(observation + s * towards); };
    double low = 0;
    double high = 1;
    for (int step = 0; step < 60; ++step) {
        const double s = step == 0 ? 1 : (low + high) / 2;
        (inside(on_the_way(s)) ? low : high) = s;
        if (low == 1) break;
    }
    return on_the_way(low);
}

Vector Neighbourhood::draw(Rng& rng) const {
    require(
        !reachable_.empty(),
        "Neighbourhood: none of the {} observations has a region that meets the box of centres, so there is nothing to "
        "draw; look at reachable() first",
        observed_.cols());
    const Index n = reachable_[rng.below(reachable_.size())];
    Vector x;
    for (int attempt = 0; attempt < most_rejections; ++attempt) {
        x = observed_.col(n) + robust_set_.draw_uniform(rng);
        if (box_of(n).contains(x)) return x;
    }
    return project(x, n);
}

Neighbourhood neighbourhood_of(const Problem& problem, const Points& observed) {
    const ConfusionPtr& confusion = problem.confusion();
    return {confusion ? confusion->orders(observed) : observed, problem.robust_set(), problem.centres(),
            problem.levels()};
}

ExtendedNeighbourhood::ExtendedNeighbourhood(Neighbourhood neighbourhood, RobustSet robust_set)
    : neighbourhood_(std::move(neighbourhood)), robust_set_(std::move(robust_set)) {
    require(neighbourhood_.observed().rows() == robust_set_.dimension(),
            "ExtendedNeighbourhood: the neighbourhood has {} coordinates and the robust set {}; they must agree",
            neighbourhood_.observed().rows(), robust_set_.dimension());
    const RobustSet& other = neighbourhood_.robust_set();
    const bool same_kind = other.has_norm() == robust_set_.has_norm();
    const bool same_box =
        other.bounds().lower == robust_set_.bounds().lower && other.bounds().upper == robust_set_.bounds().upper;
    require(same_kind && other.alone() == robust_set_.alone() &&
                (!other.has_norm() ||
                 (other.norm() == robust_set_.norm() && other.tolerance() == robust_set_.tolerance() && same_box)),
            "ExtendedNeighbourhood: the robust set differs from that of the neighbourhood; give the same one");
}

bool ExtendedNeighbourhood::contains(const VectorRef& x, double slack) const {
    const Box& box = neighbourhood_.centres();
    return std::ranges::any_of(neighbourhood_.reachable(), [&](Index n) {
        const auto observation = neighbourhood_.observed().col(n);
        return robust_set_.is_norm_ball() && robust_set_.alone().empty()
                   ? SharedCentre(robust_set_, box, observation, x).exists(slack)
                   : search_shared_centre(robust_set_, box, observation, x, slack);
    });
}

Vector ExtendedNeighbourhood::draw(Rng& rng) const {
    const Vector centre = neighbourhood_.draw(rng);
    return centre + robust_set_.draw_uniform(rng);
}

}  // namespace sweetspot
