// The family of built-in kernels: a new member is one file in kernels/ and one line in the list below.
#include "sweetspot/gp/kernel.hpp"

#include <stdexcept>

#include "sweetspot/base/names.hpp"

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
    std::vector<std::string> known;
    for (const KernelPtr& kernel : kernels()) {
        if (kernel->name() == name) return kernel;
        known.emplace_back(kernel->name());
    }
    throw std::invalid_argument(unknown_name("kernel", name, known));
}

}  // namespace sweetspot
