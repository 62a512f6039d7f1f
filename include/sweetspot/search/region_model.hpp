// What a fitted model says of the region of a centre: the measure's value with its interval, the worst place and its
// bounds, the average, the share within a limit, joint realisations. Everybody who asks about a region asks here:
// search, answer, verification, report.
//
// Values are in the unit of y. An interval is to hold the truth in about 95 of 100 answers (src/search/promise.hpp has
// the formula). Of a region that reaches beyond the bounds only the part inside counts, for only that can be built.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sweetspot/base/parallel.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/robust/best_so_far.hpp"
#include "sweetspot/robust/problem.hpp"
#include "sweetspot/robust/quality.hpp"
#include "sweetspot/robust/template.hpp"

namespace sweetspot {

/// The values that an interval, and an answer, needs: one more than a plane through them has unknowns, so that there is
/// something to check it by.
[[nodiscard]] constexpr Index values_needed(Index dimension) {
    return dimension + 2;
}

/// A number of a region as predicted, with its interval: lower ≤ value ≤ upper.
struct Estimate {
    double value = 0;
    double lower = 0;
    double upper = 0;
};

/// The worst value of a region; places in the parameters' units.
struct PredictedWorst {
    double lower = 0;        ///< the interval: something there is hardly any better
    double by_template = 0;  ///< largest posterior mean over the template
    double by_search = 0;    ///< largest posterior mean in the whole region
    Vector where;            ///< … and where that is
    double upper = 0;        ///< hardly anything there is worse
    Vector upper_where;      ///< where mean + 2 sd is largest

    [[nodiscard]] Estimate estimate() const { return {by_search, lower, upper}; }
};

/// What the problem makes small, of one region.
struct RegionMeasure {
    /// A measure of the user's own is a number beside the worst and the average.
    enum class Is { worst, average, another };
    std::string name;   ///< "worst"
    std::string label;  ///< for people: "worst case"
    Is is = Is::worst;
    Estimate estimate;
    /// Of a yield: the estimate is of the share beyond it.
    std::optional<double> yield_limit = std::nullopt;
};

/// Joint realisations of f over the places of a region.
struct RegionDraws {
    Template places;  ///< in the unit cube, with their weights by the law of deviation
    Matrix values;    ///< one realisation per column
};

class RegionModel;

/// The region of one centre. It refers to its model, which must outlive it.
class ModelledRegion {
  public:
    [[nodiscard]] const Problem& problem() const;
    [[nodiscard]] Vector centre() const;  ///< in the parameters' units
    [[nodiscard]] const Vector& unit_centre() const { return u_; }
    [[nodiscard]] double value() const;  ///< posterior mean at the centre itself
    [[nodiscard]] double sd() const;     ///< of f there

    [[nodiscard]] RegionMeasure measure() const;
    /// The same where the worst and the average are known already.
    [[nodiscard]] RegionMeasure measure(const PredictedWorst& worst, const Estimate& average) const;
    /// Its value alone, which takes no joint realisations.
    [[nodiscard]] double measure_value() const;
    /// The measure of the posterior mean over the template, without a search for a worse place: to compare many
    /// centres.
    [[nodiscard]] double measure_by_template() const;

    [[nodiscard]] PredictedWorst worst() const;
    [[nodiscard]] double worst_value() const;  ///< the largest posterior mean in the region
    [[nodiscard]] Estimate average() const;
    /// Of what is built, by realisations: how much of the region is at most `limit`, from 0 to 1.
    [[nodiscard]] Estimate share_within(double limit) const;
    /// The same of many limits, by the same realisations.
    [[nodiscard]] std::vector<Estimate> shares_within(const Vector& limits) const;
    /// How many standard deviations of what is built lie between its average and the limit, by realisations; nothing
    /// where everything is built exactly. A third of it is Cpk.
    [[nodiscard]] std::optional<Estimate> sigma_level(double limit) const;
    /// Over the template's number of places, or so many.
    [[nodiscard]] RegionDraws draws(Index count, std::optional<Index> places = std::nullopt) const;

    /// The template's points placed at the centre with their weights, in the unit cube. Where the region reaches beyond
    /// the bounds, those outside are mirrored at the centre, coordinate by coordinate, and weighted so that averages
    /// stay those of the law on the part inside.
    [[nodiscard]] const Template& places() const { return places_; }
    /// So many places where the law of deviation has its builds, in the same way.
    [[nodiscard]] Template places_by_law(Index count) const;
    /// Where mean + 2 sd is largest in the region, in the unit cube.
    [[nodiscard]] Vector surely_worst() const;

  private:
    friend class RegionModel;
    ModelledRegion(const RegionModel& model, Vector u);

    [[nodiscard]] Vector expected_worst() const;  ///< where the mean is largest, in the unit cube
    /// As places(), but spread by the law of deviation.
    [[nodiscard]] Template places_by_law() const;
    [[nodiscard]] double average_value() const;
    [[nodiscard]] double value_of(const Template& places) const;
    /// As the measure wants them.
    [[nodiscard]] Vector weights_of(const Template& places) const;
    [[nodiscard]] Estimate another() const;
    [[nodiscard]] Estimate share(const RegionDraws& joint, const std::function<double(const Vector&)>& share_in) const;

    const RegionModel* model_;
    Vector u_;
    Template places_;
};

class RegionModel {
  public:
    /// `seed` is the search's, so that its template is too; joint realisations come from `draws`.
    RegionModel(Problem problem, GaussianProcess gp, const Rng& seed, const Rng& draws);
    RegionModel(Problem problem, GaussianProcess gp, const Rng& seed);

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] const GaussianProcess& gp() const { return gp_; }

    [[nodiscard]] ModelledRegion at(const VectorRef& x) const;       ///< x in the parameters' units
    [[nodiscard]] ModelledRegion at_unit(const VectorRef& u) const;  ///< u in the unit cube

    /// Of f at points in the unit cube.
    [[nodiscard]] Vector mean(const PointsRef& points) const;
    [[nodiscard]] Vector sd(const PointsRef& points) const;
    [[nodiscard]] Vector upper(const PointsRef& points) const;  ///< of mean + 2 sd
    /// That the model was made of.
    [[nodiscard]] Vector values() const;

    /// Enough values are known for an interval of the worst case.
    [[nodiscard]] bool promises() const { return gp_.size() >= values_needed(problem_.dimension()); }
    /// What should be known about the model before an answer is trusted, a sentence each.
    [[nodiscard]] std::vector<std::string> warnings() const;

    /// The best-so-far centre for this region by this model, as a search with the default options finds it.
    [[nodiscard]] BestSoFar best_so_far(const Parallel& parallel) const;
    /// The measure at many centres in the unit cube by at most so many places of the template; not a number where the
    /// region does not fit in the bounds.
    [[nodiscard]] Vector measures(const PointsRef& centres, Index most_places, const Parallel& parallel) const;

  private:
    friend class ModelledRegion;
    [[nodiscard]] Template placed(const Template& T, const Vector& u) const;
    /// Spread evenly over the region, for all that is no worst case.
    [[nodiscard]] Template everywhere(std::optional<Index> size = std::nullopt) const;
    [[nodiscard]] RegionMeasure::Is measure_is() const;

    Problem problem_;
    GaussianProcess gp_;
    Rng seed_;
    Rng draws_;
    Template T_;
};

}  // namespace sweetspot
