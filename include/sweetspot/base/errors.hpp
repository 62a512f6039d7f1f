// Errors that are not the caller's mistake (those are std::invalid_argument).
#pragma once

#include <stdexcept>

namespace sweetspot {

/// A computation broke down; the message holds what is needed to reproduce it.
class NumericalError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace sweetspot
