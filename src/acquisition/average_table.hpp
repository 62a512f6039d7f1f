// The distances of a placed quadrature rule, compiled once per instruction set by average_kernels.cpp.
#pragma once

#include <cstddef>

namespace sweetspot::average {

using Size = std::ptrdiff_t;

struct Table {
    const char* name;
    /// s(p, b) = max(0, from_centre[p] + of_rule[b] - doubled(p, b)), all matrices without gaps
    void (*shifted_distances)(const double* from_centre, Size rows, const double* of_rule, Size cols,
                              const double* doubled, double* s);
};

/// The copy for the fastest instruction set of this machine.
[[nodiscard]] const Table& kernels();

}  // namespace sweetspot::average
