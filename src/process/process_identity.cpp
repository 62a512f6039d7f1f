#include "process/process_identity.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>

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

/// Ticks from boot to the start of the process; empty if there is no such process, or only what is left of one.
std::string start_time(const std::string& pid) {
    std::ifstream file("/proc/" + pid + "/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // The second field, the name in brackets, may hold anything; the state is the first after its last bracket.
    const auto bracket = text.rfind(')');
    if (bracket == std::string::npos) return {};
    std::istringstream rest(text.substr(bracket + 1));
    std::string field;
    rest >> field;
    if (field == "Z" || field == "X") return {};
    constexpr int fields_between = 19;  // the state is field 3, the start time field 22
    for (int i = 0; i < fields_between; ++i) rest >> field;
    return field;
}

struct Identity {
    std::string host, boot, pid, start;
};

Identity parsed(const std::string& text) {
    Identity identity;
    std::istringstream words(text);
    words >> identity.host >> identity.boot >> identity.pid >> identity.start;
    return identity;
}

std::string boot() {
    return first_word("/proc/sys/kernel/random/boot_id");
}

}  // namespace

const std::string& own_identity() {
    static const std::string identity = [] {
        const std::string pid = std::to_string(getpid());
        return fmt::format("{} {} {} {}", host(), boot(), pid, start_time(pid));
    }();
    return identity;
}

bool is_of_this_machine(const std::string& identity) {
    return parsed(identity).host == host();
}

bool may_be_alive(const std::string& text) {
    const Identity identity = parsed(text);
    if (identity.host != host()) return true;
    if (identity.boot != boot()) return false;
    return start_time(identity.pid) == identity.start && !identity.start.empty();
}

}  // namespace sweetspot::process
