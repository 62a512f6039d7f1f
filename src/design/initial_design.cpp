#include "sweetspot/design/initial_design.hpp"

#include "design/initial/list.hpp"

namespace sweetspot {

#define SWEETSPOT_LISTED(member) member(),

const Family<InitialDesignPtr>& initial_design_family() {
    static const Family<InitialDesignPtr> family("initial design", {SWEETSPOT_INITIAL_DESIGNS(SWEETSPOT_LISTED)});
    return family;
}

#undef SWEETSPOT_LISTED

}  // namespace sweetspot
