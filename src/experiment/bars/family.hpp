// Families of problems, as tables of results group them.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot {

/// Benchmark::family() of a built-in problem, "other" for any other name, such as a simulator's.
[[nodiscard]] std::string family_of(std::string_view problem);

/// True if every repeat of the problem is an instance of its own.
[[nodiscard]] bool repeats_are_instances(std::string_view problem);

}  // namespace sweetspot
