// Sobol' points in Gray-code order: x_{i+1} = x_i ⊕ v_c, c the number of trailing ones of i. The direction numbers
// v_k = m_k / 2^k follow the recurrence of a primitive polynomial x^s + a_1 x^{s-1} + … + 1 over GF(2),
// m_k = 2 a_1 m_{k-1} ⊕ … ⊕ 2^s m_{k-s} ⊕ m_{k-s}.
// Scrambling (Matoušek 1998): the binary digits of a coordinate are multiplied by a random lower triangular matrix with
// unit diagonal and shifted by random digits. Both keep the equidistribution of the points.
#include "design/sobol.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "base/check.hpp"
#include "design/sobol_directions.hpp"

namespace sweetspot {
namespace {

constexpr int bits = 32;
constexpr double one_unit = 0x1p-32;
using Directions = std::array<std::uint32_t, bits>;  // v_k as 32 binary digits, the first digit on top

Directions directions(Index coordinate) {
    Directions v{};
    for (int k = 0; k < bits; ++k) v[k] = 1u << (bits - 1 - k);
    if (coordinate == 0) return v;  // the radical inverse of van der Corput
    const SobolDirection& row = sobol_directions[static_cast<std::size_t>(coordinate - 1)];
    const int degree = row.degree();
    for (int k = 0; k < degree; ++k) v[k] = row.initial[k] << (bits - 1 - k);
    for (int k = degree; k < bits; ++k) {
        // The same recurrence as for m_k, with the factors 2^i taken up by the binary point.
        v[k] = v[k - degree] >> degree;
        for (int i = 1; i <= degree; ++i) {
            if (row.polynomial >> (degree - i) & 1u) v[k] ^= v[k - i];
        }
    }
    return v;
}

// Row r of the matrix has random digits left of the diagonal: digit r of the product is digit r of v plus a random
// combination of the digits before it.
Directions scramble(const Directions& v, Rng& rng) {
    Directions scrambled{};
    for (int r = 0; r < bits; ++r) {
        const std::uint32_t diagonal = 1u << (bits - 1 - r);
        const std::uint32_t before = r == 0 ? 0u : ~std::uint32_t{0} << (bits - r);
        const std::uint32_t row = diagonal | (static_cast<std::uint32_t>(rng() >> 32) & before);
        for (int k = 0; k < bits; ++k) {
            if (std::popcount(row & v[k]) & 1) scrambled[k] |= diagonal;
        }
    }
    return scrambled;
}

// Fills one row of the points with (x_i ⊕ shift + offset) / 2^32.
void fill(Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> row, const Directions& v, std::uint32_t shift,
          double offset) {
    std::uint32_t x = shift;
    for (Index i = 0; i < row.size(); ++i) {
        row[i] = (static_cast<double>(x) + offset) * one_unit;
        const int changed = std::countr_one(static_cast<std::uint64_t>(i));
        if (changed < bits) x ^= v[changed];  // there is no next point after 2^32
    }
}

void require_in_sequence(Index dimension, Index n, std::string_view where) {
    constexpr Index most = Index{1} << bits;
    require(dimension >= 1 && dimension <= sobol_max_dimension(),
            "{}: dimension is {}; direction numbers are known for 1 to {}, use a Latin hypercube beyond", where,
            dimension, sobol_max_dimension());
    require(n >= 0 && n <= most, "{}: n is {}; it must be between 0 and {}, the length of the sequence", where, n,
            most);
}

}  // namespace

Index sobol_max_dimension() {
    return static_cast<Index>(sobol_directions.size()) + 1;
}

Points sobol(Index dimension, Index n) {
    require_in_sequence(dimension, n, "sobol");
    Points points(dimension, n);
    for (Index d = 0; d < dimension; ++d) fill(points.row(d), directions(d), 0, 0);
    return points;
}

Points scrambled_sobol(Index dimension, Index n, const Rng& rng) {
    require_in_sequence(dimension, n, "scrambled_sobol");
    Points points(dimension, n);
    for (Index d = 0; d < dimension; ++d) {
        Rng stream = rng.split(static_cast<std::uint64_t>(d));
        const Directions v = scramble(directions(d), stream);
        const auto shift = static_cast<std::uint32_t>(stream() >> 32);
        fill(points.row(d), v, shift, 0.5);  // the middle of the cell: never 0 or 1
    }
    return points;
}

}  // namespace sweetspot
