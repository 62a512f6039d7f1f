// The processes of this machine, by what /proc tells of them.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace sweetspot::support {

/// Those whose file of this name ("cmdline", "environ") holds what is looked for. One that ends meanwhile has none: an
/// iterator over the file's buffer would throw, this does not.
inline std::vector<pid_t> processes_whose(const std::string& file,
                                          const std::function<bool(const std::string&)>& holds) {
    std::vector<pid_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const std::ifstream stream(entry.path() / file, std::ios::binary);
        std::ostringstream text;
        text << stream.rdbuf();
        if (holds(text.str())) found.push_back(std::stoi(name));
    }
    return found;
}

}  // namespace sweetspot::support
