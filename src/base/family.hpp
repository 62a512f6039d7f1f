// A member of a family by its name, for the edge where names are typed.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/names.hpp"

namespace sweetspot {

/// The member of `family` (pointers to objects with a name()) called `name`; an unknown one is refused with "did you
/// mean", `what` saying what it should have been.
template <class Pointer>
[[nodiscard]] const Pointer& member_named(const std::vector<Pointer>& family, std::string_view what,
                                          std::string_view name) {
    std::vector<std::string> known;
    for (const Pointer& member : family) {
        if (member->name() == name) return member;
        known.emplace_back(member->name());
    }
    throw std::invalid_argument(unknown_name(what, name, known));
}

}  // namespace sweetspot
