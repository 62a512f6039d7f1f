// Compiled once per instruction set (cmake/dispatch.cmake): entries that do not depend on each other, so that the
// compiler makes vectors of them and an entry's value does not depend on its place.
#include "base/copy.hpp"
#include "gp/shifted_distances_table.hpp"

namespace sweetspot {
namespace {

void evaluate(const double* distances, std::ptrdiff_t rows, const double* cross, std::ptrdiff_t stride,
              const std::ptrdiff_t* which, const double* slope, std::ptrdiff_t count, double* s) {
    for (std::ptrdiff_t j = 0; j < count; ++j) {
        const double* column = cross + which[j] * stride;
        const double shift = slope[j];
        double* __restrict to = s + j * rows;
        for (std::ptrdiff_t n = 0; n < rows; ++n) {
            const double sum = distances[n] + (column[n] + shift);
            to[n] = sum > 0 ? sum : 0;  // rounding may make the distance of coincident points negative
        }
    }
}

}  // namespace

extern const ShiftedDistancesTable SWEETSPOT_COPY(shifted_distances);
const ShiftedDistancesTable SWEETSPOT_COPY(shifted_distances) = {SWEETSPOT_STRINGIFY(SWEETSPOT_ARCH), evaluate};

}  // namespace sweetspot
