// States of a search by the number: all that a state file can say, drawn from the families' own lists of members and
// settings, so that a new member is drawn as well.
#pragma once

#include <cstdint>

#include "base/json_text.hpp"
#include "random_states/wild_numbers.hpp"

namespace sweetspot::random_states {

struct DrawnState {
    Json state;                    ///< as `sweetspot suggest` reads it
    Json pending = Json::array();  ///< points that are being evaluated, written as those of observations
    Json failed = Json::array();   ///< points that could not be evaluated
};

/// A pure function of its arguments. The tame state of a number has the parameters, members, counts and whole settings
/// of its wild one: it makes the work that is usual for it.
[[nodiscard]] DrawnState draw_state(std::uint64_t seed, std::uint64_t number, Numbers numbers);

}  // namespace sweetspot::random_states
