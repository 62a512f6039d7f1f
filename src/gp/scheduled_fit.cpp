#include "gp/scheduled_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/order.hpp"
#include "gp/kept_models.hpp"

namespace sweetspot::detail {
namespace {

constexpr Index sizes_per_double = 8;

/// The candidate of today's outputs whose scale is the same share of the median height as that of `found` among the
/// candidates of `then`.
OutputWarp of_same_shape(const OutputWarp& found, const VectorRef& then, const VectorRef& today) {
    if (!found.active()) return {};
    const std::vector<OutputWarp> before = candidate_warps(then);
    const std::vector<OutputWarp> now = candidate_warps(today);
    for (std::size_t i = 0; i < std::min(before.size(), now.size()); ++i) {
        if (before[i].scale == found.scale) return now[i];
    }
    return {};  // more than half of the outputs are equal to the least by now
}

Vector some_of(const VectorRef& values, const std::vector<Index>& which) {
    return values.size() == 0 ? Vector() : Vector(values(which));
}

}  // namespace

Index scheduled_size(Index n) {
    if (n <= most_fitted) return n;
    Index doubled = most_fitted;
    while (2 * doubled <= n) doubled *= 2;
    Index size = doubled;
    for (Index k = 1; k < sizes_per_double && doubled + k * doubled / sizes_per_double <= n; ++k) {
        size = doubled + k * doubled / sizes_per_double;
    }
    return size;
}

std::vector<Index> fitted_part(const PointsRef& inputs, Rng rng) {
    if (inputs.cols() <= most_fitted) return all_indices(inputs.cols());
    std::vector<Index> order = all_indices(inputs.cols());
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    std::vector<char> taken(order.size(), 0);
    std::vector<Index> part;
    const auto take = [&](Index i) {
        taken[static_cast<std::size_t>(i)] = 1;
        part.push_back(i);
    };
    for (const Index i : order) {
        if (std::ssize(part) == most_fitted) break;
        if (taken[static_cast<std::size_t>(i)] != 0) continue;
        take(i);
        if (std::ssize(part) == most_fitted) break;
        Vector distances = (inputs.colwise() - inputs.col(i)).colwise().squaredNorm();
        for (Index j = 0; j < distances.size(); ++j) {
            if (taken[static_cast<std::size_t>(j)] != 0) distances[j] = std::numeric_limits<double>::infinity();
        }
        Index nearest = 0;
        distances.minCoeff(&nearest);
        take(nearest);
    }
    std::sort(part.begin(), part.end());
    return part;
}

GaussianProcess scheduled_fit(const PointsRef& inputs, const VectorRef& outputs, const VectorRef& standard_errors,
                              const FitOptions& options, const Rng& today, const StreamOfFirst& stream,
                              const Parallel& parallel) {
    // Samples of an ensemble are of all observations.
    if (outputs.size() <= most_fitted || options.inference == FitOptions::Inference::ensemble) {
        return fit(inputs, outputs, standard_errors, options, today, parallel);
    }
    const Index n = scheduled_size(outputs.size());
    const Rng rng = stream(n);
    const std::vector<Index> part = fitted_part(inputs.leftCols(n), rng.split("part"));
    const FitQuestion question{inputs(Eigen::all, part), outputs(part), some_of(standard_errors, part), options, rng};
    const FoundModel found = kept_models().answer(
        question, [&] { return find_model(question.x, question.y, question.standard_errors, options, rng, parallel); });
    const OutputWarp warp = of_same_shape(found.warp, question.y, outputs);
    const Standardisation units = Standardisation::of(outputs, standard_errors, warp);
    return {options.kernel, found.hyperparameters, inputs, outputs, units, units.variances(standard_errors, outputs)};
}

}  // namespace sweetspot::detail
