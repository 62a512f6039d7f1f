// Regions of any tolerances and centre as points z of one space, for a descent through it: the logarithms of the
// tolerances that may be chosen, then the centre in the unit cube unless it stays.
//
// The cheapest tolerances minimise log C(z) where every place of the region keeps the limit, b(z, p) ≤ ℓ for the
// places p of a template of the unit ball, with b = μ + κσ. With a penalty ρ that is large enough these are the minima
// of the largest of the functions
//     log C(z),   log C(z) + ρ (b(z, p) - ℓ) for each p,
// which follow one another along creases: what minimize_maximum is made for.
#pragma once

#include <span>
#include <vector>

#include "optimize/minimax.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {

class AllocatedRegions {
  public:
    AllocatedRegions(const SearchDescription& search, const GaussianProcess& model, const AllocationQuestion& question);

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
    /// The centre on its steps, where parameters have them.
    [[nodiscard]] Vector snapped(const Vector& z) const;
    /// The rows of the table of costs of the k-th chosen tolerance that are next to it, where they are allowed.
    [[nodiscard]] std::vector<double> rows_around(const Vector& z, std::size_t k) const;

    /// A step of one is large in every coordinate of z.
    [[nodiscard]] const Vector& units() const { return units_; }

    /// The search of that region.
    [[nodiscard]] SearchDescription search(const Vector& z) const;
    [[nodiscard]] RegionModel model(const Vector& z) const;

    /// Another place (in the unit cube) of the region of z that the descent must keep within the limit.
    void add_place(const Vector& z, const Vector& place);
    /// The largest μ + κσ over the template, in standardised units.
    [[nodiscard]] double bound(const Vector& z, double kappa) const;
    /// Where the largest bound is `top`; 0 where the mean alone is as large.
    [[nodiscard]] double kappa_for(const Vector& z, double top) const;
    /// From z down to cheaper tolerances that about keep μ + κσ ≤ ℓ over the template. Chosen tolerances that are
    /// `held` stay as they are.
    [[nodiscard]] Vector descend(const Vector& z, double kappa, double limit, const std::vector<bool>& held) const;

  private:
    /// Tolerances with the places of the template in their region.
    struct Placed {
        Vector t;
        Points places;
    };
    [[nodiscard]] Placed placed(const Vector& z, std::span<const Index> which) const;
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
    [[nodiscard]] double gain_of_growth(const Vector& z, double kappa) const;
    /// What the descent makes small; the penalty is read whenever that is asked.
    [[nodiscard]] Pieces penalised(double kappa, double limit, const double& penalty) const;
    [[nodiscard]] bool is_fixed() const { return question_.location == AllocationQuestion::Centre::fixed; }

    const SearchDescription& search_;
    const GaussianProcess& gp_;
    const AllocationQuestion& question_;
    Problem problem_;
    Vector u_;  ///< the centre of the question
    Vector present_, least_, most_;
    std::vector<Index> chosen_;
    Points ball_;   ///< the template in the unit ball
    Vector units_;  ///< of z
};

}  // namespace sweetspot
