#include "process/arguments.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/check.hpp"
#include "process/excerpt.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot::process {
namespace {

namespace fs = std::filesystem;

const std::array<std::string, 5> known = {"params", "results", "number", "workdir", "folder"};

/// Calls `plain` with text outside braces and `braced` with what stands in a pair of braces without braces inside.
template <class Plain, class Braced>
void walk(std::string_view argument, const Plain& plain, const Braced& braced) {
    while (!argument.empty()) {
        const std::size_t open = argument.find('{');
        const std::size_t close = open == std::string_view::npos ? open : argument.find_first_of("{}", open + 1);
        if (close == std::string_view::npos) return plain(argument);
        plain(argument.substr(0, open));
        if (argument[close] == '}') {
            braced(argument.substr(open + 1, close - open - 1));
            argument.remove_prefix(close + 1);
        } else {
            plain(argument.substr(open, close - open));
            argument.remove_prefix(close);
        }
    }
}

constexpr auto nothing = [](std::string_view) {};

bool is_program(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

void check_command(const std::vector<std::string>& command) {
    require(!command.empty() && !command[0].empty(),
            "it names no program; give a list like [\"./simulate\", \"{{params}}\", \"{{results}}\"]");
    for (const std::string& argument : command) {
        require(argument.find('\0') == std::string::npos, "\"{}\" holds a zero byte, which no argument can",
                excerpt(argument));
        walk(argument, nothing, [&](std::string_view name) {
            if (std::ranges::find(known, name) != known.end()) return;
            const std::string meant = closest_name(name, known);
            require(meant.empty(), "unknown placeholder {{{}}} in \"{}\"; did you mean {{{}}}?", name, argument, meant);
        });
    }
}

bool uses(const std::vector<std::string>& command, std::string_view placeholder) {
    bool found = false;
    for (const std::string& argument : command) {
        walk(argument, nothing, [&](std::string_view name) { found = found || name == placeholder; });
    }
    return found;
}

std::string filled_in(std::string_view argument, const Placeholders& placeholders) {
    std::string result;
    walk(
        argument, [&](std::string_view text) { result += text; },
        [&](std::string_view name) {
            const auto found = std::ranges::find(placeholders, name, &Placeholders::value_type::first);
            result += found != placeholders.end() ? found->second : fmt::format("{{{}}}", name);
        });
    return result;
}

fs::path find_program(const std::string& name, const fs::path& folder) {
    if (name.find('/') != std::string::npos) {
        // Without a leading "./", so that sentences show the path as people write it.
        return fs::absolute(folder / (name.starts_with("./") ? name.substr(2) : name));
    }
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
    while (true) {
        const std::size_t colon = rest.find(':');
        // An empty entry means the current folder; ours, since the child's is a new and empty one.
        fs::path candidate = fs::absolute(fs::path(rest.substr(0, colon)) / name);
        if (is_program(candidate)) return candidate;
        if (colon == std::string_view::npos) return {};
        rest.remove_prefix(colon + 1);
    }
}

std::string not_in_path(const std::string& name) {
    return fmt::format("no program \"{}\" in PATH; install it, or write ./{} if it is beside the study file", name,
                       name);
}

std::string why_not_run(const fs::path& program, int code) {
    std::error_code ignored;
    const std::string path = program.string();
    if (code == ENOENT && fs::exists(program, ignored)) {
        return fmt::format(
            "{} cannot be run: the interpreter named after #! in its first line does not exist (a line that "
            "ends as in Windows does that too)",
            path);
    }
    if (code == ENOENT || code == ENOTDIR) {
        return fmt::format("{} does not exist; a path in the command is relative to the study file's folder", path);
    }
    if (code == EACCES && fs::is_directory(program, ignored)) return fmt::format("{} is a folder, not a program", path);
    if (code == EACCES)
        return fmt::format("{} may not be run; allow it by chmod +x, on a drive mounted without noexec", path);
    if (code == ENOEXEC) return fmt::format("{} is not a program; a script begins with a line like #!/bin/sh", path);
    return fmt::format("{} cannot be run: {}", path, std::strerror(code));
}

}  // namespace sweetspot::process
