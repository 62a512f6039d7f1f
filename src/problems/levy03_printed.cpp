// Levy03 as the paper's tab:benchmarks prints it: with w = 1 + (x - 1)/4, on [-4, 4]^D,
//     sin²(πx_1) + Σ_{d<D} (w_d - 1)² [1 + 10 sin²(πw_{d+1})] + (w_D - 1)² [1 + sin²(2πw_D)].
//
// Not a sum of one-dimensional terms but a chain: each term couples two neighbours. The worst case is found by dynamic
// programming along the chain over (position, budget spent) on a grid of the region, then a quasi-Newton ascent from
// the best few ends of the chain. The value is attained by construction; that it is the supremum is searched, not
// proven.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "optimize/infinity.hpp"
#include "optimize/lbfgsb.hpp"
#include "optimize/projected_descent.hpp"
#include "problems/list.hpp"
#include "problems/reference_search.hpp"
#include "problems/square.hpp"

namespace sweetspot {
namespace {

using std::numbers::pi;

double stretched(double x) {
    return 1 + (x - 1) / 4;
}

double first_link(double x) {
    return square(std::sin(pi * x));
}

/// The factor of a coordinate in its own term.
double bowl(double x) {
    return square(stretched(x) - 1);
}

/// Its factor in the term of the coordinate before it.
double wave(double x) {
    return 1 + 10 * square(std::sin(pi * stretched(x)));
}

double last_link(double x) {
    return bowl(x) * (1 + square(std::sin(2 * pi * stretched(x))));
}

double chain(const VectorRef& x) {
    double sum = first_link(x[0]) + last_link(x[x.size() - 1]);
    for (Index d = 0; d + 1 < x.size(); ++d) sum += bowl(x[d]) * wave(x[d + 1]);
    return sum;
}

Vector chain_gradient(const VectorRef& x) {
    const Index end = x.size() - 1;
    Vector gradient = Vector::Zero(x.size());
    gradient[0] = pi * std::sin(2 * pi * x[0]);
    for (Index d = 0; d < end; ++d) {
        gradient[d] += (stretched(x[d]) - 1) / 2 * wave(x[d + 1]);
        gradient[d + 1] += bowl(x[d]) * 2.5 * pi * std::sin(2 * pi * stretched(x[d + 1]));
    }
    const double w = stretched(x[end]);
    gradient[end] += (w - 1) / 2 * (1 + square(std::sin(2 * pi * w))) + bowl(x[end]) * pi / 2 * std::sin(4 * pi * w);
    return gradient;
}

/// The grid of a region: positions per coordinate (the same perturbations, in units of the tolerance, for all) and what
/// each costs in units of the budget.
struct Grid {
    std::vector<double> steps;
    std::vector<int> costs;
    int budget = 0;

    explicit Grid(Norm norm) {
        if (norm == Norm::infinity) {
            constexpr int half = 40;
            for (int i = -half; i <= half; ++i) steps.push_back(static_cast<double>(i) / half);
            costs.assign(steps.size(), 0);
            return;
        }
        budget = 20;
        for (int i = -budget; i <= budget; ++i) {
            const double share = std::abs(i) / static_cast<double>(budget);
            steps.push_back(std::copysign(norm == Norm::one ? share : std::sqrt(share), i));
            costs.push_back(std::abs(i));
        }
    }
};

/// Best sums of the chain up to a coordinate, by its position and the budget spent so far.
class ChainTable {
  public:
    ChainTable(const Grid& grid, const VectorRef& centre, const VectorRef& tolerance)
        : grid_(grid), size_(grid.steps.size()), width_(static_cast<std::size_t>(grid.budget) + 1) {
        for (Index d = 0; d < centre.size(); ++d) {
            std::vector<double> here(size_);
            for (std::size_t i = 0; i < size_; ++i) here[i] = centre[d] + tolerance[d] * grid.steps[i];
            positions_.push_back(std::move(here));
        }
        begin();
        for (std::size_t d = 1; d < positions_.size(); ++d) extend(d);
        finish();
    }

    /// The best chains that end at each local maximum along the last coordinate, best first, at most `count`.
    [[nodiscard]] std::vector<Vector> best(std::size_t count) const {
        std::vector<std::size_t> ends;
        const auto value = [&](std::size_t i) { return ends_[i]; };
        for (std::size_t i = 0; i < size_; ++i) {
            const bool above_left = i == 0 || value(i) >= value(i - 1);
            const bool above_right = i + 1 == size_ || value(i) >= value(i + 1);
            if (above_left && above_right) ends.push_back(i);
        }
        std::ranges::stable_sort(ends, std::greater<>(), value);
        if (ends.size() > count) ends.resize(count);
        std::vector<Vector> chains;
        chains.reserve(ends.size());
        for (const std::size_t end : ends) chains.push_back(trace(end));
        return chains;
    }

  private:
    void begin() {
        std::vector<double> table(size_ * width_, -inf);
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t n = cost(i); n < width_; ++n) table[i * width_ + n] = first_link(positions_[0][i]);
        }
        tables_.push_back(std::move(table));
    }

    void extend(std::size_t d) {
        const std::vector<double>& before = tables_.back();
        std::vector<double> table(size_ * width_, -inf);
        std::vector<double> bowls(size_);
        std::ranges::transform(positions_[d - 1], bowls.begin(), bowl);
        for (std::size_t j = 0; j < size_; ++j) {
            const double factor = wave(positions_[d][j]);
            double* out = &table[j * width_ + cost(j)];
            const std::size_t left = width_ - cost(j);
            for (std::size_t i = 0; i < size_; ++i) {
                const double gain = bowls[i] * factor;
                const double* in = &before[i * width_];
                for (std::size_t n = 0; n < left; ++n) out[n] = in[n] + gain > out[n] ? in[n] + gain : out[n];
            }
        }
        tables_.push_back(std::move(table));
    }

    void finish() {
        for (std::size_t i = 0; i < size_; ++i) {
            ends_.push_back(tables_.back()[i * width_ + width_ - 1] + last_link(positions_.back()[i]));
        }
    }

    [[nodiscard]] Vector trace(std::size_t end) const {
        Vector steps(static_cast<Index>(positions_.size()));
        std::size_t n = width_ - 1;
        for (std::size_t d = positions_.size(); d-- > 0;) {
            steps[static_cast<Index>(d)] = grid_.steps[end];
            if (d == 0) break;
            n -= cost(end);
            const double factor = wave(positions_[d][end]);
            std::size_t chosen = 0;
            double best = -inf;
            for (std::size_t i = 0; i < size_; ++i) {
                const double sum = tables_[d - 1][i * width_ + n] + bowl(positions_[d - 1][i]) * factor;
                if (sum > best) chosen = i;
                best = std::max(best, sum);
            }
            end = chosen;
        }
        return steps;
    }

    [[nodiscard]] std::size_t cost(std::size_t i) const { return static_cast<std::size_t>(grid_.costs[i]); }

    const Grid& grid_;
    std::size_t size_;
    std::size_t width_;
    std::vector<std::vector<double>> positions_;
    std::vector<std::vector<double>> tables_;
    std::vector<double> ends_;
};

class Levy03Printed : public Benchmark {
  public:
    [[nodiscard]] std::string_view name() const override { return "levy03-printed"; }
    [[nodiscard]] std::string_view summary() const override {
        return "levy03 with neighbours coupled, as the paper prints it";
    }
    [[nodiscard]] Space space(Index dimension) const override { return Space::cube(dimension, -4, 4); }
    [[nodiscard]] double default_tolerance() const override { return 1; }
    [[nodiscard]] double value(const VectorRef& x) const override { return chain(x); }

    /// A chain has no two coordinates alike.
    [[nodiscard]] std::vector<int> alike(Index dimension) const override {
        std::vector<int> classes(static_cast<std::size_t>(dimension));
        std::iota(classes.begin(), classes.end(), 0);
        return classes;
    }

    [[nodiscard]] double worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const override {
        require_region(*this, centre, tolerance);
        const Grid grid(norm);
        const RobustSet ball(norm, Vector::Ones(centre.size()));
        const Projection project = [&](const Vector& z) { return ball.project(z); };
        const DifferentiableObjective minus = [&](const Vector& z, Vector* gradient) {
            const Vector x = centre + tolerance.cwiseProduct(z);
            if (gradient != nullptr) *gradient = -tolerance.cwiseProduct(chain_gradient(x));
            return -chain(x);
        };
        const ProjectedDescentOptions options{
            .max_iterations = norm == Norm::two ? 12 : 40, .relative_change = 1e-11, .max_line_search = 10};
        double worst = -inf;
        for (const Vector& start : ChainTable(grid, centre, tolerance).best(3)) {
            const Minimum found = minimize_projected(minus, project, start, options);
            worst = std::max(worst, -found.value);
            if (norm == Norm::two && found.x.norm() > 0.99) worst = std::max(worst, -around_sphere(minus, found.x));
        }
        return worst;
    }

  private:
    /// The descent on the unit sphere as one without bounds, of z = y/‖y‖: there a quasi-Newton step need not be
    /// projected, which slows it down.
    static double around_sphere(const DifferentiableObjective& objective, const Vector& start) {
        const DifferentiableObjective unbounded = [&](const Vector& y, Vector* gradient) {
            const double length = y.norm();
            const Vector z = y / length;
            const double value = objective(z, gradient);
            if (gradient != nullptr) *gradient = (*gradient - z * z.dot(*gradient)) / length;
            return value;
        };
        const Vector far = Vector::Constant(start.size(), 100);
        const LbfgsbOptions options{.relative_change = 1e-13, .max_step = 0.5};
        return minimize_lbfgsb(unbounded, {-far, far}, start, options).value;
    }
};

}  // namespace

BenchmarkPtr make_levy03_printed() {
    return std::make_shared<Levy03Printed>();
}

}  // namespace sweetspot
