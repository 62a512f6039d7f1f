#include "base/whole_text.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <stdexcept>

namespace sweetspot {

std::string whole_text(std::istream& in) {
    std::string text;
    std::array<char, 4096> part;
    do {
        in.read(part.data(), part.size());
        text.append(part.data(), static_cast<std::size_t>(in.gcount()));
    } while (in);
    return text;
}

std::string text_of_file(const std::string& path, std::string_view remedy) {
    std::ifstream file(path, std::ios::binary);
    std::string text = whole_text(file);
    // A directory can be opened, but not read.
    if (!file.is_open() || file.bad()) throw std::invalid_argument(fmt::format("{} cannot be read; {}", path, remedy));
    return text;
}

}  // namespace sweetspot
