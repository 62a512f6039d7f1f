#include "acquisition/region_feasibility.hpp"

#include <algorithm>
#include <cmath>

#include "base/normal.hpp"
#include "loops/dense.hpp"

namespace sweetspot {

using Slopes = Realisations::Slopes;

namespace {

/// Where all realisations agree, the spread is no less than this: in standard deviations of the output.
constexpr double least_spread = 1e-6;

/// φ(z)/Φ(z).
double hazard(double z) {
    constexpr double log_sqrt_2pi = 0.91893853320467274178;
    return std::exp(-z * z / 2 - log_sqrt_2pi - normal_log_cdf(z));
}

/// log Φ((b - m)/s) of the draws of S, and its slope by each of them.
struct Matched {
    double log_probability;
    Vector slopes;
};

Matched matched(const Vector& draws, double bound, Slopes slopes) {
    const auto M = static_cast<double>(draws.size());
    const double mean = draws.mean();
    const double variance = (draws.array() - mean).square().sum() / M + least_spread * least_spread;
    const double sd = std::sqrt(variance);
    const double z = (bound - mean) / sd;
    Matched result{normal_log_cdf(z), {}};
    if (slopes == Slopes::unwanted) return result;
    // dz = -(dm + z ds)/s, dm = Σ dS/M, ds = Σ (S - m) dS/(M s).
    result.slopes = -hazard(z) / (M * sd) * (1 + z / sd * (draws.array() - mean)).matrix();
    return result;
}

Realisations::Conditioned& feasibility_workspace() {
    thread_local Realisations::Conditioned at;
    return at;
}

/// The adjoint of draws whose S is the value at one place each.
Realisations::Adjoint adjoint_of_places(const Realisations& realisations, const std::vector<Index>& place,
                                        const Vector& slopes, std::size_t places) {
    Realisations::Adjoint adjoint;
    std::vector<Index> column(places, -1);
    for (const Index p : place) column[static_cast<std::size_t>(p)] = 0;
    for (std::size_t i = 0; i < places; ++i) {
        if (column[i] < 0) continue;
        column[i] = std::ssize(adjoint.places);
        adjoint.places.push_back(static_cast<Index>(i));
    }
    adjoint.mean.setZero(std::ssize(adjoint.places));
    adjoint.drawn.setZero(realisations.draws_size(), adjoint.mean.size());
    for (Index m = 0; m < slopes.size(); ++m) {
        const Index c = column[static_cast<std::size_t>(place[static_cast<std::size_t>(m)])];
        adjoint.mean[c] += slopes[m];
        adjoint.drawn.col(c) += slopes[m] * realisations.draws_of(m).cast<double>();
    }
    return adjoint;
}

}  // namespace

RegionFeasibility::RegionFeasibility(const LimitModel& limit, const VectorRef& x_star,
                                     const RealisationOptions& options, const Rng& rng)
    : limit_(&limit) {
    if (limit.T.size() == 1) return;
    realisations_ = std::make_shared<const Realisations>(limit.gp, limit.T.points, x_star, options, rng, nullptr,
                                                         limit.T.scenarios);
    for (Index c = 0; c < realisations_->combinations(); ++c) {
        weights_.emplace_back(limit.T.weights(realisations_->order(c)));
    }
}

double RegionFeasibility::log_probability(const Vector& x, Vector* gradient) const {
    if (!realisations_) return of_centre(x, gradient);
    return limit_->statistic->kind() == Quality::Kind::maximum ? of_worst(x, gradient) : of_statistic(x, gradient);
}

double RegionFeasibility::of_centre(const Vector& x, Vector* gradient) const {
    const Vector place = x + limit_->T.points.col(0);
    const ValueAndGradient mean = limit_->gp.mean_with_gradient(place);
    const ValueAndGradient variance = limit_->gp.variance_with_gradient(place);
    const double sd = std::sqrt(variance.value + least_spread * least_spread);
    const double z = (limit_->bound - mean.value) / sd;
    if (gradient != nullptr) *gradient = -hazard(z) / sd * (mean.gradient + z / (2 * sd) * variance.gradient);
    return normal_log_cdf(z);
}

Vector RegionFeasibility::log_probability_of_centres(const PointsRef& x) const {
    const Points places = x.colwise() + limit_->T.points.col(0);
    const Vector mean = limit_->gp.mean(places);
    const Vector variance = limit_->gp.variance(places);
    return mean.binaryExpr(variance, [&](double m, double v) {
        return normal_log_cdf((limit_->bound - m) / std::sqrt(v + least_spread * least_spread));
    });
}

void RegionFeasibility::condition(const Vector& x, Slopes slopes, Realisations::Conditioned& at) const {
    realisations_->condition(x, realisations_->first_rows(realisations_->template_size()),
                             realisations_->rank(realisations_->combination(x)), slopes, at);
}

double RegionFeasibility::of_worst(const Vector& x, Vector* gradient) const {
    const Slopes slopes = gradient != nullptr ? Slopes::wanted : Slopes::unwanted;
    Realisations::Conditioned& at = feasibility_workspace();
    condition(x, slopes, at);
    realisations_->find_worst(at, slopes);
    const Index M = realisations_->count();
    const Matched result = matched(at.worst.head(M).cast<double>(), limit_->bound - realisations_->reference(), slopes);
    if (gradient == nullptr) return result.log_probability;
    std::vector<Index> place(static_cast<std::size_t>(M));
    for (Index m = 0; m < M; ++m) place[static_cast<std::size_t>(m)] = static_cast<Index>(at.worst_row[m]);
    *gradient = realisations_->gradient(at, adjoint_of_places(*realisations_, place, result.slopes, at.rows.size()));
    return result.log_probability;
}

double RegionFeasibility::of_statistic(const Vector& x, Vector* gradient) const {
    const Slopes slopes = gradient != nullptr ? Slopes::wanted : Slopes::unwanted;
    Realisations::Conditioned& at = feasibility_workspace();
    condition(x, slopes, at);
    const Vector& weights = weights_[static_cast<std::size_t>(at.combination)];
    Matrix F = realisations_->draw(at).cast<double>();
    Vector draws(F.cols());
    for (Index m = 0; m < F.cols(); ++m) draws[m] = limit_->statistic->value(F.col(m), weights);
    const Matched result = matched(draws, limit_->bound - realisations_->reference(), slopes);
    if (gradient == nullptr) return result.log_probability;
    // From here on the columns hold the slopes by F.
    Matrix z(realisations_->draws_size(), F.cols());
    for (Index m = 0; m < F.cols(); ++m) {
        F.col(m) = result.slopes[m] * limit_->statistic->gradient(F.col(m), weights);
        z.col(m) = realisations_->draws_of(m).cast<double>();
    }
    Realisations::Adjoint adjoint;
    adjoint.places.assign(at.rows.begin(), at.rows.end());
    adjoint.mean = F.rowwise().sum();
    adjoint.drawn.resize(realisations_->draws_size(), F.rows());
    dense::multiply(1, dense::Op::plain, z, dense::Op::transposed, F, 0, adjoint.drawn);
    *gradient = realisations_->gradient(at, adjoint);
    return result.log_probability;
}

JointFeasibility::JointFeasibility(const std::vector<LimitModel>& limits, const VectorRef& x_star,
                                   const RealisationOptions& options, const Rng& rng) {
    for (std::size_t j = 0; j < limits.size(); ++j) parts_.emplace_back(limits[j], x_star, options, rng.split(j));
}

double JointFeasibility::log_probability(const Vector& x, Vector* gradient) const {
    double sum = 0;
    if (gradient != nullptr) gradient->setZero(x.size());
    Vector part(x.size());
    for (const RegionFeasibility& limit : parts_) {
        sum += limit.log_probability(x, gradient != nullptr ? &part : nullptr);
        if (gradient != nullptr) *gradient += part;
    }
    return sum;
}

Vector JointFeasibility::log_probability_of_centres(const PointsRef& x) const {
    Vector sum = Vector::Zero(x.cols());
    for (const RegionFeasibility& limit : parts_) sum += limit.log_probability_of_centres(x);
    return sum;
}

}  // namespace sweetspot
