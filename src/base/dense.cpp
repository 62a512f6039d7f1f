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
        if (__builtin_cpu_supports("x86-64-v3") != 0) found.push_back(&table_x86_64_v3);
        if (__builtin_cpu_supports("x86-64-v4") != 0) found.push_back(&table_x86_64_v4);
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
