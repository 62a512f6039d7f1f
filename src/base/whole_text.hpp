// All of a stream as one text.
#pragma once

#include <istream>
#include <string>

namespace sweetspot {

/// What can still be read of it. It never throws, in contrast to an iterator over the stream's buffer: a file can stop
/// being readable between two reads (one of /proc when its process ends, one on a network). Then `in.bad()` holds, and
/// the text is what came before.
[[nodiscard]] std::string whole_text(std::istream& in);

}  // namespace sweetspot
