// Settings of the members of a family (kernels, measures, sampling rules, methods …) for the edge where they are typed:
// each member says which it has, and every front (study file, state, command line, bindings) reads, checks and lists
// them alike.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sweetspot {

/// A number, a whole number, yes or no, or a word.
using SettingValue = std::variant<double, std::int64_t, bool, std::string>;
/// As people write it: 1.5, 100, true, "ard".
[[nodiscard]] std::string to_string(const SettingValue& value);

/// One setting of a member: its name, what it means in one line, what holds if nobody gives it, what is allowed.
struct Setting {
    enum class Kind { number, whole, flag, word };

    std::string name;
    std::string summary;
    Kind kind = Kind::number;
    /// Nothing: what holds then is said in `otherwise`.
    std::optional<SettingValue> standard = std::nullopt;
    std::string otherwise = {};
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    enum class Least { allowed, excluded } at_least = Least::allowed;
    std::vector<std::string> words = {};  ///< that are allowed, of a word

    /// "a number from 0 to 10", "one of isotropic, ard".
    [[nodiscard]] std::string allowed() const;
    /// Its default, as people write it.
    [[nodiscard]] std::string shown_standard() const;
    /// The value as this kind has it (a whole number is a number too); a wrong one is refused without a place:
    /// "it is -1; it must be a number of at least 0".
    [[nodiscard]] SettingValue checked(const SettingValue& value) const;
};

/// Values by the names of settings.
class Settings {
  public:
    Settings() = default;
    Settings(std::initializer_list<std::pair<const std::string, SettingValue>> values) : values_(values) {}

    void set(const std::string& name, SettingValue value) { values_.insert_or_assign(name, std::move(value)); }
    [[nodiscard]] bool has(const std::string& name) const { return values_.contains(name); }
    [[nodiscard]] bool empty() const { return values_.empty(); }
    [[nodiscard]] const std::map<std::string, SettingValue>& values() const { return values_; }

    // Of settings that are there and of that kind, as those are that a maker is given.
    [[nodiscard]] double number(const std::string& name) const { return std::get<double>(values_.at(name)); }
    [[nodiscard]] std::int64_t whole(const std::string& name) const { return std::get<std::int64_t>(values_.at(name)); }
    [[nodiscard]] bool flag(const std::string& name) const { return std::get<bool>(values_.at(name)); }
    [[nodiscard]] const std::string& word(const std::string& name) const {
        return std::get<std::string>(values_.at(name));
    }

    friend bool operator==(const Settings&, const Settings&) = default;

  private:
    std::map<std::string, SettingValue> values_;
};

/// `given` by the list of what there is: each value checked, defaults filled in. A name that is not there is refused
/// with "did you mean", a wrong value with what is allowed; `whose` (e.g. method "stableopt") begins the sentence.
[[nodiscard]] Settings complete(const Settings& given, const std::vector<Setting>& known, std::string_view whose);

/// A name and its settings, as somebody chose them.
struct Choice {
    std::string name;
    Settings settings = {};

    friend bool operator==(const Choice&, const Choice&) = default;
};
/// `ucb, beta 1.5`; the name alone where nothing is set.
[[nodiscard]] std::string to_string(const Choice& choice);

}  // namespace sweetspot
