#include "base/choice_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>
#include <variant>

namespace sweetspot {

SettingValue setting_from(const std::string& text) {
    double number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && rest == text.data() + text.size()) return number;
    return text;
}

std::string choice_text(const Choice& choice) {
    std::string text = choice.name;
    for (const auto& setting : choice.settings.values()) {
        text += std::visit([&](const auto& v) { return fmt::format(",{}={}", setting.first, v); }, setting.second);
    }
    return text;
}

}  // namespace sweetspot
