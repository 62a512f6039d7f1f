// A nominal optimiser in the loop of the robust ones, as people use it: it minimises f itself and recommends the best
// value that it measured, its centre moved to the nearest one whose region fits into the domain.
#pragma once

#include "sweetspot/methods/bayesian_robust_search.hpp"

namespace sweetspot {

/// All but the next point. It chooses by values alone, so `propose` does not fit: the model that a proposal carries has
/// the typical length scale of the weak priors (FitOptions), and the quality of its incumbent is the measured value.
/// `recommend` fits the common model, by which others say what the recommended region is worth.
class NominalSearch : public Method {
  public:
    explicit NominalSearch(BayesianRobustSearchOptions options) : options_(std::move(options)) {}
    [[nodiscard]] Proposal propose(const Situation& s) const final;
    [[nodiscard]] Recommendation recommend(const Situation& s) const final;

  protected:
    /// A point of the unit cube; a function of the observations, the seed and the size of the initial design.
    [[nodiscard]] virtual Vector next(const Situation& s) const = 0;

  private:
    BayesianRobustSearchOptions options_;
};

}  // namespace sweetspot
