// Mistakes on the command line as one sentence each.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sweetspot::app {

/// What a subcommand does once the whole command line is understood.
struct Command {
    const CLI::App* app;
    std::function<void()> run;
};

inline constexpr int most_threads = 1024;

/// Accepts the known names only.
[[nodiscard]] CLI::Validator one_of(std::string what, std::vector<std::string> known);
/// Accepts whole numbers from `least` to `most`.
[[nodiscard]] CLI::Validator whole_number(int least, int most);

/// A whole number from 0 to 2^64 - 1, as seeds and instances are; `option` begins the sentence that refuses another.
[[nodiscard]] std::uint64_t read_unsigned(const std::string& option, const std::string& given);

/// What was wrong with the command line that `app` could not parse, beginning with the command.
[[nodiscard]] std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error);

}  // namespace sweetspot::app
