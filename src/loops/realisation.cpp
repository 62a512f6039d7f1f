#include "loops/realisation.hpp"

#include "loops/dispatch.hpp"

namespace sweetspot::realisations {

SWEETSPOT_DEFINE_DISPATCH(Loops, table)

}  // namespace sweetspot::realisations
