// Tables of functions that are compiled once per instruction set (cmake/dispatch.cmake), and which of the copies this
// machine can run.
#pragma once

#include <cstddef>
#include <vector>

/// Declares the copies of a table `name` that the dispatched source defines as SWEETSPOT_COPY(name).
#ifdef SWEETSPOT_DISPATCH_X86
#define SWEETSPOT_DECLARE_COPIES(Loops, name) \
    extern const Loops name##_baseline;       \
    extern const Loops name##_x86_64_v3;      \
    extern const Loops name##_x86_64_v4;
#define SWEETSPOT_COPIES(name) \
    { &name##_baseline, &name##_x86_64_v3, &name##_x86_64_v4 }
#else
#define SWEETSPOT_DECLARE_COPIES(Loops, name) extern const Loops name##_baseline;
#define SWEETSPOT_COPIES(name) \
    { &name##_baseline }
#endif

/// Defines available(), every copy that this machine can run, slowest first, and loops(), the fastest.
#define SWEETSPOT_DEFINE_DISPATCH(Loops, name)                                                   \
    SWEETSPOT_DECLARE_COPIES(Loops, name)                                                        \
    const std::vector<const Loops*>& available() {                                               \
        static const std::vector<const Loops*> tables = runnable<Loops>(SWEETSPOT_COPIES(name)); \
        return tables;                                                                           \
    }                                                                                            \
    const Loops& loops() {                                                                       \
        static const Loops& fastest = *available().back();                                       \
        return fastest;                                                                          \
    }

namespace sweetspot {

/// How many of the copies, slowest first, this machine can run; no more than up to the one that the environment
/// variable SWEETSPOT_INSTRUCTIONS names. Last bits differ between instruction sets and a search amplifies them: with
/// "baseline" it takes the same path on every machine, if the C library does too (apps/sweetspot/baseline.hpp).
[[nodiscard]] std::size_t runnable_copies();

/// Those copies; the last is the fastest.
template <class Copy>
[[nodiscard]] std::vector<const Copy*> runnable(std::vector<const Copy*> copies) {
    copies.resize(runnable_copies());
    return copies;
}

}  // namespace sweetspot
