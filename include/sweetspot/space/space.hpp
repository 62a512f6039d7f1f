// The domain 𝒳: named parameters with bounds, and the map between their own units and the unit cube.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

enum class Scale { linear, log };

/// One design parameter. On a log scale the bounds must be positive and the unit-cube coordinate is linear in log x.
/// With a `step`, the values are lower, lower + step, … up to upper (a step of 1 between whole bounds: integers).
/// A parameter with `values` is a part that is sold in a series; one with `choices` is one of some names, without
/// order.
struct Parameter {
    std::string name;
    double lower = 0;
    double upper = 1;
    Scale scale = Scale::linear;
    std::optional<double> step = std::nullopt;
    /// The only values that can be ordered, ascending and within the bounds; empty: any. What is built is as far off as
    /// its tolerance says.
    std::vector<double> values = {};
    /// Names; the coordinate is the place of one of them, from lower = 0 to upper = their number - 1.
    std::vector<std::string> choices = {};
    /// Of a choice: how often another one than ordered is built; the share of builds by what is ordered (outer) and
    /// what is built (inner). Each row adds up to 1. Empty: built as ordered. `confused` (space/confusion) makes it.
    std::vector<std::vector<double>> confusion = {};

    /// False: it belongs to the environment (a temperature, a load), so nobody chooses it and all of its range counts.
    bool chosen = true;

    [[nodiscard]] bool is_choice() const { return !choices.empty(); }
    bool operator==(const Parameter&) const = default;
};

/// A parameter that is one of two names or more.
[[nodiscard]] Parameter choice_parameter(std::string name, std::vector<std::string> choices);
/// The place of a name among the choices; an unknown one is refused with "did you mean".
[[nodiscard]] double choice_named(const Parameter& parameter, std::string_view name);
/// The name at a place.
[[nodiscard]] const std::string& choice_at(const Parameter& parameter, double place);

/// The domain: 1 to 1000 parameters. Inside the engine points live in the unit cube; `to_unit` and `from_unit` are the
/// only door.
class Space {
  public:
    explicit Space(std::vector<Parameter> parameters);
    /// D parameters x1 … xD with the same bounds.
    [[nodiscard]] static Space cube(Index dimension, double lower, double upper);

    [[nodiscard]] Index dimension() const { return static_cast<Index>(parameters_.size()); }
    [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
    /// How many values each choice has, 0 for the other parameters; empty where there is no choice.
    [[nodiscard]] std::vector<Index> choice_sizes() const;

    /// Parameter units → unit cube, without rounding to steps; from_unit(to_unit(x)) returns x to rounding error and
    /// the bounds, and the values of a series, exactly.
    [[nodiscard]] Vector to_unit(const VectorRef& x) const;
    [[nodiscard]] Vector from_unit(const VectorRef& u) const;
    /// to_unit of every column.
    [[nodiscard]] Points points_to_unit(const PointsRef& x) const;
    /// The nearest point that can be drawn: inside the bounds, on the steps, one of a series, one of the choices.
    [[nodiscard]] Vector snap(const VectorRef& x) const;
    /// Why x is no point of the domain, D finite coordinates inside the bounds, in one sentence that names the
    /// parameter; empty if it is one.
    [[nodiscard]] std::string why_not_inside(const VectorRef& x) const;
    /// Throws that sentence, `where` in front.
    void require_contains(const VectorRef& x, const std::string& where) const;

    bool operator==(const Space&) const = default;

  private:
    std::vector<Parameter> parameters_;
};

}  // namespace sweetspot
