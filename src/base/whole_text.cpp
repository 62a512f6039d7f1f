#include "base/whole_text.hpp"

#include <array>

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

}  // namespace sweetspot
