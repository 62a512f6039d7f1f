// The family of built-in kernels: a new member is one file in kernels/ and one line in the list below.
#include "sweetspot/gp/kernel.hpp"

#include "base/family.hpp"

namespace sweetspot {

const std::vector<KernelPtr>& kernels() {
    static const std::vector<KernelPtr> list = {
        matern52(),
        matern32(),
        squared_exponential(),
    };
    return list;
}

KernelPtr kernel_named(std::string_view name) {
    return member_named(kernels(), "kernel", name);
}

}  // namespace sweetspot
