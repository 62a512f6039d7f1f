#include "process/excerpt.hpp"

#include <algorithm>
#include <fstream>
#include <vector>

#include "base/one_line.hpp"
#include "base/whole_text.hpp"

namespace sweetspot::process {
namespace {

std::string shortened(std::string line, Cut cut) {
    if (line.size() <= excerpt_length) return line;
    return cut == Cut::end ? std::string(first_bytes(line, excerpt_length)) + "…"
                           : "…" + std::string(last_bytes(line, excerpt_length));
}

}  // namespace

std::string excerpt(std::string_view text, Cut cut) {
    return shortened(one_line(text), cut);
}

std::string last_lines(std::string_view text, std::size_t lines) {
    std::vector<std::string> found;
    while (!text.empty() && found.size() < lines) {
        const std::size_t newline = text.rfind('\n');
        const std::string_view line = newline == std::string_view::npos ? text : text.substr(newline + 1);
        if (std::string clean = one_line(line); !clean.empty()) found.push_back(std::move(clean));
        text = newline == std::string_view::npos ? std::string_view() : text.substr(0, newline);
    }
    std::string joined;
    std::ranges::reverse(found);
    for (const std::string& line : found) joined += (joined.empty() ? "" : " | ") + line;
    return shortened(std::move(joined), Cut::beginning);
}

std::string end_of_output(const std::filesystem::path& path) {
    constexpr std::streamoff most_bytes = 2000;
    constexpr std::ptrdiff_t most_lines = 24;
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) return "";  // a pipe would hold us up
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return "";
    file.seekg(std::max<std::streamoff>(0, static_cast<std::streamoff>(file.tellg()) - most_bytes));
    std::string text = whole_text(file);
    text = last_bytes(text, most_bytes);
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    for (auto lines = std::ranges::count(text, '\n') + 1; lines > most_lines; --lines) {
        text.erase(0, text.find('\n') + 1);
    }
    return text;
}

}  // namespace sweetspot::process
