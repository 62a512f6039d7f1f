// The parts of a random state. `shape` decides how much work a state is, and is the same for the wild and the tame
// state of a number; `number` draws everything else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json_text.hpp"
#include "random_states/wild_numbers.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot::random_states {

struct Draw {
    Rng shape;
    Rng number;
    Numbers numbers;

    /// A part that draws on its own: how much another draws does not change it.
    [[nodiscard]] Draw part(std::string_view name) const { return {shape.split(name), number.split(name), numbers}; }
    [[nodiscard]] Draw part(std::uint64_t index) const { return {shape.split(index), number.split(index), numbers}; }
};

/// A parameter as it is described, and what is needed to draw points.
struct DrawnParameter {
    Json words;
    Parameter parameter;
    double tolerance = 0;  ///< in its unit, where it is given so
};

[[nodiscard]] DrawnParameter draw_parameter(Draw draw, std::size_t place);
[[nodiscard]] DrawnParameter draw_environment(Draw draw, std::size_t place);

/// Some of these settings into `into`: all that are needed, others now and then.
void draw_settings(Draw draw, const std::vector<Setting>& settings, double typical_value, Json& into);

/// A point of the domain.
[[nodiscard]] Json draw_point(Draw draw, const std::vector<DrawnParameter>& parameters,
                              const std::vector<Json>& others);
/// The middle of it.
[[nodiscard]] Json middle_of(const std::vector<DrawnParameter>& parameters);

}  // namespace sweetspot::random_states
