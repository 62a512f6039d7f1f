// The caller's mistakes become one sentence: where, what was given, what is allowed, what to do.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <utility>

#include "sweetspot/base/errors.hpp"

namespace sweetspot {

/// Throws std::invalid_argument with the formatted sentence unless `ok`.
template <class... Arguments>
void require(bool ok, fmt::format_string<Arguments...> sentence, Arguments&&... arguments) {
    if (!ok) throw std::invalid_argument(fmt::format(sentence, std::forward<Arguments>(arguments)...));
}

/// The same for a mistake that the class `who` found.
template <class... Arguments>
void require_by(std::string_view who, bool ok, fmt::format_string<Arguments...> sentence, Arguments&&... arguments) {
    if (!ok) throw CallersMistake(who, fmt::format(sentence, std::forward<Arguments>(arguments)...));
}

}  // namespace sweetspot
