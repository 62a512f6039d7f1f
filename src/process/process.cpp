// Between fork() and exec() the child may only make system calls: other threads of ours may have held a lock (of the
// allocator, say) when the copy was made. All that needs memory is therefore prepared before.
#include "process/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "base/check.hpp"
#include "process/session.hpp"
#include "process/signals_blocked.hpp"

namespace sweetspot::process {
namespace {

[[noreturn]] void fail(std::string_view what, int code) {
    throw std::runtime_error(fmt::format("cannot {}: {}", what, std::strerror(code)));
}

/// A descriptor of ours may have a number of a standard stream, if we were started with one closed; the child could not
/// then move it to its place.
Descriptor above_standard_streams(Descriptor given) {
    if (given.get() > STDERR_FILENO) return given;
    Descriptor moved(fcntl(given.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!moved) fail("open one more file", errno);
    return moved;
}

Descriptor open_stream(const std::filesystem::path& path, int flags) {
    Descriptor file(open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, 0666));
    if (!file) fail(fmt::format("open {}", path.string()), errno);
    return above_standard_streams(std::move(file));
}

struct Pipe {
    Descriptor read_end;
    Descriptor write_end;

    Pipe() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) fail("open a pipe", errno);
        read_end = Descriptor(ends[0]);
        write_end = Descriptor(ends[1]);
        read_end = above_standard_streams(std::move(read_end));
        write_end = above_standard_streams(std::move(write_end));
    }
};

/// Limits of this program, narrowed: none is above what it may itself use, so that setting them cannot fail.
struct NarrowedLimits {
    int nice = 0;
    rlimit memory = {};
    rlimit cpu_time = {};

    explicit NarrowedLimits(const ProcessLimits& wanted) {
        constexpr int most_nice = 19;
        nice = std::min(most_nice, getpriority(PRIO_PROCESS, 0) + wanted.nice);
        getrlimit(RLIMIT_AS, &memory);
        if (wanted.memory) memory.rlim_cur = memory.rlim_max = narrowed(*wanted.memory, memory.rlim_max);
        getrlimit(RLIMIT_CPU, &cpu_time);
        if (wanted.cpu_time) {
            constexpr double grace = 5;  // seconds, to tidy up after SIGXCPU
            cpu_time.rlim_cur = narrowed(*wanted.cpu_time, cpu_time.rlim_max);
            cpu_time.rlim_max = narrowed(*wanted.cpu_time + grace, cpu_time.rlim_max);
        }
    }

  private:
    static rlim_t narrowed(double wanted, rlim_t most) {
        constexpr double beyond_any = 0x1p62;
        return wanted >= beyond_any ? most : std::min(static_cast<rlim_t>(std::ceil(wanted)), most);
    }
};

/// What the child needs, as plain pointers and numbers.
struct ChildPlan {
    const char* program;
    char* const* arguments;
    char* const* environment;
    const char* folder;
    int in, out, err, report;
    pid_t parent;
    NarrowedLimits limits;
};

void reset_signals() {
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number) sigaction(number, &standard, nullptr);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Becomes the program, or reports the errno of why not. System calls only.
[[noreturn]] void become(const ChildPlan& plan) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan.parent) _exit(127);  // the parent ended before it could be noticed
    reset_signals();
    const bool ready = chdir(plan.folder) == 0 && dup2(plan.in, STDIN_FILENO) >= 0 &&
                       dup2(plan.out, STDOUT_FILENO) >= 0 && dup2(plan.err, STDERR_FILENO) >= 0;
    if (ready) {
        setpriority(PRIO_PROCESS, 0, plan.limits.nice);
        setrlimit(RLIMIT_AS, &plan.limits.memory);
        setrlimit(RLIMIT_CPU, &plan.limits.cpu_time);
        // Ours close themselves; this is for those we were given by who started us.
        close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
        execve(plan.program, plan.arguments, plan.environment);
    }
    const int code = errno;
    static_cast<void>(!write(plan.report, &code, sizeof code));
    _exit(127);
}

/// The errno reported by a child that could not become the program; 0 once it has (the pipe then closes itself).
int reported_code(const Descriptor& read_end) {
    int code = 0;
    ssize_t got = 0;
    do {
        got = read(read_end.get(), &code, sizeof code);
    } while (got < 0 && errno == EINTR);
    return got == sizeof code ? code : 0;
}

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// The kernel counts a child's peak from before it became its program, when it was a copy of us; so a peak that is not
/// above our own says nothing.
double peak_memory_of(const rusage& used) {
    rusage own = {};
    getrusage(RUSAGE_SELF, &own);
    constexpr double kilobyte = 1024;
    return used.ru_maxrss > own.ru_maxrss ? kilobyte * static_cast<double>(used.ru_maxrss) : 0;
}

ProcessEnd wait_for(pid_t process) {
    int status = 0;
    rusage used = {};
    while (wait4(process, &status, 0, &used) < 0) {
        if (errno != EINTR) fail(fmt::format("learn how process {} ended", process), errno);
    }
    return {status, seconds_of(used.ru_utime) + seconds_of(used.ru_stime), peak_memory_of(used)};
}

/// As exec wants them: ended by a null.
std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

bool is_readable(int descriptor, int milliseconds) {
    pollfd entry = {descriptor, POLLIN, 0};
    return poll(&entry, 1, milliseconds) > 0;
}

}  // namespace

Process::Process(const ProcessPlan& plan) {
    const Descriptor in = open_stream(plan.in, O_RDONLY);
    // Appending: a child that opens /dev/stdout anew does not overwrite what is there.
    const Descriptor out = open_stream(plan.out, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
    const Descriptor err = open_stream(plan.err, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
    Pipe report;
    std::vector<std::string> words = plan.arguments;
    const std::vector<char*> arguments = pointers(words);
    std::vector<std::string> variables = plan.environment;
    for (char** inherited = environ; *inherited != nullptr; ++inherited) {
        const std::string_view variable = *inherited;
        const bool is_withheld =
            std::ranges::any_of(plan.withheld, [&](const std::string& name) { return variable.starts_with(name); });
        if (!is_withheld) variables.emplace_back(variable);
    }
    const std::vector<char*> environment = pointers(variables);
    const ChildPlan child = {plan.program.c_str(),
                             arguments.data(),
                             environment.data(),
                             plan.folder.c_str(),
                             in.get(),
                             out.get(),
                             err.get(),
                             report.write_end.get(),
                             getpid(),
                             NarrowedLimits(plan.limits)};
    {
        const SignalsBlocked blocked;
        process_ = fork();
        if (process_ == 0) become(child);
    }
    if (process_ < 0) fail("start one more process", errno);
    report.write_end.close();
    const int code = reported_code(report.read_end);
    if (code != 0) {
        wait_for(process_);
        throw CouldNotRun{code};
    }
    handle_ = open_process(process_);
    if (!handle_) {
        const int reason = errno;
        end_session(process_);
        wait_for(process_);
        fail("watch a process", reason);
    }
}

Process::~Process() {
    if (process_ <= 0) return;
    end_session(process_);
    // Only a process that hangs inside the kernel (a dead network drive) takes longer; it is left to the kernel.
    constexpr int patience = 5000;  // milliseconds
    if (is_readable(handle_.get(), patience)) waitpid(process_, nullptr, WNOHANG);
}

bool Process::has_ended() const {
    return is_readable(handle_.get(), 0);
}

bool Process::session_lives() const {
    return !living_members(process_).empty();
}

void Process::ask_to_end() const {
    kill(-process_, SIGTERM);
    kill(-process_, SIGCONT);
}

void Process::end_by_force() const {
    end_session(process_);
}

ProcessEnd Process::finish() {
    end_session(process_);
    return wait_for(std::exchange(process_, 0));
}

}  // namespace sweetspot::process
