// Questions about tolerances that a fitted model answers without a new evaluation: how far they may grow before a limit
// is broken, which are the cheapest that keep it, and how much of the spread each of them causes.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sweetspot/robust/limit_model.hpp"
#include "sweetspot/search/description.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot {

/// The factor with which one limit is kept.
struct AllowedFactor {
    double by_mean = 0;  ///< as the model expects it
    double safely = 0;   ///< by the upper end of what it bounds
};

/// How far tolerances may grow for a limit on another output alone.
struct LimitRoom {
    Limit limit;
    AllowedFactor allowed;
    double value = 0;  ///< of the output at the centre itself, by the model
};

/// The factor by which tolerances may be multiplied so that every limit is kept: the worst of the region stays within
/// that of the objective, and other outputs keep theirs in the whole region, for a share of it or at the centre.
struct ToleranceRoom {
    double by_mean = 0;  ///< as the model expects it
    double safely = 0;   ///< so that hardly anything is worse than the limit
    /// The largest factor that was looked at: a region of more does not fit in the bounds, or it is 100. A factor as
    /// large as this may be larger still.
    double most = 0;
    double value = 0;  ///< at the centre itself, by the model: where it is beyond the limit, no factor helps
    Vector centre;     ///< in the parameters' units
    Vector safe_centre;
    /// What each limit alone allows at `centre`, and safely at `safe_centre`; nothing where the objective has none.
    std::optional<AllowedFactor> objective = std::nullopt;
    std::vector<LimitRoom> limits = {};
};

/// At a centre (in the parameters' units), of all tolerances, or of that of one parameter. `model` is of the search's
/// problem, whatever its tolerances; `limits` are models of other outputs, as those of a recommendation. Without a
/// limit of the objective there must be others.
[[nodiscard]] ToleranceRoom tolerance_room_at(const SearchDescription& search, const GaussianProcess& model,
                                              const VectorRef& centre, const std::optional<double>& limit,
                                              const std::optional<std::size_t>& parameter = std::nullopt,
                                              const std::vector<LimitModel>& limits = {});
/// At the centre that is best for each size by the posterior mean (with limits of other outputs: that keeps all limits
/// with most to spare), or at `centre`, or at what was best for another size: no less than at `centre`, as long as its
/// region fits in the bounds.
[[nodiscard]] ToleranceRoom tolerance_room(const SearchDescription& search, const GaussianProcess& model,
                                           const VectorRef& centre, const std::optional<double>& limit,
                                           const Parallel& parallel,
                                           const std::optional<std::size_t>& parameter = std::nullopt,
                                           const std::vector<LimitModel>& limits = {});

/// The other output whose limit, of those of the search, lets tolerances grow no further by expectation; empty: none
/// does. One of which nothing is known does.
[[nodiscard]] std::string bound_by(const SearchDescription& search, const ToleranceRoom& room);

/// What a tolerance t costs: factor / t^power; or, where there is a table, what that says, linear in t between its
/// rows. A looser tolerance costs no more. t is as in RegionTolerance: in the parameter's unit, or a share.
struct ToleranceCost {
    struct Row {
        double tolerance = 0;
        double cost = 0;
    };
    double factor = 1;
    double power = 1;
    std::vector<Row> table = {};  ///< two rows or more; tolerances ascend, costs do not

    [[nodiscard]] double at(double tolerance) const;
};

/// What may be done to the tolerance of one parameter.
struct ToleranceChoice {
    std::optional<ToleranceCost> cost = std::nullopt;  ///< nothing: it costs nothing and stays as it is
    std::optional<double> locked = std::nullopt;       ///< it is this, whatever it costs
    double least = 0;
    double most = std::numeric_limits<double>::infinity();
};

/// Each tolerance costs 1 as it is and twice as much where it is half: nobody knows better.
[[nodiscard]] std::vector<ToleranceChoice> usual_choices(const SearchDescription& search);

struct AllocationQuestion {
    std::vector<ToleranceChoice> parameters;                    ///< one for each
    Vector centre;                                              ///< in the parameters' units
    enum class Centre { free, fixed } location = Centre::free;  ///< free: `centre` is where the search begins
};

/// How another output that has a limit stands to it in a region.
struct AllocatedLimit {
    Limit limit;
    double expected_beyond = 0;  ///< the limit, in standard deviations of the output; at most 0: it is kept
    double safely_beyond = 0;    ///< … by the upper end of the interval
    double expected = 0;         ///< what the limit bounds, in the unit of the output
    double surely = 0;           ///< hardly anything is worse
    /// Of what is expected, in the same unit; nothing where the model has seen too little for one.
    std::optional<Interval> interval = std::nullopt;
};

struct AllocatedTolerances {
    /// Otherwise nothing does: these are the closest tolerances that are allowed. Of every output that has a limit.
    bool keeps_limit = false;
    Vector tolerances;  ///< as in RegionTolerance
    Vector centre;      ///< in the parameters' units
    double cost = 0;
    double worst = 0;  ///< of the region, as the model expects it
    double upper = 0;  ///< hardly anything is worse
    double lower = 0;  ///< something there is hardly any better
    std::vector<AllocatedLimit> others = {};
    std::string bound_by = {};  ///< the other output whose limit allows no looser tolerances; empty: none does
};

/// The cheapest tolerances whose region keeps a limit.
struct Allocation {
    double limit = 0;
    AllocatedTolerances by_mean;  ///< as the model expects it
    /// So that hardly anything is worse than the limit; nothing where the model has seen too little for an interval.
    std::optional<AllocatedTolerances> safely = std::nullopt;
};

/// Of each limit, in ascending order; a looser limit never costs more. Regions lie within the bounds. Tolerances are
/// looked for between a thousandth and a thousand times the present ones, and within the rows of a table.
///
/// The environment has no tolerance, and belongs to every region with its whole range. Limits of the search on other
/// outputs are kept too: `others` are their models, as of a recommendation.
[[nodiscard]] std::vector<Allocation> allocate(const SearchDescription& search, const GaussianProcess& model,
                                               const AllocationQuestion& question, std::vector<double> limits,
                                               const Parallel& parallel, const std::vector<LimitModel>& others = {});

/// How each output of `models` stands to its limit with the search's own tolerances, at a centre in the parameters'
/// units.
[[nodiscard]] std::vector<AllocatedLimit> limits_at(const SearchDescription& search,
                                                    const std::vector<LimitModel>& models, const VectorRef& centre);

/// So many limits for a curve of cost against limit: as far as from `value`, where nothing is left for tolerances, to
/// `limit`, half of it and up to half as much again; `limit` itself is one of them.
[[nodiscard]] std::vector<double> limits_around(double limit, double value, Index count);

/// How much of what varies over a region one deviation causes. Shares of the variance of the posterior mean under the
/// law of deviation.
struct Contribution {
    std::string name;        ///< of the parameter
    double alone = 0;        ///< Var(E[f | u_d]) / Var f
    double alone_error = 0;  ///< its Monte Carlo error, one standard error
    double total = 0;        ///< E[Var(f | all but u_d)] / Var f: what would go if it were built exactly
    double total_error = 0;
    /// How much better the worst case were, at the same centre, if it were built exactly.
    double worst_cost = 0;
};

struct Contributions {
    double average = 0;        ///< of the posterior mean over the region
    double average_lower = 0;  ///< the interval of the average of f
    double average_upper = 0;
    double sd = 0;                    ///< the spread of the posterior mean
    std::vector<Contribution> parts;  ///< the largest total first; of parameters that are not built exactly
};

/// At a centre in the parameters' units.
[[nodiscard]] Contributions contributions(const SearchDescription& search, const GaussianProcess& model,
                                          const VectorRef& centre);
/// Of another output, in its own unit; its worst case is on the side of the limit.
[[nodiscard]] Contributions contributions(const SearchDescription& search, const LimitModel& limit,
                                          const VectorRef& centre);

}  // namespace sweetspot
