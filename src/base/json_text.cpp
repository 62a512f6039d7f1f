#include "base/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "sweetspot/base/errors.hpp"
#include "sweetspot/base/one_line.hpp"

namespace sweetspot {
namespace {

constexpr std::size_t line_width = 100;
/// What is read is later written by recursion, whose depth must stay small.
constexpr std::size_t deepest = 100;

/// `source:line:column` of a byte of the text; columns count bytes, as compilers do.
std::string place_of(const std::string& text, std::size_t byte, const std::string& source) {
    const std::string_view before = std::string_view(text).substr(0, byte);
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t newline = before.rfind('\n');
    const std::size_t column = newline == std::string_view::npos ? byte + 1 : byte - newline;
    return fmt::format("{}:{}:{}", source, line, column);
}

/// Where the word that holds the byte begins, if it is a way to write NaN or infinity.
std::optional<std::size_t> not_finite_word(const std::string& text, std::size_t byte) {
    const auto belongs = [](unsigned char c) { return std::isalpha(c) != 0 || c == '-' || c == '+'; };
    std::size_t begin = std::min(byte, text.size());
    while (begin > 0 && belongs(static_cast<unsigned char>(text[begin - 1]))) --begin;
    std::string letters;
    for (std::size_t i = begin; i < text.size() && belongs(static_cast<unsigned char>(text[i])); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (std::isalpha(c) != 0) letters += static_cast<char>(std::tolower(c));
    }
    constexpr std::array<std::string_view, 3> words = {"nan", "inf", "infinity"};
    return std::ranges::find(words, letters) != words.end() ? std::optional(begin) : std::nullopt;
}

/// The library's own words without its error number and its place, which we give in front.
std::string reason_in(std::string_view what) {
    if (const auto end = what.find("] "); what.starts_with('[') && end != what.npos) what.remove_prefix(end + 2);
    if (const auto column = what.find(", column "); what.starts_with("parse error") && column != what.npos) {
        if (const auto end = what.find(": ", column); end != what.npos) what.remove_prefix(end + 2);
    }
    return std::string(what);
}

/// Goes through a text without building anything and throws at the first mistake.
class Checker : public nlohmann::json_sax<Json> {
  public:
    Checker(const std::string& text, const std::string& source) : text_(text), source_(source) {}

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_array(std::size_t) override { return open(); }
    bool end_array() override { return close(); }
    bool start_object(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool key(string_t& name) override {
        if (keys_.back().insert(name).second) return true;
        throw std::invalid_argument(one_line(
            fmt::format("{}: the key \"{}\" is given twice in one object; remove one of them", source_, name)));
    }
    bool parse_error(std::size_t bytes_read, const std::string& token,
                     const nlohmann::detail::exception& error) override {
        constexpr int number_overflow = 406;
        const std::size_t last = std::min(std::max<std::size_t>(bytes_read, 1) - 1, text_.size());
        if (const auto begin = not_finite_word(text_, last)) {
            refuse(*begin, "JSON has no NaN and no infinity; give a finite number or leave the observation out");
        }
        if (error.id == number_overflow) {
            refuse(text_.rfind(token, last), fmt::format("the number {} is too large; it must be finite", token));
        }
        const std::string reason = reason_in(error.what());
        const bool ended = reason.find("unexpected end of input") != std::string::npos;
        refuse(ended ? text_.size() : last, reason);
    }

  private:
    bool open() {
        keys_.emplace_back();
        if (keys_.size() <= deepest) return true;
        throw std::invalid_argument(
            fmt::format("{}: arrays and objects are nested more than {} deep; flatten them", source_, deepest));
    }
    bool close() {
        keys_.pop_back();
        return true;
    }
    [[noreturn]] void refuse(std::size_t byte, const std::string& sentence) const {
        throw std::invalid_argument(one_line(fmt::format("{}: {}", place_of(text_, byte, source_), sentence)));
    }

    const std::string& text_;
    const std::string& source_;
    std::vector<std::set<std::string>> keys_;  ///< of the objects (and arrays, which have none) that are open
};

void require_finite(const Json& value, const std::string& name) {
    if (value.is_structured()) {
        for (const auto& [key, item] : value.items()) require_finite(item, value.is_object() ? key : name);
    } else if (value.is_number_float() && !std::isfinite(value.get<double>())) {
        throw NumericalError(fmt::format("\"{}\" came out as {}, which JSON cannot hold", name, value.get<double>()));
    }
}

std::string on_one_line(const Json& value) {
    if (!value.is_structured()) return value.dump();
    std::string items;
    for (const auto& [key, item] : value.items()) {
        if (!items.empty()) items += ", ";
        if (value.is_object()) items += Json(key).dump() + ": ";
        items += on_one_line(item);
    }
    return value.is_object() ? "{" + items + "}" : "[" + items + "]";
}

/// Numbers alone, or one name for them, read best on one line, however long.
bool belongs_on_one_line(const Json& value) {
    const auto is_scalar = [](const Json& item) { return !item.is_structured(); };
    const auto is_flat = [&](const Json& item) { return std::ranges::all_of(item, is_scalar); };
    return is_flat(value) || (value.size() == 1 && is_flat(value.front()));
}

std::string indented(const Json& value, std::size_t indent) {
    std::string line = on_one_line(value);
    if (indent + line.size() <= line_width || belongs_on_one_line(value)) return line;
    std::string items;
    for (const auto& [key, item] : value.items()) {
        const std::string name = value.is_object() ? Json(key).dump() + ": " : "";
        items +=
            fmt::format("{}\n{:{}}{}{}", items.empty() ? "" : ",", "", indent + 2, name, indented(item, indent + 2));
    }
    const char* brackets = value.is_object() ? "{}" : "[]";
    return fmt::format("{}{}\n{:{}}{}", brackets[0], items, "", indent, brackets[1]);
}

}  // namespace

Json array_of(const VectorRef& x) {
    return Json(std::vector<double>(x.begin(), x.end()));
}

Json parse_json(const std::string& text, const std::string& source) {
    if (std::ranges::all_of(text, [](unsigned char c) { return std::isspace(c) != 0; })) {
        throw std::invalid_argument(fmt::format("{}:1:1: there is no JSON here; give an object", source));
    }
    Checker checker(text, source);
    Json::sax_parse(text, &checker);
    return Json::parse(text);
}

std::string write_json(const Json& value) {
    require_finite(value, "result");
    return indented(value, 0);
}

std::string write_json_line(const Json& value) {
    require_finite(value, "result");
    return on_one_line(value);
}

}  // namespace sweetspot
