#include "optimize/multistart.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"
#include "base/order.hpp"
#include "design/latin_hypercube.hpp"
#include "optimize/lbfgsb.hpp"

namespace sweetspot {
namespace {

constexpr Index bound_batch = 64;   // points per call of the cheapest bound: wide enough for matrix products
constexpr Index refine_batch = 16;  // refinements per round: fixed, so that the rounds do not depend on the threads

/// Values of one level (a bound, or the objective beyond the last bound) for some of the points.
void refine(const MultistartObjective& problem, const Points& points, const std::vector<Index>& which,
            std::size_t level, Index batch, Vector& values, const Parallel& parallel) {
    const auto n = static_cast<Index>(which.size());
    parallel.for_each((n + batch - 1) / batch, [&](Index b) {
        const Index end = std::min((b + 1) * batch, n);
        const std::vector<Index> part(which.begin() + b * batch, which.begin() + end);
        if (level < problem.lower_bounds.size()) {
            const Vector bounds = problem.lower_bounds[level](points(Eigen::all, part));
            for (std::size_t i = 0; i < part.size(); ++i) values[part[i]] = bounds[static_cast<Index>(i)];
        } else {
            for (const Index i : part) values[i] = problem.objective(points.col(i), nullptr);
        }
    });
}

/// Drops ends that coincide with a better one.
std::vector<Index> distinct(const std::vector<Minimum>& ends, const Box& box, Index count) {
    const Vector width = box.width().cwiseMax(1e-300);
    std::vector<Index> kept;
    for (const Index i : order_by(std::ssize(ends), [&](Index k) { return ends[k].value; })) {
        const bool seen = std::any_of(kept.begin(), kept.end(), [&](Index k) {
            return (ends[i].x - ends[k].x).cwiseQuotient(width).lpNorm<Eigen::Infinity>() < 1e-2;
        });
        if (!seen) kept.push_back(i);
        if (static_cast<Index>(kept.size()) == count) break;
    }
    return kept;
}

std::vector<Minimum> descend(const std::function<LocalObjective()>& local, const Box& box,
                             const std::vector<Vector>& starts, const LbfgsbOptions& options,
                             const Parallel& parallel) {
    std::vector<Minimum> ends(starts.size());
    parallel.for_each(static_cast<Index>(starts.size()),
                      [&](Index i) { ends[i] = minimize_lbfgsb(local(), box, starts[i], options); });
    return ends;
}

}  // namespace

std::vector<Index> screen(const MultistartObjective& problem, const Points& points, Index count,
                          const Parallel& parallel, Vector* values_out, Index max_evaluations) {
    const std::size_t exact = problem.lower_bounds.size();
    const Index n = points.cols();
    count = std::min(count, n);
    std::vector<Index> order = all_indices(n);
    std::vector<std::size_t> level(static_cast<std::size_t>(n), 0);
    Vector values(n);
    refine(problem, points, order, 0, exact > 0 ? bound_batch : 1, values, parallel);
    const auto by_value = [&](Index a, Index b) { return values[a] < values[b]; };

    // A point whose exact value is not above every other point's bound is among the best. Refine the most promising.
    Index evaluations = exact > 0 ? 0 : n;
    for (;;) {
        std::stable_sort(order.begin(), order.end(), by_value);
        std::vector<std::vector<Index>> next(exact + 1);
        Index promising = 0;
        Index certain = 0;
        for (const Index i : order) {
            if (certain == count || promising == refine_batch) break;
            if (level[i] < exact) {
                next[++level[i]].push_back(i);
                ++promising;
            } else {
                ++certain;
            }
        }
        if (promising == 0) break;
        for (std::size_t l = 1; l <= exact; ++l) {
            if (!next[l].empty()) refine(problem, points, next[l], l, 1, values, parallel);
        }
        evaluations += static_cast<Index>(next[exact].size());
        if (evaluations >= std::max(max_evaluations, count)) {
            std::stable_partition(order.begin(), order.end(), [&](Index i) { return level[i] == exact; });
            std::stable_sort(order.begin(), order.begin() + evaluations, by_value);
            break;
        }
    }
    order.resize(static_cast<std::size_t>(count));
    if (values_out != nullptr) *values_out = values(order);
    return order;
}

Minimum minimize_multistart(const MultistartObjective& problem, const Box& box, const MultistartOptions& options,
                            const Rng& rng, const Parallel& parallel) {
    require(options.screening + options.extra.cols() >= 1, "multistart: no point to screen; ask for at least one");
    require(options.local_starts >= 1, "multistart: {} local starts; at least one is needed", options.local_starts);
    Points points(box.dimension(), options.screening + options.extra.cols());
    points.leftCols(options.screening) = latin_hypercube(box, options.screening, rng.split("screening"));
    for (Index i = 0; i < options.extra.cols(); ++i)
        points.col(options.screening + i) = box.clamp(options.extra.col(i));

    MultistartObjective screened;
    screened.objective = problem.approximations.empty() ? problem.objective : problem.approximations.front().objective;
    screened.lower_bounds = problem.lower_bounds;
    std::vector<Vector> starts;
    for (const Index i : screen(screened, points, options.local_starts, parallel, nullptr, options.max_screened)) {
        starts.emplace_back(points.col(i));
    }

    LbfgsbOptions local = {.max_iterations = options.max_iterations, .relative_change = options.relative_change};
    for (const Approximation& approximation : problem.approximations) {
        local.max_iterations = approximation.iterations;
        const auto descent = [&] { return LocalObjective{approximation.objective}; };
        const std::vector<Minimum> ends = descend(descent, box, starts, local, parallel);
        starts.clear();
        for (const Index i : distinct(ends, box, approximation.survivors)) starts.push_back(ends[i].x);
    }
    local.max_iterations = options.max_iterations;
    const auto descent = [&] { return problem.descent ? problem.descent() : LocalObjective{problem.objective}; };
    std::vector<Minimum> ends = descend(descent, box, starts, local, parallel);
    if (problem.descent && ends.size() > 1) {  // compare like with like
        parallel.for_each(static_cast<Index>(ends.size()),
                          [&](Index i) { ends[i].value = problem.objective(ends[i].x, nullptr); });
    }
    return *std::min_element(ends.begin(), ends.end(),
                             [](const Minimum& a, const Minimum& b) { return a.value < b.value; });
}

}  // namespace sweetspot
