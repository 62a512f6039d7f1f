#include "apps/sweetspot/text/point_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/trimmed.hpp"

namespace sweetspot::app {
namespace {

double read_number(std::string_view word) {
    if (word.empty())
        throw std::invalid_argument("there is a comma that does not stand between two numbers; remove it");
    double value = 0;
    const char* end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, value);
    if (error == std::errc::result_out_of_range) {
        throw std::invalid_argument(fmt::format("{} is beyond what a double can hold; give a finite number", word));
    }
    if (error != std::errc() || rest != end) {
        throw std::invalid_argument(
            fmt::format("\"{}\" is not a number; give a point as a JSON array or as numbers between blanks", word));
    }
    return value;
}

/// Numbers between commas, between blanks, or both. `text` is trimmed and has something in it.
std::vector<double> read_numbers(std::string_view text) {
    std::vector<double> numbers;
    while (true) {
        const std::size_t end = text.find_first_of(std::string(blanks_in_line) + ",");
        numbers.push_back(read_number(text.substr(0, end)));
        if (end == std::string_view::npos) return numbers;
        text = trimmed(text.substr(end));
        if (text.starts_with(',')) text = trimmed(text.substr(1));
    }
}

}  // namespace

Vector read_point(std::string_view line) {
    if (line.starts_with('[') != line.ends_with(']')) {
        throw std::invalid_argument("the array has only one of its two brackets; write e.g. [0.5, 1]");
    }
    if (line.starts_with('[')) line = trimmed(line.substr(1, line.size() - 2));
    const std::vector<double> numbers = line.empty() ? std::vector<double>() : read_numbers(line);
    return Eigen::Map<const Vector>(numbers.data(), std::ssize(numbers));
}

}  // namespace sweetspot::app
