// A text as a server sends it: plain and compressed, made once for all who ask, with a tag by its content.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace sweetspot::app {

struct LiveText {
    std::string plain;
    std::string gzip;
    std::string tag;  ///< 16 hexadecimal digits; another text has another one
};
using LiveTextPtr = std::shared_ptr<const LiveText>;

[[nodiscard]] LiveTextPtr live_text(std::string plain);

/// FNV-1a of 64 bits, as 16 hexadecimal digits.
[[nodiscard]] std::string content_tag(std::string_view text);

/// As a gzip file has it; refuses what zlib refuses, which is too little memory.
[[nodiscard]] std::string gzip_of(std::string_view text);

}  // namespace sweetspot::app
