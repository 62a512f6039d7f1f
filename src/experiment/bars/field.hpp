// All runs that are compared, whatever tables they come from: by place (problem, dimension, norm), contender and
// repeat.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiment/bars.hpp"

namespace sweetspot::bars {

struct Place {
    std::string problem;
    Index dimension = 0;
    Norm norm = Norm::two;

    friend auto operator<=>(const Place&, const Place&) = default;  // NOLINT(modernize-use-nullptr)
};
/// "levy03, D = 5, p = 2".
[[nodiscard]] std::string to_string(const Place& place);
/// "alternating (warped)".
[[nodiscard]] std::string to_string(const Contender& contender);

struct Run {
    Vector regret;  ///< after each of Field::moments()
    Vector worst;   ///< at the promise moments; empty or NaN where nothing is known
    Vector lower;
    Vector upper;
    std::size_t table = 0;  ///< the number of the table that it comes from

    [[nodiscard]] double last() const { return regret[regret.size() - 1]; }
};

/// By repeat.
using Runs = std::map<Index, Run>;

class Field {
  public:
    /// Takes the runs by the common report of the problems of that family (empty: all). Refuses a run that is there
    /// twice, tables of different moments, and regrets that are missing at the end.
    Field(std::span<const Comparison> tables, const std::string& family);

    /// In the order in which they appear.
    [[nodiscard]] const std::vector<Place>& places() const { return places_; }
    [[nodiscard]] const std::vector<Contender>& contenders() const { return contenders_; }
    /// All but this one, which must be there.
    [[nodiscard]] std::vector<Contender> others(const Contender& ours) const;
    [[nodiscard]] const std::vector<Index>& moments() const { return moments_; }
    /// Families of the places, in the order in which they appear.
    [[nodiscard]] std::vector<std::string> families() const;
    /// Empty if there are none.
    [[nodiscard]] const Runs& runs(const Place& place, const Contender& contender) const;
    /// The repeats that all of them have.
    [[nodiscard]] std::vector<Index> repeats(const Place& place, const std::vector<Contender>& of) const;
    /// The problem's scale: the median regret after 10 evaluations, over all contenders and repeats. Refuses one that
    /// is not > 0.
    [[nodiscard]] double scale(const Place& place) const;
    /// The median regret at the end, over all contenders and repeats.
    [[nodiscard]] double last_median(const Place& place) const;

  private:
    void add(const Comparison& table, const MethodScores& scores, std::size_t number);
    void share_references(const Place& place);
    [[nodiscard]] double median_regret(const Place& place, std::size_t moment) const;

    std::vector<Place> places_;
    std::vector<Contender> contenders_;
    std::vector<Index> moments_;
    std::map<std::pair<Place, Contender>, Runs> runs_;
};

// The tables of bars_table().
[[nodiscard]] std::string ranks(const Field& field, const Contender& ours);
[[nodiscard]] std::string ratios(const Field& field, const Contender& ours, double floor);
[[nodiscard]] std::string evaluations(const Field& field, const Contender& ours, const Contender& before);
[[nodiscard]] std::string promises(const Field& field, const Contender& ours);
[[nodiscard]] std::string step(const Field& field);

}  // namespace sweetspot::bars
