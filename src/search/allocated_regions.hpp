// Regions of any tolerances and centre as points z of one space, for a descent through it: the logarithms of the
// tolerances that may be chosen, then the centre in the unit cube unless it stays.
//
// The cheapest tolerances minimise log C(z) where every place of the region keeps the limit, b(z, p) ≤ ℓ for the
// places p of a template of the unit ball, with b = μ + κσ. With a penalty ρ that is large enough these are the minima
// of the largest of the functions
//     log C(z),   log C(z) + ρ (b(z, p) - ℓ) for each p,
// which follow one another along creases: what minimize_maximum is made for. Other outputs that have limits add their
// own b and ℓ, each with its own κ. The environment has no tolerance: its part of a place is the same whatever z.
#pragma once

#include <span>
#include <vector>

#include "optimize/minimax.hpp"
#include "robust/limited_output.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {

/// κ of the objective, and of every other output that has a limit.
struct Kappas {
    double objective = 0;
    std::vector<double> others;
};

class AllocatedRegions {
  public:
    static constexpr int descent_iterations = 80;

    /// `others` are models of all other outputs that have limits. All must outlive it.
    AllocatedRegions(const SearchDescription& search, const GaussianProcess& model, const AllocationQuestion& question,
                     const std::vector<LimitModel>& others);

    /// The parameters whose tolerance may be chosen: the first coordinates of z.
    [[nodiscard]] const std::vector<Index>& chosen() const { return chosen_; }
    /// From tolerances, clamped to what is allowed, and a centre in the unit cube, moved to where their region fits.
    [[nodiscard]] Vector point(const Vector& tolerances, const Vector& u) const;
    [[nodiscard]] Vector tolerances(const Vector& z) const;
    [[nodiscard]] Vector centre(const Vector& z) const;  ///< in the unit cube
    [[nodiscard]] double cost(const Vector& z) const;
    /// The present ones with those that are locked; the closest and the loosest that are allowed.
    [[nodiscard]] const Vector& present() const { return present_; }
    [[nodiscard]] const Vector& least() const { return least_; }
    [[nodiscard]] const Vector& most() const { return most_; }
    /// All chosen tolerances but those that are held multiplied by exp(step), as far as that is allowed.
    [[nodiscard]] Vector scaled(const Vector& z, double step, const std::vector<bool>& held) const;
    /// Tolerances within what is allowed, the centre where their region fits.
    [[nodiscard]] Vector project(const Vector& z) const;
    /// A coordinate of z that stays where it is put: the centre's of the environment, of a series or of a choice.
    [[nodiscard]] bool is_pinned(Index coordinate) const;
    /// The centre on its steps, where parameters have them.
    [[nodiscard]] Vector snapped(const Vector& z) const;
    /// The rows of the table of costs of the k-th chosen tolerance that are next to it, where they are allowed.
    [[nodiscard]] std::vector<double> rows_around(const Vector& z, std::size_t k) const;

    /// A step of one is large in every coordinate of z.
    [[nodiscard]] const Vector& units() const { return units_; }

    /// The search of that region.
    [[nodiscard]] SearchDescription search(const Vector& z) const;
    [[nodiscard]] RegionModel model(const Vector& z) const;
    [[nodiscard]] Rng seed() const { return Rng(search_.seed); }
    /// Centres with other levels, where parameters are series or choices: at most so many.
    [[nodiscard]] std::vector<Vector> other_levels(const Vector& u, Index most) const;

    /// Other outputs that have limits.
    [[nodiscard]] const std::vector<LimitModel>& others() const { return others_; }
    [[nodiscard]] Kappas no_kappas() const { return {0, std::vector<double>(others_.size(), 0)}; }

    /// The places of the region of z where outputs are expected to be worst, for the descent to keep within the limits.
    void add_worst_places(const Vector& z);
    /// By how much the largest μ + κσ over the template exceeds its limit, in standardised units.
    [[nodiscard]] double excess(const Vector& z, const Kappas& kappas, double limit) const;
    /// Where the largest bound is `top`; 0 where the mean alone is as large.
    [[nodiscard]] double kappa_for(const Vector& z, double top) const;
    /// With which the bounds are the upper ends of the intervals of z.
    [[nodiscard]] Kappas kappas_for_upper(const Vector& z) const;
    /// From z down to cheaper tolerances that about keep μ + κσ ≤ ℓ over the template. Chosen tolerances that are
    /// `held` stay as they are.
    [[nodiscard]] Vector descend(const Vector& z, const Kappas& kappas, double limit,
                                 const std::vector<bool>& held) const;

  private:
    void choose(Index d);
    /// The half width of what lies within the bounds around some centre, or around that of the question.
    [[nodiscard]] double most_that_fits(Index d) const;
    void make_places();
    /// The places of points of the unit ball in the region of z; those of all points of the objective's template.
    [[nodiscard]] Points places(const Vector& z, const Points& ball) const;
    [[nodiscard]] Points places(const Vector& z) const { return places(z, ball_); }
    [[nodiscard]] double kappa_of_other(std::size_t which, const Vector& z, double top) const;
    /// Gradients at those places as gradients by z, a column each.
    [[nodiscard]] Matrix by_region(const Vector& z, const Points& ball, const Points& by_place) const;
    [[nodiscard]] Points some_of_ball(std::span<const Index> which) const;
    [[nodiscard]] bool is_environment(Index d) const;
    [[nodiscard]] bool has_levels(Index d) const;
    /// The level nearest to u whose region lies within the bounds.
    [[nodiscard]] double nearest_level(Index d, double u, double lower, double upper) const;
    /// Of coordinate d in the unit cube, where the unit ball's is b; and its derivative by log t.
    [[nodiscard]] double offset(Index d, double t, double b) const;
    [[nodiscard]] double offset_slope(Index d, double t, double b) const;
    [[nodiscard]] bool is_share(Index d) const;
    [[nodiscard]] double log_cost_slope(Index d, double t) const;  ///< of the parameter's own cost by log t
    [[nodiscard]] double chosen_cost(const Vector& z) const;       ///< C, of those that may change; never 0
    [[nodiscard]] Vector cost_gradient(const Vector& z) const;     ///< of log C
    /// Of μ + κσ by z at some places of the template, one column each.
    [[nodiscard]] Matrix bound_gradients(const Vector& z, double kappa, std::span<const Index> which) const;
    /// By how much the largest bound grows as all tolerances grow by a factor of e.
    [[nodiscard]] double gain_of_growth(const Vector& z, const Kappas& kappas, double limit) const;
    [[nodiscard]] double gain_of_objective(const Vector& z, double kappa) const;
    /// What the descent makes small; the penalty is read whenever that is asked.
    [[nodiscard]] Pieces penalised(const Kappas& kappas, double limit, const double& penalty) const;
    [[nodiscard]] Block penalised_objective(double kappa, double limit, const double& penalty) const;
    /// What centres have room for with a tolerance, along one coordinate, and how that changes with log t.
    struct Room {
        double lower, upper;
        double lower_slope, upper_slope;
    };
    [[nodiscard]] Room room(Index d, double t) const;
    /// The region of a tolerance that may be chosen ends at the bounds.
    [[nodiscard]] bool touches_bounds(const Vector& z) const;
    /// The same z with the centre as shares of its room; and gradients, a column each.
    [[nodiscard]] Vector to_relative(const Vector& z) const;
    [[nodiscard]] Vector from_relative(const Vector& y) const;
    [[nodiscard]] Matrix by_relative(const Vector& y, Matrix by_z) const;
    [[nodiscard]] Vector descend_along_bounds(const Vector& z, const Pieces& pieces,
                                              const std::vector<bool>& held) const;
    /// By how much the bounds of another output exceed its limit.
    [[nodiscard]] Block excess_of_other(std::size_t which, double kappa) const;
    [[nodiscard]] Block with_cost(Block excess, const double& penalty) const;
    [[nodiscard]] bool is_fixed() const { return question_.location == AllocationQuestion::Centre::fixed; }

    const SearchDescription& search_;
    const GaussianProcess& gp_;
    const AllocationQuestion& question_;
    Problem problem_;
    Vector u_;  ///< the centre of the question
    Vector present_, least_, most_;
    std::vector<Index> chosen_;
    const std::vector<LimitModel>& others_;
    std::vector<LimitedOutput> limited_;  ///< the same with templates of their own
    Points ball_;                         ///< the objective's template in the unit ball
    Vector units_;                        ///< of z
};

}  // namespace sweetspot
