#include "sweetspot/methods/catalogue.hpp"

#include "methods/list.hpp"

namespace sweetspot {

#define SWEETSPOT_LISTED(member) member(),

const FamilyOf<ListedMethod>& method_family() {
    static const FamilyOf<ListedMethod> family("method", {SWEETSPOT_METHODS(SWEETSPOT_LISTED)});
    return family;
}

#undef SWEETSPOT_LISTED

MethodPtr method_named(std::string_view name, const MethodParts& parts) {
    return method_family().make(name, parts);
}

}  // namespace sweetspot
