// A family: the members among which people choose by name (kernels, measures, sampling rules, methods, maximisers,
// initial designs, problems). Being in the family's list is all that a member needs to be listed, set and made
// everywhere. A user's own member is passed to the library as an object and needs no list.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sweetspot/base/names.hpp"
#include "sweetspot/base/settings.hpp"

namespace sweetspot {

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

/// Every member with its default settings, in the order they are listed to people.
template <class Product>
[[nodiscard]] std::vector<Product> all_of(const Family<Product>& family) {
    std::vector<Product> result;
    for (const Member<Product>& member : family.members()) result.push_back(family.make(member.name));
    return result;
}

}  // namespace sweetspot
