// A mistake in what was given for one argument of a question, by the argument's plain name: each front shows it as its
// users write it, the command line as --of.
#pragma once

#include "sweetspot/base/errors.hpp"

namespace sweetspot {

/// Its message is "of: sentence".
class ArgumentMistake : public CallersMistake {
  public:
    using CallersMistake::CallersMistake;
};

}  // namespace sweetspot
