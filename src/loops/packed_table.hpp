// The table of products with a packed left factor that packed_loops.cpp fills once per instruction set.
#pragma once

#include <cstddef>

#include "loops/dense_table.hpp"

namespace sweetspot::packed {

using dense::ConstView;
using dense::Op;
using dense::Size;
using dense::View;

/// Alignment of packed factors, in bytes.
inline constexpr std::size_t alignment = 64;

struct Loops {
    const char* name;
    /// Whether the sums of products over `depth` terms are taken in one go, so that a factor can be packed whole.
    bool (*fits)(Size rows, Size depth);
    /// op(a) in the order in which multiply() reads it: as many numbers as a has, aligned.
    void (*pack)(Op op, ConstView a, double* packed);
    /// c = op(a) b with the last bits of dense::multiply; at least two rows and columns, which that does otherwise.
    void (*multiply)(const double* packed, ConstView b, View c);
};

}  // namespace sweetspot::packed
