// The peak memory of `sweetspot suggest` as a user runs it.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "report.hpp"

namespace sweetspot::bench {
namespace {

double peak_mb_of_suggest() {
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start a child process");
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        execl(SWEETSPOT_PROGRAM, "sweetspot", "suggest", SWEETSPOT_INSTANCE, static_cast<char*>(nullptr));
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        throw std::runtime_error(SWEETSPOT_PROGRAM " suggest " SWEETSPOT_INSTANCE " failed");
    }
    return static_cast<double>(usage.ru_maxrss) / 1024;  // Linux counts kilobytes
}

}  // namespace

void memory_row(Report& report) {
    const std::string what = "peak memory of `sweetspot suggest` in MB";
    const std::string instance = "D = 10, N = 100, T = 400";
    if (!report.wants(what, instance)) return;
    const double mb = peak_mb_of_suggest();
    report.add({what, instance, fmt::format("{:.1f} MB", mb), mb, Sense::at_most, 64, 32});
}

}  // namespace sweetspot::bench
