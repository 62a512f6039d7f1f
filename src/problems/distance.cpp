#include "problems/distance.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace sweetspot {
namespace {

/// The root of a decreasing function with f(lower) ≥ 0 ≥ f(upper).
double root(const std::function<double(double)>& f, double lower, double upper) {
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (lower + upper);
        if (middle <= lower || middle >= upper) break;
        (f(middle) > 0 ? lower : upper) = middle;
    }
    return 0.5 * (lower + upper);
}

double nearest_ellipsoid(const VectorRef& centre, const VectorRef& tolerance) {
    const auto squares = tolerance.array().square();
    // δ = -c t²/(λ + t²); its gauge falls from that of -c to 0.
    const auto gauge = [&](double lambda) {
        double sum = 0;
        for (Index d = 0; d < centre.size(); ++d) {
            const double share = centre[d] * tolerance[d] / (lambda + squares[d]);
            if (tolerance[d] > 0) sum += share * share;
        }
        return sum - 1;
    };
    const double most = std::sqrt((centre.array() * tolerance.array()).square().sum());
    const double lambda = gauge(0) <= 0 ? 0 : root(gauge, 0, most);
    double sum = 0;
    for (Index d = 0; d < centre.size(); ++d) {
        const double left = tolerance[d] > 0 ? centre[d] * lambda / (lambda + squares[d]) : centre[d];
        sum += left * left;
    }
    return sum;
}

double nearest_cross_polytope(const VectorRef& centre, const VectorRef& tolerance) {
    // |δ_d| = max(0, |c_d| - μ/t_d).
    const auto spent = [&](double mu) {
        double sum = 0;
        for (Index d = 0; d < centre.size(); ++d) {
            if (tolerance[d] > 0) sum += std::max(0.0, std::abs(centre[d]) - mu / tolerance[d]) / tolerance[d];
        }
        return sum - 1;
    };
    const double most = (centre.array().abs() * tolerance.array()).maxCoeff();
    const double mu = spent(0) <= 0 ? 0 : root(spent, 0, most);
    double sum = 0;
    for (Index d = 0; d < centre.size(); ++d) {
        const double here = std::abs(centre[d]);
        const double left = tolerance[d] > 0 ? std::min(here, mu / tolerance[d]) : here;
        sum += left * left;
    }
    return sum;
}

/// Σ (δ_d/t_d)² - 1 for δ = c t²/(λ - t²), λ = pole + above: the sum is not formed, so that an `above` of 1e-20 counts.
double excess(const VectorRef& centre, const VectorRef& tolerance, double pole, double above) {
    const auto gap = (pole - tolerance.array().square()) + above;
    return (centre.array() * tolerance.array() / gap).square().sum() - 1;
}

double squared_at(const VectorRef& centre, const VectorRef& tolerance, double pole, double above) {
    const auto gap = (pole - tolerance.array().square()) + above;
    return (centre.array() * (pole + above) / gap).square().sum();
}

double farthest_ellipsoid(const VectorRef& centre, const VectorRef& tolerance) {
    if (centre.size() == 0) return 0;
    const double longest = tolerance.maxCoeff();
    if (tolerance.minCoeff() == longest) return std::pow(centre.norm() + longest, 2);
    const double pole = longest * longest;
    const double width = std::sqrt((centre.array() * tolerance.array()).square().sum());
    // Up to coordinates at 0 along the longest axis, the budget that the others leave is spent on that axis.
    double others = 0;
    double sum = 0;
    bool at_pole = true;
    for (Index d = 0; d < centre.size(); ++d) {
        if (tolerance[d] == longest) {
            at_pole = at_pole && centre[d] == 0;
            continue;
        }
        const double delta = centre[d] * tolerance[d] * tolerance[d] / (pole - tolerance[d] * tolerance[d]);
        if (tolerance[d] > 0) others += std::pow(delta / tolerance[d], 2);
        sum += std::pow(centre[d] + delta, 2);
    }
    if (at_pole && others <= 1) return sum + pole * (1 - others);
    const auto f = [&](double above) { return excess(centre, tolerance, pole, above); };
    const double above = root(f, 0, width);
    return above > 0 ? squared_at(centre, tolerance, pole, above) : sum + pole * std::max(0.0, 1 - others);
}

/// Where d is the one longest axis and c_d < 0 there may be a second local maximum with the opposite sign of δ_d, at a
/// multiplier between the two largest t²; 0 if there is none.
double second_maximum(Index d, const VectorRef& centre, const VectorRef& tolerance) {
    const double pole = tolerance[d] * tolerance[d];
    double below = 0;
    for (Index j = 0; j < tolerance.size(); ++j) {
        if (j != d) below = std::max(below, tolerance[j] * tolerance[j]);
    }
    if (below >= pole) return 0;
    // The excess is convex in between: its smallest value by ternary sections, then the root on the side of the pole.
    const auto f = [&](double above) { return excess(centre, tolerance, pole, above); };
    double lower = below - pole;
    double upper = 0;
    for (int i = 0; i < 200; ++i) {
        const double left = lower + (upper - lower) / 3;
        const double right = upper - (upper - lower) / 3;
        if (f(left) < f(right)) {
            upper = right;
        } else {
            lower = left;
        }
    }
    const double bottom = 0.5 * (lower + upper);
    if (!(f(bottom) <= 0)) return 0;
    return squared_at(centre, tolerance, pole, root([&](double above) { return -f(above); }, bottom, 0));
}

}  // namespace

double nearest_squared(const VectorRef& centre, Norm norm, const VectorRef& tolerance) {
    if (norm == Norm::infinity) return (centre.array().abs() - tolerance.array()).max(0).square().sum();
    return norm == Norm::two ? nearest_ellipsoid(centre, tolerance) : nearest_cross_polytope(centre, tolerance);
}

double farthest_squared(const VectorRef& centre, Norm norm, const VectorRef& tolerance) {
    const auto reach = (centre.array().abs() + tolerance.array()).square();
    if (norm == Norm::infinity) return reach.sum();
    if (norm == Norm::two) return farthest_ellipsoid(centre, tolerance);
    return centre.squaredNorm() + (reach - centre.array().square()).maxCoeff();
}

double farthest_squared_beyond(Index d, const VectorRef& centre, Norm norm, const VectorRef& tolerance) {
    if (centre[d] >= 0) return farthest_squared(centre, norm, tolerance);
    // On the side that the centre is not on, the farthest point lies on the dividing plane, or at the far end of axis
    // d.
    const double beyond = std::pow(std::max(0.0, centre[d] + tolerance[d]), 2);
    Vector c = centre;
    Vector t = tolerance;
    c[d] = 0;
    t[d] = 0;
    if (norm == Norm::infinity) return beyond + farthest_squared(c, norm, t);
    const double spent = std::min(1.0, -centre[d] / tolerance[d]);
    if (norm == Norm::one) return std::max(farthest_squared(c, norm, t * (1 - spent)), c.squaredNorm() + beyond);
    return std::max(farthest_squared(c, norm, t * std::sqrt(1 - spent * spent)), second_maximum(d, centre, tolerance));
}

}  // namespace sweetspot
