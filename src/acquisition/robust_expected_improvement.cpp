#include "sweetspot/acquisition/robust_expected_improvement.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>

#include "base/dense.hpp"
#include "sweetspot/acquisition/improvement.hpp"

namespace sweetspot {
namespace {

constexpr Index draws_per_block = 64;    // a block of realisations over 400 points stays in the second-level cache
constexpr Index prefix_for_bounds = 12;  // pivots in the second bound: enough to drop nine of ten screening points

}  // namespace

struct RobustExpectedImprovement::Workspace {
    Realisations::Conditioned at;
    Matrix block;
    std::vector<Index> worst;  // per realisation: the template row of the worst case, or -1 without improvement
};

struct RobustExpectedImprovement::Shelf {
    std::mutex mutex;
    std::vector<std::unique_ptr<Workspace>> unused;
};

/// A workspace taken from the shelf and put back at the end of the scope.
class RobustExpectedImprovement::Lease {
  public:
    explicit Lease(Shelf& shelf) : shelf_(shelf) {
        const std::lock_guard lock(shelf_.mutex);
        if (shelf_.unused.empty()) {
            workspace_ = std::make_unique<Workspace>();
        } else {
            workspace_ = std::move(shelf_.unused.back());
            shelf_.unused.pop_back();
        }
    }
    ~Lease() {
        const std::lock_guard lock(shelf_.mutex);
        shelf_.unused.push_back(std::move(workspace_));
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Workspace* operator->() const { return workspace_.get(); }

  private:
    Shelf& shelf_;
    std::unique_ptr<Workspace> workspace_;
};

RobustExpectedImprovement::RobustExpectedImprovement(const GaussianProcess& gp, const Template& T,
                                                     const Vector& weights, const Quality& quality,
                                                     const VectorRef& x_star, const RealisationOptions& options,
                                                     const Rng& rng)
    : realisations_(gp, T.points, x_star, options, rng),
      quality_(&quality),
      weights_(weights(realisations_.order())),
      best_qualities_(realisations_.count()),
      shelf_(std::make_unique<Shelf>()) {
    const Matrix F = realisations_.at_x_star();
    for (Index m = 0; m < F.cols(); ++m) best_qualities_[m] = quality.value(F.col(m), weights_);
}

RobustExpectedImprovement::~RobustExpectedImprovement() = default;

double RobustExpectedImprovement::value(const Vector& x, Vector* gradient) const {
    if (x == realisations_.x_star()) {  // coincident points share one draw: no improvement in any realisation
        if (gradient != nullptr) gradient->setZero(x.size());
        return 0;
    }
    return quality_->kind() == Quality::Kind::maximum ? worst_case(x, realisations_.template_size(), gradient)
                                                      : general(x, gradient);
}

double RobustExpectedImprovement::worst_case(const Vector& x, Index n, Vector* gradient) const {
    const Lease work(*shelf_);
    realisations_.condition(x, n, work->at);
    const Index M = realisations_.count();
    work->worst.assign(static_cast<std::size_t>(M), -1);
    double sum = 0;
    for (Index first = 0; first < M; first += draws_per_block) {
        const Index count = std::min(draws_per_block, M - first);
        work->block.resize(n, count);
        realisations_.draw(work->at, first, work->block);
        for (Index j = 0; j < count; ++j) {
            Index row = 0;
            const double gain = improvement(best_qualities_[first + j], work->block.col(j).maxCoeff(&row));
            if (gain > 0) work->worst[static_cast<std::size_t>(first + j)] = row;
            sum += gain;
        }
    }
    if (gradient == nullptr) return sum / static_cast<double>(M);

    // ∂EI/∂F is -1/M at the worst point of each realisation that improves, 0 elsewhere (envelope).
    Realisations::Adjoint adjoint;
    adjoint.rows = work->worst;
    std::sort(adjoint.rows.begin(), adjoint.rows.end());
    adjoint.rows.erase(std::unique(adjoint.rows.begin(), adjoint.rows.end()), adjoint.rows.end());
    if (adjoint.rows.front() < 0) adjoint.rows.erase(adjoint.rows.begin());
    if (adjoint.rows.empty()) {
        gradient->setZero(x.size());
        return 0;
    }
    const Index b = realisations_.rank();
    const Index pivots = std::lower_bound(adjoint.rows.begin(), adjoint.rows.end(), b) - adjoint.rows.begin();
    const auto rows = static_cast<Index>(adjoint.rows.size());
    const double share = -1.0 / static_cast<double>(M);
    adjoint.mean = Vector::Zero(rows);
    Matrix carry = Matrix::Zero(b, rows - pivots);
    adjoint.samples = Matrix::Zero(b, M);
    for (Index m = 0; m < M; ++m) {
        const Index row = work->worst[static_cast<std::size_t>(m)];
        if (row < 0) continue;
        const Index i = std::lower_bound(adjoint.rows.begin(), adjoint.rows.end(), row) - adjoint.rows.begin();
        adjoint.mean[i] += share;
        if (row < b) {
            adjoint.samples(row, m) = share;
        } else {
            adjoint.samples.col(m) = share * work->at.carry.row(row - b).transpose();
            carry.col(i - pivots) += share * work->at.samples.col(m);
        }
    }
    adjoint.carry = carry.transpose();
    *gradient = realisations_.gradient(work->at, adjoint);
    return sum / static_cast<double>(M);
}

double RobustExpectedImprovement::general(const Vector& x, Vector* gradient) const {
    const Lease work(*shelf_);
    const Index n = realisations_.template_size();
    const Index M = realisations_.count();
    realisations_.condition(x, n, work->at);
    work->block.resize(n, M);
    realisations_.draw(work->at, 0, work->block);
    double sum = 0;
    for (Index m = 0; m < M; ++m) {
        auto F = work->block.col(m);
        const double gain = improvement(best_qualities_[m], quality_->value(F, weights_));
        sum += gain;
        if (gradient == nullptr) continue;
        // From here on the column holds ∂EI/∂F.
        if (gain > 0) {
            F = quality_->gradient(F, weights_) / -static_cast<double>(M);
        } else {
            F.setZero();
        }
    }
    if (gradient != nullptr) {
        const Index b = realisations_.rank();
        Realisations::Adjoint adjoint;
        adjoint.rows.resize(static_cast<std::size_t>(n));
        std::iota(adjoint.rows.begin(), adjoint.rows.end(), Index{0});
        adjoint.mean = work->block.rowwise().sum();
        adjoint.samples = work->block.topRows(b);
        adjoint.carry.resize(n - b, b);
        if (n > b) {
            const auto beyond = work->block.bottomRows(n - b);
            dense::multiply(1, dense::Op::transposed, work->at.carry, dense::Op::plain, beyond, 1, adjoint.samples);
            dense::multiply(1, dense::Op::plain, beyond, dense::Op::transposed, work->at.samples, 0, adjoint.carry);
        }
        *gradient = realisations_.gradient(work->at, adjoint);
    }
    return sum / static_cast<double>(M);
}

Vector RobustExpectedImprovement::upper_bounds(const PointsRef& x, int level) const {
    if (bounds() == 0) return Acquisition::upper_bounds(x, level);
    // The maximum over a part of the template is at most the maximum over all, so improvement over the part bounds it.
    Vector result(x.cols());
    if (level == 0) {
        const Matrix F = realisations_.draw_at_centres(x);
        result = (best_qualities_.transpose().replicate(x.cols(), 1) - F).cwiseMax(0.0).rowwise().mean();
    } else {
        const Index n = std::min(prefix_for_bounds, realisations_.template_size());
        for (Index i = 0; i < x.cols(); ++i) result[i] = worst_case(x.col(i), n, nullptr);
    }
    return result;
}

}  // namespace sweetspot
