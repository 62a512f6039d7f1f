// The physics of the pushing problems on Box2D: hands (boxes) push objects (discs) over a table with friction.
//
// Gravity 0; every body has a friction joint to the table. A hand is driven towards the place where its object starts,
// v = 10 (o - r)/‖o - r‖, by the force 30 m (v - velocity) and the torque -30 m ω at each of its steps of 0.01 s, and
// by nothing afterwards; the world goes on for 100 steps after the last push. Box2D works in single precision.
#pragma once

#include <functional>
#include <vector>

#include "problems/push.hpp"

namespace sweetspot {

/// Where the objects start: the origin, or (-3, 0) and (3, 0); one column each.
[[nodiscard]] Points push_starts(Index robots);

/// The state after a step. One column or entry per robot.
struct PushState {
    Points objects;
    Points hands;
    Vector angles;  ///< of the hands
};

/// Pushes; returns where the objects end. `observe`, unless empty, sees the start and the state after every step. Any
/// number of pushes may run at once.
[[nodiscard]] Points run_push(const std::vector<PushHand>& hands,
                              const std::function<void(const PushState&)>& observe = {});

}  // namespace sweetspot
