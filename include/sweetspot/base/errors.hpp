// Errors: a caller's mistake is a std::invalid_argument, anything else a NumericalError or what the system throws.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace sweetspot {

/// A computation broke down; the message holds what is needed to reproduce it.
class NumericalError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A caller's mistake that a class found. Its message is "Class: sentence"; who knows the place better, a line of a
/// file, says that in front of the sentence alone.
class CallersMistake : public std::invalid_argument {
  public:
    CallersMistake(std::string_view who, std::string sentence)
        : std::invalid_argument(std::string(who) + ": " + sentence), sentence_(std::move(sentence)) {}
    [[nodiscard]] const std::string& sentence() const { return sentence_; }

  private:
    std::string sentence_;
};

/// The sentence without the class that it comes from.
[[nodiscard]] inline std::string sentence_of(const std::invalid_argument& error) {
    const auto* mistake = dynamic_cast<const CallersMistake*>(&error);
    return mistake != nullptr ? mistake->sentence() : error.what();
}

}  // namespace sweetspot
