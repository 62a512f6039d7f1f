#include "process/session.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace sweetspot::process {
namespace {

/// /proc/<pid>/stat is "pid (name) state parent group session …"; the name may hold blanks and parentheses.
bool is_living_member(pid_t process, pid_t session) {
    const Descriptor file(open(("/proc/" + std::to_string(process) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return false;
    std::array<char, 256> buffer;  // the name is at most 64 bytes, so the four fields are within reach
    const ssize_t length = read(file.get(), buffer.data(), buffer.size() - 1);
    if (length <= 0) return false;
    buffer[static_cast<std::size_t>(length)] = '\0';
    const std::string_view text(buffer.data(), static_cast<std::size_t>(length));
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string_view::npos) return false;
    char state = 0;
    int parent = 0, group = 0, its_session = 0;
    if (std::sscanf(buffer.data() + name_end + 1, " %c %d %d %d", &state, &parent, &group, &its_session) != 4)
        return false;
    return its_session == session && state != 'Z' && state != 'X';
}

/// Through a descriptor and a second look, so that a number that is used anew meanwhile meets no stranger.
void end_member(pid_t process, pid_t session) {
    const Descriptor handle = open_process(process);
    if (handle && is_living_member(process, session)) syscall(SYS_pidfd_send_signal, handle.get(), SIGKILL, nullptr, 0);
}

struct CloseFolder {
    void operator()(DIR* folder) const { closedir(folder); }
};

}  // namespace

Descriptor open_process(pid_t process) {
    // The system call itself: <sys/pidfd.h> of glibc 2.36 lacks the linkage C++ needs.
    return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
}

std::vector<pid_t> living_processes() {
    std::vector<pid_t> processes;
    const std::unique_ptr<DIR, CloseFolder> folder(opendir("/proc"));
    if (!folder) return processes;
    while (const dirent* entry = readdir(folder.get())) {
        const auto process = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
        if (process > 0) processes.push_back(process);
    }
    return processes;
}

std::vector<pid_t> living_members(pid_t session) {
    std::vector<pid_t> members = living_processes();
    std::erase_if(members, [&](pid_t process) { return !is_living_member(process, session); });
    return members;
}

void end_session(pid_t session) {
    kill(-session, SIGKILL);  // the leader's group at one stroke; the rest one by one
    // A process that has been sent SIGKILL has no more children, so that rounds in which somebody new is found come to
    // an end; the limit is for a program that forks faster than we read.
    constexpr int most_rounds = 100;
    std::set<pid_t> sent;
    for (int round = 0; round < most_rounds; ++round) {
        bool found_new = false;
        for (const pid_t process : living_members(session)) {
            if (!sent.insert(process).second) continue;
            end_member(process, session);
            found_new = true;
        }
        if (!found_new) return;
    }
}

}  // namespace sweetspot::process
