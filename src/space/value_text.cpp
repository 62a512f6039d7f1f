#include "space/value_text.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "base/number_text.hpp"
#include "space/confusion_text.hpp"

namespace sweetspot {

std::string value_text(const Parameter& parameter, double value, int digits) {
    if (parameter.is_choice()) return choice_at(parameter, value);
    return digits == 0 ? fmt::format("{}", value) : number_text(value, digits);
}

std::string range_text(const Parameter& parameter, double from, double to, int digits) {
    if (parameter.is_choice()) return choice_at(parameter, from) + or_another_text(parameter, from);
    return fmt::format("{} … {}", value_text(parameter, from, digits), value_text(parameter, to, digits));
}

double choice_named_at(const std::string& where, const Parameter& parameter, std::string_view name) {
    try {
        return choice_named(parameter, name);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("{}: {}", where, error.what()));
    }
}

}  // namespace sweetspot
