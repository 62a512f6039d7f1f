// A member of a family with its settings as one writes them on a command line or in an address: "quantile,q=0.99".
#pragma once

#include <string>

#include "base/check.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {

/// A number where it reads as one, otherwise the word itself.
[[nodiscard]] SettingValue setting_from(const std::string& text);

/// `where` (e.g. --measure) begins the sentence that refuses a setting without a value. Whether the settings are those
/// of the member is checked when it is made.
template <class Members>
[[nodiscard]] Choice choice_from(const std::string& text, const std::string& where, const Members& family) {
    std::size_t end = std::min(text.find(','), text.size());
    const auto& member = family.named(text.substr(0, end));
    Choice choice{member.name};
    while (end < text.size()) {
        const std::size_t begin = end + 1;
        end = std::min(text.find(',', begin), text.size());
        const std::string item = text.substr(begin, end - begin);
        const std::size_t equals = item.find('=');
        require(equals != std::string::npos,
                "{}: \"{}\" has no \"=\"; give a setting of {} with its value, e.g. \"quantile,q=0.99\"", where, item,
                member.name);
        choice.settings.set(item.substr(0, equals), setting_from(item.substr(equals + 1)));
    }
    return choice;
}

/// The same as it is read: "quantile,q=0.99".
[[nodiscard]] std::string choice_text(const Choice& choice);

}  // namespace sweetspot
