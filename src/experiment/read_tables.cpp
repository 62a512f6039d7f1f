#include <algorithm>
#include <charconv>
#include <istream>
#include <limits>

#include "base/check.hpp"
#include "sweetspot/experiment/tables.hpp"

namespace sweetspot {
namespace {

using Cells = std::vector<std::string>;

// Columns of what a run was, before its regrets and distances.
enum Column : std::size_t { problem, dimension, norm, profile, method, report, repeat, first_number };

Cells split(const std::string& line) {
    Cells cells(1);
    for (const char c : line) {
        if (c == ',') {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

double number(const std::string& cell, const std::string& place) {
    if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
    double value = 0;
    const auto [rest, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    require(error == std::errc() && rest == cell.data() + cell.size(),
            "{}: \"{}\" is not a number; give a table of runs as sweetspot writes it", place, cell);
    return value;
}

/// Where a row belongs, made if it is not there yet.
MethodScores& scores_for(std::vector<Comparison>& all, const Cells& cells, Index moments, const std::string& place) {
    const auto D = static_cast<Index>(number(cells[dimension], place));
    const Norm p = norm_named(cells[norm]);
    auto c = std::find_if(all.begin(), all.end(), [&](const Comparison& known) {
        return known.problem == cells[problem] && known.dimension == D && known.norm == p &&
               known.profile == cells[profile];
    });
    if (c == all.end()) c = all.insert(all.end(), {cells[problem], D, p, cells[profile], D + 1, {}, {}});
    std::vector<MethodScores>& list = cells[report] == "own" ? c->own : c->methods;
    auto m = std::find_if(list.begin(), list.end(), [&](const auto& known) { return known.method == cells[method]; });
    if (m == list.end()) m = list.insert(list.end(), {cells[method], Matrix(0, moments), Matrix(0, moments)});
    return *m;
}

void append(Matrix& rows, std::span<const std::string> cells, const std::string& place) {
    rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        rows(rows.rows() - 1, static_cast<Index>(i)) = number(cells[i], place);
    }
}

}  // namespace

std::vector<Comparison> read_runs_table(std::istream& in, const std::string& where) {
    std::string line;
    std::getline(in, line);
    const Cells header = split(line);
    require(header.size() > first_number && header.front() == "problem" && (header.size() - first_number) % 2 == 0,
            "{}:1: this is no table of runs; give one as sweetspot writes it", where);
    const std::size_t moments = (header.size() - first_number) / 2;
    std::vector<Comparison> result;
    for (int row = 2; std::getline(in, line); ++row) {
        const std::string place = fmt::format("{}:{}", where, row);
        const Cells cells = split(line);
        require(cells.size() == header.size(), "{}: {} columns; the header has {}", place, cells.size(), header.size());
        MethodScores& scores = scores_for(result, cells, static_cast<Index>(moments), place);
        const std::span<const std::string> numbers = std::span(cells).subspan(first_number);
        append(scores.regret, numbers.first(moments), place);
        append(scores.distance, numbers.last(moments), place);
    }
    return result;
}

}  // namespace sweetspot
