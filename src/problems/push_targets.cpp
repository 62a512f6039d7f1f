// The targets of an instance from a file of comma-separated values.
#include <charconv>
#include <string_view>

#include "base/check.hpp"
#include "problems/push.hpp"

namespace sweetspot {
namespace {

std::vector<std::string_view> cells_of(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::vector<std::string_view> cells;
    for (std::size_t end = line.find(','); end != std::string_view::npos; end = line.find(',')) {
        cells.push_back(line.substr(0, end));
        line.remove_prefix(end + 1);
    }
    cells.push_back(line);
    return cells;
}

template <class Number>
Number read(std::string_view cell, const std::string& where, int line) {
    Number number{};
    const char* end = cell.data() + cell.size();
    const auto [rest, error] = std::from_chars(cell.data(), end, number);
    require(error == std::errc() && rest == end,
            "{}:{}: \"{}\" is not a number of the kind that stands there; a line is instance,x,y or instance,x,y,x,y",
            where, line, cell);
    return number;
}

}  // namespace

Points read_push_targets(std::istream& in, Index robots, std::uint64_t instance, const std::string& where) {
    require(robots == 1 || robots == 2, "push: {} robots were asked for; there are 1 (push4) or 2 (push8)", robots);
    const auto needed = static_cast<std::size_t>(1 + 2 * robots);
    std::string text;
    std::getline(in, text);  // the header
    for (int line = 2; std::getline(in, text); ++line) {
        const std::vector<std::string_view> cells = cells_of(text);
        if (read<std::uint64_t>(cells.front(), where, line) != instance) continue;
        require(cells.size() >= needed, "{}:{}: the line has {} values; {} robots need {}: instance and an x,y each",
                where, line, cells.size(), robots, needed);
        Points targets(2, robots);
        for (std::size_t i = 1; i < needed; ++i) {
            targets.reshaped()[static_cast<Index>(i) - 1] = read<double>(cells[i], where, line);
        }
        return targets;
    }
    require(false, "{}: there is no instance {}; give a number from the first column", where, instance);
    return {};
}

}  // namespace sweetspot
