#include "base/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace sweetspot {
namespace {

constexpr auto minus_sign = "−";
constexpr auto narrow_space = "\u202f";
constexpr auto hard_space = "\u00a0";
constexpr std::size_t ungrouped = 4;  // 4700, but 47 000
constexpr double least_plain = 1e-4;
constexpr double most_plain = 1e9;
constexpr int most_digits = 7;  // of a value whose interval is very narrow
constexpr double least_without_prefix = 1e-3;
constexpr double most_without_prefix = 1e5;

/// Where the first digit stands: 0 of 1 to 9.99…, after rounding to so many digits.
int first_place(double magnitude, int digits) {
    const std::string text = fmt::format("{:.{}e}", magnitude, std::max(0, digits - 1));
    return std::atoi(text.c_str() + text.find('e') + 1);
}

std::string grouped(const std::string& whole) {
    if (whole.size() <= ungrouped) return whole;
    std::string text;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (i > 0 && (whole.size() - i) % 3 == 0) text += narrow_space;
        text += whole[i];
    }
    return text;
}

std::string without_zeros(std::string text) {
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string superscript(int number) {
    constexpr std::array<const char*, 10> digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = number < 0 ? "⁻" : "";
    for (const char digit : std::to_string(std::abs(number))) text += digits[static_cast<std::size_t>(digit - '0')];
    return text;
}

/// "12 345.70" of digits with or without a point.
std::string with_groups(const std::string& plain) {
    const std::size_t point = std::min(plain.find('.'), plain.size());
    return grouped(plain.substr(0, point)) + plain.substr(point);
}

bool is_plain(double magnitude) {
    return magnitude == 0 || (magnitude >= least_plain && magnitude < most_plain);
}

std::string with_power(double magnitude, int digits) {
    const int place = first_place(magnitude, digits);
    // By way of the text: dividing by the power may itself overflow.
    const std::string text = fmt::format("{:.{}e}", magnitude, std::max(0, digits - 1));
    return fmt::format("{}×10{}", without_zeros(text.substr(0, text.find('e'))), superscript(place));
}

std::string unsigned_text(double magnitude, int digits) {
    if (!is_plain(magnitude)) return with_power(magnitude, digits);
    const int decimals = magnitude == 0 ? 0 : std::max(0, digits - 1 - first_place(magnitude, digits));
    return with_groups(without_zeros(fmt::format("{:.{}f}", magnitude, decimals)));
}

bool is_all_zeros(std::string_view text) {
    return text.find_first_not_of("0.") == std::string_view::npos;
}

/// The sign, but none of a zero.
std::string with_sign(double value, const std::string& text) {
    return (std::signbit(value) && !is_all_zeros(text) ? minus_sign : "") + text;
}

bool takes_prefix(std::string_view unit) {
    constexpr std::array<std::string_view, 17> known = {"m", "s", "A", "V",   "W",   "J", "N", "Pa", "Hz",
                                                        "F", "H", "Ω", "Ohm", "ohm", "T", "C", "g"};
    return std::ranges::find(known, unit) != known.end();
}

}  // namespace

std::string number_text(double value, int digits) {
    if (std::isnan(value)) return "unknown";
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    return with_sign(value, unsigned_text(std::abs(value), digits));
}

std::string number_text_within(double value, double uncertainty) {
    const double magnitude = std::abs(value);
    if (!(uncertainty > 0) || !std::isfinite(uncertainty) || !std::isfinite(value)) return number_text(value);
    const int last = first_place(uncertainty, 2) - 1;
    const int first = magnitude == 0 ? last : first_place(magnitude, most_digits);
    // Neither fewer digits than one nor more than anybody reads.
    const int digits = std::clamp(first - last + 1, 1, most_digits);
    const bool is_tiny = magnitude < least_plain && uncertainty < least_plain;
    if (is_tiny || magnitude >= most_plain) return number_text(value, digits);
    const int decimals = std::max(0, std::min(-last, most_digits - 1 - first));
    const double step = std::pow(10.0, last);
    const double rounded = last > 0 ? std::round(magnitude / step) * step : magnitude;
    return with_sign(value, with_groups(fmt::format("{:.{}f}", rounded, decimals)));
}

std::string interval_text(double lower, double upper) {
    const double half = (upper - lower) / 2;
    return number_text_within(lower, half) + " … " + number_text_within(upper, half);
}

std::string percent_text(double share, int digits) {
    return number_text(100 * share, digits) + hard_space + "%";
}

std::string with_unit(const std::string& number, std::string_view unit) {
    return unit.empty() ? number : fmt::format("{}{}{}", number, hard_space, unit);
}

std::string quantity_text(double value, std::string_view unit, int digits) {
    const double magnitude = std::abs(value);
    const bool awkward = magnitude != 0 && std::isfinite(value) &&
                         (magnitude < least_without_prefix || magnitude >= most_without_prefix);
    if (!awkward || !takes_prefix(unit)) return with_unit(number_text(value, digits), unit);
    constexpr std::array<std::pair<int, const char*>, 10> prefixes = {
        {{-15, "f"}, {-12, "p"}, {-9, "n"}, {-6, "µ"}, {-3, "m"}, {0, ""}, {3, "k"}, {6, "M"}, {9, "G"}, {12, "T"}}};
    const int place = first_place(magnitude, digits);
    auto chosen = prefixes.front();
    for (const auto& prefix : prefixes) {
        if (prefix.first <= place) chosen = prefix;
    }
    return with_unit(number_text(value * std::pow(10.0, -chosen.first), digits),
                     fmt::format("{}{}", chosen.second, unit));
}

}  // namespace sweetspot
