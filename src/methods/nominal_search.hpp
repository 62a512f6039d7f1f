// A nominal optimiser in the loop of the robust ones, as people use it: it minimises f itself and recommends the best
// value that it measured, its centre moved to the nearest one whose region fits into the domain.
#pragma once

#include "methods/list.hpp"
#include "sweetspot/methods/iteration.hpp"

namespace sweetspot {

/// All but the next point. It chooses by values alone, so a proposal has no model; `recommend` fits the common one, by
/// which others say what the recommended region is worth.
class NominalSearch : public Method {
  public:
    explicit NominalSearch(ModelOptions model) : model_(std::move(model)) {}
    [[nodiscard]] Proposal propose(const Situation& s) const final;
    [[nodiscard]] Recommendation recommend(const Situation& s) const final;

  protected:
    /// A point of the unit cube; a function of the observations, the seed and the size of the initial design.
    [[nodiscard]] virtual Vector next(const Situation& s) const = 0;

  private:
    ModelOptions model_;
};

/// The member of the family that `make` makes from a model.
[[nodiscard]] ListedMethod nominal_method(std::string name, std::string summary, MethodPtr (*make)(ModelOptions));

}  // namespace sweetspot
