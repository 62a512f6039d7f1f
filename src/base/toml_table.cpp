#include "base/toml_table.hpp"

// The parser asserts what it then checks and refuses ("[!]"): a debug build would end there, and clang's release build
// take it for granted.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "base/toml_text.hpp"
#include "sweetspot/base/names.hpp"
#include "sweetspot/base/one_line.hpp"

namespace sweetspot {

struct TomlTable::Document {
    toml::table root;
    std::string where;
};

struct TomlTable::Node {
    const toml::table* table = nullptr;  ///< none where the file has no such table
};

namespace {

std::string kind_of(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::string:
            return "a text";
        case toml::node_type::integer:
            return "a whole number";
        case toml::node_type::floating_point:
            return "a number";
        case toml::node_type::boolean:
            return "true or false";
        case toml::node_type::array:
            return "a list";
        case toml::node_type::table:
            return "a table";
        default:
            return "a date or time";
    }
}

std::invalid_argument is_no(const toml::node& node, std::string_view wanted) {
    return std::invalid_argument(fmt::format("it is {}; it must be {}", kind_of(node), wanted));
}

std::string text_of(const toml::node& node) {
    const auto* value = node.as_string();
    if (value == nullptr) throw is_no(node, "a text in quotes");
    // The system would take a file's name or an argument to end there.
    require(value->get().find('\0') == std::string::npos, "it has a character of code 0; remove it");
    return value->get();
}

std::int64_t whole_of(const toml::node& node, std::int64_t least, std::int64_t most) {
    const auto* value = node.as_integer();
    if (value == nullptr) throw is_no(node, fmt::format("a whole number from {} to {}", least, most));
    require(value->get() >= least && value->get() <= most, "it is {}; it must be from {} to {}", value->get(), least,
            most);
    return value->get();
}

double number_of(const toml::node& node) {
    if (const auto* whole = node.as_integer()) return static_cast<double>(whole->get());
    const auto* value = node.as_floating_point();
    if (value == nullptr) throw is_no(node, "a number");
    require(std::isfinite(value->get()), "it is {}; it must be a finite number", value->get());
    return value->get();
}

std::string name_of(const toml::node& node) {
    if (const auto* value = node.as_integer()) return std::to_string(value->get());
    return text_of(node);
}

template <class F>
auto list_of(const toml::node& node, F&& element) {
    std::vector<decltype(element(node))> values;
    const toml::array* list = node.as_array();
    if (list == nullptr) throw is_no(node, "a list in brackets");
    for (const toml::node& item : *list) values.push_back(element(item));
    require(!values.empty(), "the list is empty; give at least one value");
    return values;
}

}  // namespace

TomlTable::TomlTable(std::shared_ptr<const Document> document, std::shared_ptr<const Node> node)
    : document_(std::move(document)), node_(std::move(node)), asked_(std::make_shared<std::set<std::string>>()) {}

TomlTable TomlTable::parse(std::string_view text, const std::string& where) {
    require_parsable(text, where);
    try {
        const auto document = std::make_shared<const Document>(Document{toml::parse(text), where});
        return {document, std::make_shared<const Node>(Node{&document->root})};
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(one_line(fmt::format("{}:{}: this is not TOML ({}); mend the line", where,
                                                         error.source().begin.line, error.description())));
    }
}

namespace {

/// What stands under the key, if anything.
const toml::node* find(const toml::table* table, const std::string& key) {
    return table == nullptr ? nullptr : table->get(key);
}

}  // namespace

bool TomlTable::has(const std::string& key) const {
    return find(node_->table, key) != nullptr;
}

std::string TomlTable::place(const std::string& key) const {
    const toml::node* node = find(node_->table, key);
    if (node == nullptr) node = node_->table;
    const auto line = node == nullptr ? 0 : node->source().begin.line;
    return line == 0 ? document_->where : fmt::format("{}:{}", document_->where, line);
}

void TomlTable::refuse(const std::string& key, std::string_view sentence) const {
    throw std::invalid_argument(one_line(fmt::format("{}: {}: {}", place(key), key, sentence)));
}

TomlTable TomlTable::table(const std::string& key) const {
    asked_->insert(key);
    const toml::node* node = find(node_->table, key);
    if (node != nullptr && node->as_table() == nullptr) refuse(key, is_no(*node, "a table, [" + key + "]").what());
    return {document_, std::make_shared<const Node>(Node{node == nullptr ? nullptr : node->as_table()})};
}

struct TomlTable::Reader {
    const TomlTable& table;
    const std::string& key;

    /// What stands under the key, as f makes of it; a mistake is refused with its place.
    template <class F>
    auto read(F&& f) const -> std::optional<decltype(f(std::declval<const toml::node&>()))> {
        table.asked_->insert(key);
        const toml::node* node = find(table.node_->table, key);
        if (node == nullptr) return std::nullopt;
        return table.at(key, [&] { return f(*node); });
    }
};

std::vector<TomlTable> TomlTable::tables(const std::string& key) const {
    asked_->insert(key);
    const toml::node* node = find(node_->table, key);
    if (node == nullptr) return {};
    const toml::array* list = node->as_array();
    const std::string wanted = fmt::format("a list of tables, each [[{}]]", key);
    if (list == nullptr) refuse(key, is_no(*node, wanted).what());
    std::vector<TomlTable> result;
    for (const toml::node& item : *list) {
        if (item.as_table() == nullptr) refuse(key, is_no(item, wanted).what());
        result.push_back({document_, std::make_shared<const Node>(Node{item.as_table()})});
    }
    return result;
}

bool TomlTable::holds_text(const std::string& key) const {
    const toml::node* node = find(node_->table, key);
    return node != nullptr && node->is_string();
}

std::optional<double> TomlTable::number(const std::string& key) const {
    return Reader{*this, key}.read(number_of);
}

std::optional<std::vector<double>> TomlTable::numbers(const std::string& key) const {
    return Reader{*this, key}.read([](const toml::node& node) { return list_of(node, number_of); });
}

std::optional<std::string> TomlTable::name(const std::string& key) const {
    return Reader{*this, key}.read(name_of);
}

std::optional<std::string> TomlTable::text(const std::string& key) const {
    return Reader{*this, key}.read(text_of);
}

std::optional<std::int64_t> TomlTable::whole(const std::string& key, std::int64_t least, std::int64_t most) const {
    return Reader{*this, key}.read([&](const toml::node& node) { return whole_of(node, least, most); });
}

std::optional<std::vector<std::string>> TomlTable::texts(const std::string& key) const {
    return Reader{*this, key}.read([](const toml::node& node) { return list_of(node, text_of); });
}

std::optional<std::vector<std::int64_t>> TomlTable::wholes(const std::string& key, std::int64_t least,
                                                           std::int64_t most) const {
    return Reader{*this, key}.read([&](const toml::node& node) {
        return list_of(node, [&](const toml::node& item) { return whole_of(item, least, most); });
    });
}

std::optional<std::vector<std::string>> TomlTable::names(const std::string& key) const {
    return Reader{*this, key}.read([](const toml::node& node) { return list_of(node, name_of); });
}

void TomlTable::refuse_unknown() const {
    if (node_->table == nullptr) return;
    const std::vector<std::string> known(asked_->begin(), asked_->end());
    for (const auto& [key, node] : *node_->table) {
        const std::string given(key.str());
        if (asked_->contains(given)) continue;
        throw std::invalid_argument(one_line(fmt::format("{}: {}", place(given), unknown_name("key", given, known))));
    }
}

}  // namespace sweetspot
