// The parts of the engine's Study class, each in its own file.
#pragma once

#include "bound_study.hpp"

namespace sweetspot::python {

void bind_questions(nb::class_<BoundStudy>& study);

}  // namespace sweetspot::python
