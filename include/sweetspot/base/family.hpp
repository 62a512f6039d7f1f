// A family: the members among which people choose by name (kernels, measures, sampling rules, methods, maximisers,
// initial designs, problems). Being in the family's list is all that a member needs to be listed, set and made
// everywhere. A user's own member is passed to the library as an object and needs no list.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sweetspot {

// Names typed by people: the sentence that refuses an unknown one, with a suggestion.

/// The known name closest to `given` by edit distance (insertions, deletions, substitutions, swaps of neighbours), or
/// an empty string when none is close enough to be a plausible slip.
[[nodiscard]] std::string closest_name(std::string_view given, std::span<const std::string> known);

/// `unknown measure "wrost"; did you mean "worst"? Known: worst, mean`
[[nodiscard]] std::string unknown_name(std::string_view what, std::string_view given,
                                       std::span<const std::string> known);

// Settings of the members of a family (kernels, measures, sampling rules, methods …) for the edge where they are typed:
// each member says which it has, and every front (study file, state, command line, bindings) reads, checks and lists
// them alike.

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
    /// Nothing: what holds then is said in `otherwise`, or it must be given.
    std::optional<SettingValue> standard = std::nullopt;
    std::string otherwise = {};
    bool required = false;
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    enum class End { allowed, excluded } at_least = End::allowed, at_most = End::allowed;
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

/// What a family knows of a member before it is made.
struct MemberDescription {
    std::string name;
    std::string summary;  ///< one line for people
    std::vector<Setting> settings = {};
};

/// … and how it is made: from its settings, all of them and each checked, and from whatever else the family has.
template <class Product, class... Parts>
struct Member : MemberDescription {
    std::function<Product(const Settings& settings, const Parts&... parts)> make;
};

/// A member without settings: an object that knows its own name and summary.
template <class Pointer>
[[nodiscard]] Member<Pointer> plain_member(Pointer object) {
    return {{std::string(object->name()), std::string(object->summary())},
            [object](const Settings& /*settings*/) { return object; }};
}

/// Of members that have more to say of themselves than a Member does.
template <class MemberType>
class FamilyOf {
  public:
    /// `what` names a member in a refusal: kernel, measure …
    FamilyOf(std::string what, std::vector<MemberType> members)
        : what_(std::move(what)), members_(std::move(members)) {}

    [[nodiscard]] const std::string& what() const { return what_; }
    /// In the order they are listed to people.
    [[nodiscard]] const std::vector<MemberType>& members() const { return members_; }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const MemberType& member : members_) result.push_back(member.name);
        return result;
    }
    /// An unknown name is refused with "did you mean".
    [[nodiscard]] const MemberType& named(std::string_view name) const {
        for (const MemberType& member : members_) {
            if (member.name == name) return member;
        }
        throw std::invalid_argument(unknown_name(what_, name, names()));
    }
    /// The member of that name with these settings, the others as they are by default.
    template <class... Parts>
    [[nodiscard]] auto make(const Choice& choice, const Parts&... parts) const {
        const MemberType& member = named(choice.name);
        return member.make(complete(choice.settings, member.settings, what_ + " \"" + member.name + "\""), parts...);
    }
    template <class... Parts>
    [[nodiscard]] auto make(std::string_view name, const Parts&... parts) const {
        return make(Choice{std::string(name)}, parts...);
    }

  private:
    std::string what_;
    std::vector<MemberType> members_;
};

template <class Product>
using Family = FamilyOf<Member<Product>>;

/// Every member with its default settings, in the order they are listed to people; without those that have none.
template <class Product>
[[nodiscard]] std::vector<Product> all_of(const Family<Product>& family) {
    std::vector<Product> result;
    for (const Member<Product>& member : family.members()) {
        if (std::ranges::none_of(member.settings, &Setting::required)) result.push_back(family.make(member.name));
    }
    return result;
}

}  // namespace sweetspot
