// What every method does alike, so that comparisons are paired and fair: the template, the model (line 2 of Algorithm
// 1) and the best-so-far centre (line 3, eq:estimated-best), each from the same random streams.
#pragma once

#include <chrono>

#include "sweetspot/methods/bayesian_robust_search.hpp"

namespace sweetspot {

/// Milliseconds since the last call.
class Stopwatch {
  public:
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        return ms;
    }

  private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// One template for the whole search: qualities of different iterations stay comparable.
[[nodiscard]] Template region_template(const BayesianRobustSearchOptions& options, const Situation& s);
/// Those of the template, as the quality wants them.
[[nodiscard]] Vector template_weights(const Situation& s, const Template& T);
[[nodiscard]] GaussianProcess fitted_model(const BayesianRobustSearchOptions& options, const Situation& s);
[[nodiscard]] BestSoFar incumbent(const BayesianRobustSearchOptions& options, const Situation& s,
                                  const GaussianProcess& gp, const Template& T);

/// What is known before a method makes its choice.
struct CommonStart {
    Template T;
    GaussianProcess gp;
    BestSoFar x_star;
    Timings timings;  ///< of fit and incumbent
};
[[nodiscard]] CommonStart common_start(const BayesianRobustSearchOptions& options, const Situation& s);

/// The common report rule: the best-so-far centre.
[[nodiscard]] Recommendation common_recommendation(const BayesianRobustSearchOptions& options, const Situation& s);

/// A rival: all but its choice of the next point is common.
class Rival : public Method {
  public:
    explicit Rival(BayesianRobustSearchOptions options) : options_(std::move(options)) {}
    [[nodiscard]] Proposal propose(const Situation& s) const final;
    [[nodiscard]] Recommendation recommend(const Situation& s) const final {
        return common_recommendation(options_, s);
    }

  protected:
    /// In standardised units, like the model.
    struct Choice {
        Vector next;
        Vector centre;
        double expected_improvement = 0;
        std::optional<double> pessimistic_quality = std::nullopt;
    };
    [[nodiscard]] virtual Choice choose(const Situation& s, const CommonStart& start) const = 0;
    [[nodiscard]] const BayesianRobustSearchOptions& options() const { return options_; }

  private:
    BayesianRobustSearchOptions options_;
};

/// For methods that are defined for the worst case alone.
void require_worst_case(const Situation& s, std::string_view method);

}  // namespace sweetspot
