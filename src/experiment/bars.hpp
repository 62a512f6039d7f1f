// Is the new default better than everything else, and does it keep its promises? Tables in Markdown from tables of runs
// (runs_table), of any number of profiles, methods and problems.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/comparison.hpp"

namespace sweetspot {

/// What is compared: a method in a profile.
struct Contender {
    std::string profile;
    std::string method;

    friend auto operator<=>(const Contender&, const Contender&) = default;  // NOLINT(modernize-use-nullptr)
};

/// Who is to be better, and than whom it is to be faster.
struct BarsOptions {
    Contender ours = {"warped", "alternating"};
    Contender before = {"default", "most-uncertain"};  ///< the default of the past
    std::string family = {};                           ///< only problems of this family; empty: all
    double floor = 1e-6;  ///< regrets count as at least this share of the problem's scale in ratios
};

/// The names that bars_table() knows, in the order in which they are printed.
[[nodiscard]] const std::vector<std::string>& bars_names();

/// One table with a sentence on what it shows, ending with a line break:
///   ranks        average rank of every contender, and Wilcoxon's test of ours against each, with Holm's correction
///   ratios       geometric mean of our regret over that of each other, by family of problems
///   evaluations  after how many evaluations ours has the regret that the default of the past has at the end
///   promises     coverage and width of the promised intervals of ours, by family and number of evaluations
///   step         in how many runs the step of stepped-sphere was found
/// An unknown name is refused with "did you mean", and so are runs that do not suffice.
[[nodiscard]] std::string bars_table(std::string_view name, std::span<const Comparison> runs,
                                     const BarsOptions& options);

/// The document with each table made anew. A table stands between two lines
///   <!-- bars: NAME FILE … -->
///   <!-- end -->
/// where FILE is a table of runs, handed to `read`, and words like method=alternating, profile=warped, family=push,
/// floor=1e-3 change the options. A marker that is not understood or has no end, or an end without a marker, is refused
/// with `where` and its line.
[[nodiscard]] std::string with_fresh_bars(const std::string& document, const std::string& where,
                                          const std::function<std::vector<Comparison>(const std::string& file)>& read);

}  // namespace sweetspot
