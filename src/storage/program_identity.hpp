// What the bits of a result depend on beside its question: the program itself, the processor and the C library, which
// choose among several versions of a loop or of exp.
#pragma once

#include <string>

namespace sweetspot::storage {

/// Another text after another build of the program (or of the Python module), on another kind of processor, with
/// another C library, or with other settings of these. Empty where it cannot be told.
[[nodiscard]] const std::string& program_identity();

}  // namespace sweetspot::storage
