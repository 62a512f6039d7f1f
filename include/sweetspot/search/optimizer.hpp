// The search: ask for the next point, tell what came out, take the best; or minimize() in one call.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sweetspot/design/initial_design.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/search/predicted_limit.hpp"

namespace sweetspot {

struct Options {
    std::uint64_t seed = 1;
    /// Threads that a suggestion may use; the result does not depend on it.
    int threads = 1;
    /// Points of the initial design; automatic: D + 1 as in the paper, but at most 21.
    std::optional<Index> initial = std::nullopt;
    InitialDesignPtr design = maximin_design();
    MethodPtr method = alternating_robust_search();
    /// Budget of minimize(), initial design included.
    Index evaluations = 100;
};

/// A centre worth building, in the parameters' units, with its quality predicted by the model, in the unit of y.
struct Best {
    Vector x;
    double quality = 0;      ///< Q̂ of the posterior mean over the template
    Vector worst_point;      ///< where in the whole region the posterior mean is largest
    double worst_value = 0;  ///< and its value there: at least the template's maximum
    /// Where the true worst case of the region is promised to lie; nothing: no promise is made.
    std::optional<Interval> worst_interval = std::nullopt;
    std::vector<PredictedLimit> limits = {};  ///< one for each of the problem's
    /// Every limit is kept surely enough (methods/feasible_best_so_far). If not, no such region is known, and this one
    /// is the nearest to it.
    bool feasible = true;
};

/// Values of limited outputs by their names; one that is not there, or not a number, is not known.
using NamedOutputs = std::map<std::string, double>;

/// What to evaluate next, in the parameters' units.
struct Suggestion {
    Vector x;
    /// The region it belongs to and what was known when it was chosen; empty while the initial design is evaluated.
    struct Reason {
        Vector centre;
        double expected_improvement;        ///< in the unit of y
        Vector incumbent;                   ///< empty where only a model could say, and the method has none
        double incumbent_quality;           ///< in the unit of y
        std::optional<GaussianProcess> gp;  ///< nothing: the method has no model
        Index realisations;
        std::string note;
        Timings timings;
        std::optional<double> pessimistic_quality = std::nullopt;  ///< see Proposal
    };
    std::optional<Reason> reason = std::nullopt;
};

/// Points that count for the next suggestion although they have no value, in the parameters' units, one per column.
struct WithoutValue {
    Points pending;  ///< being evaluated: taken to come out as the model predicts, so that nobody goes there again
    Points
        failed;  ///< could not be evaluated: taken to be as bad as the worst value seen, so that the search stays away
};

/// One search. A suggestion is a pure function of problem, options, seed and history: bit-identical at any number of
/// threads, and asking twice gives the same answer.
class Optimizer {
  public:
    explicit Optimizer(Problem problem, Options options = {});

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] const Options& options() const { return options_; }

    /// The next point of the initial design until as many points are told, then the method's proposal.
    [[nodiscard]] Suggestion ask() const;
    /// The same with points that are evaluated at this moment or failed. The initial design goes on behind them; when
    /// it is used up before any value is known, points far from all others follow.
    [[nodiscard]] Suggestion ask(const WithoutValue& others) const;
    /// Records f(x) = y, with the standard error of that measurement in the unit of y (0 or NaN: none is known). Any x
    /// of the domain, also one that was not asked for; NaN, infinite or out-of-bounds values are refused and nothing is
    /// recorded.
    void tell(const VectorRef& x, double y, double standard_error = 0);
    /// The same with what is known of the outputs that have limits.
    void tell(const VectorRef& x, double y, double standard_error, const NamedOutputs& outputs);
    /// The best centre so far, by the posterior mean of the noise-free f; at least one observation is needed.
    [[nodiscard]] Best best() const;
    /// The same by a model that keeps away from points that failed.
    [[nodiscard]] Best best(const Points& failed) const;
    /// The centre behind best(failed) with its model, in the unit cube and standardised units.
    [[nodiscard]] Recommendation recommendation(const Points& failed) const;
    /// What the method's authors would report, where that is another rule (see Method::own_recommendation).
    [[nodiscard]] std::optional<Best> best_by_own_rule() const;

    [[nodiscard]] Index observations() const { return observations_.size(); }
    [[nodiscard]] Points inputs() const { return inputs_; }  ///< as told, one per column
    [[nodiscard]] const Vector& outputs() const { return observations_.y; }
    /// As told, 0 for none; empty as long as none was.
    [[nodiscard]] const Vector& standard_errors() const { return observations_.standard_errors; }
    /// The limited outputs as told, one row each in the order of outputs_of(problem().limits()); NaN: not known.
    [[nodiscard]] const Matrix& limited_outputs() const { return observations_.outputs; }

  private:
    [[nodiscard]] Rng suggestion_rng(Index observations) const;
    [[nodiscard]] Best best_of(const Recommendation& r) const;
    [[nodiscard]] Suggestion suggestion_of(const Observations& observations) const;
    [[nodiscard]] Observations with_failed(const Points& failed) const;
    /// Adds points whose values are not known yet.
    void believe_pending(Observations& believed, const Points& pending) const;
    [[nodiscard]] Vector far_from(const Points& others) const;

    Problem problem_;
    Options options_;
    std::shared_ptr<const Parallel> parallel_;
    Points design_;
    Points inputs_;
    Observations observations_;
};

/// What f returns where other outputs than the one that is minimised have limits.
struct Outputs {
    double value = 0;
    NamedOutputs others = {};
};

/// How a search ended.
struct Result {
    Best best;
    Points inputs;  ///< every evaluated point, in order
    Vector outputs;
    std::vector<std::string> names;  ///< of the parameters
};

/// The best centre and what it promises, in a few lines.
std::ostream& operator<<(std::ostream& out, const Result& result);

/// Runs a whole search: evaluates f until the budget is spent. After every evaluation `watch` (if any) is told.
[[nodiscard]] Result minimize(const Problem& problem, const std::function<double(const Vector& x)>& f,
                              const Options& options = {},
                              const std::function<void(const Optimizer&, const Suggestion&)>& watch = {});
/// The same within the problem's limits.
[[nodiscard]] Result minimize(const Problem& problem, const std::function<Outputs(const Vector& x)>& f,
                              const Options& options = {},
                              const std::function<void(const Optimizer&, const Suggestion&)>& watch = {});

}  // namespace sweetspot
