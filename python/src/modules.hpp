// The parts of the Python module.
#pragma once

#include <nanobind/nanobind.h>

#include "sweetspot/base/family.hpp"

namespace sweetspot::python {

namespace nb = nanobind;

/// Settings of a member as Python has them: numbers, flags, words.
[[nodiscard]] Settings settings_from(const nb::dict& given);

void bind_families(nb::module_& m);
void bind_problems(nb::module_& m);
void bind_statistics(nb::module_& m);
void bind_experiment(nb::module_& m);
void bind_study(nb::module_& m);

}  // namespace sweetspot::python
