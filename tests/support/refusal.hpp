// The sentence with which something is refused.
#pragma once

#include <stdexcept>
#include <string>

namespace sweetspot::support {

/// What the std::invalid_argument says that f throws; empty if it throws none.
template <class F>
std::string refusal(const F& f) {
    try {
        f();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return {};
}

}  // namespace sweetspot::support
