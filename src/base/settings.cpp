#include "sweetspot/base/family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/check.hpp"

namespace sweetspot {
namespace {

std::string range_of(const Setting& setting) {
    const bool above = setting.at_least == Setting::End::excluded;
    const bool below = setting.at_most == Setting::End::excluded;
    const bool has_least = std::isfinite(setting.least);
    const bool has_most = std::isfinite(setting.most);
    if (has_least && has_most && !above && !below) return fmt::format(" from {} to {}", setting.least, setting.most);
    if (has_least && has_most && above && below) return fmt::format(" between {} and {}", setting.least, setting.most);
    std::string text;
    if (has_least) text = fmt::format(" {} {}", above ? "above" : "of at least", setting.least);
    if (has_most && has_least) text += fmt::format(" and {} {}", below ? "below" : "at most", setting.most);
    if (has_most && !has_least) text = fmt::format(" {} {}", below ? "below" : "of at most", setting.most);
    return text;
}

bool in_range(const Setting& setting, double value) {
    const bool above = setting.at_least == Setting::End::excluded ? value > setting.least : value >= setting.least;
    const bool below = setting.at_most == Setting::End::excluded ? value < setting.most : value <= setting.most;
    return std::isfinite(value) && above && below;
}

/// Some languages write every number with a point: 1.0 is whole, as far as doubles can count.
std::optional<std::int64_t> as_whole(double value) {
    constexpr double countable = 9007199254740992.0;
    if (std::abs(value) > countable || value != std::floor(value)) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

}  // namespace

std::string to_string(const SettingValue& value) {
    if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    return fmt::format("\"{}\"", std::get<std::string>(value));
}

std::string Setting::allowed() const {
    switch (kind) {
        case Kind::number:
            return "a number" + range_of(*this);
        case Kind::whole:
            return "a whole number" + range_of(*this);
        case Kind::flag:
            return "true or false";
        case Kind::word:
            break;
    }
    return fmt::format("one of {}", fmt::join(words, ", "));
}

std::string Setting::shown_standard() const {
    if (required) return "must be given";
    return standard ? to_string(*standard) : otherwise;
}

SettingValue Setting::checked(const SettingValue& value) const {
    const auto refuse = [&]() -> SettingValue {
        throw std::invalid_argument(fmt::format("it is {}; it must be {}", to_string(value), allowed()));
    };
    const auto* number = std::get_if<double>(&value);
    const auto* count = std::get_if<std::int64_t>(&value);
    switch (kind) {
        case Kind::number: {
            if (number == nullptr && count == nullptr) return refuse();
            const double given = number != nullptr ? *number : static_cast<double>(*count);
            return in_range(*this, given) ? SettingValue(given) : refuse();
        }
        case Kind::whole: {
            std::optional<std::int64_t> given;
            if (count != nullptr) given = *count;
            if (number != nullptr) given = as_whole(*number);
            return given && in_range(*this, static_cast<double>(*given)) ? SettingValue(*given) : refuse();
        }
        case Kind::flag:
            return std::holds_alternative<bool>(value) ? value : refuse();
        case Kind::word:
            break;
    }
    const auto* word = std::get_if<std::string>(&value);
    if (word == nullptr) return refuse();
    if (std::find(words.begin(), words.end(), *word) == words.end()) {
        throw std::invalid_argument(unknown_name(name, *word, words));
    }
    return value;
}

Settings complete(const Settings& given, const std::vector<Setting>& known, std::string_view whose) {
    std::vector<std::string> names;
    Settings result;
    for (const Setting& setting : known) {
        names.push_back(setting.name);
        const auto found = given.values().find(setting.name);
        if (found == given.values().end()) {
            require(!setting.required, "{}: {} is missing; give {}", whose, setting.name, setting.allowed());
            if (setting.standard) result.set(setting.name, *setting.standard);
            continue;
        }
        try {
            result.set(setting.name, setting.checked(found->second));
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(fmt::format("{}: {}: {}", whose, setting.name, error.what()));
        }
    }
    for (const auto& [name, value] : given.values()) {
        if (result.has(name)) continue;
        require(!names.empty(), "{} has no settings, and \"{}\" was given; remove it", whose, name);
        throw std::invalid_argument(fmt::format("{}: {}", whose, unknown_name("setting", name, names)));
    }
    return result;
}

std::string to_string(const Choice& choice) {
    std::string text = choice.name;
    for (const auto& [name, value] : choice.settings.values()) {
        const auto* word = std::get_if<std::string>(&value);
        text += fmt::format(", {} {}", name, word != nullptr ? *word : to_string(value));
    }
    return text;
}

}  // namespace sweetspot
