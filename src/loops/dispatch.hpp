// Tables of functions that are compiled once per instruction set (cmake/dispatch.cmake), and which of the copies this
// machine can run.
#pragma once

#include <cstddef>
#include <vector>

/// Declares the copies of a table `name` that the dispatched source defines as SWEETSPOT_COPY(name).
#ifdef SWEETSPOT_DISPATCH_X86
#define SWEETSPOT_DECLARE_COPIES(Table, name) \
    extern const Table name##_baseline;       \
    extern const Table name##_x86_64_v3;      \
    extern const Table name##_x86_64_v4;
#define SWEETSPOT_COPIES(name) \
    { &name##_baseline, &name##_x86_64_v3, &name##_x86_64_v4 }
#else
#define SWEETSPOT_DECLARE_COPIES(Table, name) extern const Table name##_baseline;
#define SWEETSPOT_COPIES(name) \
    { &name##_baseline }
#endif

/// Defines available(), every copy that this machine can run, slowest first, and loops(), the fastest.
#define SWEETSPOT_DEFINE_DISPATCH(Table, name)                                                   \
    SWEETSPOT_DECLARE_COPIES(Table, name)                                                        \
    const std::vector<const Table*>& available() {                                               \
        static const std::vector<const Table*> tables = runnable<Table>(SWEETSPOT_COPIES(name)); \
        return tables;                                                                           \
    }                                                                                            \
    const Table& loops() {                                                                       \
        static const Table& fastest = *available().back();                                       \
        return fastest;                                                                          \
    }

namespace sweetspot {

/// How many of the copies, slowest first, this machine can run; no more than up to the one that the environment
/// variable SWEETSPOT_INSTRUCTIONS names. Last bits differ between instruction sets and a search amplifies them: with
/// "baseline" it takes the same path on every machine, if the C library does too (apps/sweetspot/baseline.hpp).
[[nodiscard]] std::size_t runnable_copies();

/// Those copies; the last is the fastest.
template <class Table>
[[nodiscard]] std::vector<const Table*> runnable(std::vector<const Table*> copies) {
    copies.resize(runnable_copies());
    return copies;
}

}  // namespace sweetspot
