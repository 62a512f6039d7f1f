#include "process/leftovers.hpp"

#include <fmt/format.h>

#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>
#include <string>

#include "base/whole_text.hpp"
#include "process/session.hpp"

namespace sweetspot::process {
namespace {

/// The environment of a process is readable to its own user only; the others' are none of ours.
bool is_marked(pid_t process, const std::string& entry) {
    std::ifstream file("/proc/" + std::to_string(process) + "/environ", std::ios::binary);
    const std::string environment = whole_text(file);
    return ('\0' + environment).find('\0' + entry + '\0') != std::string::npos;
}

}  // namespace

void end_marked(const std::string& entry) {
    constexpr int most_rounds = 100;  // as for sessions: one that was sent SIGKILL has no more children
    std::set<pid_t> sent;
    for (int round = 0; round < most_rounds; ++round) {
        bool found_new = false;
        for (const pid_t process : living_processes()) {
            const Descriptor handle = open_process(process);
            if (!handle || sent.contains(process) || !is_marked(process, entry)) continue;
            syscall(SYS_pidfd_send_signal, handle.get(), SIGKILL, nullptr, 0);
            sent.insert(process);
            found_new = true;
        }
        if (!found_new) return;
    }
}

void end_leftovers(const std::filesystem::path& work_directory) {
    end_marked(fmt::format("{}={}", work_directory_variable, work_directory.string()));
}

}  // namespace sweetspot::process
