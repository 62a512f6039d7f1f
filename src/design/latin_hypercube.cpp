// Latin hypercubes: coordinate d of point i is (π_d(i) + U) / n with a random permutation π_d of the cells.
// The maximin search swaps one coordinate of two points at a time, which keeps the design a Latin hypercube. Judged by
// the smallest distance alone, almost every swap would look neutral; so a swap is accepted when it lowers the sum over
// pairs of distance^-16 (Morris and Mitchell 1995), in which the closest pairs dominate, and the design with the
// largest smallest distance on the way is returned.
#include "design/latin_hypercube.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.hpp"
#include "base/normal.hpp"
#include "base/order.hpp"

namespace sweetspot {
namespace {

void require_size(Index dimension, Index n, std::string_view where) {
    require(dimension >= 1, "{}: dimension is {}; it must be at least 1", where, dimension);
    require(n >= 0, "{}: n is {}; it must be at least 0", where, n);
}

Index draw_below(Index n, Rng& rng) {
    return static_cast<Index>(rng.below(static_cast<std::uint64_t>(n)));
}

// One coordinate of n points: a random one in each of n equal cells, in random order.
Vector stratified_uniforms(Index n, Rng rng) {
    std::vector<Index> cell = all_indices(n);
    for (Index i = n - 1; i > 0; --i) std::swap(cell[i], cell[draw_below(i + 1, rng)]);
    // Rounding must not carry the last cell's point to 1.
    constexpr double below_one = 1 - std::numeric_limits<double>::epsilon() / 2;
    Vector values(n);
    for (Index i = 0; i < n; ++i) {
        values[i] = std::min((static_cast<double>(cell[i]) + rng.uniform()) / static_cast<double>(n), below_one);
    }
    return values;
}

// The normal quantiles of the middles of n equal strata, scaled to variance 1.
Vector stratum_middles(Index n) {
    Vector middles(n);
    for (Index i = 0; i < n; ++i) {
        middles[i] = normal_quantile((static_cast<double>(i) + 0.5) / static_cast<double>(n));
    }
    return n < 2 ? middles : Vector(middles * std::sqrt(static_cast<double>(n)) / middles.norm());
}

// A random order. One number of the stream seeds a short generator of its own (splitmix64, Steele et al. 2014), several
// times faster. The choice among n by 32 bits is uneven by n / 2^32, which no number of realisations shows.
void shuffle(Eigen::Ref<Eigen::VectorXf> values, Rng rng) {
    std::uint64_t state = rng();
    const auto next = [&state] {
        state += 0x9e3779b97f4a7c15;
        std::uint64_t bits = state;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
        return bits ^ (bits >> 31);
    };
    for (Index i = values.size() - 1; i > 0; --i) {
        const std::uint64_t chosen = (next() >> 32) * static_cast<std::uint64_t>(i + 1) >> 32;
        std::swap(values[i], values[static_cast<Index>(chosen)]);
    }
}

class MaximinSearch {
  public:
    // `points` is n × D: the coordinates of all points lie together.
    MaximinSearch(Matrix points, Rng rng)
        : points_(std::move(points)), rng_(rng), nearest_(points_.rows()), best_points_(points_) {
        for (Index i = 0; i < n(); ++i) nearest_[i] = distance_to_nearest(i);
        best_ = nearest_.minCoeff();
    }

    void run(Index trials) {
        for (Index trial = 0; trial < trials; ++trial) try_swap();
    }

    [[nodiscard]] Points best() const { return best_points_.transpose(); }

  private:
    using Array = Eigen::ArrayXd;

    [[nodiscard]] Index n() const { return points_.rows(); }

    // Squared distances of point i to all points; to itself, infinite.
    [[nodiscard]] Array distances(Index i) const {
        Array squared = Array::Zero(n());
        for (Index d = 0; d < points_.cols(); ++d) squared += (points_.col(d).array() - points_(i, d)).square();
        squared[i] = std::numeric_limits<double>::infinity();
        return squared;
    }

    [[nodiscard]] double distance_to_nearest(Index i) const { return distances(i).minCoeff(); }

    // Σ distance^-16, without overflow for points that coincide.
    static double crowding(const Array& squared) {
        constexpr double smallest = 1e-30;
        return squared.max(smallest).inverse().square().square().square().sum();
    }

    void try_swap() {
        // Half of the swaps move a point of the closest pair.
        Index i = draw_below(n(), rng_);
        if (rng_.below(2) == 0) nearest_.minCoeff(&i);
        Index j = draw_below(n() - 1, rng_);
        if (j >= i) ++j;
        const Index d = draw_below(points_.cols(), rng_);

        const Array from_i = distances(i), from_j = distances(j);
        const auto coordinates = points_.col(d).array();
        const Array change = (coordinates - points_(j, d)).square() - (coordinates - points_(i, d)).square();
        Array new_from_i = from_i + change, new_from_j = from_j - change;
        new_from_i[j] = new_from_j[i] = from_i[j];  // their own distance stays
        if (crowding(new_from_i) + crowding(new_from_j) >= crowding(from_i) + crowding(from_j)) return;

        std::swap(points_(i, d), points_(j, d));
        update_nearest(i, j, from_i.min(from_j));
        const double smallest = nearest_.minCoeff();
        if (smallest > best_) {
            best_ = smallest;
            best_points_ = points_;
        }
    }

    // `before`: squared distance of each point to the nearer of i and j before the swap. A point that had neither as
    // its nearest can only have got nearer to them.
    void update_nearest(Index i, Index j, const Array& before) {
        constexpr double slack = 1e-12;  // a distance may round differently from its two ends
        const Array after = distances(i).min(distances(j));
        for (Index k = 0; k < n(); ++k) {
            const bool lost_nearest = k == i || k == j || before[k] <= nearest_[k] * (1 + slack);
            nearest_[k] = lost_nearest ? distance_to_nearest(k) : std::min(nearest_[k], after[k]);
        }
    }

    Matrix points_;
    Rng rng_;
    Vector nearest_;  // squared distance of each point to its nearest
    Matrix best_points_;
    double best_;
};

// A trial costs about n·D operations and the start n²·D; the budget keeps the search within some tenths of a second.
// It leaves none to designs of more than some 10^4 points, which stay random.
Index affordable_trials(Index dimension, Index n) {
    constexpr double budget = 2e7, start_budget = 1e9, most = 10000;
    const double work = static_cast<double>(n) * static_cast<double>(dimension);
    if (work * static_cast<double>(n) > start_budget) return 0;
    return static_cast<Index>(std::min(most, budget / work));
}

}  // namespace

Points latin_hypercube(Index dimension, Index n, Rng rng) {
    require_size(dimension, n, "latin_hypercube");
    Points points(dimension, n);
    for (Index d = 0; d < dimension; ++d) {
        points.row(d) = stratified_uniforms(n, rng.split(static_cast<std::uint64_t>(d)));
    }
    return points;
}

Points latin_hypercube(const Box& box, Index n, Rng rng) {
    return (box.width().asDiagonal() * latin_hypercube(box.dimension(), n, rng)).colwise() + box.lower;
}

Points maximin_latin_hypercube(Index dimension, Index n, Rng rng) {
    require_size(dimension, n, "maximin_latin_hypercube");
    Points start = latin_hypercube(dimension, n, rng);
    // In one dimension, and with two points, a swap changes no distance.
    const Index trials = dimension == 1 || n <= 2 ? 0 : affordable_trials(dimension, n);
    if (trials == 0) return start;
    MaximinSearch search(start.transpose(), rng.split("maximin"));
    search.run(trials);
    return search.best();
}

void fill_stratified_normals(Eigen::Ref<Eigen::MatrixXf> normals, const Rng& rng) {
    if (normals.rows() == 1) {  // one stratum: its middle would not vary
        for (Index j = 0; j < normals.cols(); ++j) {
            normals(0, j) = static_cast<float>(rng.split(static_cast<std::uint64_t>(j)).normal());
        }
        return;
    }
    const Eigen::VectorXf middles = stratum_middles(normals.rows()).cast<float>();
    for (Index j = 0; j < normals.cols(); ++j) {
        normals.col(j) = middles;
        shuffle(normals.col(j), rng.split(static_cast<std::uint64_t>(j)));
    }
}

}  // namespace sweetspot
