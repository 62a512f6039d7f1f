// The generalised Cauchy point and the subspace minimum of Byrd, Lu, Nocedal & Zhu (1995), with the projection of
// Morales & Nocedal (2011) in the latter.
#include "optimize/box_step.hpp"

#include <algorithm>

#include "optimize/infinity.hpp"

namespace sweetspot {

namespace {

// The t at which x − t g leaves the box through coordinate i.
double breakpoint(double x, double g, double lower, double upper) {
    if (g < 0) return (x - upper) / g;
    if (g > 0) return (x - lower) / g;
    return inf;
}

std::vector<Index> strictly_inside(const Vector& x, const Box& box) {
    std::vector<Index> free;
    free.reserve(static_cast<std::size_t>(x.size()));
    for (Index i = 0; i < x.size(); ++i) {
        if (x[i] > box.lower[i] && x[i] < box.upper[i]) free.push_back(i);
    }
    return free;
}

// The point from + a·step with the largest a ≤ 1 that is in the box.
Vector truncate(const Vector& from, const Vector& step, const Box& box) {
    double fraction = 1;
    for (Index i = 0; i < from.size(); ++i) {
        if (step[i] > 0) fraction = std::min(fraction, (box.upper[i] - from[i]) / step[i]);
        if (step[i] < 0) fraction = std::min(fraction, (box.lower[i] - from[i]) / step[i]);
    }
    return box.clamp(from + fraction * step);
}

}  // namespace

CauchyPoint cauchy_point(const Vector& x, const Vector& gradient, const Box& box, const QuasiNewton& model) {
    const Index dimension = x.size();
    Vector t(dimension);
    Vector d = Vector::Zero(dimension);
    std::vector<Index> order;
    for (Index i = 0; i < dimension; ++i) {
        t[i] = breakpoint(x[i], gradient[i], box.lower[i], box.upper[i]);
        if (t[i] > 0) d[i] = -gradient[i];
        if (t[i] > 0 && t[i] < inf) order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](Index i, Index j) { return t[i] < t[j] || (t[i] == t[j] && i < j); });

    CauchyPoint cauchy{x, Vector::Zero(2 * model.pairs()), {}};
    Vector p = model.transposed_times(d);
    const double theta = model.scale();
    double slope = -d.squaredNorm();
    double curvature = -theta * slope - p.dot(model.solve_middle(p));
    double reached = 0;
    for (const Index b : order) {
        // Past the breakpoint of b the path keeps x_b at its bound; slope and curvature change accordingly.
        const double length = t[b] - reached;
        if (!(curvature > 0) || -slope / curvature < length) break;
        const double g = gradient[b];
        cauchy.x[b] = d[b] > 0 ? box.upper[b] : box.lower[b];
        cauchy.c += length * p;
        const Vector mid = model.solve_middle(model.row(b));
        slope += length * curvature + g * g + theta * g * (cauchy.x[b] - x[b]) - g * mid.dot(cauchy.c);
        curvature -= theta * g * g + 2 * g * mid.dot(p) + g * g * mid.dot(model.row(b));
        p += g * model.row(b);
        d[b] = 0;
        reached = t[b];
        if (slope >= 0) break;
    }
    const double last = curvature > 0 && slope < 0 ? -slope / curvature : 0;
    for (Index i = 0; i < dimension; ++i) {
        if (d[i] != 0) cauchy.x[i] = x[i] + (reached + last) * d[i];
    }
    cauchy.c += last * p;
    cauchy.x = box.clamp(cauchy.x);
    cauchy.free = strictly_inside(cauchy.x, box);
    return cauchy;
}

Vector minimize_model(const Vector& x, const Vector& gradient, const Box& box, const QuasiNewton& model) {
    const CauchyPoint cauchy = cauchy_point(x, gradient, box, model);
    if (model.pairs() == 0 || cauchy.free.empty()) return cauchy.x;
    const Vector slope = gradient + model.residual(cauchy.x - x, cauchy.c);
    const Vector step = -model.solve(slope, cauchy.free);
    if (!step.allFinite()) return cauchy.x;
    Vector projected = box.clamp(cauchy.x + step);
    if (gradient.dot(projected - x) < 0) return projected;
    return truncate(cauchy.x, step, box);
}

}  // namespace sweetspot
