#include "acquisition/realisation_kernels.hpp"
#include "base/dispatch.hpp"

namespace sweetspot::realisations {

SWEETSPOT_DEFINE_DISPATCH(Table, table)

}  // namespace sweetspot::realisations
