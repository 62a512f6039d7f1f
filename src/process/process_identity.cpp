#include "process/process_identity.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <system_error>

#include "base/whole_text.hpp"

namespace sweetspot::process {
namespace {

std::string first_word(const std::string& path) {
    std::ifstream file(path);
    std::string word;
    file >> word;
    return word;
}

std::string host() {
    char name[256] = {};
    if (gethostname(name, sizeof name - 1) != 0 || name[0] == '\0') return "unknown";
    return name;
}

/// Ticks from boot to the start of the process; empty if only what has to be waited for is left of one. Nothing if it
/// cannot be read: there is no such process, or it is another user's and /proc hides it (hidepid).
std::optional<std::string> start_time(const std::string& pid) {
    std::ifstream file("/proc/" + pid + "/stat");
    const std::string text = whole_text(file);
    // The second field, the name in brackets, may hold anything; the state is the first after its last bracket.
    const auto bracket = text.rfind(')');
    if (bracket == std::string::npos) return std::nullopt;
    std::istringstream rest(text.substr(bracket + 1));
    std::string field;
    rest >> field;
    if (field == "Z" || field == "X") return "";
    constexpr int fields_between = 19;  // the state is field 3, the start time field 22
    for (int i = 0; i < fields_between; ++i) rest >> field;
    return field;
}

/// Made once for each process: a fork of this one is another.
class OfProcess {
  public:
    explicit OfProcess(std::string (*make)()) : make_(make) {}

    [[nodiscard]] const std::string& text() {
        const std::lock_guard lock(mutex_);
        std::string& text = texts_[getpid()];
        if (text.empty()) text = make_();
        return text;
    }

  private:
    std::string (*make_)();
    std::mutex mutex_;
    std::map<pid_t, std::string> texts_;
};

struct Identity {
    std::string host, boot, pid, start;
    std::string numbers = {};  ///< whose numbers of processes they are, of a shared identity
};

Identity parsed(const std::string& text) {
    Identity identity;
    std::istringstream words(text);
    words >> identity.host >> identity.boot >> identity.pid >> identity.start >> identity.numbers;
    return identity;
}

std::string boot() {
    return first_word("/proc/sys/kernel/random/boot_id");
}

/// Whether a process of this machine that had this number and start time is gone.
bool is_gone(const std::string& pid, const std::string& start) {
    if (const auto now = start_time(pid)) return now->empty() || *now != start;
    pid_t number = 0;
    const auto [end, error] = std::from_chars(pid.data(), pid.data() + pid.size(), number);
    const bool is_number = error == std::errc() && end == pid.data() + pid.size() && number > 0;
    return !is_number || (kill(number, 0) != 0 && errno == ESRCH);
}

/// Each container counts its processes anew.
std::string number_space() {
    std::error_code unknown;
    return std::filesystem::read_symlink("/proc/self/ns/pid", unknown).string();
}

}  // namespace

const std::string& own_identity() {
    static OfProcess identity([] {
        const std::string pid = std::to_string(getpid());
        return fmt::format("{} {} {} {}", host(), boot(), pid, start_time(pid).value_or(""));
    });
    return identity.text();
}

bool is_of_this_machine(const std::string& identity) {
    return parsed(identity).host == host();
}

bool may_be_alive(const std::string& text) {
    const Identity identity = parsed(text);
    if (identity.host != host()) return true;
    if (identity.boot != boot()) return false;
    return !identity.start.empty() && !is_gone(identity.pid, identity.start);
}

const std::string& own_machine() {
    static const std::string machine = fmt::format("{} {} ", host(), boot());
    return machine;
}

const std::string& own_shared_identity() {
    static OfProcess identity([] { return fmt::format("{} {}", own_identity(), number_space()); });
    return identity.text();
}

bool is_known_to_be_gone(const std::string& shared_identity) {
    const Identity own = parsed(own_shared_identity());
    const Identity other = parsed(shared_identity);
    const bool is_near = other.host == own.host && other.boot == own.boot && other.numbers == own.numbers;
    return is_near && !other.numbers.empty() && !other.pid.empty() && is_gone(other.pid, other.start);
}

const std::string& own_name() {
    static OfProcess name([] { return name_of(own_identity()); });
    return name.text();
}

std::string name_of(const std::string& text) {
    const Identity identity = parsed(text);
    return identity.pid.empty() ? "" : fmt::format("{}, process {}", identity.host, identity.pid);
}

}  // namespace sweetspot::process
