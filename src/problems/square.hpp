#pragma once

namespace sweetspot {

[[nodiscard]] constexpr double square(double a) {
    return a * a;
}

}  // namespace sweetspot
