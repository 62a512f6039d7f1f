#include "base/dispatch.hpp"

namespace sweetspot {

std::size_t runnable_copies() {
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

}  // namespace sweetspot
