// Edit distance between names (optimal string alignment: insertions, deletions, substitutions and swaps of neighbours,
// one edit each) and the sentence that refuses an unknown one.
#include "sweetspot/base/family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace sweetspot {
namespace {

// d(i, j), the distance between the first i letters of a and the first j of b, is the least of d(i-1, j) + 1,
// d(i, j-1) + 1, d(i-1, j-1) + [a_i ≠ b_j] and, if the last two letters are swapped, d(i-2, j-2) + 1.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> before_last(width), last(width), row(width);
    for (std::size_t j = 0; j < width; ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(before_last, last);
        std::swap(last, row);
        row[0] = i;
        for (std::size_t j = 1; j < width; ++j) {
            const std::size_t substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, substituted});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row.back();
}

}  // namespace

std::string closest_name(std::string_view given, std::span<const std::string> known) {
    // A third of the letters wrong is a slip, more is another word; so is a name of which every letter changes.
    const std::size_t plausible = std::max<std::size_t>(1, given.size() / 3);
    std::size_t best_distance = std::min(plausible + 1, given.size());
    std::string best;
    for (const std::string& name : known) {
        const std::size_t distance = edit_distance(given, name);
        if (distance < best_distance) {
            best_distance = distance;
            best = name;
        }
    }
    return best;
}

std::string unknown_name(std::string_view what, std::string_view given, std::span<const std::string> known) {
    const std::string closest = closest_name(given, known);
    const std::string question = closest.empty() ? "" : fmt::format("did you mean \"{}\"? ", closest);
    return fmt::format("unknown {} \"{}\"; {}Known: {}", what, given, question, fmt::join(known, ", "));
}

}  // namespace sweetspot
