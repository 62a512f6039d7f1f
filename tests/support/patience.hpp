// Waiting for what others do.
#pragma once

#include <chrono>
#include <thread>

namespace sweetspot::support {

/// Whether it holds within four minutes: a guard against hanging, not a measure, for the machine may be busy.
template <class Condition>
[[nodiscard]] bool comes_true(Condition holds) {
    for (int i = 0; i < 12000; ++i) {
        if (holds()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
}

}  // namespace sweetspot::support
