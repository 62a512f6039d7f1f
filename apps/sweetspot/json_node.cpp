#include "json_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <stdexcept>

#include "sweetspot/base/names.hpp"
#include "sweetspot/base/one_line.hpp"

namespace sweetspot::app {

std::optional<Node> Node::find(std::string_view key) const {
    const Json& object = value_;
    if (!object.is_object()) refuse_given("an object");
    const auto found = object.find(std::string(key));
    if (found == object.end()) return std::nullopt;
    return child(*found, key);
}

Node Node::member(std::string_view key, std::string_view example) const {
    if (auto found = find(key)) return *found;
    refuse(fmt::format(R"("{0}" is missing; give it, e.g. "{0}": {1})", key, example));
}

void Node::require_keys(std::span<const std::string> known) const {
    const Json& object = value_;
    if (!object.is_object()) refuse_given("an object");
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) refuse(unknown_name("key", key, known));
    }
}

std::vector<Node> Node::items() const {
    const Json& array = value_;
    if (!array.is_array()) refuse_given("an array");
    std::vector<Node> result;
    result.reserve(array.size());
    for (const Json& item : array) {
        result.push_back(Node(item, source_, fmt::format("{}[{}]", path_, result.size())));
    }
    return result;
}

double Node::number() const {
    if (!is_number()) refuse_given("a finite number");
    return value_.get().get<double>();
}

double Node::positive() const {
    const double value = number();
    if (!(value > 0)) refuse_given("a number > 0");
    return value;
}

double Node::non_negative() const {
    const double value = number();
    if (!(value >= 0)) refuse_given("a number ≥ 0");
    return value;
}

std::uint64_t Node::whole() const {
    const Json& value = value_;
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    // Some languages write every number with a point: 1.0 is whole, as far as doubles can count.
    constexpr double countable = 9007199254740992.0;
    if (value.is_number_float()) {
        const double x = value.get<double>();
        if (x >= 0 && x <= countable && x == std::floor(x)) return static_cast<std::uint64_t>(x);
    }
    refuse_given("a whole number from 0 to 18446744073709551615");
}

std::string Node::text() const {
    if (!is_text()) refuse_given("a string");
    return value_.get().get<std::string>();
}

Vector Node::vector() const {
    const std::vector<Node> numbers = items();
    Vector result(std::ssize(numbers));
    for (Index i = 0; i < result.size(); ++i) result[i] = numbers[static_cast<std::size_t>(i)].number();
    return result;
}

std::string Node::given() const {
    const Json& value = value_;
    if (value.is_object()) return "an object";
    std::string text = value.dump();
    constexpr std::size_t longest = 60;
    if (text.size() <= longest) return text;
    return value.is_array() ? fmt::format("an array of {}", value.size()) : fmt::format("a long {}", value.type_name());
}

void Node::refuse(std::string_view sentence) const {
    const std::string place = path_.empty() ? source_ : fmt::format("{}: {}", source_, path_);
    throw std::invalid_argument(one_line(fmt::format("{}: {}", place, sentence)));
}

void Node::refuse_given(std::string_view allowed) const {
    refuse(fmt::format("{} was given; it must be {}", given(), allowed));
}

Node Node::child(const Json& value, std::string_view key) const {
    return {value, source_, path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key)};
}

std::string without_class_name(std::string_view sentence) {
    const std::size_t colon = sentence.find(": ");
    if (colon == std::string_view::npos || std::isupper(static_cast<unsigned char>(sentence.front())) == 0) {
        return std::string(sentence);
    }
    const std::string_view first = sentence.substr(0, colon);
    const bool is_name = first.find_first_of(" \"") == std::string_view::npos;
    return std::string(is_name ? sentence.substr(colon + 2) : sentence);
}

}  // namespace sweetspot::app
