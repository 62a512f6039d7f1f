#include "apps/sweetspot/live/live_text.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cstdint>
#include <stdexcept>
#include <utility>

namespace sweetspot::app {

LiveTextPtr live_text(std::string plain) {
    std::string gzip = gzip_of(plain);
    std::string tag = content_tag(plain);
    return std::make_shared<LiveText>(LiveText{std::move(plain), std::move(gzip), std::move(tag)});
}

std::string content_tag(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return fmt::format("{:016x}", hash);
}

std::string gzip_of(std::string_view text) {
    constexpr int window = 15 + 16;  // 16 more: with the head of a gzip file
    constexpr int memory = 8;        // zlib's own choice
    z_stream stream = {};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY) != Z_OK) {
        throw std::runtime_error("a text could not be compressed");
    }
    std::string gzip(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(gzip.data());
    stream.avail_out = static_cast<uInt>(gzip.size());
    const int ended = deflate(&stream, Z_FINISH);
    gzip.resize(stream.total_out);
    deflateEnd(&stream);
    if (ended != Z_STREAM_END) throw std::runtime_error("a text could not be compressed");
    return gzip;
}

}  // namespace sweetspot::app
