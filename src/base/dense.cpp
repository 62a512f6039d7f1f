#include "base/dense.hpp"

#include "base/dispatch.hpp"

namespace sweetspot::dense {

SWEETSPOT_DEFINE_DISPATCH(Table, table)

}  // namespace sweetspot::dense
