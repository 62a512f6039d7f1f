#include "sweetspot/gp/kernel.hpp"

#include "gp/kernels/list.hpp"

namespace sweetspot {

#define SWEETSPOT_LISTED(member) member(),

const Family<KernelPtr>& kernel_family() {
    static const Family<KernelPtr> family("kernel", {SWEETSPOT_KERNELS(SWEETSPOT_LISTED)});
    return family;
}

#undef SWEETSPOT_LISTED

const std::vector<KernelPtr>& kernels() {
    static const std::vector<KernelPtr> all = all_of(kernel_family());
    return all;
}

KernelPtr kernel_named(std::string_view name) {
    return kernel_family().make(name);
}

}  // namespace sweetspot
