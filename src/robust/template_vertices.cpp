// Vertices of the norm balls with corners. The cube has 2^k; when they do not all fit, those chosen come from a binary
// linear code and are taken farthest first by Hamming distance. In the code, the distance of the words of messages i
// and j is the weight of the word of i xor j, so one table of weights serves all pairs.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "robust/template_points.hpp"

namespace sweetspot {

namespace {

/// The generator: for each coordinate, the message bits whose parity is its sign. Bit 0 is in all of them (with every
/// corner its opposite is in the code); the first `bits` coordinates are independent (no two messages share a word);
/// the others are scattered by the golden ratio.
std::vector<std::uint64_t> code_columns(Index k, int bits) {
    std::vector<std::uint64_t> columns(k, 1);
    for (Index d = 1; d < k && bits > 1; ++d) {
        const std::uint64_t scattered = (static_cast<std::uint64_t>(d) * 0x9E3779B97F4A7C15ULL) >> (65 - bits);
        columns[d] |= d < bits ? std::uint64_t{1} << d : scattered << 1;
    }
    return columns;
}

bool is_negative(std::uint64_t message, std::uint64_t column) {
    return (std::popcount(message & column) & 1) != 0;
}

/// The messages of `count` corners: first the all-positive one, then always the one farthest from those taken.
std::vector<std::size_t> farthest_first(const std::vector<Index>& word_weight, Index count) {
    std::vector<Index> distance(word_weight.size(), std::numeric_limits<Index>::max());
    std::vector<std::size_t> taken{0};
    while (std::ssize(taken) < count) {
        const std::size_t last = taken.back();
        for (std::size_t i = 0; i < distance.size(); ++i) distance[i] = std::min(distance[i], word_weight[i ^ last]);
        taken.push_back(std::max_element(distance.begin(), distance.end()) - distance.begin());
    }
    return taken;
}

Points cube_corners(Index k, Index count) {
    // Twice as many words as are wanted leave a choice; a code of k bits is the whole cube.
    int bits = 1;
    while (bits < k && (Index{1} << bits) < 2 * count) ++bits;
    const std::vector<std::uint64_t> columns = code_columns(k, bits);
    std::vector<Index> word_weight(std::size_t{1} << bits, 0);
    for (std::size_t message = 0; message < word_weight.size(); ++message)
        for (const std::uint64_t column : columns) word_weight[message] += is_negative(message, column) ? 1 : 0;
    const std::vector<std::size_t> messages = farthest_first(word_weight, count);
    Points corners(k, count);
    for (Index i = 0; i < count; ++i)
        for (Index d = 0; d < k; ++d) corners(d, i) = is_negative(messages[i], columns[d]) ? -1 : 1;
    return corners;
}

}  // namespace

Index vertex_count(const RobustSet& robust_set, Index limit) {
    if (!robust_set.has_norm() || robust_set.norm() == Norm::two) return 0;
    const Index k = std::ssize(robust_set.free_coordinates());
    if (robust_set.norm() == Norm::one) return std::min(limit, 2 * k);
    return k < 62 ? std::min(limit, Index{1} << k) : limit;
}

Points vertices(const RobustSet& robust_set, Index count) {
    const Index k = std::ssize(robust_set.free_coordinates());
    if (count == 0) return Points(k, 0);
    if (robust_set.norm() == Norm::infinity) return cube_corners(k, count);
    Points result = Points::Zero(k, count);
    for (Index i = 0; i < count; ++i) result(i / 2, i) = i % 2 == 0 ? 1 : -1;
    return result;
}

}  // namespace sweetspot
