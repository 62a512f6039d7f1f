#include "problems/region_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/normal.hpp"
#include "design/sobol.hpp"
#include "optimize/projected_descent.hpp"
#include "optimize/units.hpp"

namespace sweetspot {
namespace {

class Search {
  public:
    Search(const Objective& f, const VectorRef& centre, const RobustSet& robust_set, const RegionSearchOptions& options)
        : f_(f),
          centre_(centre),
          robust_set_(robust_set),
          options_(options),
          units_(robust_set.units()),
          project_(in_units([this](const Vector& delta) { return robust_set_.project(delta); }, units_)) {}

    [[nodiscard]] RegionMaximum run(const std::vector<Objective>& guides, const Rng& rng) {
        const Vector centre = Vector::Zero(centre_.size());
        look(centre);
        if (robust_set_.free_coordinates().empty()) return answer();
        scan(rng);
        for (const Objective& guide : guides) {
            if (decided()) break;
            const Vector end = climb(centre, guide);
            scanned_.push_back({end, look(end)});
        }
        std::vector<Vector> starts = best_apart();
        starts.push_back(centre);
        for (const Vector& start : starts) {
            Vector end = climb(start, f_);
            while (!decided() && mirror(end)) end = climb(end, f_);
        }
        if (!decided()) climb(where_, f_);  // the last digits
        return answer();
    }

  private:
    struct Seen {
        Vector z;  ///< in units of the tolerances
        double value = 0;
    };

    [[nodiscard]] RegionMaximum answer() const { return {point(where_), highest_}; }
    [[nodiscard]] Vector point(const Vector& z) const { return centre_ + z.cwiseProduct(units_); }

    [[nodiscard]] bool decided() const { return options_.stop_above && highest_ > *options_.stop_above; }

    /// The value there. Once the answer is known a constant, without a look: a climb ends where nothing changes.
    double look(const Vector& z) {
        if (decided()) return highest_;
        const double value = f_(point(z));
        if (value > highest_) {
            highest_ = value;
            where_ = z;
        }
        return value;
    }

    void scan(const Rng& rng) {
        const std::vector<Index>& free = robust_set_.free_coordinates();
        const Points cube = scrambled_sobol(std::ssize(free), options_.scan, rng);
        const bool is_box = robust_set_.is_norm_ball() && robust_set_.norm() == Norm::infinity;
        for (Index i = 0; i < cube.cols() && !decided(); ++i) {
            Vector direction = Vector::Zero(centre_.size());
            for (Index d = 0; d < cube.rows(); ++d) {
                const double along = normal_quantile(cube(d, i));
                const Index where = free[static_cast<std::size_t>(d)];
                direction[where] = units_[where] * (is_box && i % 2 == 0 ? std::copysign(1.0, along) : along);
            }
            const double share = i % 4 == 3 ? 0.5 : 1;  // some inside
            const Vector z = share * robust_set_.boundary_towards(direction).cwiseQuotient(units_);
            scanned_.push_back({z, look(z)});
        }
    }

    /// The best of the scan, without those that would climb the same hill as a better one.
    [[nodiscard]] std::vector<Vector> best_apart() {
        std::ranges::stable_sort(scanned_, std::ranges::greater(), &Seen::value);
        constexpr double apart = 0.5;  // of the tolerance
        std::vector<Vector> starts;
        for (const Seen& seen : scanned_) {
            if (std::ssize(starts) >= options_.climbs) break;
            const auto near = [&](const Vector& z) { return (z - seen.z).norm() < apart; };
            if (std::ranges::none_of(starts, near)) starts.push_back(seen.z);
        }
        return starts;
    }

    /// Replaces coordinates of z by their negatives, one after the other, as long as that helps: from one corner of a
    /// box to a higher one that no climb reaches. False if nothing helped.
    bool mirror(Vector& z) {
        double best = look(z);
        bool helped = false;
        Index idle = 0;  // coordinates tried in a row without success
        for (Index k = 0; idle < z.size(); k = (k + 1) % z.size()) {
            z[k] = -z[k];
            const double value = look(z);
            const bool better = value > best;
            if (!better) z[k] = -z[k];
            best = std::max(best, value);
            idle = better ? 0 : idle + 1;
            helped = helped || better;
        }
        return helped;
    }

    /// Where a climb of f, or of another function of a point, ends. The points of the differences may lie outside the
    /// region by a step, so they do not count.
    Vector climb(const Vector& start, const Objective& f) {
        const bool counts = &f == &f_;
        const DifferentiableObjective minus = [&](const Vector& z, Vector* gradient) {
            const double here = counts ? look(z) : f(point(z));
            if (gradient == nullptr) return -here;
            gradient->setZero();
            Vector ahead = z;
            for (const Index d : robust_set_.free_coordinates()) {
                if (decided()) break;
                ahead[d] = z[d] + (z[d] > 0 ? -options_.step : options_.step);
                (*gradient)[d] = -(f(point(ahead)) - here) / (ahead[d] - z[d]);
                ahead[d] = z[d];
            }
            return -here;
        };
        return minimize_projected(minus, project_, start,
                                  {.max_iterations = options_.iterations, .relative_change = 1e-7})
            .x;
    }

    const Objective& f_;
    Vector centre_;
    const RobustSet& robust_set_;
    const RegionSearchOptions& options_;
    Vector units_;
    Projection project_;
    std::vector<Seen> scanned_;
    Vector where_;
    double highest_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

RegionMaximum region_maximum_by_climbs(const Objective& f, const std::vector<Objective>& guides,
                                       const VectorRef& centre, const RobustSet& robust_set,
                                       const RegionSearchOptions& options, const Rng& rng) {
    return Search(f, centre, robust_set, options).run(guides, rng);
}

}  // namespace sweetspot
