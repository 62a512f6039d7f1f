#include "process/text_of_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "base/whole_text.hpp"

namespace sweetspot::process {

std::string text_of_file(const std::string& path, std::string_view remedy) {
    std::ifstream file(path, std::ios::binary);
    std::string text = whole_text(file);
    // A directory can be opened, but not read.
    if (!file.is_open() || file.bad()) throw std::invalid_argument(fmt::format("{} cannot be read; {}", path, remedy));
    return text;
}

}  // namespace sweetspot::process
