// A value of a JSON document together with where it stands, so that whatever is wrong with it can be said in one
// sentence.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_text.hpp"
#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::app {

/// Every reader below refuses what does not fit with std::invalid_argument, `state.json: parameters[2].bounds:
/// sentence`. A Node refers to the document and must not outlive it.
class Node {
  public:
    Node(const Json& document, std::string source) : value_(document), source_(std::move(source)) {}

    /// The member of that name, if it is given.
    [[nodiscard]] std::optional<Node> find(std::string_view key) const;
    /// The member of that name; `example` is shown when it is missing.
    [[nodiscard]] Node member(std::string_view key, std::string_view example) const;
    /// Refuses a value that is not an object, or has other keys than these.
    void require_keys(std::span<const std::string> known) const;

    [[nodiscard]] std::vector<Node> items() const;
    [[nodiscard]] double number() const;
    [[nodiscard]] double positive() const;      ///< a number > 0
    [[nodiscard]] double non_negative() const;  ///< a number ≥ 0
    [[nodiscard]] std::uint64_t whole() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] Vector vector() const;

    [[nodiscard]] bool is_number() const { return value_.get().is_number(); }
    [[nodiscard]] bool is_text() const { return value_.get().is_string(); }

    /// What was given, short enough for a sentence.
    [[nodiscard]] std::string given() const;
    [[noreturn]] void refuse(std::string_view sentence) const;
    /// `… was given; it must be <allowed>`.
    [[noreturn]] void refuse_given(std::string_view allowed) const;
    /// Calls f; a caller's mistake that the library finds in it gets this place in front.
    template <std::invocable F>
    auto check(F&& f) const;
    /// What `find` knows by the name that stands here.
    template <std::invocable<const std::string&> F>
    auto named(F&& find) const {
        const std::string name = text();
        return check([&] { return find(name); });
    }

  private:
    Node(const Json& value, std::string source, std::string path)
        : value_(value), source_(std::move(source)), path_(std::move(path)) {}
    [[nodiscard]] Node child(const Json& value, std::string_view key) const;

    std::reference_wrapper<const Json> value_;
    std::string source_;
    std::string path_;
};

/// The library's sentence without the class it comes from: "Space: bounds of …" becomes "bounds of …".
[[nodiscard]] std::string without_class_name(std::string_view sentence);

template <std::invocable F>
auto Node::check(F&& f) const {
    try {
        return std::invoke(std::forward<F>(f));
    } catch (const std::invalid_argument& error) {
        refuse(without_class_name(error.what()));
    }
}

}  // namespace sweetspot::app
