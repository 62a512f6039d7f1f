#include "base/byte_text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "base/check.hpp"
#include "base/number_text.hpp"
#include "base/trimmed.hpp"

namespace sweetspot {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 9> byte_units = {{{"TiB", 0x1p40},
                                                                            {"GiB", 0x1p30},
                                                                            {"MiB", 0x1p20},
                                                                            {"KiB", 0x1p10},
                                                                            {"TB", 1e12},
                                                                            {"GB", 1e9},
                                                                            {"MB", 1e6},
                                                                            {"kB", 1e3},
                                                                            {"B", 1}}};

/// 0: there is no such unit.
double bytes_of_unit(std::string_view given) {
    for (const auto& [unit, bytes] : byte_units) {
        if (unit == given) return bytes;
    }
    return 0;
}

constexpr int shown_digits = 3;

/// By that many digits.
bool is_told_exactly(double amount) {
    if (amount < 1 || amount >= 1000) return false;
    const double last_digit = amount >= 100 ? 1 : amount >= 10 ? 0.1 : 0.01;
    constexpr double rounding = 1e-9;
    return std::abs(amount / last_digit - std::round(amount / last_digit)) < rounding;
}

}  // namespace

double bytes_from(std::string_view text) {
    const std::string_view given = trimmed(text);
    double amount = 0;
    const auto [rest, error] = std::from_chars(given.data(), given.data() + given.size(), amount);
    const std::string_view unit = trimmed(given.substr(static_cast<std::size_t>(rest - given.data())));
    const double bytes = amount * bytes_of_unit(unit);
    require(error == std::errc() && std::isfinite(bytes) && bytes > 0,
            "it is \"{}\"; write a number above 0 and one of the units kB, MB, GB, TB, KiB, MiB, GiB and TiB, as "
            "\"2 GiB\", or a number of bytes",
            text);
    return bytes;
}

std::string bytes_text(double bytes) {
    const auto in_unit = [&](double size, std::string_view unit) {
        return fmt::format("{} {}", number_text(bytes / size, shown_digits), unit);
    };
    for (const auto& [unit, size] : byte_units) {
        if (is_told_exactly(bytes / size)) return in_unit(size, unit);
    }
    for (const auto& [unit, size] : byte_units) {
        const bool binary = unit.size() == 3;
        if (binary && bytes >= size) return in_unit(size, unit);
    }
    return in_unit(1, "B");
}

}  // namespace sweetspot
