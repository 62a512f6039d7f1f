// A run of a study whose objective is in Python.
#pragma once

#include <optional>
#include <string>

#include "bound_study.hpp"

namespace sweetspot::python {

/// Why it ended. What the objective raises is raised again, and so is a Ctrl-C.
std::string run(const BoundStudy& bound, nb::object objective, nb::object watch, const std::optional<std::string>& only,
                Index parallel, int threads);

}  // namespace sweetspot::python
