#include "gp/posterior_samples.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>
#include <numbers>

namespace sweetspot::detail {
namespace {

constexpr double gradient_step = 1e-4;  // in logarithms: well above rounding of the gradient, well below what bends it
constexpr double widest = 2;
/// Heavy tails: where those of p are heavier than a normal's, p / t stays bounded and no chain hangs there.
constexpr Index freedom = 5;
/// A bracket of this many shrinkings is a point: the chain stays where it is.
constexpr int most_shrinkings = 60;

Vector normal_vector(Index size, Rng& rng) {
    Vector z(size);
    for (double& entry : z) entry = rng.normal();
    return z;
}

/// log p / t at u, up to a constant; -inf outside the box.
class Ratio {
  public:
    Ratio(const DifferentiableObjective& negative, const Box& box, const Vector& mode, const Matrix& root)
        : negative_(negative), box_(box), mode_(mode), root_(root) {}

    [[nodiscard]] Vector theta(const Vector& u) const { return mode_ + root_ * u; }
    [[nodiscard]] double operator()(const Vector& u) const {
        const Vector at = theta(u);
        if (!box_.contains(at)) return -std::numeric_limits<double>::infinity();
        const double log_p = -negative_(at, nullptr);
        if (!std::isfinite(log_p)) return -std::numeric_limits<double>::infinity();
        const auto size = static_cast<double>(u.size());
        return log_p + 0.5 * (freedom + size) * std::log1p(u.squaredNorm() / freedom);
    }

  private:
    const DifferentiableObjective& negative_;
    const Box& box_;
    const Vector& mode_;
    const Matrix& root_;
};

struct Place {
    Vector u;
    double log_ratio;
};

Place elliptical_step(const Ratio& ratio, const Place& now, Rng& rng) {
    const Index size = now.u.size();
    const double chi_squared = normal_vector(freedom + size, rng).squaredNorm();
    const Vector v = std::sqrt((freedom + now.u.squaredNorm()) / chi_squared) * normal_vector(size, rng);
    const double level = now.log_ratio + std::log(rng.uniform());
    double phi = rng.uniform(0, 2 * std::numbers::pi);
    double lower = phi - 2 * std::numbers::pi;
    double upper = phi;
    for (int shrinking = 0; shrinking < most_shrinkings; ++shrinking) {
        const Vector u = std::cos(phi) * now.u + std::sin(phi) * v;
        const double log_ratio = ratio(u);
        if (log_ratio > level) return {u, log_ratio};
        (phi < 0 ? lower : upper) = phi;
        phi = rng.uniform(lower, upper);
    }
    return now;
}

}  // namespace

Matrix laplace_root(const DifferentiableObjective& negative, const Box& box, const Vector& mode) {
    const Index size = mode.size();
    Vector gradient(size);
    negative(mode, &gradient);
    Matrix hessian = Matrix::Identity(size, size);
    const auto held = [&](Index i) { return box.lower[i] == box.upper[i]; };
    for (Index i = 0; i < size; ++i) {
        if (held(i)) continue;
        Vector moved = mode;
        moved[i] += mode[i] + gradient_step <= box.upper[i] ? gradient_step : -gradient_step;
        Vector there(size);
        negative(moved, &there);
        hessian.col(i) = (there - gradient) / (moved[i] - mode[i]);
    }
    if (!hessian.allFinite()) return widest * Matrix::Identity(size, size);
    hessian.diagonal() += gradient.cwiseAbs2();
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(0.5 * (hessian + hessian.transpose()));
    const Vector sd = eigen.eigenvalues().cwiseMax(1 / (widest * widest)).cwiseSqrt().cwiseInverse();
    Matrix root = eigen.eigenvectors() * sd.asDiagonal();
    for (Index i = 0; i < size; ++i) {
        if (held(i)) root.row(i).setZero();
    }
    return root;
}

Vector posterior_sample(const DifferentiableObjective& negative, const Box& box, const Vector& mode, const Matrix& root,
                        int steps, Rng rng) {
    const Ratio ratio(negative, box, mode, root);
    Place now{Vector::Zero(mode.size()), 0};
    now.log_ratio = ratio(now.u);
    for (int step = 0; step < steps; ++step) now = elliptical_step(ratio, now, rng);
    return ratio.theta(now.u);
}

}  // namespace sweetspot::detail
