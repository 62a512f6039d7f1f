#include "robust/scaled_regions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "base/check.hpp"
#include "base/order.hpp"
#include "gp/confidence_bound.hpp"
#include "optimize/minimax.hpp"
#include "optimize/units.hpp"
#include "robust/worst_case_parts.hpp"

namespace sweetspot {
namespace {

constexpr int levels = 8;            // sizes that are looked at on the way to the largest that fits
constexpr int halvings = 10;         // between two of them: to a ten-thousandth
constexpr std::size_t best_few = 4;  // by their own bound, whose factor says at which size centres are compared
constexpr double first_growth = 1.3;
constexpr double least_growth = 1.01;

}  // namespace

double factor_that_fits(const RobustSet& set, const VectorRef& x) {
    double factor = std::numeric_limits<double>::infinity();
    for (const Index d : set.sharing()) {
        factor = std::min({factor, set.to_ball(d, 1 - x[d]), -set.to_ball(d, -x[d])});
    }
    return std::max(0.0, factor);
}

Points scaled_places(const RobustSet& set, const Points& ball, const VectorRef& x, double s) {
    Points result = x.replicate(1, ball.cols());
    const auto put = [&](const std::vector<Index>& coordinates, double scale) {
        for (Index i = 0; i < result.cols(); ++i) {
            for (const Index d : coordinates) {
                result(d, i) = std::clamp(x[d] + set.from_ball(d, scale * ball(d, i)), 0.0, 1.0);
            }
        }
    };
    put(set.sharing(), s);
    put(set.alone(), 1);
    return result;
}

ScaledRegions::ScaledRegions(const RobustSet& set, std::vector<LimitedOutput> outputs, double kappa)
    : set_(set), outputs_(std::move(outputs)), kappa_(kappa) {
    require(set.has_norm() && !set.sharing().empty(),
            "the largest region: no tolerance says what its shape is; give at least one parameter a tolerance");
    require(!outputs_.empty(), "the largest region: there is no limit that it must keep; give one");
}

double ScaledRegions::bound(const Vector& x, double s) const {
    double largest = -std::numeric_limits<double>::infinity();
    for (const LimitedOutput& output : outputs_) {
        largest = std::max(largest, output.bound(scaled_places(set_, output.ball, x, s), kappa_) - shift(output));
    }
    return largest;
}

double ScaledRegions::own(const Vector& x) const {
    if (!set_.alone().empty()) return bound(x, 0);
    double largest = -std::numeric_limits<double>::infinity();
    for (const LimitedOutput& output : outputs_) {
        largest = std::max(largest, confidence_bounds(*output.gp, x, kappa_)[0] - shift(output));
    }
    return largest;
}

Vector ScaledRegions::owns(const Points& centres, const Parallel& parallel) const {
    Vector result = Vector::Constant(centres.cols(), -std::numeric_limits<double>::infinity());
    if (!set_.alone().empty()) {
        parallel.for_each(centres.cols(), [&](Index i) { result[i] = bound(centres.col(i), 0); });
        return result;
    }
    for (const LimitedOutput& output : outputs_) {
        const Vector bounds = confidence_bounds(*output.gp, centres, kappa_);
        result = result.cwiseMax((bounds.array() - shift(output)).matrix());
    }
    return result;
}

double ScaledRegions::factor(const Vector& x) const {
    if (own(x) > limit()) return 0;
    const double most = factor_that_fits(set_, x);
    double good = 0;
    double bad = most;
    for (int level = 1; level <= levels; ++level) {
        const double s = most * level / levels;
        if (bound(x, s) > limit()) {
            bad = s;
            break;
        }
        good = s;
    }
    if (good == most) return most;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (good + bad) / 2;
        (bound(x, middle) <= limit() ? good : bad) = middle;
    }
    return good;
}

std::optional<Box> ScaledRegions::centres_for(const Box& box, double s) const {
    Box result = box;
    for (const Index d : set_.sharing()) {
        const double below = -set_.from_ball(d, -s);
        const double above = set_.from_ball(d, s);
        if (!std::isfinite(below)) return std::nullopt;
        result.lower[d] = std::max(box.lower[d], below);
        result.upper[d] = std::min(box.upper[d], 1 - above);
        if (result.lower[d] > result.upper[d]) return std::nullopt;
    }
    return result;
}

Pieces ScaledRegions::pieces(double s, const Box& box) const {
    // A slope along which the centre cannot move would only bend the descent's steps.
    std::vector<Index> held = set_.alone();
    for (Index d = 0; d < box.dimension(); ++d) {
        if (box.lower[d] == box.upper[d]) held.push_back(d);
    }
    const Placing placing{[this, s](const Vector& x, const Points& ball) { return scaled_places(set_, ball, x, s); },
                          [held](const Vector&, const Points&, const Points& gradients) -> Matrix {
                              Matrix result = gradients;
                              for (const Index d : held) result.row(d).setZero();
                              return result;
                          }};
    std::vector<Block> blocks;
    blocks.reserve(outputs_.size());
    for (const LimitedOutput& output : outputs_) {
        blocks.push_back(rescaled(bound_pieces(output, kappa_, placing), shift(output), 1));
    }
    return stacked(std::move(blocks)).pieces;
}

Vector ScaledRegions::moved(const Vector& x, double s, const Box& box) const {
    // A large step is a tolerance of this size; where there is none, of the cube.
    Vector units = Vector::Ones(x.size()) * 0.1;
    for (const Index d : set_.sharing()) units[d] = set_.from_ball(d, s);
    const Projection project = [&](const Vector& at) -> Vector { return box.clamp(at); };
    const Minimum found = minimize_maximum(in_units(pieces(s, box), units), in_units(project, units),
                                           x.cwiseQuotient(units), worst_case_descent(x.size()));
    return box.clamp(found.x.cwiseProduct(units));
}

// The centre that is best for a size somewhat larger than what it has, until it has that; then a larger one still. The
// worst case falls with the size, so that this ends where no centre has more.
LargestRegion ScaledRegions::grown(const Vector& start, const Box& centres) const {
    LargestRegion best{start, factor(start)};
    double growth = first_growth;
    while (growth > least_growth) {
        const double size = best.factor > 0 ? growth * best.factor : 1e-3 * growth;
        const std::optional<Box> box = centres_for(centres, size);
        LargestRegion next = best;
        if (box) {
            next.x = moved(box->clamp(best.x), size, *box);
            next.factor = factor(next.x);
        }
        if (next.factor > best.factor * (1 + (least_growth - 1) / 10)) {
            best = next;
            continue;
        }
        // Nothing keeps the limits yet: the least bound is the best there is.
        if (best.factor == 0 && own(next.x) < own(best.x)) best.x = next.x;
        growth = 1 + (growth - 1) / 4;
    }
    return best;
}

double ScaledRegions::size_of_best(const Points& centres, const std::vector<Index>& order) const {
    double size = 0;
    for (std::size_t i = 0; i < std::min(order.size(), best_few); ++i) {
        size = std::max(size, factor(centres.col(order[i])));
    }
    return size;
}

double ScaledRegions::size_to_compare_at(const Points& centres, const Parallel& parallel) const {
    return size_of_best(centres, ascending(owns(centres, parallel)));
}

Vector ScaledRegions::merits_at(const Points& centres, double size) const {
    Vector result(centres.cols());
    for (Index i = 0; i < result.size(); ++i) {
        const Vector x = centres.col(i);
        const bool fits = factor_that_fits(set_, x) >= size;
        result[i] = fits ? limit() - (size > 0 ? bound(x, size) : own(x)) : -std::numeric_limits<double>::infinity();
    }
    return result;
}

double ScaledRegions::merit(const LargestRegion& region) const {
    return region.factor > 0 ? region.factor : std::min(0.0, limit() - own(region.x));
}

LargestRegion ScaledRegions::largest(const Box& centres, const Points& starts, const Parallel& parallel,
                                     std::size_t most_grown) const {
    require(starts.cols() > 0, "the largest region: there is no centre to begin with; give at least one");
    const Vector own_bounds = owns(starts, parallel);
    const std::vector<Index> order = ascending(own_bounds);
    const double size = size_of_best(starts, order);
    Vector worst = own_bounds;
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
        ends[which] = grown(starts.col(chosen[which]), centres);
    });
    const auto best = std::ranges::max_element(ends, {}, &LargestRegion::factor);
    if (best->factor > 0) return *best;
    return *std::ranges::min_element(ends, {}, [&](const LargestRegion& end) { return own(end.x); });
}

}  // namespace sweetspot
