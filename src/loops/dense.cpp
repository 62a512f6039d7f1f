#include "loops/dense.hpp"

#include "loops/dispatch.hpp"

namespace sweetspot::dense {

SWEETSPOT_DEFINE_DISPATCH(Loops, table)

}  // namespace sweetspot::dense
