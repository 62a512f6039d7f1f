// The two loops over all realisations, in single precision, compiled once per instruction set by
// realisation_loops.cpp.
#pragma once

#include <cstddef>

namespace sweetspot::realisations {

using Size = std::ptrdiff_t;

struct FloatView {
    float* data;
    Size rows;
    Size cols;
    Size stride;
};

struct ConstFloatView {
    const float* data;
    Size rows;
    Size cols;
    Size stride;
};

/// Both numbers of rows below are padded to whole tiles: the last vectors need no special case.
constexpr Size draws_per_tile = 32;
constexpr Size rows_per_tile = 8;

struct Loops {
    const char* name;
    /// c = a bᵀ
    void (*multiply_transposed)(ConstFloatView a, ConstFloatView b, FloatView c);
    /// worst[m] = max over the rows t of mean[t] + Σ_k carry(t, k) draws(m, k), and in row[m], unless it is null, the
    /// first t that attains it.
    void (*worst)(ConstFloatView draws, ConstFloatView carry, const float* mean, float* worst, float* row);
};

}  // namespace sweetspot::realisations
