#include "process/guardian.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <set>
#include <stdexcept>

#include "base/check.hpp"
#include "process/leftovers.hpp"
#include "process/process_identity.hpp"
#include "process/session.hpp"
#include "process/signals_blocked.hpp"

namespace sweetspot::process {
namespace {

constexpr pid_t goodbye = 0;
constexpr int line_number = STDERR_FILENO + 1;

std::runtime_error no_guardian(int code) {
    return std::runtime_error(
        fmt::format("cannot start one more process, which looks after the others: {}", std::strerror(code)));
}

/// Another one for each guardian of this process.
std::string new_mark() {
    static std::atomic<int> count = 0;
    return fmt::format("SWEETSPOT_RUNNER={} {}", own_identity(), ++count);
}

/// Nothing of ours stays open but the line: who reads what we print would otherwise wait for the guardian as well.
void let_go_of_all_but(int line) {
    const int kept = fcntl(line, F_DUPFD, line_number + 1);
    const int null = open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null, stream);
    dup2(kept, line_number);
    close_range(line_number + 1, ~0U, 0);
    static_cast<void>(!chdir("/"));
}

/// The guardian's life. It has a session of its own, so that nothing from the terminal reaches it, and blocks signals.
[[noreturn]] void guard(int line, const std::string& mark) {
    setsid();
    prctl(PR_SET_NAME, "sweetspot-guard");
    let_go_of_all_but(line);
    std::set<pid_t> sessions;
    while (true) {
        pid_t word = 0;
        const ssize_t got = recv(line_number, &word, sizeof word, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got != sizeof word) break;  // the other end is gone
        if (word == goodbye) _exit(0);
        if (word > 0) {
            sessions.insert(word);
        } else {
            sessions.erase(-word);
        }
    }
    for (const pid_t session : sessions) {
        if (!living_members(session).empty()) end_session(session);
    }
    end_marked(mark);
    _exit(0);
}

}  // namespace

Guardian::Guardian() : mark_(new_mark()) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) throw no_guardian(errno);
    const Descriptor ours(ends[0]);
    const Descriptor theirs(ends[1]);
    // Not where a standard stream would be, if we were started with one closed.
    line_ = Descriptor(fcntl(ours.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!line_) throw no_guardian(errno);
    const SignalsBlocked blocked;
    const pid_t between = fork();
    if (between == 0) {
        // A grandchild, so that it is nobody's child here whom somebody might wait for.
        const pid_t guardian = fork();
        if (guardian == 0) guard(theirs.get(), mark_);
        _exit(guardian < 0 ? 1 : 0);
    }
    if (between < 0) throw no_guardian(errno);
    int status = 0;
    while (waitpid(between, &status, 0) < 0 && errno == EINTR) {
    }
    if (status != 0) throw no_guardian(EAGAIN);
}

Guardian::~Guardian() {
    say(goodbye);
}

void Guardian::say(pid_t word) const {
    // One that was itself ended hears nothing, and nothing else is the worse for it.
    static_cast<void>(send(line_.get(), &word, sizeof word, MSG_NOSIGNAL));
}

}  // namespace sweetspot::process
