#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <istream>
#include <limits>
#include <optional>

#include "base/check.hpp"
#include "base/one_line.hpp"
#include "design/initial_size.hpp"
#include "experiment/tables.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/robust/robust_set.hpp"

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
            "{}: \"{}\" is not a number; give a table of runs as sweetspot writes it", place, one_line(cell));
    return value;
}

/// Of a dimension or a repeat: a number that is not whole, or missing, has no such place.
Index whole_number(const std::string& cell, const std::string& place) {
    constexpr Index most = 1000000000;
    Index value = 0;
    const auto [rest, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    require(error == std::errc() && rest == cell.data() + cell.size() && value >= 0 && value <= most,
            "{}: \"{}\" is no whole number; give a table of runs as sweetspot writes it", place, one_line(cell));
    return value;
}

/// The columns of a table after `first_number`: regrets, then as many distances, then perhaps worst case and promise.
struct Layout {
    std::vector<Index> moments;   ///< of regret and distance
    std::vector<Index> promises;  ///< of worst, lower and upper
};

/// The number of evaluations in "regret_10"; nothing if the column is another one.
std::optional<Index> moment_of(const std::string& column, std::string_view what) {
    if (!column.starts_with(what) || column.size() <= what.size() + 1 || column[what.size()] != '_')
        return std::nullopt;
    Index n = 0;
    const char* end = column.data() + column.size();
    const auto [rest, error] = std::from_chars(column.data() + what.size() + 1, end, n);
    if (error != std::errc() || rest != end || n < 1) return std::nullopt;
    return n;
}

Layout layout_of(const Cells& header, const std::string& where) {
    Layout layout;
    std::size_t at = first_number;
    for (; at < header.size(); ++at) {
        const auto n = moment_of(header[at], "regret");
        if (!n) break;
        layout.moments.push_back(*n);
    }
    bool fits = header.size() > first_number && header.front() == "problem" && !layout.moments.empty();
    for (const Index n : layout.moments) {
        fits = fits && at < header.size() && moment_of(header[at], "distance") == n;
        ++at;
    }
    while (fits && at < header.size()) {
        const auto n = moment_of(header[at], "worst");
        fits = n && at + 2 < header.size() && moment_of(header[at + 1], "lower") == n &&
               moment_of(header[at + 2], "upper") == n;
        if (fits) layout.promises.push_back(*n);
        at += 3;
    }
    require(fits, "{}:1: this is no table of runs; give one as sweetspot writes it", where);
    require(layout.promises.size() <= promise_moments.size() &&
                std::equal(layout.promises.begin(), layout.promises.end(), promise_moments.begin()),
            "{}:1: promises are after {} evaluations; they are recorded after {}", where,
            fmt::join(layout.promises, ", "), fmt::join(promise_moments, ", "));
    return layout;
}

Norm norm_in(const std::string& cell, const std::string& place) {
    const std::string name = one_line(cell);
    const auto& known = norm_names();
    require(std::ranges::find(known, name) != known.end(), "{}: {}", place, unknown_name("norm", name, known));
    return norm_named(name);
}

/// Where a row belongs, made if it is not there yet.
MethodScores& scores_for(std::vector<Comparison>& all, const Cells& cells, const Layout& layout,
                         const std::string& place) {
    const auto D = whole_number(cells[dimension], place);
    const Norm p = norm_in(cells[norm], place);
    auto c = std::find_if(all.begin(), all.end(), [&](const Comparison& known) {
        return known.problem == cells[problem] && known.dimension == D && known.norm == p &&
               known.profile == cells[profile];
    });
    if (c == all.end()) {
        c = all.insert(all.end(), {cells[problem], D, p, cells[profile], default_initial(D), {}, {}, layout.moments});
    }
    std::vector<MethodScores>& list = cells[report] == "own" ? c->own : c->methods;
    auto m = std::find_if(list.begin(), list.end(), [&](const auto& known) { return known.method == cells[method]; });
    if (m == list.end()) {
        const Matrix scores(0, std::ssize(layout.moments));
        const Matrix promised(0, std::ssize(layout.promises));
        m = list.insert(list.end(), {cells[method], scores, scores, {promised, promised, promised}, {}});
    }
    return *m;
}

/// Every `step`-th of the cells as one more row.
void append(Matrix& rows, std::span<const std::string> cells, const std::string& place, std::size_t step = 1) {
    rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
    for (Index column = 0; column < rows.cols(); ++column) {
        rows(rows.rows() - 1, column) = number(cells[static_cast<std::size_t>(column) * step], place);
    }
}

}  // namespace

std::vector<Comparison> read_runs_table(std::istream& in, const std::string& where) {
    std::string line;
    std::getline(in, line);
    const Cells header = split(line);
    const Layout layout = layout_of(header, where);
    const std::size_t moments = layout.moments.size();
    std::vector<Comparison> result;
    for (int row = 2; std::getline(in, line); ++row) {
        const std::string place = fmt::format("{}:{}", where, row);
        const Cells cells = split(line);
        require(cells.size() == header.size(), "{}: {} columns; the header has {}", place, cells.size(), header.size());
        MethodScores& scores = scores_for(result, cells, layout, place);
        const std::span<const std::string> numbers = std::span(cells).subspan(first_number);
        append(scores.regret, numbers.first(moments), place);
        append(scores.distance, numbers.subspan(moments, moments), place);
        const std::span<const std::string> promised = numbers.subspan(2 * moments);
        scores.repeats.push_back(whole_number(cells[repeat], place));
        if (promised.empty()) continue;
        append(scores.promises.worst, promised, place, 3);
        append(scores.promises.lower, promised.subspan(1), place, 3);
        append(scores.promises.upper, promised.subspan(2), place, 3);
    }
    return result;
}

}  // namespace sweetspot
