#include "gp/noise_evidence.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "gp/choices.hpp"

namespace sweetspot::detail {

namespace {

constexpr std::size_t fewest_pairs = 3;

/// Half of the squared difference of the targets over disjoint pairs, the closest first, whose squared distance in the
/// given units is at most `close`: each estimates the variance of the noise.
std::vector<double> half_squares(const PointsRef& inputs, const VectorRef& targets, const Vector& units, double close) {
    std::vector<std::tuple<double, Index, Index>> pairs;
    for (Index j = 0; j < inputs.cols(); ++j) {
        for (Index i = 0; i < j; ++i) {
            const double r2 = (inputs.col(i) - inputs.col(j)).cwiseQuotient(units).squaredNorm();
            if (r2 <= close) pairs.emplace_back(r2, i, j);
        }
    }
    std::sort(pairs.begin(), pairs.end());
    std::vector<bool> taken(static_cast<std::size_t>(inputs.cols()), false);
    std::vector<double> halves;
    for (const auto& [r2, i, j] : pairs) {
        if (taken[static_cast<std::size_t>(i)] || taken[static_cast<std::size_t>(j)]) continue;
        taken[static_cast<std::size_t>(i)] = taken[static_cast<std::size_t>(j)] = true;
        const double difference = targets[i] - targets[j];
        halves.push_back(0.5 * difference * difference);
    }
    return halves;
}

}  // namespace

bool neighbours_differ(const PointsRef& inputs, const VectorRef& targets, double noise) {
    const Vector ones = Vector::Ones(inputs.rows());
    const double close = 0.02 * 0.02 * static_cast<double>(inputs.rows());
    const std::vector<double> halves = half_squares(inputs, targets, ones, close);
    return std::ranges::count_if(halves, [&](double half) { return half > noise; }) >= std::ssize(halves) / 2 &&
           halves.size() >= fewest_pairs;
}

bool noise_is_evident(const PointsRef& inputs, const VectorRef& targets, const Hyperparameters& claimed) {
    // A function of the kernel's kind differs by about variance · r² in the square over a scaled distance r. So that a
    // slope five times as steep, at a cliff or a penalty's foot, is not taken for noise:
    const double close = 0.02 * claimed.noise / claimed.variance;
    const std::vector<double> halves =
        half_squares(inputs, targets, embed_lengthscales(claimed.lengthscales, claimed.choice_sizes), close);
    if (halves.size() < fewest_pairs) return false;
    double mean = 0;
    for (const double half : halves) mean += half / static_cast<double>(halves.size());
    return mean >= 0.5 * claimed.noise;
}

}  // namespace sweetspot::detail
