#include "robust/scaled_regions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "base/order.hpp"
#include "gp/confidence_bound.hpp"
#include "optimize/minimax.hpp"
#include "optimize/units.hpp"
#include "robust/worst_case_parts.hpp"

namespace sweetspot {
namespace {

constexpr int levels = 8;     // sizes that are looked at on the way to the largest that fits
constexpr int halvings = 10;  // between two of them: to a ten-thousandth
constexpr std::size_t most_grown = 4;
constexpr double first_growth = 1.3;
constexpr double least_growth = 1.01;

}  // namespace

double factor_that_fits(const RobustSet& set, const VectorRef& x) {
    double factor = std::numeric_limits<double>::infinity();
    for (const Index d : set.free_coordinates()) {
        factor = std::min({factor, set.to_ball(d, 1 - x[d]), -set.to_ball(d, -x[d])});
    }
    return std::max(0.0, factor);
}

ScaledRegions::ScaledRegions(const GaussianProcess& gp, const RobustSet& set, const Template& T, double kappa)
    : gp_(gp), set_(set), kappa_(kappa), ball_(T.points), all_(all_indices(T.size())) {
    require(set.has_norm() && !set.free_coordinates().empty(),
            "the largest region: no tolerance says what its shape is; give at least one parameter a tolerance");
    for (Index i = 0; i < ball_.cols(); ++i) {
        for (const Index d : set.free_coordinates()) ball_(d, i) = set.to_ball(d, T.points(d, i));
    }
}

Vector ScaledRegions::bounds(const Points& points) const {
    return confidence_bounds(gp_, points, kappa_);
}

Points ScaledRegions::gradients(const Points& points) const {
    return kappa_ == 0 ? gp_.mean_gradients(points) : confidence_bound_gradients(gp_, points, kappa_);
}

Points ScaledRegions::places(const Vector& x, double s) const {
    return places(x, s, all_);
}

Points ScaledRegions::places(const Vector& x, double s, std::span<const Index> which) const {
    Points result = x.replicate(1, std::ssize(which));
    for (Index i = 0; i < result.cols(); ++i) {
        const Index from = which[static_cast<std::size_t>(i)];
        for (const Index d : set_.free_coordinates()) {
            result(d, i) = std::clamp(x[d] + set_.from_ball(d, s * ball_(d, from)), 0.0, 1.0);
        }
    }
    return result;
}

double ScaledRegions::bound(const Vector& x, double s) const {
    return bounds(places(x, s)).maxCoeff();
}

double ScaledRegions::factor(const Vector& x, double limit) const {
    if (bounds(x)[0] > limit) return 0;
    const double most = factor_that_fits(set_, x);
    double good = 0;
    double bad = most;
    for (int level = 1; level <= levels; ++level) {
        const double s = most * level / levels;
        if (bound(x, s) > limit) {
            bad = s;
            break;
        }
        good = s;
    }
    if (good == most) return most;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (good + bad) / 2;
        (bound(x, middle) <= limit ? good : bad) = middle;
    }
    return good;
}

std::optional<Box> ScaledRegions::centres_for(const Box& box, double s) const {
    Box result = box;
    for (const Index d : set_.free_coordinates()) {
        const double below = -set_.from_ball(d, -s);
        const double above = set_.from_ball(d, s);
        if (!std::isfinite(below)) return std::nullopt;
        result.lower[d] = std::max(box.lower[d], below);
        result.upper[d] = std::min(box.upper[d], 1 - above);
        if (result.lower[d] > result.upper[d]) return std::nullopt;
    }
    return result;
}

Vector ScaledRegions::moved(const Vector& x, double s, const Box& box) const {
    // A large step is a tolerance of this size; where there is none, of the cube.
    Vector units = Vector::Ones(x.size()) * 0.1;
    for (const Index d : set_.free_coordinates()) units[d] = set_.from_ball(d, s);
    const Pieces pieces{
        [&](const Vector& at) { return bounds(places(at, s)); },
        [&](const Vector& at, std::span<const Index> which) { return Matrix(gradients(places(at, s, which))); },
        [&](const Vector& at, std::span<const Index> which) { return bounds(places(at, s, which)); }};
    const Projection project = [&](const Vector& at) -> Vector { return box.clamp(at); };
    const Minimum found = minimize_maximum(in_units(pieces, units), in_units(project, units), x.cwiseQuotient(units),
                                           worst_case_descent(x.size()));
    return box.clamp(found.x.cwiseProduct(units));
}

// The centre that is best for a size somewhat larger than what it has, until it has that; then a larger one still. The
// worst case falls with the size, so that this ends where no centre has more.
LargestRegion ScaledRegions::grown(const Vector& start, double limit, const Box& centres) const {
    LargestRegion best{start, factor(start, limit)};
    double growth = first_growth;
    while (growth > least_growth) {
        const double size = best.factor > 0 ? growth * best.factor : 1e-3 * growth;
        const std::optional<Box> box = centres_for(centres, size);
        LargestRegion next = best;
        if (box) {
            next.x = moved(box->clamp(best.x), size, *box);
            next.factor = factor(next.x, limit);
        }
        if (next.factor > best.factor * (1 + (least_growth - 1) / 10)) {
            best = next;
            continue;
        }
        // Nothing keeps the limit yet: the least bound is the best there is.
        if (best.factor == 0 && bounds(next.x)[0] < bounds(best.x)[0]) best.x = next.x;
        growth = 1 + (growth - 1) / 4;
    }
    return best;
}

LargestRegion ScaledRegions::largest(double limit, const Box& centres, const Points& starts,
                                     const Parallel& parallel) const {
    require(starts.cols() > 0, "the largest region: there is no centre to begin with; give at least one");
    // A size to compare them at: what the best few by their own bound have.
    const Vector own = bounds(starts);
    const std::vector<Index> order = ascending(own);
    double size = 0;
    for (std::size_t i = 0; i < std::min(order.size(), most_grown); ++i) {
        size = std::max(size, factor(starts.col(order[i]), limit));
    }
    Vector worst = own;
    if (size > 0) {
        parallel.for_each(starts.cols(), [&](Index i) {
            const bool fits = factor_that_fits(set_, starts.col(i)) >= size;
            worst[i] = fits ? bound(starts.col(i), size) : std::numeric_limits<double>::infinity();
        });
    }
    std::vector<Index> chosen = ascending(worst);
    chosen.resize(std::min(chosen.size(), most_grown));
    // What was largest among the best few stays in the race.
    if (std::ranges::find(chosen, order.front()) == chosen.end()) chosen.push_back(order.front());
    std::vector<LargestRegion> ends(chosen.size());
    parallel.for_each(std::ssize(chosen), [&](Index i) {
        const auto which = static_cast<std::size_t>(i);
        ends[which] = grown(starts.col(chosen[which]), limit, centres);
    });
    const auto best = std::ranges::max_element(ends, {}, &LargestRegion::factor);
    if (best->factor > 0) return *best;
    return *std::ranges::min_element(ends, {}, [&](const LargestRegion& end) { return bounds(end.x)[0]; });
}

}  // namespace sweetspot
