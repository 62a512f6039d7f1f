#include "loops/realisation.hpp"

#include "loops/dispatch.hpp"

namespace sweetspot::realisations {

SWEETSPOT_DEFINE_DISPATCH(Table, table)

}  // namespace sweetspot::realisations
