#include "loops/dispatch.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "sweetspot/base/family.hpp"

namespace sweetspot {
namespace {

std::size_t copies_of_this_machine() {
#ifdef SWEETSPOT_DISPATCH_X86
    __builtin_cpu_init();
    // The levels v3 and v4 of the x86-64 ABI, by the features that tell them apart (clang knows no names of levels).
    const bool v3 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                    __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                    __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                    __builtin_cpu_supports("avx512vl") != 0;
    if (v4) return 3;
    if (v3) return 2;
#endif
    return 1;
}

const char* asked_instructions() {
    return std::getenv("SWEETSPOT_INSTRUCTIONS");
}

/// Eigen cuts the sums of large products by the caches of the processor it finds. With "baseline" the sizes are Eigen's
/// defaults (the dispatched copy has them from cmake/dispatch.cmake), before main so that no product comes earlier.
[[maybe_unused]] const bool cache_sizes_are_set = [] {
    const char* asked = asked_instructions();
    if (asked == nullptr || std::string(asked) != "baseline") return false;
    Eigen::setCpuCacheSizes(Eigen::internal::defaultL1CacheSize, Eigen::internal::defaultL2CacheSize,
                            Eigen::internal::defaultL3CacheSize);
    return true;
}();

}  // namespace

std::size_t runnable_copies() {
    const std::size_t most = copies_of_this_machine();
    const char* asked = asked_instructions();
    if (asked == nullptr) return most;
    const std::vector<std::string> names = {"baseline", "x86_64_v3", "x86_64_v4"};
    const auto found = std::ranges::find(names, std::string(asked));
    if (found == names.end()) {
        throw std::invalid_argument(unknown_name("instruction set SWEETSPOT_INSTRUCTIONS", asked, names));
    }
    return std::min(most, static_cast<std::size_t>(found - names.begin()) + 1);
}

}  // namespace sweetspot
