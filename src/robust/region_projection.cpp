// In units of the tolerances the Lagrangian ½‖y - x‖² + λ·(½‖y - from‖² or ‖y - from‖₁) separates by coordinates, so
// that its minimum over the box is the clamped free minimum: shrinking towards `from` for p = 2, soft thresholding for
// p = 1. In either case a coordinate's offset from `from`, taken in the direction of x, is
//     o(τ) = max(rate·τ - gap, 0), clamped to the box,
// with rate = its length ℓ, gap = 0 for p = 2 and rate = 1, gap = max ℓ - ℓ for p = 1. Its size Σ |o|^p grows with τ,
// and the projection is where it reaches 1: Newton steps, exact as soon as the set of coordinates that move is the
// right one.
#include "robust/region_projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sweetspot {
namespace {

/// Newton needs 2 to 5 steps; halving instead, where the region only touches the box, ends at rounding.
constexpr int most_steps = 100;

struct Coordinate {
    Index d;
    double unit;  ///< the tolerance, signed towards x
    double rate;
    double gap;
    double low, high;  ///< the box
};

class Path {
  public:
    Path(const RobustSet& ball, const Box& box, const VectorRef& from, const VectorRef& x)
        : squares_(ball.norm() == Norm::two) {
        coordinates_.reserve(ball.sharing().size());
        double longest = 0;
        for (const Index d : ball.sharing()) {
            const double unit = std::copysign(ball.tolerance()[d], x[d] - from[d]);
            const auto [low, high] = std::minmax({(box.lower[d] - from[d]) / unit, (box.upper[d] - from[d]) / unit});
            const double length = (x[d] - from[d]) / unit;
            longest = std::max(longest, length);
            coordinates_.push_back({d, unit, length, 0, low, high});
        }
        end_ = squares_ ? 1 : longest;
        if (squares_) return;
        for (Coordinate& c : coordinates_) {
            c.gap = longest - c.rate;
            c.rate = 1;
        }
    }

    /// The τ at which the size is 1, or the end of the path where it is still smaller.
    [[nodiscard]] double where_size_is_one() const {
        double low = 0;
        double high = end_;
        double tau = end_;
        for (int step = 0; step < most_steps; ++step) {
            const auto [size, solution] = newton(tau);
            if (size <= 1 && tau == end_) return end_;
            if (std::abs(solution - tau) <= 2 * std::numeric_limits<double>::epsilon() * tau) return solution;
            (size > 1 ? high : low) = tau;
            tau = solution > low && solution < high ? solution : (low + high) / 2;
        }
        return low;
    }

    [[nodiscard]] Vector point(double tau, const VectorRef& from, const Box& box) const {
        Vector y = from;
        for (const Coordinate& c : coordinates_) y[c.d] += c.unit * std::max(c.rate * tau - c.gap, 0.0);
        return box.clamp(y);
    }

  private:
    struct Step {
        double size;      ///< at τ
        double solution;  ///< the τ of size 1 if the same coordinates moved
    };

    [[nodiscard]] Step newton(double tau) const {
        double fixed = 0;
        double rates = 0;
        double gaps = 0;
        double moving = 0;
        for (const Coordinate& c : coordinates_) {
            const double free = std::max(c.rate * tau - c.gap, 0.0);
            const double offset = std::clamp(free, c.low, c.high);
            if (free > 0 && free == offset) {
                moving += power(free);
                rates += power(c.rate);
                gaps += c.gap;
            } else {
                fixed += power(std::abs(offset));
            }
        }
        const double solution = (1 - fixed + gaps) / rates;  // NaN or infinite where nothing moves
        return {fixed + moving, squares_ ? std::sqrt(solution) : solution};
    }

    [[nodiscard]] double power(double a) const { return squares_ ? a * a : a; }

    bool squares_;
    double end_ = 0;
    std::vector<Coordinate> coordinates_;
};

/// Every coordinate of δ in those of the unit ball.
Vector all_in_ball(const RobustSet& set, const VectorRef& delta) {
    Vector u(delta.size());
    for (Index d = 0; d < u.size(); ++d) u[d] = set.to_ball(d, delta[d]);
    return u;
}

/// In u the region is the unit ball, and the box is still a box because each coordinate is mapped by itself and grows.
Vector nearest_in_warped_region(const RobustSet& set, const Box& box, const VectorRef& from, const VectorRef& x) {
    const RobustSet ball = RobustSet(set.norm(), (set.tolerance().array() > 0).select(Vector::Ones(x.size()), 0.0))
                               .with_alone(set.alone());
    const Box image{all_in_ball(set, box.lower - from), all_in_ball(set, box.upper - from)};
    const Vector u = nearest_in_region(ball, image, Vector::Zero(x.size()), all_in_ball(set, x - from));
    Vector y = from;
    for (Index d = 0; d < u.size(); ++d) y[d] += set.from_ball(d, u[d]);
    return box.clamp(y);
}

}  // namespace

Vector nearest_in_region(const RobustSet& ball, const Box& box, const VectorRef& from, const VectorRef& x) {
    if (ball.is_warped()) return nearest_in_warped_region(ball, box, from, x);
    // Two boxes that meet: clamping into one after the other is the projection on both.
    if (ball.norm() == Norm::infinity)
        return box.clamp(x.cwiseMax(from - ball.tolerance()).cwiseMin(from + ball.tolerance()));
    const Path path(ball, box, from, x);
    Vector y = path.point(path.where_size_is_one(), from, box);
    for (const Index d : ball.alone()) {
        const double within = std::clamp(x[d], from[d] - ball.tolerance()[d], from[d] + ball.tolerance()[d]);
        y[d] = std::clamp(within, box.lower[d], box.upper[d]);
    }
    return y;
}

}  // namespace sweetspot
