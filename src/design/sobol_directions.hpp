// The table of direction numbers for the Sobol' sequence, dimensions 2 and on.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace sweetspot {

/// Bit i of `polynomial` is the coefficient of x^i; as many of the initial numbers count as the polynomial has degrees.
struct SobolDirection {
    static constexpr int max_degree = 11;

    std::uint32_t polynomial;
    std::array<std::uint32_t, max_degree> initial;

    [[nodiscard]] constexpr int degree() const { return static_cast<int>(std::bit_width(polynomial)) - 1; }
};

inline constexpr auto sobol_directions = std::to_array<SobolDirection>({
#include "design/sobol_directions.inc"
});

}  // namespace sweetspot
