#include "apps/sweetspot/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sweetspot/base/family.hpp"

namespace sweetspot::app {
namespace {

using Names = std::vector<std::string>;

Names command_names(const CLI::App& app) {
    Names names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

Names option_names(const CLI::App& command) {
    Names names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

}  // namespace

CLI::Validator one_of(std::string what, Names known) {
    return {[what = std::move(what), known = std::move(known)](std::string& given) -> std::string {
                if (std::find(known.begin(), known.end(), given) != known.end()) return {};
                return unknown_name(what, given, known);
            },
            ""};
}

CLI::Validator whole_number(int least, int most) {
    return {[least, most](std::string& given) -> std::string {
                int value = 0;
                const char* end = given.data() + given.size();
                const auto [rest, error] = std::from_chars(given.data(), end, value);
                if (error == std::errc() && rest == end && value >= least && value <= most) return {};
                return fmt::format("{} was given; it must be a whole number from {} to {}", given, least, most);
            },
            ""};
}

std::uint64_t read_unsigned(const std::string& option, const std::string& given) {
    std::uint64_t value = 0;
    const char* end = given.data() + given.size();
    const auto [rest, error] = std::from_chars(given.data(), end, value);
    if (error == std::errc() && rest == end) return value;
    throw CLI::ValidationError(option,
                               fmt::format("{} was given; it must be a whole number from 0 to 2^64 - 1", given));
}

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error) {
    std::string place = app.get_name();
    const CLI::App* deepest = &app;
    while (!deepest->get_subcommands().empty()) {
        deepest = deepest->get_subcommands().front();
        place += " " + deepest->get_name();
    }
    const CLI::App& command = *deepest;
    const Names commands = command_names(command);
    const Names unexpected = app.remaining(true);
    if (unexpected.empty() && !commands.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
        return fmt::format("{}: no command was given; use one of {}, or --help", place, fmt::join(commands, ", "));
    }
    if (unexpected.empty()) return fmt::format("{}: {}", place, error.what());
    const std::string& first = unexpected.front();
    if (first.starts_with('-')) {
        const std::string option = first.substr(0, first.find('='));
        return fmt::format("{}: {}", place, unknown_name("option", option, option_names(command)));
    }
    if (!commands.empty()) return fmt::format("{}: {}", place, unknown_name("command", first, commands));
    return fmt::format("{}: \"{}\" is one argument too many; see {} --help", place, first, place);
}

}  // namespace sweetspot::app
