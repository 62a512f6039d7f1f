#include "loops/likelihood.hpp"

#include "loops/dispatch.hpp"

namespace sweetspot::likelihood {

SWEETSPOT_DEFINE_DISPATCH(Loops, table)

}  // namespace sweetspot::likelihood
