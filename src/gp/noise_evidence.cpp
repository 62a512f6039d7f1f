#include "gp/noise_evidence.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

namespace sweetspot::detail {

bool noise_is_evident(const PointsRef& inputs, const VectorRef& targets, const Hyperparameters& claimed) {
    constexpr std::size_t fewest_pairs = 3;
    // A once differentiable function of the kernel's kind differs by about variance · r² in the square over a scaled
    // distance r, so that half of the noise's variance is reached at:
    const double close = 0.5 * claimed.noise / claimed.variance;
    std::vector<std::tuple<double, Index, Index>> pairs;
    for (Index j = 0; j < inputs.cols(); ++j) {
        for (Index i = 0; i < j; ++i) {
            const double r2 = (inputs.col(i) - inputs.col(j)).cwiseQuotient(claimed.lengthscales).squaredNorm();
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
    if (halves.size() < fewest_pairs) return false;
    double mean = 0;
    for (const double half : halves) mean += half / static_cast<double>(halves.size());
    return mean >= 0.5 * claimed.noise;
}

}  // namespace sweetspot::detail
