// All of a stream or a file as one text.
#pragma once

#include <istream>
#include <string>
#include <string_view>

namespace sweetspot {

/// What can still be read of it. It never throws, in contrast to an iterator over the stream's buffer: a file can stop
/// being readable between two reads (one of /proc when its process ends, one on a network). Then `in.bad()` holds, and
/// the text is what came before.
[[nodiscard]] std::string whole_text(std::istream& in);

/// Of a file that somebody has named; `remedy` is what to do where it is none that can be read.
[[nodiscard]] std::string text_of_file(const std::string& path, std::string_view remedy);

}  // namespace sweetspot
