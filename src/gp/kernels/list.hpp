// The list of the built-in kernels: a new member is one file and one line here.
#pragma once

#include "sweetspot/gp/kernel.hpp"

#define SWEETSPOT_KERNELS(member) member(matern52_kernel) member(matern32_kernel) member(squared_exponential_kernel)

namespace sweetspot {

#define SWEETSPOT_DECLARED(member) [[nodiscard]] Member<KernelPtr> member();
SWEETSPOT_KERNELS(SWEETSPOT_DECLARED)
#undef SWEETSPOT_DECLARED

}  // namespace sweetspot
