// SWEETSPOT_INSTRUCTIONS=baseline for the C library as well: exp, log, pow, sin and their like come from glibc in
// copies with and without fused multiply-adds, whose last bits differ, and glibc picks one by the processor before
// main.
#pragma once

namespace sweetspot::app {

/// With SWEETSPOT_INSTRUCTIONS=baseline, starts the program once more, in the same process, with GLIBC_TUNABLES asking
/// for the copies that every x86-64 can run; the programs it starts inherit that. Returns when there is nothing to do.
/// @throws std::runtime_error if the program cannot be started again
void restart_with_baseline_mathematics(char** argv);

}  // namespace sweetspot::app
