// A competing method: given the observations it proposes where to evaluate next and recommends a centre.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/best_so_far.hpp"
#include "sweetspot/robust/limit_model.hpp"
#include "sweetspot/robust/problem.hpp"

namespace sweetspot {

/// The observations (X_n, Y_n): inputs in the unit cube, one per column; outputs in their own unit.
struct Observations {
    Points x;
    Vector y;
    /// The known noise of each output, in its unit; empty: none at all; 0 or NaN: none for that one.
    Vector standard_errors = {};
    /// The other outputs that have limits (outputs_of), one per row; NaN: not known; empty: there are no limits.
    Matrix outputs = {};

    [[nodiscard]] Index size() const { return y.size(); }
    [[nodiscard]] Observations first(Index n) const {
        return {x.leftCols(n), y.head(n), standard_errors.head(std::min(n, standard_errors.size())),
                outputs.leftCols(std::min(n, outputs.cols()))};
    }
};

/// All that a method may depend on. `rng` is a function of the seed and the number of observations.
struct Situation {
    const Problem& problem;
    const Observations& observations;
    const Rng& seed;  ///< the same through the whole search: for what must not change from one suggestion to the next
    const Rng& rng;   ///< of this suggestion
    const Parallel& parallel;
    Index initial = 0;  ///< the first so many observations are an initial design, not suggestions
};

/// The stream of the suggestion that is made with so many observations.
[[nodiscard]] inline Rng suggestion_rng(const Rng& seed, Index observations) {
    return seed.split("suggestion").split(static_cast<std::uint64_t>(observations));
}

/// Wall times of one suggestion's parts.
struct Timings {
    double fit_ms = 0;
    double incumbent_ms = 0;
    double acquisition_ms = 0;
    double sampling_ms = 0;
    double total_ms = 0;
};

/// Where to evaluate next and why. Points in the unit cube, qualities in the unit of y.
struct Proposal {
    Vector next;
    Vector centre;                    ///< x', the centre of the chosen region
    double expected_improvement = 0;  ///< of x'; 0 for methods that have none
    Vector incumbent = {};            ///< x*; empty where only a model could say, and the method has none
    double incumbent_quality = 0;
    std::optional<GaussianProcess> gp = std::nullopt;  ///< nothing: the method has no model
    Index realisations = 0;                            ///< M that was needed; 0 when no sampling was
    std::string note = {};                             ///< empty, or what was out of the ordinary
    Timings timings = {};
    /// The worst case of `centre` by the upper bounds of this round, from methods that report by it.
    std::optional<double> pessimistic_quality = std::nullopt;
};

/// The centre a method would have built now, with the model behind it.
struct Recommendation {
    BestSoFar best;
    GaussianProcess gp;
    std::vector<LimitModel> limits = {};  ///< of the outputs of which a value is known
    /// By how much the limits are not surely kept, in standard deviations of the outputs; at most 0: they are. Infinite
    /// where nothing is known of a limited output.
    double violation = 0;

    [[nodiscard]] bool keeps_limits() const { return violation <= 1e-9; }  // rounding
};

/// Goes through the same loop as every other method. Proposals are a pure function of the situation.
class Method {
  public:
    virtual ~Method() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual Proposal propose(const Situation& situation) const = 0;
    /// By the rule that is common to all methods: the best-so-far centre (eq:estimated-best).
    [[nodiscard]] virtual Recommendation recommend(const Situation& situation) const = 0;
    /// By the rule of the method's authors, where that is another one and there is something to report by it.
    [[nodiscard]] virtual std::optional<Recommendation> own_recommendation(const Situation& /*situation*/) const {
        return std::nullopt;
    }
    /// Searches for the best centre among those that keep the problem's limits on other outputs.
    [[nodiscard]] virtual bool knows_limits() const { return false; }
    /// Whether a proposal depends on the values, not on their number alone: otherwise none is predicted for what is in
    /// flight, which takes a fit.
    [[nodiscard]] virtual bool heeds_values() const { return true; }
    /// The stated tolerances are but the shape of its regions: a part of a series is evaluated further off its value
    /// than they say.
    [[nodiscard]] virtual bool looks_beyond_tolerances() const { return false; }
};

using MethodPtr = std::shared_ptr<const Method>;

}  // namespace sweetspot
