// What all checks ask of a refusal.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace sweetspot::fuzz {

/// What keeps this from being one sentence that can be printed and stored; empty if nothing does.
[[nodiscard]] std::string sentence_complaint(const std::string& sentence);

/// Runs f; what it refuses must be an std::invalid_argument that begins with the name of the source.
[[nodiscard]] std::string complaint_of(std::string_view source, const std::function<std::string()>& f);

}  // namespace sweetspot::fuzz
