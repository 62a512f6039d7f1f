// One iteration of Algorithm 1 as every method with a model shares it: the frozen template, the model (line 2), the
// best-so-far centre (line 3, eq:estimated-best) and the sample in a region (line 5), each from the same random
// streams, so that comparisons are paired. What differs between methods is the choice of the region.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sweetspot/methods/method.hpp"
#include "sweetspot/methods/model_options.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {

/// A region that a method chose, and why; in standardised units.
struct ChosenRegion {
    Vector x;
    double expected_improvement = 0;
    Index realisations = 0;
    std::string note = {};
    std::optional<double> pessimistic_quality = std::nullopt;
};

/// It also measures how long each part takes. `options` and `situation` must outlive it.
class Iteration {
  public:
    Iteration(const ModelOptions& options, const Situation& situation);

    [[nodiscard]] const Situation& situation() const { return situation_; }
    /// One template for the whole search: qualities of different iterations stay comparable. Where it follows the model
    /// (ModelOptions::adapted_from) it is another one after fit(), and best_so_far() adds places to it.
    [[nodiscard]] const Template& region_template() const { return T_; }
    /// Those of the template, as the quality wants them.
    [[nodiscard]] const Vector& weights() const { return weights_; }
    /// The problem's quality for values as the model has them, standardised; of this model once it is fitted.
    [[nodiscard]] const Quality& quality() const {
        return standardised_ ? *standardised_ : situation_.problem.quality();
    }

    [[nodiscard]] GaussianProcess fit();                                                                   ///< line 2
    [[nodiscard]] BestSoFar best_so_far(const GaussianProcess& gp);                                        ///< line 3
    [[nodiscard]] Vector sample(const SamplingRule& w, const GaussianProcess& gp, const Vector& x_prime);  ///< line 5
    /// Ends the times of a choice, or of a sample, that was made elsewhere.
    void chose_incumbent() { timings_.incumbent_ms = lap(); }
    void chose_region() { timings_.acquisition_ms = lap(); }
    void sampled() { timings_.sampling_ms = lap(); }
    /// All of it, in the unit of y where that is asked for.
    [[nodiscard]] Proposal proposal(Vector next, const ChosenRegion& x_prime, const BestSoFar& x_star,
                                    GaussianProcess gp);

  private:
    double lap();
    void fitted(const GaussianProcess& gp);

    const ModelOptions& options_;
    const Situation& situation_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    Timings timings_;
    Template T_;
    Vector weights_;
    QualityPtr standardised_;  // nothing: the problem's own
};

/// The streams of fits to the first so many observations; `situation` must outlive them.
[[nodiscard]] std::function<Rng(Index first)> fit_streams(const Situation& situation, std::string_view purpose);

/// The problem's quality for standardised values of this model; null: it is the same.
[[nodiscard]] QualityPtr standardised_quality(const Problem& problem, const GaussianProcess& gp);
/// A quality of standardised values in the unit that the problem's measure has.
[[nodiscard]] double quality_in_units(const Problem& problem, const GaussianProcess& gp, double quality);

/// The common report rule: the best-so-far centre.
[[nodiscard]] Recommendation recommend_best_so_far(const ModelOptions& options, const Situation& situation);

/// For methods that are defined for the worst case alone.
void require_worst_case(const Situation& situation, std::string_view method);

}  // namespace sweetspot
