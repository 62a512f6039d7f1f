// The (μ/μ_w, λ)-CMA-ES with rank-one and rank-μ updates and cumulative step-size adaptation; weights and learning
// rates are the defaults of Hansen's tutorial (2016) with positive weights. It works on the unit cube of the
// coordinates that can move. An offspring u outside is evaluated at its repair r and ranked by f(r) + γ|u − r|², γ from
// the spread of f over the distribution's variance, so that the distribution does not drift away along the plateau
// outside the box.
#include "optimize/cma_es.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <vector>

#include "base/order.hpp"
#include "optimize/checks.hpp"
#include "optimize/free_coordinates.hpp"
#include "optimize/infinity.hpp"

namespace sweetspot {

namespace {

// Eigenvalues of C below this fraction of the largest are rounding.
constexpr double least_eigenvalue = 1e-15;
// Of the spread of f. With 1 an optimum in a corner of 20 dimensions took 5 times the evaluations, with 4 more than 13.
constexpr double penalty_share = 0.2;

struct Strategy {
    Strategy(Index dimension, std::optional<int> given) : n(static_cast<double>(dimension)) {
        population = given.value_or(4 + static_cast<int>(3 * std::log(n)));
        const int parents = population / 2;
        weights.resize(parents);
        for (int i = 0; i < parents; ++i) weights[i] = std::log((population + 1) / 2.0) - std::log(i + 1.0);
        weights /= weights.sum();
        mu = 1 / weights.squaredNorm();
        c_sigma = (mu + 2) / (n + mu + 5);
        damping = 1 + 2 * std::max(0.0, std::sqrt((mu - 1) / (n + 1)) - 1) + c_sigma;
        c_path = (4 + mu / n) / (n + 4 + 2 * mu / n);
        c_one = 2 / ((n + 1.3) * (n + 1.3) + mu);
        c_mu = std::min(1 - c_one, 2 * (mu - 2 + 1 / mu) / ((n + 2) * (n + 2) + mu));
        expected_norm = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
        eigen_every = std::max(1, static_cast<int>(1 / (10 * n * (c_one + c_mu))));
        history = 10 + static_cast<int>(std::ceil(30 * n / population));
    }

    double n;
    int population;
    Vector weights;
    double mu;  // variance-effective number of parents
    double c_sigma, damping, c_path, c_one, c_mu;
    double expected_norm;  // E‖N(0, I)‖
    int eigen_every;       // generations between eigen-decompositions, so that they cost O(D²) per evaluation
    int history;           // generations over which the best values are compared
};

class Evolution {
  public:
    Evolution(const Objective& objective, const FreeCoordinates& free, const Vector& mean, const CmaEsOptions& options,
              Rng rng)
        : objective_(objective),
          free_(free),
          options_(options),
          rng_(rng),
          strategy_(free.dimension(), options.population),
          mean_(mean),
          sigma_(options.sigma),
          path_sigma_(Vector::Zero(mean.size())),
          path_c_(Vector::Zero(mean.size())),
          covariance_(Matrix::Identity(mean.size(), mean.size())),
          axes_(covariance_),
          lengths_(Vector::Ones(mean.size())),
          normals_(mean.size(), strategy_.population),
          steps_(mean.size(), strategy_.population),
          values_(strategy_.population),
          penalties_(strategy_.population) {}

    Minimum run() {
        evaluate(mean_);
        while (true) {
            if (!sample()) return finish(Stop::evaluations);
            rank();
            move();
            adapt();
            ++best_.iterations;
            if (stagnates()) return finish(Stop::change_small);
            if (is_tiny()) return finish(Stop::step_small);
        }
    }

  private:
    Minimum finish(Stop stop) {
        best_.stop = std::isfinite(best_.value) ? stop : Stop::not_finite;
        return best_;
    }

    double evaluate(const Vector& u) {
        const Vector x = free_.expand(u);
        double value = objective_(x);
        if (std::isnan(value)) value = inf;
        ++best_.evaluations;
        if (best_.evaluations == 1 || value < best_.value) {
            best_.x = x;
            best_.value = value;
        }
        return value;
    }

    // False when the budget ran out before the generation was complete.
    bool sample() {
        for (int k = 0; k < strategy_.population; ++k) {
            if (best_.evaluations >= options_.max_evaluations) return false;
            for (Index i = 0; i < mean_.size(); ++i) normals_(i, k) = rng_.normal();
            steps_.col(k) = axes_ * lengths_.cwiseProduct(normals_.col(k));
            const Vector u = mean_ + sigma_ * steps_.col(k);
            const Vector repaired = u.cwiseMax(0).cwiseMin(1);
            values_[k] = evaluate(repaired);
            penalties_[k] = (u - repaired).squaredNorm();
        }
        return true;
    }

    void rank() {
        Vector ranked = values_;
        if (penalties_.maxCoeff() > 0) ranked += penalty_weight() * penalties_;
        order_ = ascending(ranked);
        recent_.push_back(values_.minCoeff());
        if (static_cast<int>(recent_.size()) > strategy_.history) recent_.pop_front();
    }

    // γ ∝ interquartile range of the values / variance of a coordinate, the median over recent generations.
    double penalty_weight() {
        std::vector<double> finite;
        for (const double value : values_) {
            if (std::isfinite(value)) finite.push_back(value);
        }
        if (finite.size() >= 2) {
            std::sort(finite.begin(), finite.end());
            const double spread = finite[(3 * finite.size()) / 4] - finite[finite.size() / 4];
            spreads_.push_back(spread / (sigma_ * sigma_ * covariance_.diagonal().mean()));
            if (static_cast<int>(spreads_.size()) > strategy_.history) spreads_.pop_front();
        }
        std::vector<double> sorted(spreads_.begin(), spreads_.end());
        if (sorted.empty()) return 0;
        std::nth_element(sorted.begin(), sorted.begin() + sorted.size() / 2, sorted.end());
        return penalty_share * sorted[sorted.size() / 2];
    }

    // Recombination, the evolution paths and the step size.
    void move() {
        const Strategy& s = strategy_;
        Vector z = Vector::Zero(mean_.size());
        Vector y = Vector::Zero(mean_.size());
        for (Index i = 0; i < s.weights.size(); ++i) {
            z += s.weights[i] * normals_.col(order_[static_cast<std::size_t>(i)]);
            y += s.weights[i] * steps_.col(order_[static_cast<std::size_t>(i)]);
        }
        mean_ += sigma_ * y;
        // C^(-1/2) y = axes · z.
        path_sigma_ = (1 - s.c_sigma) * path_sigma_ + std::sqrt(s.c_sigma * (2 - s.c_sigma) * s.mu) * (axes_ * z);
        const double norm = path_sigma_.norm();
        const double settled = std::sqrt(1 - std::pow(1 - s.c_sigma, 2.0 * (best_.iterations + 1)));
        // While the step size is still growing fast, the path of C waits.
        keeps_path_ = norm / settled < (1.4 + 2 / (s.n + 1)) * s.expected_norm;
        path_c_ *= 1 - s.c_path;
        if (keeps_path_) path_c_ += std::sqrt(s.c_path * (2 - s.c_path) * s.mu) * y;
        sigma_ *= std::exp(std::min(1.0, s.c_sigma / s.damping * (norm / s.expected_norm - 1)));
    }

    void adapt() {
        const Strategy& s = strategy_;
        const double lost = keeps_path_ ? 0 : s.c_one * s.c_path * (2 - s.c_path);
        covariance_ *= 1 - s.c_one - s.c_mu + lost;
        covariance_.noalias() += s.c_one * path_c_ * path_c_.transpose();
        for (Index i = 0; i < s.weights.size(); ++i) {
            const auto step = steps_.col(order_[static_cast<std::size_t>(i)]);
            covariance_.noalias() += (s.c_mu * s.weights[i]) * step * step.transpose();
        }
        if ((best_.iterations + 1) % s.eigen_every != 0) return;
        const Eigen::SelfAdjointEigenSolver<Matrix> solver(covariance_);
        axes_ = solver.eigenvectors();
        const double largest = solver.eigenvalues().maxCoeff();
        lengths_ = solver.eigenvalues().cwiseMax(least_eigenvalue * largest).cwiseSqrt();
    }

    [[nodiscard]] bool stagnates() const {
        if (static_cast<int>(recent_.size()) < strategy_.history) return false;
        const auto [low, high] = std::minmax_element(recent_.begin(), recent_.end());
        return *high - *low < options_.value_tolerance &&
               values_.maxCoeff() - values_.minCoeff() < options_.value_tolerance;
    }

    [[nodiscard]] bool is_tiny() const {
        const double largest = std::sqrt(covariance_.diagonal().maxCoeff());
        return !(sigma_ * std::max(largest, path_c_.cwiseAbs().maxCoeff()) >= options_.step_tolerance);
    }

    const Objective& objective_;
    const FreeCoordinates& free_;
    const CmaEsOptions& options_;
    Rng rng_;
    Strategy strategy_;
    Vector mean_;
    double sigma_;
    Vector path_sigma_, path_c_;
    bool keeps_path_ = true;
    Matrix covariance_;
    Matrix axes_;  // C = axes · diag(lengths²) · axesᵀ
    Vector lengths_;
    Matrix normals_, steps_;  // one offspring per column: z ~ N(0, I) and y = axes · (lengths ∘ z)
    Vector values_, penalties_;
    std::vector<Index> order_;
    std::deque<double> recent_;   // best value per generation
    std::deque<double> spreads_;  // what the penalty weight is the median of
    Minimum best_;
};

void check(const Box& box, const Vector& start, const CmaEsOptions& options) {
    require_bounded_box("minimize_cma_es", box);
    require_start("minimize_cma_es", box, start);
    require(options.sigma > 0 && std::isfinite(options.sigma), "minimize_cma_es: sigma is {}; it must be > 0",
            options.sigma);
    require(options.population.value_or(4) >= 4, "minimize_cma_es: population is {}; it must be at least 4",
            options.population.value_or(4));
    require(options.max_evaluations >= 1, "minimize_cma_es: max_evaluations is {}; it must be at least 1",
            options.max_evaluations);
}

}  // namespace

Minimum minimize_cma_es(const Objective& objective, const Box& box, const Vector& start, const CmaEsOptions& options,
                        Rng rng) {
    check(box, start, options);
    const FreeCoordinates free(box);
    if (free.dimension() == 0) return {box.lower, objective(box.lower), 0, 1, Stop::step_small};
    return Evolution(objective, free, free.reduce(box.clamp(start)), options, rng).run();
}

}  // namespace sweetspot
