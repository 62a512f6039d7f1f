// `sweetspot suggest`: one suggestion from a state, for any language to call.
#pragma once

#include <iosfwd>
#include <string>

namespace sweetspot::app {

struct SuggestOptions {
    std::string state = "-";  ///< a file, or - for standard input
    int threads = 1;          ///< the suggestion does not depend on it
};

/// Reads the state and writes one JSON object.
void suggest(const SuggestOptions& options, std::istream& in, std::ostream& out);

}  // namespace sweetspot::app
