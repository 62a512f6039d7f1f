// The initial design X_N of Algorithm 1: where f is evaluated before there is anything to learn from.
#pragma once

#include <memory>
#include <string_view>

#include "sweetspot/base/family.hpp"
#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {

class InitialDesign {
  public:
    virtual ~InitialDesign() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// One line for people.
    [[nodiscard]] virtual std::string_view summary() const { return {}; }
    /// n points of the unit cube, one per column.
    [[nodiscard]] virtual Points points(Index dimension, Index n, const Rng& rng) const = 0;
};

using InitialDesignPtr = std::shared_ptr<const InitialDesign>;

[[nodiscard]] InitialDesignPtr maximin_design();          ///< a Latin hypercube with its points far apart
[[nodiscard]] InitialDesignPtr latin_hypercube_design();  ///< a random Latin hypercube
[[nodiscard]] InitialDesignPtr sobol_design();            ///< scrambled Sobol' points

[[nodiscard]] const Family<InitialDesignPtr>& initial_design_family();

}  // namespace sweetspot
