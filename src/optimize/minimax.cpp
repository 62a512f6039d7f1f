// Proximal linearisation of a maximum of smooth functions. At x, with the values f_t and gradients g_t of the pieces
// near the maximum (columns of G), the step goes to
//     y = argmin over the set of max_t (f_t + g_t·(y − x)) + |y − x|²/(2s),
// whose dual is a problem on the simplex: y = P(x − s Gλ) with λ the maximum of the concave
//     φ(λ) = f·λ + (Gλ)·(y(λ) − x) + |y(λ) − x|²/(2s).
// Where x − s Gλ is feasible this is the quadratic programme min s/2 |Gλ|² − f·λ. The step is accepted when the true
// maximum falls by a fraction of the predicted decrease; s follows the curvature that the last step met.
#include "optimize/minimax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/check.hpp"
#include "base/order.hpp"
#include "optimize/simplex.hpp"

namespace sweetspot {

namespace {

constexpr double accepted_share = 0.1;  // of the predicted decrease
constexpr double largest_growth = 10;   // of s in one iteration, either way
constexpr int dual_steps = 300;         // projections spent on one constrained step; 50 end too early on hard instances
constexpr double dual_gap = 0.05;       // of the predicted decrease; 0.001 takes longer, 0.2 ends worse
constexpr int verify_after = 6;         // steps on the working set alone; 4 to 10 made no difference
constexpr Index most_added = 8;         // pieces that join an incomplete working set; 16 made no difference

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

// Accelerated projected ascent on the dual φ, started at λ; its gradient is f + Gᵀ(y(λ) − x), the linearised pieces at
// y(λ). Its steps cost less than an allocation each, so all vectors are made once.
Proposal constrained_step(const Linearised& at, const Vector& x, double s, const Projection& project, Vector lambda) {
    // On the simplex only differences between gradients matter.
    const Matrix centred = at.gradients.colwise() - at.gradients.rowwise().mean();
    const double lipschitz = s * (centred * centred.transpose()).norm();
    Proposal best = propose_at(x, at, x);
    double best_primal = -best.predicted;
    Vector ahead = lambda;
    Vector moved(lambda.size());
    Vector slope(lambda.size());
    Vector target(x.size());
    Vector step(x.size());
    Vector sorted;
    double momentum = 1;
    for (int i = 0; i < dual_steps; ++i) {
        target.noalias() = at.gradients * ahead;
        target = x - s * target;
        Vector y = project(target);
        step = y - x;
        slope.noalias() = at.gradients.transpose() * step;
        slope += at.values;
        const double predicted = -slope.maxCoeff();
        const double proximal = step.squaredNorm() / (2 * s);
        const double gap = -predicted - ahead.dot(slope);
        if (proximal - predicted < best_primal) {
            best_primal = proximal - predicted;
            best = {std::move(y), predicted};
        }
        if (gap <= dual_gap * best.predicted || !(lipschitz > 0)) break;
        moved = ahead + slope / lipschitz;
        project_on_simplex(moved, sorted);
        // The momentum is dropped when it points downhill on the dual.
        if ((moved - lambda).dot(moved - ahead) < 0) momentum = 1;
        const double next = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum));
        ahead = moved + ((momentum - 1) / next) * (moved - lambda);
        project_on_simplex(ahead, sorted);
        lambda.swap(moved);
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
        known_ = {x_, evaluate_all(x_)};
        require(known_.values.size() > 0, "minimize_maximum: there are no pieces; give at least one function");
        if (!known_.values.allFinite()) return finish(Stop::not_finite);
        lowest_ = known_.values.minCoeff();
        highest_ = known_.values.maxCoeff();
        choose_working_set();
        linearise();
        if (!(steepest_ > 0)) return finish(Stop::gradient_small);
        s_ = options_.first_step / steepest_;
        while (iterations_ < options_.max_iterations) {
            ++iterations_;
            const Proposal proposal = propose(at_, x_, s_, project_);
            const bool change_small = proposal.predicted <= options_.relative_change * (highest_ - lowest_);
            const bool step_small = (proposal.y - x_).norm() <= options_.step_tolerance;
            if (change_small || step_small) {
                if (verify()) return finish(change_small ? Stop::change_small : Stop::step_small);
                continue;
            }
            attempt(proposal);
            if (unverified_ == verify_after) static_cast<void>(verify());
        }
        static_cast<void>(verify());
        return finish(Stop::iterations);
    }

  private:
    /// A point where all pieces are known.
    struct Known {
        Vector x;
        Vector values;
    };

    Vector evaluate_all(const Vector& x) {
        ++evaluations_;
        return pieces_.values(x);
    }

    Vector evaluate(const Vector& x) {
        if (!pieces_.some_values) return evaluate_all(x);
        return pieces_.some_values(x, working_);
    }

    Minimum finish(Stop stop) const { return {known_.x, known_.values.maxCoeff(), iterations_, evaluations_, stop}; }

    // Steps are judged by the working set only: the largest pieces where all were last known.
    void choose_working_set() {
        working_ = all_indices(known_.values.size());
        if (pieces_.some_values) keep_largest(working_, known_.values, options_.working_set);
        values_ = known_.values(working_);
        unverified_ = 0;
    }

    // Evaluates all pieces at x. True when x is the answer of the working set and so of all pieces. Otherwise the
    // descent goes on with the pieces that were missing, from x or, if they made it worse, from the last known point.
    bool verify() {
        if (unverified_ == 0) return true;
        Known now{x_, evaluate_all(x_)};
        Index top = 0;
        const double worst = now.values.maxCoeff(&top);
        const bool finite = now.values.allFinite();
        const bool complete = finite && std::find(working_.begin(), working_.end(), top) != working_.end();
        if (complete || (finite && worst < known_.values.maxCoeff())) {
            known_ = std::move(now);
            lowest_ = std::min(lowest_, known_.values.minCoeff());
            choose_working_set();
            linearise();
            return complete;
        }
        std::vector<Index> missing = all_indices(now.values.size());
        keep_largest(missing, now.values, most_added);
        for (const Index piece : missing)
            if (std::find(working_.begin(), working_.end(), piece) == working_.end()) working_.push_back(piece);
        x_ = known_.x;
        values_ = known_.values(working_);
        unverified_ = 0;
        linearise();
        return false;
    }

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
            x_ = proposal.y;
            values_ = std::move(values);
            window_ = 2 * steepest_ * largest_growth * std::sqrt(distance);
            if (pieces_.some_values) {
                ++unverified_;
            } else {
                known_ = {x_, values_};
                lowest_ = std::min(lowest_, values_.minCoeff());
            }
            linearise();
        } else if (forgotten) {
            include(top);
        } else {
            s_ = std::clamp(fitting, length / largest_growth, 0.5 * length);
        }
    }

    static void keep_largest(std::vector<Index>& which, const Vector& values, Index count) {
        const auto kept = std::min<std::ptrdiff_t>(count, std::ssize(which));
        std::partial_sort(which.begin(), which.begin() + kept, which.end(),
                          [&](Index i, Index j) { return values[i] > values[j] || (values[i] == values[j] && i < j); });
        which.erase(which.begin() + kept, which.end());
    }

    // The largest pieces. Those that a step ten times as long as the last could not lift to the maximum are left out.
    void linearise() {
        std::vector<Index> order = all_indices(values_.size());
        keep_largest(order, values_, options_.max_active);
        const double top = values_[order.front()];
        const auto used =
            std::find_if(order.begin() + 1, order.end(), [&](Index i) { return values_[i] < top - window_; });
        order.erase(used, order.end());
        at_.which = std::move(order);
        at_.gradients = gradients(at_.which);
        steepest_ = at_.gradients.colwise().norm().maxCoeff();
        at_.values = values_(at_.which).array() - top;
    }

    // A piece outside the linearisation turned out to be the largest: the step was wrong for want of it, not too long.
    void include(Index piece) {
        const std::vector<Index> added{piece};
        at_.which.push_back(piece);
        at_.gradients.conservativeResize(Eigen::NoChange, at_.gradients.cols() + 1);
        at_.gradients.rightCols(1) = gradients(added);
        at_.values = values_(at_.which).array() - values_.maxCoeff();
    }

    [[nodiscard]] Matrix gradients(const std::vector<Index>& members) const {
        std::vector<Index> which;
        which.reserve(members.size());
        for (const Index i : members) which.push_back(working_[i]);
        return pieces_.gradients(x_, which);
    }

    const Pieces& pieces_;
    const Projection& project_;
    const MinimaxOptions& options_;
    Known known_;
    Vector x_;
    std::vector<Index> working_;  // pieces
    Vector values_;               // of the working set at x
    Linearised at_;               // its `which` are members of the working set
    double s_ = 0;
    double steepest_ = 0;
    double window_ = std::numeric_limits<double>::infinity();
    double lowest_ = 0, highest_ = 0;  // of all values seen: the spread that changes are compared to
    int iterations_ = 0;
    int evaluations_ = 0;
    int unverified_ = 0;  // steps since all pieces were known
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
