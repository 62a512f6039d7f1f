#include "acquisition/realisation_kernels.hpp"
#include "base/dispatch.hpp"

namespace sweetspot::realisations {

SWEETSPOT_DECLARE_COPIES(Table, table)

const std::vector<const Table*>& available() {
    static const std::vector<const Table*> tables = runnable<Table>(SWEETSPOT_COPIES(table));
    return tables;
}

const Table& kernels() {
    static const Table& fastest = *available().back();
    return fastest;
}

}  // namespace sweetspot::realisations
