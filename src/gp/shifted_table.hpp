// The loop of shifted_mean.cpp that shifted_mean_kernels.cpp defines once per instruction set. Plain pointers only:
// types with inline functions would be shared between the copies.
#pragma once

#include <cstddef>

namespace sweetspot {

struct ShiftedTable {
    const char* name;
    /// s(n, j) = max(0, distances[n] + (cross(n, which[j]) + slope[j])) for n < rows, j < count, without gaps.
    void (*distances)(const double* distances, std::ptrdiff_t rows, const double* cross, std::ptrdiff_t stride,
                      const std::ptrdiff_t* which, const double* slope, std::ptrdiff_t count, double* s);
};

}  // namespace sweetspot
