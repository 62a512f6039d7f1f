// The domain 𝒳: named parameters with bounds, and the map between their own units and the unit cube.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

enum class Scale { linear, log };

/// One design parameter. On a log scale the bounds must be positive and the unit-cube coordinate is linear in log x.
/// With a `step`, the values are lower, lower + step, … up to upper (a step of 1 between whole bounds: integers).
struct Parameter {
    std::string name;
    double lower = 0;
    double upper = 1;
    Scale scale = Scale::linear;
    std::optional<double> step = std::nullopt;
    /// False: it belongs to the environment (a temperature, a load), so nobody chooses it and all of its range counts.
    bool chosen = true;

    bool operator==(const Parameter&) const = default;
};

/// The domain: 1 to 1000 parameters. Inside the engine points live in the unit cube; `to_unit` and `from_unit` are the
/// only door.
class Space {
  public:
    explicit Space(std::vector<Parameter> parameters);
    /// D parameters x1 … xD with the same bounds.
    [[nodiscard]] static Space cube(Index dimension, double lower, double upper);

    [[nodiscard]] Index dimension() const { return static_cast<Index>(parameters_.size()); }
    [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }

    /// Parameter units → unit cube, without rounding to steps; from_unit(to_unit(x)) returns x to rounding error and
    /// the bounds exactly.
    [[nodiscard]] Vector to_unit(const VectorRef& x) const;
    [[nodiscard]] Vector from_unit(const VectorRef& u) const;
    /// to_unit of every column.
    [[nodiscard]] Points points_to_unit(const PointsRef& x) const;
    /// The nearest point that can be built: inside the bounds and on the steps.
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
