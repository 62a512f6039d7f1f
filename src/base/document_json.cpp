// JSON as a document, read in one pass. What JSON itself would let pass is refused as well: numbers that overflow, and
// keys that are given twice.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/document.hpp"
#include "base/one_line.hpp"

namespace sweetspot {
namespace {

using ValueKind = DocumentValue::Kind;

/// What is read is later shown and freed by recursion, whose depth must stay small.
constexpr std::size_t deepest = 100;

/// `source:line:column` of a byte of the text; columns count bytes, as compilers do.
std::string place_of(std::string_view text, std::size_t byte, const std::string& source) {
    const std::string_view before = text.substr(0, byte);
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t newline = before.rfind('\n');
    const std::size_t column = newline == std::string_view::npos ? byte + 1 : byte - newline;
    return fmt::format("{}:{}:{}", source, line, column);
}

/// Where the word that holds the byte begins, if it is a way to write NaN or infinity.
std::optional<std::size_t> not_finite_word(std::string_view text, std::size_t byte) {
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

/// Builds the document as the text is read, and throws at the first mistake.
class Builder : public nlohmann::json_sax<nlohmann::json> {
  public:
    Builder(std::string_view text, const std::string& source) : text_(text), source_(source) {}

    [[nodiscard]] DocumentValue document() { return std::move(root_); }

    bool null() override { return add({}); }
    bool boolean(bool flag) override { return add({.kind = ValueKind::flag, .flag = flag}); }
    bool number_integer(number_integer_t whole) override {
        return add({.kind = ValueKind::whole,
                    .number = static_cast<double>(whole),
                    .whole = whole,
                    .magnitude = static_cast<std::uint64_t>(whole < 0 ? 0 : whole)});
    }
    bool number_unsigned(number_unsigned_t whole) override {
        return add({.kind = ValueKind::whole,
                    .number = static_cast<double>(whole),
                    .whole = static_cast<std::int64_t>(whole),
                    .magnitude = whole});
    }
    bool number_float(number_float_t number, const string_t& /*as_written*/) override {
        return add({.kind = ValueKind::number, .number = number});
    }
    bool string(string_t& text) override { return add({.kind = ValueKind::text, .text = std::move(text)}); }
    bool binary(binary_t& /*bytes*/) override { return true; }
    bool start_array(std::size_t /*size*/) override { return open(ValueKind::list); }
    bool end_array() override { return close(); }
    bool start_object(std::size_t /*size*/) override { return open(ValueKind::table); }
    bool end_object() override { return close(); }
    bool key(string_t& name) override {
        if (open_.back().find(name) == nullptr) {
            open_.back().keys.push_back(std::move(name));
            return true;
        }
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
    bool add(DocumentValue value) {
        if (open_.empty()) {
            root_ = std::move(value);
        } else {
            open_.back().items.push_back(std::move(value));
        }
        return true;
    }
    bool open(ValueKind kind) {
        open_.push_back({.kind = kind});
        if (open_.size() <= deepest) return true;
        throw std::invalid_argument(
            fmt::format("{}: arrays and objects are nested more than {} deep; flatten them", source_, deepest));
    }
    bool close() {
        DocumentValue done = std::move(open_.back());
        open_.pop_back();
        return add(std::move(done));
    }
    [[noreturn]] void refuse(std::size_t byte, const std::string& sentence) const {
        throw std::invalid_argument(one_line(fmt::format("{}: {}", place_of(text_, byte, source_), sentence)));
    }

    std::string_view text_;
    const std::string& source_;
    DocumentValue root_;
    std::vector<DocumentValue> open_;
};

}  // namespace

DocumentValue parse_json(std::string_view text, const std::string& where) {
    if (std::ranges::all_of(text, [](unsigned char c) { return std::isspace(c) != 0; })) {
        throw std::invalid_argument(fmt::format("{}:1:1: there is no JSON here; give an object", where));
    }
    Builder builder(text, where);
    nlohmann::json::sax_parse(text, &builder);
    return builder.document();
}

}  // namespace sweetspot
