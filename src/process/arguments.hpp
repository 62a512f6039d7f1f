// The command as it is written in the study file, made into what is run: placeholders filled in, the program found.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sweetspot::process {

/// Names without braces, with what they stand for.
using Placeholders = std::vector<std::pair<std::string_view, std::string>>;

/// Refuses a command that no machine could run, and a placeholder that looks like a slip of a known one, e.g. {parms};
/// other braces are the command's own affair.
void check_command(const std::vector<std::string>& command);

[[nodiscard]] bool uses(const std::vector<std::string>& command, std::string_view placeholder);

/// Every placeholder replaced, once and from left to right: what is filled in is not searched again.
[[nodiscard]] std::string filled_in(std::string_view argument, const Placeholders& placeholders);

/// The absolute path of a program: of a name with a slash relative to `folder`, of one without by PATH; empty if PATH
/// does not lead to one.
[[nodiscard]] std::filesystem::path find_program(const std::string& name, const std::filesystem::path& folder);

/// The sentence for a name that is not there.
[[nodiscard]] std::string not_in_path(const std::string& name);

/// Why the program cannot be run, by the errno of execve, and what to do.
[[nodiscard]] std::string why_not_run(const std::filesystem::path& program, int code);

}  // namespace sweetspot::process
