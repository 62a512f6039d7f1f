// Choices that may be built as another one than ordered: the wrong material is taken from the shelf.
//
// How often a name comes out depends on what is ordered, and the points that stand for a region must not. So chance is
// cut into scenarios, whose weights are the same whatever is ordered: a number that is uniform on [0, 1) decides, each
// row of shares cuts [0, 1) into intervals, that of the ordered name first, and a scenario is an interval that no row
// cuts. Where every other name is as likely, scenario m is the m-th next name, with the weights 1 - p, p/(K - 1), ….
// Several such choices are confused independently of one another: their scenarios are multiplied.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sweetspot/space/space.hpp"

namespace sweetspot {

/// Shares of builds that are nearer to 0 or 1 could not be told from rounding, and their scenarios would be lost.
inline constexpr double least_share = 1e-9;

/// The choice, of which in this share of the builds another one is built, each of the others as often; from least_share
/// to 1 - least_share.
[[nodiscard]] Parameter confused(Parameter choice, double share);

/// Each of two values is taken for the other in this share of the builds that order it.
struct ConfusedPair {
    std::string one;
    std::string other;
    double share = 0;
};
/// The choice with one more pair that is confused. All the shares of a value must add up to less than 1.
[[nodiscard]] Parameter confused(Parameter choice, const ConfusedPair& pair);

/// The confused choices of a space, in the unit cube. Immutable.
class Confusion {
  public:
    /// At least one parameter must be confused (see confusion_of).
    explicit Confusion(const Space& space);

    /// Those of the confused choices, ascending.
    [[nodiscard]] const std::vector<Index>& coordinates() const { return coordinates_; }

    /// The first is that everything is built as ordered.
    [[nodiscard]] Index scenarios() const { return weights_.size(); }
    /// Above 0, sum 1.
    [[nodiscard]] const Vector& weights() const { return weights_; }

    /// The one that 0 ≤ u < 1 falls into: of a uniform u, each by its weight.
    [[nodiscard]] Index scenario_at(double u) const;

    /// What can be ordered of the confused choices together, counted from 0.
    [[nodiscard]] Index combinations() const { return combinations_; }
    [[nodiscard]] Index combination(const VectorRef& u) const;
    /// The places of the names that are ordered, or that are built then in a scenario; one for each coordinate.
    [[nodiscard]] std::vector<Index> ordered(Index combination) const;
    [[nodiscard]] std::vector<Index> built(Index combination, Index scenario) const;

    /// What is built where u is ordered: other names, all else as it is.
    [[nodiscard]] Vector built(Vector u, Index scenario) const;
    /// The first scenario in which one comes out where the other was ordered, by their confused choices; nothing if it
    /// never does.
    [[nodiscard]] std::optional<Index> scenario(const VectorRef& ordered, const VectorRef& built) const;
    /// u where that combination is ordered.
    [[nodiscard]] Vector ordering(Vector u, Index combination) const;
    /// u with the confused choices of another point.
    [[nodiscard]] Vector with_choices_of(const VectorRef& other, Vector u) const;
    /// All that may have been ordered where these came out, as points with those choices in place of theirs.
    [[nodiscard]] Points orders(const PointsRef& built) const;

  private:
    /// Of one choice.
    struct Confused {
        Index size = 0;  ///< K
        Vector weights;
        std::vector<std::vector<Index>> built;  ///< by what is ordered, then by scenario
    };
    [[nodiscard]] static Confused confused_choice(const Parameter& choice);
    [[nodiscard]] Index outcome(Index combination, Index scenario) const;
    [[nodiscard]] Vector with_places(Vector u, const std::vector<Index>& places) const;

    std::vector<Index> coordinates_;
    std::vector<Confused> choices_;
    Vector weights_;
    Index combinations_ = 1;
    std::vector<std::vector<Index>> outcomes_;  ///< what is built, as a combination, by what is ordered and scenario
};

using ConfusionPtr = std::shared_ptr<const Confusion>;
/// Null where every choice is built as ordered.
[[nodiscard]] ConfusionPtr confusion_of(const Space& space);

/// The scenario that each of some points belongs to; without a confusion there is but one.
struct Scenarios {
    ConfusionPtr confusion = nullptr;
    std::vector<Index> of = {};  ///< one per point

    [[nodiscard]] bool none() const { return confusion == nullptr; }
    [[nodiscard]] Index combinations() const { return none() ? 1 : confusion->combinations(); }
    [[nodiscard]] Index combination(const VectorRef& x) const { return none() ? 0 : confusion->combination(x); }
    /// Of some of the points.
    [[nodiscard]] Scenarios part(const std::vector<Index>& which) const;
};

}  // namespace sweetspot
