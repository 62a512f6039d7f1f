#include "base/dense.hpp"

namespace sweetspot::dense {

extern const Table table_baseline;
#ifdef SWEETSPOT_DISPATCH_X86
extern const Table table_x86_64_v3;
extern const Table table_x86_64_v4;
#endif

const std::vector<const Table*>& available() {
    static const std::vector<const Table*> tables = [] {
        std::vector<const Table*> found = {&table_baseline};
#ifdef SWEETSPOT_DISPATCH_X86
        __builtin_cpu_init();
        // The levels v3 and v4 of the x86-64 ABI, by the features that tell them apart (clang knows no names of
        // levels).
        const bool v3 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                        __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
        const bool v4 = v3 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                        __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                        __builtin_cpu_supports("avx512vl") != 0;
        if (v3) found.push_back(&table_x86_64_v3);
        if (v4) found.push_back(&table_x86_64_v4);
#endif
        return found;
    }();
    return tables;
}

const Table& kernels() {
    static const Table& fastest = *available().back();
    return fastest;
}

}  // namespace sweetspot::dense
