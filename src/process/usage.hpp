// What the evaluations that run on this machine hold of it at this moment, by the kernel's list in /proc.
#pragma once

#include <map>
#include <string>

namespace sweetspot::process {

struct Usage {
    int processes = 0;
    double cpu_seconds = 0;  ///< of the living ones, and of their children that have ended
    double memory = 0;       ///< resident bytes; what two of them share counts twice

    Usage& operator+=(const Usage& other);
    friend bool operator==(const Usage&, const Usage&) = default;
};

/// By the work directory that the evaluation's processes have in their environment (see leftovers.hpp); processes of
/// the same session that took it out count as well. Those of other users are not seen, unless this program is root's.
[[nodiscard]] std::map<std::string, Usage> usage_by_work_directory();

}  // namespace sweetspot::process
