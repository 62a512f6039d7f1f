#include "process/usage.hpp"

#include <fmt/format.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/whole_text.hpp"
#include "process/leftovers.hpp"
#include "process/session.hpp"

namespace sweetspot::process {
namespace {

struct Seen {
    pid_t session = 0;
    std::string work_directory;  ///< empty: it does not say
    Usage usage;
};

std::string content_of(pid_t process, const char* file) {
    std::ifstream in("/proc/" + std::to_string(process) + "/" + file, std::ios::binary);
    return whole_text(in);
}

/// The first that is there is the one that counts, as for getenv().
std::string work_directory_in(std::string_view environment) {
    const std::string name = fmt::format("{}=", work_directory_variable);
    while (!environment.empty()) {
        const std::string_view entry = environment.substr(0, environment.find('\0'));
        if (entry.starts_with(name)) return std::string(entry.substr(name.size()));
        environment.remove_prefix(std::min(entry.size() + 1, environment.size()));
    }
    return "";
}

/// Nothing of a process that has ended.
std::optional<Seen> look_at(pid_t process) {
    const std::string stat = content_of(process, "stat");
    const auto bracket = stat.rfind(')');  // of the name, which may hold anything
    if (bracket == std::string::npos) return std::nullopt;
    std::istringstream rest(stat.substr(bracket + 1));
    constexpr std::size_t last_field = 24;
    std::vector<std::string> fields(3);  // counted as in proc(5), from 1; the state is the third
    for (std::string field; fields.size() <= last_field && rest >> field;) fields.push_back(field);
    if (fields.size() <= last_field || fields[3] == "Z" || fields[3] == "X") return std::nullopt;
    const double ticks = std::stod(fields[14]) + std::stod(fields[15]) + std::stod(fields[16]) + std::stod(fields[17]);
    const auto per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
    const auto page = static_cast<double>(sysconf(_SC_PAGESIZE));
    return Seen{.session = static_cast<pid_t>(std::stol(fields[6])),
                .work_directory = work_directory_in(content_of(process, "environ")),
                .usage = {1, ticks / per_second, page * std::stod(fields[last_field])}};
}

}  // namespace

Usage& Usage::operator+=(const Usage& other) {
    processes += other.processes;
    cpu_seconds += other.cpu_seconds;
    memory += other.memory;
    return *this;
}

std::map<std::string, Usage> usage_by_work_directory() {
    std::vector<Seen> all;
    std::map<pid_t, std::string> of_session;
    for (const pid_t process : living_processes()) {
        const auto seen = look_at(process);
        if (!seen) continue;
        all.push_back(*seen);
        if (!seen->work_directory.empty()) of_session.try_emplace(seen->session, seen->work_directory);
    }
    std::map<std::string, Usage> result;
    for (const Seen& seen : all) {
        const auto found = of_session.find(seen.session);
        if (!seen.work_directory.empty()) {
            result[seen.work_directory] += seen.usage;
        } else if (found != of_session.end()) {
            result[found->second] += seen.usage;
        }
    }
    return result;
}

}  // namespace sweetspot::process
