#include "base/dispatch.hpp"
#include "gp/shifted_kernels.hpp"

namespace sweetspot {

SWEETSPOT_DECLARE_COPIES(ShiftedTable, shifted)

const std::vector<const ShiftedTable*>& available_shifted_kernels() {
    static const std::vector<const ShiftedTable*> tables = runnable<ShiftedTable>(SWEETSPOT_COPIES(shifted));
    return tables;
}

const ShiftedTable& shifted_kernels() {
    static const ShiftedTable& fastest = *available_shifted_kernels().back();
    return fastest;
}

}  // namespace sweetspot
