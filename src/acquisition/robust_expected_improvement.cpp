#include "acquisition/robust_expected_improvement.hpp"

#include <algorithm>
#include <memory>

#include "acquisition/improvement.hpp"
#include "base/order.hpp"

namespace sweetspot {

using Slopes = Realisations::Slopes;

namespace {

constexpr Index prefix_for_bounds = 8;  // pivots in the second bound: enough to drop nine of ten screening points

/// One per thread, for all objects: an evaluation allocates nothing large.
Realisations::Conditioned& workspace() {
    thread_local Realisations::Conditioned at;
    return at;
}

}  // namespace

RobustExpectedImprovement::RobustExpectedImprovement(const GaussianProcess& gp, const Template& T,
                                                     const Vector& weights, const Quality& quality,
                                                     const VectorRef& x_star, const RealisationOptions& options,
                                                     const Rng& rng, WhiteningPtr whitening)
    : realisations_(gp, T.points, x_star, options, rng, std::move(whitening), T.scenarios),
      quality_(&quality),
      best_qualities_(realisations_.count()) {
    for (Index c = 0; c < realisations_.combinations(); ++c) weights_.emplace_back(weights(realisations_.order(c)));
    Realisations::Conditioned& at = workspace();
    realisations_.condition_at_x_star(at);
    if (quality.kind() == Quality::Kind::maximum) {
        realisations_.find_worst(at, Slopes::unwanted);
        best_qualities_ = at.worst.head(realisations_.count()).cast<double>();
        return;
    }
    best_qualities_ = quality.values(realisations_.draw(at), offset(), weights_of(at), nullptr);
}

double RobustExpectedImprovement::offset() const {
    return quality_->kind() == Quality::Kind::maximum ? 0 : realisations_.reference();
}

double RobustExpectedImprovement::value(const Vector& x, Vector* gradient) const {
    if (x == realisations_.x_star()) {  // coincident points share one draw: no improvement in any realisation
        if (gradient != nullptr) gradient->setZero(x.size());
        return 0;
    }
    Realisations::Conditioned& at = workspace();
    const auto all = realisations_.first_rows(realisations_.template_size());
    const Slopes slopes = gradient != nullptr ? Slopes::wanted : Slopes::unwanted;
    realisations_.condition(x, all, realisations_.rank(realisations_.combination(x)), slopes, at);
    return quality_->kind() == Quality::Kind::maximum ? worst_case(at, gradient) : general(at, gradient);
}

/// The mean improvement of the conditioned rows' worst case, and its gradient: ∂EI/∂F is -1/M at the worst row of each
/// realisation that improves, 0 elsewhere (envelope).
double RobustExpectedImprovement::worst_case(Realisations::Conditioned& at, Vector* gradient) const {
    realisations_.find_worst(at, gradient != nullptr ? Slopes::wanted : Slopes::unwanted);
    const Index M = realisations_.count();
    double sum = 0;
    for (Index m = 0; m < M; ++m) sum += improvement(best_qualities_[m], at.worst[m]);
    const double value = sum / static_cast<double>(M);
    if (gradient == nullptr) return value;

    // The sums of the draws by worst row.
    const auto worst_place = [&](Index m) { return static_cast<std::size_t>(at.worst_row[m]); };
    const auto improves = [&](Index m) { return improvement(best_qualities_[m], at.worst[m]) > 0; };
    Realisations::Adjoint adjoint;
    std::vector<Index> counts(at.rows.size(), 0);
    for (Index m = 0; m < M; ++m) {
        if (improves(m)) ++counts[worst_place(m)];
    }
    std::vector<Index> column(at.rows.size(), 0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        column[i] = static_cast<Index>(adjoint.places.size());
        if (counts[i] > 0) adjoint.places.push_back(static_cast<Index>(i));
    }
    const double share = -1.0 / static_cast<double>(M);
    adjoint.mean.resize(static_cast<Index>(adjoint.places.size()));
    for (Index i = 0; i < adjoint.mean.size(); ++i) {
        adjoint.mean[i] = share * static_cast<double>(counts[adjoint.places[i]]);
    }
    adjoint.drawn.setZero(realisations_.draws_size(), adjoint.mean.size());
    for (Index m = 0; m < M; ++m) {
        if (improves(m)) adjoint.drawn.col(column[worst_place(m)]) += realisations_.draws_of(m).cast<double>();
    }
    adjoint.drawn *= share;
    if (adjoint.places.empty()) {
        gradient->setZero(realisations_.x_star().size());
    } else {
        *gradient = realisations_.gradient(at, adjoint);
    }
    return value;
}

double RobustExpectedImprovement::general(const Realisations::Conditioned& at, Vector* gradient) const {
    Realisations::FloatMatrix slopes;
    const Vector qualities =
        quality_->values(realisations_.draw(at), offset(), weights_of(at), gradient != nullptr ? &slopes : nullptr);
    const Index M = realisations_.count();
    double sum = 0;
    for (Index m = 0; m < M; ++m) {
        const double gain = improvement(best_qualities_[m], qualities[m]);
        sum += gain;
        if (gradient == nullptr) continue;
        // From here on the column holds ∂EI/∂F.
        slopes.col(m) *= gain > 0 ? -1 / static_cast<float>(M) : 0.0F;
    }
    if (gradient != nullptr) {
        Realisations::Adjoint adjoint;
        adjoint.places = all_indices(std::ssize(at.rows));
        adjoint.mean = slopes.cast<double>().rowwise().sum();
        adjoint.drawn = realisations_.drawn(slopes);
        *gradient = realisations_.gradient(at, adjoint);
    }
    return sum / static_cast<double>(M);
}

/// The template rows that decide the worst case around a centre.
class RobustExpectedImprovement::WorkingSet {
  public:
    explicit WorkingSet(const RobustExpectedImprovement& ei) : ei_(ei) {}

    double value(const Vector& x, Vector* gradient) {
        const Realisations& realisations = ei_.realisations_;
        if (x == realisations.x_star()) return ei_.value(x, gradient);
        const Index combination = realisations.combination(x);
        if (combination != combination_) rows_.clear();
        combination_ = combination;
        const bool whole = rows_.empty();
        const auto rows = whole ? realisations.first_rows(realisations.template_size()) : std::span<const Index>(rows_);
        Realisations::Conditioned& at = workspace();
        realisations.condition(x, rows, realisations.rank(combination), Slopes::wanted, at);
        Vector unwanted(x.size());
        const double result = ei_.worst_case(at, gradient != nullptr ? gradient : &unwanted);
        if (whole) choose(at);
        return result;
    }

    bool renew() {
        if (++iterations_ % iterations_per_choice != 0) return false;
        rows_.clear();
        return true;
    }

  private:
    static constexpr int iterations_per_choice = 8;
    static constexpr Index size = 64;
    /// Fewer rows than this are all kept: what a choice saves does not pay for making it.
    static constexpr Index enough_to_choose = 128;

    /// The rows that are the worst in most realisations, then those of the highest μ + 2σ.
    void choose(const Realisations::Conditioned& at) {
        const auto n = static_cast<Index>(at.rows.size());
        if (n <= enough_to_choose) return;
        Vector score = at.mean + 2 * ei_.realisations_.prior_sd() * at.carry.rowwise().norm();
        const double above = score.maxCoeff() - score.minCoeff() + 1;
        Vector counts = Vector::Zero(n);
        for (Index m = 0; m < ei_.realisations_.count(); ++m) counts[static_cast<Index>(at.worst_row[m])] += 1;
        score += above * counts;
        std::vector<Index> order(at.rows);
        std::nth_element(order.begin(), order.begin() + size, order.end(),
                         [&](Index a, Index b) { return score[a] != score[b] ? score[a] > score[b] : a < b; });
        rows_.assign(order.begin(), order.begin() + size);
        std::sort(rows_.begin(), rows_.end());
    }

    const RobustExpectedImprovement& ei_;
    std::vector<Index> rows_;  // empty: all of them, and choose anew
    Index combination_ = 0;    // whose rows they are
    int iterations_ = 0;
};

LocalObjective RobustExpectedImprovement::descent() const {
    if (quality_->kind() != Quality::Kind::maximum) return Acquisition::descent();
    const auto set = std::make_shared<WorkingSet>(*this);
    return {[set](const Vector& x, Vector* gradient) { return set->value(x, gradient); },
            [set] { return set->renew(); }};
}

Vector RobustExpectedImprovement::upper_bounds(const PointsRef& x, int level) const {
    if (bounds() == 0) return Acquisition::upper_bounds(x, level);
    // The maximum over a part of the template is at most the maximum over all, so improvement over the part bounds it.
    Vector result(x.cols());
    if (level == 0) {
        const Eigen::VectorXf best = best_qualities_.cast<float>();
        const Eigen::MatrixXf F = realisations_.draw_at_centres(x);
        for (Index i = 0; i < x.cols(); ++i) result[i] = (best - F.col(i)).cwiseMax(0.0F).mean();
        return result;
    }
    Realisations::Conditioned& at = workspace();
    for (Index i = 0; i < x.cols(); ++i) {
        const Index n = std::min(prefix_for_bounds, realisations_.rank(realisations_.combination(x.col(i))));
        realisations_.condition(x.col(i), realisations_.first_rows(n), n, Slopes::unwanted, at);
        result[i] = worst_case(at, nullptr);
    }
    return result;
}

}  // namespace sweetspot
