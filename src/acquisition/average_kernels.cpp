// Squared distances from the fixed points p to a placed rule x + b, three operations each:
// |x + b - p|² = |x - p|² + (|b|² + 2 b·x) - 2 b·p. Compiled once per instruction set (cmake/dispatch.cmake).
#include "acquisition/average_table.hpp"
#include "base/copy.hpp"

namespace sweetspot::average {
namespace {

void shifted_distances(const double* from_centre, Size rows, const double* of_rule, Size cols, const double* doubled,
                       double* s) {
    for (Size b = 0; b < cols; ++b) {
        for (Size p = 0; p < rows; ++p) {
            const double distance = from_centre[p] + of_rule[b] - doubled[b * rows + p];
            s[b * rows + p] = distance > 0 ? distance : 0;  // rounding may leave coincident points below 0
        }
    }
}

}  // namespace

extern const Table SWEETSPOT_COPY(table);
const Table SWEETSPOT_COPY(table) = {SWEETSPOT_STRINGIFY(SWEETSPOT_ARCH), shifted_distances};

}  // namespace sweetspot::average
