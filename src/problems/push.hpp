// The robot-pushing problems of the paper (sec. Real-world application): robot hands push objects over a table towards
// targets; the value is the distance of each object's end to its target, summed.
//
// Push4 has one hand and one object, Push8 two of each that may block one another. The domain is the unit cube, mapped
// per hand to (x, y, steps, angle) in [-5, 5] x [-5, 5] x [1, 300] x [0, 2π]; steps are rounded half to even. An
// instance is a choice of targets in [-5, 5]², those of Push8 at least 1.1 apart.
#pragma once

#include <array>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {

inline constexpr double push_object_radius = 1;
inline constexpr std::array<double, 2> push_hand_half_extents = {0.3, 1.0};
/// Hands and targets lie in [-reach, reach]².
inline constexpr double push_reach = 5;

/// One hand: where it starts, for how many steps of 0.01 s it pushes, its angle.
struct PushHand {
    double x = 0;
    double y = 0;
    int steps = 0;
    double angle = 0;
};

/// What happened to one hand and its object: the start, then the state after every step.
struct PushPath {
    Points object;  ///< 2 x (steps + 1)
    Points hand;    ///< as many
    Vector angle;   ///< of the hand
};

/// The targets of a generated instance, one (x, y) per column: uniform in [-5, 5]², drawn anew until those of Push8 are
/// at least 1.1 apart. `robots` is 1 or 2.
[[nodiscard]] Points push_targets(Index robots, std::uint64_t instance);

/// The targets of an instance from comma-separated values: a header line, then instance, x, y (and x, y of the second);
/// further columns are passed over. `where` begins the sentence of a refusal.
[[nodiscard]] Points read_push_targets(std::istream& in, Index robots, std::uint64_t instance,
                                       const std::string& where);

/// The problem with these targets (2 x robots). One column is push4, two are push8.
[[nodiscard]] BenchmarkPtr push_problem(const Points& targets);

/// The hands that a point of the unit cube stands for, one per four coordinates.
[[nodiscard]] std::vector<PushHand> push_hands(const VectorRef& u);

/// The push at a point of the unit cube, one path per robot.
[[nodiscard]] std::vector<PushPath> push_paths(const VectorRef& u);

}  // namespace sweetspot
