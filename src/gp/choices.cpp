#include "gp/choices.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace sweetspot::detail {

Index embedded_size(Index dimension, const ChoiceSizes& sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), dimension);
}

Points embed(const PointsRef& points, const ChoiceSizes& sizes) {
    if (sizes.empty()) return points;
    Points result = embed_offsets(points, sizes);
    Index at = points.rows();
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (sizes[d] == 0) continue;
        const auto last = static_cast<double>(sizes[d] - 1);
        for (Index i = 0; i < points.cols(); ++i) {
            const double value = std::clamp(points(static_cast<Index>(d), i), 0.0, 1.0) * last;
            result(at + static_cast<Index>(std::lround(value)), i) = std::numbers::sqrt2 / 2;
        }
        at += sizes[d];
    }
    return result;
}

Points embed_offsets(const PointsRef& offsets, const ChoiceSizes& sizes) {
    if (sizes.empty()) return offsets;
    Points result = Points::Zero(embedded_size(offsets.rows(), sizes), offsets.cols());
    result.topRows(offsets.rows()) = offsets;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (sizes[d] > 0) result.row(static_cast<Index>(d)).setZero();
    }
    return result;
}

void exchange_choices(Points& embedded_offsets, const ChoiceSizes& sizes, const Scenarios& scenarios,
                      Index combination) {
    const Confusion& confusion = *scenarios.confusion;
    const std::vector<Index> ordered = confusion.ordered(combination);
    for (std::size_t i = 0; i < scenarios.of.size(); ++i) {
        if (scenarios.of[i] == 0) continue;
        const std::vector<Index> built = confusion.built(combination, scenarios.of[i]);
        auto offset = embedded_offsets.col(static_cast<Index>(i));
        for (std::size_t c = 0; c < built.size(); ++c) {
            const auto before = sizes.begin() + confusion.coordinates()[c];
            const Index at = std::accumulate(sizes.begin(), before, std::ssize(sizes));
            offset[at + built[c]] += std::numbers::sqrt2 / 2;
            offset[at + ordered[c]] -= std::numbers::sqrt2 / 2;
        }
    }
}

Vector embed_lengthscales(const VectorRef& lengthscales, const ChoiceSizes& sizes) {
    Vector result(embedded_size(lengthscales.size(), sizes));
    result.head(lengthscales.size()) = lengthscales;
    Index at = lengthscales.size();
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        result.segment(at, sizes[d]).setConstant(lengthscales[static_cast<Index>(d)]);
        at += sizes[d];
    }
    return result;
}

Vector gather_by_lengthscale(const VectorRef& by_scale, const ChoiceSizes& sizes) {
    if (sizes.empty()) return by_scale;
    Vector result = by_scale.head(std::ssize(sizes));
    Index at = std::ssize(sizes);
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        result[static_cast<Index>(d)] += by_scale.segment(at, sizes[d]).sum();
        at += sizes[d];
    }
    return result;
}

Vector choices_of(const VectorRef& embedded, const ChoiceSizes& sizes) {
    Vector result = Vector::Zero(std::ssize(sizes));
    Index at = std::ssize(sizes);
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        for (Index c = 0; c < sizes[d]; ++c) {
            result[static_cast<Index>(d)] += static_cast<double>(c) * std::numbers::sqrt2 * embedded[at + c];
        }
        at += sizes[d];
    }
    return result;
}

}  // namespace sweetspot::detail
