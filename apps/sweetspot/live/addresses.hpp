// Under which addresses a server can be opened in a browser.
#pragma once

#include <string>
#include <vector>

namespace sweetspot::app {

/// "http://192.168.1.7:8080/?token=…", one or more. A host that stands for every address of this machine ("0.0.0.0",
/// "::") is told as those that it has, others as they are given.
[[nodiscard]] std::vector<std::string> addresses_of(const std::string& host, int port, const std::string& token);

/// It is reached from this machine alone.
[[nodiscard]] bool is_this_machine(const std::string& host);

}  // namespace sweetspot::app
