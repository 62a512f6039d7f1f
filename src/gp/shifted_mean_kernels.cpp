// Compiled once per instruction set (cmake/dispatch.cmake): loops over entries that do not depend on each other, so
// that the compiler makes vectors of them and an entry's value does not depend on its place.
#include "base/copy.hpp"
#include "gp/shifted_table.hpp"

namespace sweetspot {
namespace {

using Size = std::ptrdiff_t;

void distances(const double* distances, Size rows, const double* cross, Size stride, const Size* which,
               const double* slope, Size count, double* s) {
    for (Size j = 0; j < count; ++j) {
        const double* column = cross + which[j] * stride;
        const double shift = slope[j];
        double* __restrict to = s + j * rows;
        for (Size n = 0; n < rows; ++n) {
            const double sum = distances[n] + (column[n] + shift);
            to[n] = sum > 0 ? sum : 0;  // rounding may make the distance of coincident points negative
        }
    }
}

}  // namespace

extern const ShiftedTable SWEETSPOT_COPY(shifted);
const ShiftedTable SWEETSPOT_COPY(shifted) = {SWEETSPOT_STRINGIFY(SWEETSPOT_ARCH), distances};

}  // namespace sweetspot
