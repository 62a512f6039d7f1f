// Proximal linearisation of a maximum of smooth functions. At x, with the values f_t and gradients g_t of the pieces
// near the maximum (columns of G), the step goes to
//     y = argmin over the set of max_t (f_t + g_t·(y − x)) + |y − x|²/(2s),
// whose dual is a problem on the simplex: y = P(x − s Gλ) with λ the maximum of the concave
//     φ(λ) = f·λ + (Gλ)·(y(λ) − x) + |y(λ) − x|²/(2s).
// Where x − s Gλ is feasible this is the quadratic programme min s/2 |Gλ|² − f·λ. The step is accepted when the true
// maximum falls by a fraction of the predicted decrease; s follows the curvature that the last step met.
#include "sweetspot/optimize/minimax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "base/check.hpp"
#include "optimize/simplex.hpp"

namespace sweetspot {

namespace {

constexpr double accepted_share = 0.1;  // of the predicted decrease
constexpr double largest_growth = 10;   // of s in one iteration, either way
constexpr int dual_steps = 300;         // projections spent on one constrained step
constexpr double dual_gap = 1e-3;       // of the predicted decrease

/// The pieces that take part: their values (less the maximum) and gradients at x.
struct Linearised {
    std::vector<Index> which;
    Vector values;
    Matrix gradients;
};

struct Proposal {
    Vector y;
    double predicted = 0;  ///< decrease of the linearised maximum, without the proximal term
};

Proposal propose_at(Vector y, const Linearised& at, const Vector& x) {
    const double model = (at.values + at.gradients.transpose() * (y - x)).maxCoeff();
    return {std::move(y), -model};
}

// Accelerated projected ascent on the dual φ, started at λ; its gradient is f + Gᵀ(y(λ) − x).
Proposal constrained_step(const Linearised& at, const Vector& x, double s, const Projection& project, Vector lambda) {
    const Matrix gram = at.gradients.transpose() * at.gradients;
    const double lipschitz =
        s * Eigen::SelfAdjointEigenSolver<Matrix>(gram, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
    Proposal best = propose_at(x, at, x);
    double best_primal = -best.predicted;
    Vector ahead = lambda;
    double momentum = 1;
    for (int i = 0; i < dual_steps; ++i) {
        Proposal now = propose_at(project(x - s * (at.gradients * ahead)), at, x);
        const Vector step = now.y - x;
        const double proximal = step.squaredNorm() / (2 * s);
        const Vector slope = at.values + at.gradients.transpose() * step;
        const double gap = -now.predicted - ahead.dot(slope);
        if (proximal - now.predicted < best_primal) {
            best_primal = proximal - now.predicted;
            best = std::move(now);
        }
        if (gap <= dual_gap * best.predicted || !(lipschitz > 0)) break;
        const Vector moved = project_on_simplex(ahead + slope / lipschitz);
        // The momentum is dropped when it points downhill on the dual.
        if ((moved - lambda).dot(moved - ahead) < 0) momentum = 1;
        const double next = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum));
        ahead = project_on_simplex(moved + ((momentum - 1) / next) * (moved - lambda));
        lambda = moved;
        momentum = next;
    }
    return best;
}

Proposal propose(const Linearised& at, const Vector& x, double s, const Projection& project) {
    const Vector lambda = minimize_on_simplex(s * (at.gradients.transpose() * at.gradients), at.values);
    const Vector step = -s * (at.gradients * lambda);
    Vector y = project(x + step);
    if ((y - x - step).norm() <= 1e-12 * (x.norm() + step.norm())) return propose_at(std::move(y), at, x);
    return constrained_step(at, x, s, project, lambda);
}

class Descent {
  public:
    Descent(const Pieces& pieces, const Projection& project, const MinimaxOptions& options)
        : pieces_(pieces), project_(project), options_(options) {}

    Minimum run(const Vector& start) {
        x_ = project_(start);
        values_ = evaluate(x_);
        require(values_.size() > 0, "minimize_maximum: there are no pieces; give at least one function");
        if (!values_.allFinite()) return finish(Stop::not_finite);
        lowest_ = values_.minCoeff();
        highest_ = values_.maxCoeff();
        linearise();
        if (!(steepest_ > 0)) return finish(Stop::gradient_small);
        s_ = options_.first_step / steepest_;
        while (iterations_ < options_.max_iterations) {
            ++iterations_;
            const Proposal proposal = propose(at_, x_, s_, project_);
            if (proposal.predicted <= options_.relative_change * (highest_ - lowest_))
                return finish(Stop::change_small);
            if ((proposal.y - x_).norm() <= options_.step_tolerance) return finish(Stop::step_small);
            attempt(proposal);
        }
        return finish(Stop::iterations);
    }

  private:
    Vector evaluate(const Vector& x) {
        ++evaluations_;
        return pieces_.values(x);
    }

    Minimum finish(Stop stop) const { return {x_, values_.maxCoeff(), iterations_, evaluations_, stop}; }

    void attempt(const Proposal& proposal) {
        Vector values = evaluate(proposal.y);
        const double length = s_;
        const double distance = (proposal.y - x_).squaredNorm();
        if (!values.allFinite()) {
            s_ /= largest_growth;
            return;
        }
        Index top = 0;
        const double actual = values_.maxCoeff() - values.maxCoeff(&top);
        const bool forgotten = std::find(at_.which.begin(), at_.which.end(), top) == at_.which.end();
        // Curvature makes the maximum exceed the linearised one by |y − x|²/(2s') or less when s' is short enough.
        const double excess = std::max(proposal.predicted - actual, 0.0);
        const double fitting = excess > 0 ? distance / (2 * excess) : largest_growth * s_;
        if (actual >= accepted_share * proposal.predicted) {
            s_ = std::clamp(fitting, length / largest_growth, length * largest_growth);
            lowest_ = std::min(lowest_, values.minCoeff());
            x_ = proposal.y;
            values_ = std::move(values);
            window_ = 2 * steepest_ * largest_growth * std::sqrt(distance);
            linearise();
        } else if (forgotten) {
            include(top);
        } else {
            s_ = std::clamp(fitting, length / largest_growth, 0.5 * length);
        }
    }

    // The largest pieces. Those that a step ten times as long as the last could not lift to the maximum are left out.
    void linearise() {
        std::vector<Index> order(static_cast<std::size_t>(values_.size()));
        std::iota(order.begin(), order.end(), Index{0});
        const auto count = std::min<std::ptrdiff_t>(options_.max_active, std::ssize(order));
        std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](Index i, Index j) {
            return values_[i] > values_[j] || (values_[i] == values_[j] && i < j);
        });
        const double top = values_[order.front()];
        const auto used =
            std::find_if(order.begin() + 1, order.begin() + count, [&](Index i) { return values_[i] < top - window_; });
        order.erase(used, order.end());
        at_.which = std::move(order);
        at_.gradients = pieces_.gradients(x_, at_.which);
        steepest_ = at_.gradients.colwise().norm().maxCoeff();
        at_.values = values_(at_.which).array() - top;
    }

    // A piece outside the linearisation turned out to be the largest: the step was wrong for want of it, not too long.
    void include(Index piece) {
        const std::vector<Index> added{piece};
        at_.which.push_back(piece);
        at_.gradients.conservativeResize(Eigen::NoChange, at_.gradients.cols() + 1);
        at_.gradients.rightCols(1) = pieces_.gradients(x_, added);
        at_.values = values_(at_.which).array() - values_.maxCoeff();
    }

    const Pieces& pieces_;
    const Projection& project_;
    const MinimaxOptions& options_;
    Vector x_;
    Vector values_;
    Linearised at_;
    double s_ = 0;
    double steepest_ = 0;
    double window_ = std::numeric_limits<double>::infinity();
    double lowest_ = 0, highest_ = 0;  // of all values seen: the spread that changes are compared to
    int iterations_ = 0;
    int evaluations_ = 0;
};

void check(const Pieces& pieces, const MinimaxOptions& options) {
    require(pieces.values && pieces.gradients,
            "minimize_maximum: the pieces need both values and gradients; give two callables");
    require(options.max_active >= 1, "minimize_maximum: max_active is {}; it must be at least 1", options.max_active);
    require(options.first_step > 0, "minimize_maximum: first_step is {}; it must be > 0", options.first_step);
}

}  // namespace

Minimum minimize_maximum(const Pieces& pieces, const Projection& project, const Vector& start,
                         const MinimaxOptions& options) {
    check(pieces, options);
    return Descent(pieces, project, options).run(start);
}

}  // namespace sweetspot
