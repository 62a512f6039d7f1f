#include "apps/sweetspot/baseline.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

#if defined(__GLIBC__) && defined(__x86_64__)
#include <sys/auxv.h>

#include <filesystem>
#endif

namespace sweetspot::app {

#if defined(__GLIBC__) && defined(__x86_64__)

void restart_with_baseline_mathematics(char** argv) {
    const char* asked = std::getenv("SWEETSPOT_INSTRUCTIONS");
    if (asked == nullptr || std::string(asked) != "baseline") return;
    // A program with more rights than its caller never sees GLIBC_TUNABLES: it would start itself for ever.
    if (getauxval(AT_SECURE) != 0) return;
    const std::string wanted = "glibc.cpu.hwcaps=-AVX,-AVX2,-FMA,-FMA4";
    const char* given = std::getenv("GLIBC_TUNABLES");
    std::string tunables = given == nullptr ? "" : given;
    if (tunables.ends_with(wanted)) return;
    // Of two values for one setting glibc takes the last.
    if (!tunables.empty()) tunables += ':';
    setenv("GLIBC_TUNABLES", (tunables + wanted).c_str(), 1);
    // By its path, so that the process keeps its name; the link itself serves if the file has been replaced.
    const std::filesystem::path link = "/proc/self/exe";
    std::error_code unreadable;
    execv(std::filesystem::read_symlink(link, unreadable).c_str(), argv);
    execv(link.c_str(), argv);
    throw std::runtime_error(
        "sweetspot: the program could not start itself again for SWEETSPOT_INSTRUCTIONS=baseline: " +
        std::generic_category().message(errno));
}

#else

void restart_with_baseline_mathematics(char** /*argv*/) {}

#endif

}  // namespace sweetspot::app
