#include "gp/shifted_distances.hpp"

#include "base/dispatch.hpp"

namespace sweetspot {

SWEETSPOT_DECLARE_COPIES(ShiftedDistancesTable, shifted_distances)

const std::vector<const ShiftedDistancesTable*>& shifted_distances_tables() {
    static const std::vector<const ShiftedDistancesTable*> tables =
        runnable<ShiftedDistancesTable>(SWEETSPOT_COPIES(shifted_distances));
    return tables;
}

void shifted_distances(const VectorRef& distances, const MatrixRef& cross, std::span<const Index> which,
                       const double* slope, double* s) {
    static const ShiftedDistancesTable& fastest = *shifted_distances_tables().back();
    fastest.evaluate(distances.data(), distances.size(), cross.data(), cross.outerStride(), which.data(), slope,
                     std::ssize(which), s);
}

}  // namespace sweetspot
