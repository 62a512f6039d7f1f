#include "base/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/check.hpp"
#include "base/one_line.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {

using ValueKind = DocumentValue::Kind;

struct DocumentTable::Document {
    DocumentValue root;
    std::string where;
    enum class Syntax { toml, json } syntax;
};

namespace {

constexpr std::size_t longest_shown = 60;

bool is_number(const DocumentValue& value) {
    return value.kind == ValueKind::number || value.kind == ValueKind::whole;
}

std::invalid_argument is_no(const DocumentValue& value, std::string_view wanted) {
    return std::invalid_argument(fmt::format("it is {}; it must be {}", value.shown(), wanted));
}

std::string text_of(const DocumentValue& value) {
    if (value.kind != ValueKind::text) throw is_no(value, "a text in quotes");
    // The system would take a file's name or an argument to end there.
    require(value.text.find('\0') == std::string::npos, "it has a character of code 0; remove it");
    return value.text;
}

/// Some languages write every number with a point: 1.0 is whole, as far as doubles can count.
bool is_whole(const DocumentValue& value) {
    constexpr double countable = 9007199254740992.0;
    return value.kind == ValueKind::whole || (value.kind == ValueKind::number && std::abs(value.number) <= countable &&
                                              value.number == std::floor(value.number));
}

std::int64_t whole_of(const DocumentValue& value, std::int64_t least, std::int64_t most) {
    const auto wanted = [&] { return fmt::format("a whole number from {} to {}", least, most); };
    if (!is_whole(value)) throw is_no(value, wanted());
    const bool fits = value.kind == ValueKind::number || value.number < 0 ||
                      value.magnitude <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const std::int64_t whole = value.kind == ValueKind::number ? static_cast<std::int64_t>(value.number) : value.whole;
    if (!fits || whole < least || whole > most) throw is_no(value, wanted());
    return whole;
}

std::uint64_t seed_of(const DocumentValue& value) {
    if (!is_whole(value) || value.number < 0) {
        throw is_no(value, fmt::format("a whole number from 0 to {}", std::numeric_limits<std::uint64_t>::max()));
    }
    return value.kind == ValueKind::number ? static_cast<std::uint64_t>(value.number) : value.magnitude;
}

double number_of(const DocumentValue& value) {
    if (!is_number(value) || !std::isfinite(value.number)) throw is_no(value, "a finite number");
    return value.number;
}

std::string name_of(const DocumentValue& value) {
    if (value.kind == ValueKind::whole) return value.shown();
    return text_of(value);
}

SettingValue setting_of(const DocumentValue& value) {
    switch (value.kind) {
        case ValueKind::flag:
            return value.flag;
        case ValueKind::whole:
            return whole_of(value, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
        case ValueKind::number:
            return number_of(value);
        case ValueKind::text:
            return text_of(value);
        default:
            throw is_no(value, "a number, true or false, or a text in quotes");
    }
}

/// A mistake in an element of a list.
struct ItemMistake {
    std::string item;  ///< [3]
    std::string sentence;
};

template <class F>
auto list_of(const DocumentValue& value, F&& element) {
    std::vector<decltype(element(value))> values;
    if (value.kind != ValueKind::list) throw is_no(value, "a list in brackets");
    for (const DocumentValue& item : value.items) {
        try {
            values.push_back(element(item));
        } catch (const std::invalid_argument& error) {
            throw ItemMistake{fmt::format("[{}]", values.size()), error.what()};
        } catch (const ItemMistake& mistake) {
            throw ItemMistake{fmt::format("[{}]{}", values.size(), mistake.item), mistake.sentence};
        }
    }
    return values;
}

template <class F>
auto some_of(const DocumentValue& value, F&& element) {
    auto values = list_of(value, element);
    require(!values.empty(), "the list is empty; give at least one value");
    return values;
}

}  // namespace

const DocumentValue* DocumentValue::find(std::string_view key) const {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (keys[i] == key) return &items[i];
    }
    return nullptr;
}

std::string DocumentValue::shown() const {
    switch (kind) {
        case ValueKind::nothing:
            return "null";
        case ValueKind::flag:
            return flag ? "true" : "false";
        case ValueKind::whole:
            return number < 0 ? fmt::format("{}", whole) : fmt::format("{}", magnitude);
        case ValueKind::number:
            return fmt::format("{}", number);
        case ValueKind::text:
            return text.size() <= longest_shown ? fmt::format("\"{}\"", text) : "a long text";
        case ValueKind::list: {
            std::string list;
            for (const DocumentValue& item : items) {
                list += fmt::format("{}{}", list.empty() ? "" : ", ", item.shown());
                if (list.size() > longest_shown) return fmt::format("a list of {} values", items.size());
            }
            return fmt::format("[{}]", list);
        }
        case ValueKind::table:
            return "a table";
        default:
            return text;
    }
}

DocumentTable::DocumentTable(std::shared_ptr<const Document> document, const DocumentValue* value, std::string path)
    : document_(std::move(document)),
      value_(value),
      path_(std::move(path)),
      asked_(std::make_shared<std::set<std::string>>()) {}

DocumentTable DocumentTable::toml(std::string_view text, const std::string& where) {
    const auto document =
        std::make_shared<const Document>(Document{parse_toml(text, where), where, Document::Syntax::toml});
    return {document, &document->root, ""};
}

DocumentTable DocumentTable::json(std::string_view text, const std::string& where) {
    const auto document =
        std::make_shared<const Document>(Document{parse_json(text, where), where, Document::Syntax::json});
    require(document->root.kind == ValueKind::table, "{}: it is {}; it must be an object in braces", where,
            document->root.shown());
    return {document, &document->root, ""};
}

const DocumentValue* DocumentTable::find(const std::string& key) const {
    return value_ == nullptr ? nullptr : value_->find(key);
}

bool DocumentTable::has(const std::string& key) const {
    return find(key) != nullptr;
}

bool DocumentTable::holds_text(const std::string& key) const {
    return has(key) && find(key)->kind == ValueKind::text;
}

bool DocumentTable::holds_number(const std::string& key) const {
    return has(key) && is_number(*find(key));
}

bool DocumentTable::holds_table(const std::string& key) const {
    return has(key) && find(key)->kind == ValueKind::table;
}

bool DocumentTable::holds_list(const std::string& key) const {
    return has(key) && find(key)->kind == ValueKind::list;
}

bool DocumentTable::holds_texts(const std::string& key) const {
    if (!has(key) || find(key)->kind != ValueKind::list) return false;
    const std::vector<DocumentValue>& items = find(key)->items;
    return !items.empty() && items.front().kind == ValueKind::text;
}

std::string DocumentTable::place(const std::string& key, std::string_view item) const {
    if (document_->syntax == Document::Syntax::json) {
        const std::string path = path_.empty() || key.empty() ? path_ + key : path_ + "." + key;
        return path.empty() ? document_->where : fmt::format("{}: {}{}", document_->where, path, item);
    }
    const DocumentValue* value = find(key);
    if (value == nullptr) value = value_;
    const std::int64_t line = value == nullptr ? 0 : value->line;
    const std::string file = line == 0 ? document_->where : fmt::format("{}:{}", document_->where, line);
    return key.empty() ? file : fmt::format("{}: {}{}", file, key, item);
}

bool DocumentTable::is_json() const {
    return document_->syntax == Document::Syntax::json;
}

std::string DocumentTable::mistyped(const std::string& key) const {
    if (has(key)) return "";
    // A name of one or two letters is close to any other.
    constexpr std::size_t least = 3;
    for (const std::string& other : not_asked_for()) {
        if (other.size() >= least && closest_name(other, std::array{key}) == key) return other;
    }
    return "";
}

void DocumentTable::refuse_key(const std::string& key) const {
    const std::vector<std::string> known(asked_->begin(), asked_->end());
    const DocumentValue* value = find(key);
    const std::string where = is_json()         ? place("")
                              : value->line > 0 ? fmt::format("{}:{}", document_->where, value->line)
                                                : document_->where;
    throw std::invalid_argument(one_line(fmt::format("{}: {}", where, unknown_name("key", key, known))));
}

void DocumentTable::refuse(const std::string& key, std::string_view sentence) const {
    if (const std::string other = mistyped(key); !other.empty()) {
        asked_->insert(key);
        refuse_key(other);
    }
    throw std::invalid_argument(one_line(fmt::format("{}: {}", place(key), sentence)));
}

void DocumentTable::refuse_item(const std::string& key, std::size_t index, std::string_view sentence) const {
    throw std::invalid_argument(one_line(fmt::format("{}: {}", place(key, fmt::format("[{}]", index)), sentence)));
}

void DocumentTable::refuse_table(std::string_view sentence) const {
    throw std::invalid_argument(one_line(fmt::format("{}: {}", place(""), sentence)));
}

struct DocumentTable::Reader {
    const DocumentTable& table;
    const std::string& key;

    /// What stands under the key, as f makes of it; a mistake is refused with its place.
    template <class F>
    auto read(F&& f) const -> std::optional<decltype(f(std::declval<const DocumentValue&>()))> {
        table.asked_->insert(key);
        const DocumentValue* value = table.find(key);
        if (value == nullptr) return std::nullopt;
        try {
            return f(*value);
        } catch (const std::invalid_argument& error) {
            table.refuse(key, error.what());
        } catch (const ItemMistake& mistake) {
            throw std::invalid_argument(
                one_line(fmt::format("{}: {}", table.place(key, mistake.item), mistake.sentence)));
        }
    }
};

DocumentTable DocumentTable::table(const std::string& key) const {
    asked_->insert(key);
    const DocumentValue* value = find(key);
    if (const std::string other = mistyped(key); !other.empty()) refuse_key(other);
    const std::string path = path_.empty() ? key : path_ + "." + key;
    if (value != nullptr && value->kind != ValueKind::table) {
        refuse(key, is_no(*value, is_json() ? "an object in braces" : "a table, [" + path + "]").what());
    }
    return {document_, value, path};
}

std::vector<DocumentTable> DocumentTable::tables(const std::string& key) const {
    asked_->insert(key);
    const DocumentValue* value = find(key);
    if (value == nullptr) return {};
    const std::string wanted =
        is_json() ? "a list of objects, each in braces" : fmt::format("a list of tables, each [[{}]]", key);
    if (value->kind != ValueKind::list) refuse(key, is_no(*value, wanted).what());
    std::vector<DocumentTable> result;
    for (const DocumentValue& item : value->items) {
        if (item.kind != ValueKind::table) refuse_item(key, result.size(), is_no(item, "a table").what());
        const std::string path = fmt::format("{}[{}]", path_.empty() ? key : path_ + "." + key, result.size());
        result.push_back({document_, &item, path});
    }
    return result;
}

std::optional<std::string> DocumentTable::text(const std::string& key) const {
    return Reader{*this, key}.read(text_of);
}

std::optional<double> DocumentTable::number(const std::string& key) const {
    return Reader{*this, key}.read(number_of);
}

std::optional<double> DocumentTable::positive(const std::string& key) const {
    return Reader{*this, key}.read([](const DocumentValue& value) {
        if (!is_number(value) || !std::isfinite(value.number) || value.number <= 0) {
            throw is_no(value, "a number above 0");
        }
        return value.number;
    });
}

std::optional<double> DocumentTable::non_negative(const std::string& key) const {
    return Reader{*this, key}.read([](const DocumentValue& value) {
        if (!is_number(value) || !std::isfinite(value.number) || value.number < 0) {
            throw is_no(value, "a number of at least 0");
        }
        return value.number;
    });
}

std::optional<std::int64_t> DocumentTable::whole(const std::string& key, std::int64_t least, std::int64_t most) const {
    return Reader{*this, key}.read([&](const DocumentValue& value) { return whole_of(value, least, most); });
}

std::optional<std::uint64_t> DocumentTable::seed(const std::string& key) const {
    return Reader{*this, key}.read(seed_of);
}

std::optional<std::string> DocumentTable::name(const std::string& key) const {
    return Reader{*this, key}.read(name_of);
}

std::optional<SettingValue> DocumentTable::setting(const std::string& key) const {
    return Reader{*this, key}.read(setting_of);
}

std::optional<std::vector<double>> DocumentTable::numbers(const std::string& key) const {
    return Reader{*this, key}.read([](const DocumentValue& value) { return some_of(value, number_of); });
}

std::optional<std::vector<std::string>> DocumentTable::texts(const std::string& key) const {
    return Reader{*this, key}.read([](const DocumentValue& value) { return some_of(value, text_of); });
}

namespace {

DocumentValue number_or_text_of(const DocumentValue& item) {
    if (item.kind != ValueKind::text) static_cast<void>(number_of(item));
    return item;
}

}  // namespace

std::optional<std::vector<DocumentValue>> DocumentTable::numbers_and_texts(const std::string& key) const {
    return Reader{*this, key}.read([](const DocumentValue& value) { return some_of(value, number_or_text_of); });
}

std::optional<std::vector<std::vector<DocumentValue>>> DocumentTable::rows_of_numbers_and_texts(
    const std::string& key) const {
    return Reader{*this, key}.read([](const DocumentValue& value) {
        return some_of(value, [](const DocumentValue& row) { return list_of(row, number_or_text_of); });
    });
}

std::optional<std::vector<std::int64_t>> DocumentTable::wholes(const std::string& key, std::int64_t least,
                                                               std::int64_t most) const {
    return Reader{*this, key}.read([&](const DocumentValue& value) {
        return some_of(value, [&](const DocumentValue& item) { return whole_of(item, least, most); });
    });
}

std::optional<std::vector<std::string>> DocumentTable::names(const std::string& key) const {
    return Reader{*this, key}.read([](const DocumentValue& value) { return some_of(value, name_of); });
}

std::optional<std::vector<std::vector<double>>> DocumentTable::rows(const std::string& key) const {
    return Reader{*this, key}.read([](const DocumentValue& value) {
        return list_of(value, [](const DocumentValue& row) { return list_of(row, number_of); });
    });
}

std::vector<std::string> DocumentTable::not_asked_for() const {
    if (value_ == nullptr) return {};
    std::vector<std::string> keys;
    std::copy_if(value_->keys.begin(), value_->keys.end(), std::back_inserter(keys),
                 [&](const std::string& key) { return !asked_->contains(key); });
    return keys;
}

void DocumentTable::refuse_unknown() const {
    const std::vector<std::string> unknown = not_asked_for();
    if (!unknown.empty()) refuse_key(unknown.front());
}

}  // namespace sweetspot
