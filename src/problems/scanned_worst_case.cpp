#include <algorithm>

#include "base/check.hpp"
#include "base/normal.hpp"
#include "design/sobol.hpp"
#include "problems/worst_case.hpp"

namespace sweetspot {
namespace {

void check(const VectorRef& centre, const RobustSet& robust_set, const ScannedWorstCaseOptions& options) {
    require(centre.size() == robust_set.dimension() && centre.allFinite(),
            "scanned_worst_case: the centre has {} coordinates and the robust set {}; give as many, all finite",
            centre.size(), robust_set.dimension());
    require(options.scan >= 0 && options.climbs >= 0 && options.climb_length >= 0 && options.last_climb >= 0,
            "scanned_worst_case: scan, climbs and their lengths must be at least 0; they are {}, {}, {}, {}",
            options.scan, options.climbs, options.climb_length, options.last_climb);
    require(options.step > 0 && options.moved > 0 && options.moved <= 1,
            "scanned_worst_case: the step is {} and the chance to be moved {}; they must be > 0, the chance at most 1",
            options.step, options.moved);
}

class Scan {
  public:
    Scan(const Objective& f, const VectorRef& centre, const RobustSet& robust_set,
         const ScannedWorstCaseOptions& options)
        : f_(f), centre_(centre), robust_set_(robust_set), options_(options) {}

    [[nodiscard]] ScannedWorstCase run(const Rng& rng) {
        look(Vector::Zero(centre_.size()));
        if (!robust_set_.free_coordinates().empty()) {
            scan(rng.split("scan"));
            for (const Seen& start : best_apart()) climb(start, options_.climb_length, rng.split("climb").split(seen_));
            climb(worst_, options_.last_climb, rng.split("last"));
        }
        return {centre_ + worst_.delta, worst_.value, static_cast<int>(seen_)};
    }

  private:
    struct Seen {
        Vector delta;
        double value = 0;
    };

    [[nodiscard]] bool decided() const {
        return options_.stop_above && seen_ > 0 && worst_.value > *options_.stop_above;
    }

    /// Looks there unless the answer is known.
    Seen look(const Vector& delta) {
        if (decided()) return {delta, worst_.value};
        Seen seen{delta, f_(centre_ + delta)};
        if (seen_ == 0 || seen.value > worst_.value) worst_ = seen;
        ++seen_;
        return seen;
    }

    /// Even over the directions; the worst case is mostly on the boundary.
    void scan(const Rng& rng) {
        const std::vector<Index>& free = robust_set_.free_coordinates();
        const Points cube = scrambled_sobol(std::ssize(free), options_.scan, rng);
        const Vector units = robust_set_.units();
        for (Index i = 0; i < cube.cols() && !decided(); ++i) {
            Vector direction = Vector::Zero(centre_.size());
            for (Index d = 0; d < cube.rows(); ++d) {
                const Index where = free[static_cast<std::size_t>(d)];
                direction[where] = units[where] * normal_quantile(cube(d, i));
            }
            scanned_.push_back(look(robust_set_.boundary_towards(direction)));
        }
    }

    /// The best of the scan, without those that would climb the same hill as a better one.
    [[nodiscard]] std::vector<Seen> best_apart() {
        std::ranges::stable_sort(scanned_, std::ranges::greater(), &Seen::value);
        constexpr double apart = 0.3;  // of the tolerance
        std::vector<Seen> starts;
        for (const Seen& seen : scanned_) {
            if (std::ssize(starts) >= options_.climbs) break;
            const auto near = [&](const Seen& s) {
                return (s.delta - seen.delta).cwiseQuotient(robust_set_.units()).norm() < apart;
            };
            if (std::ranges::none_of(starts, near)) starts.push_back(seen);
        }
        return starts;
    }

    /// Normal steps that grow with success and shrink without; those out of the set land on its boundary.
    void climb(Seen at, int length, Rng rng) {
        constexpr double grow = 1.5;
        constexpr double shrink = 0.9;  // a fifth of the steps successful keeps the length about as it is
        double step = options_.step;
        for (int i = 0; i < length && !decided(); ++i) {
            Vector delta = at.delta;
            for (const Index d : robust_set_.free_coordinates()) {
                const double change = step * robust_set_.units()[d] * rng.normal();
                if (rng.uniform() < options_.moved) delta[d] += change;
            }
            const Seen next = look(robust_set_.project(delta));
            step *= next.value > at.value ? grow : shrink;
            if (next.value > at.value) at = next;
        }
    }

    const Objective& f_;
    Vector centre_;
    const RobustSet& robust_set_;
    const ScannedWorstCaseOptions& options_;
    std::vector<Seen> scanned_;
    Seen worst_;
    std::uint64_t seen_ = 0;
};

}  // namespace

ScannedWorstCase scanned_worst_case(const Objective& f, const VectorRef& centre, const RobustSet& robust_set,
                                    const ScannedWorstCaseOptions& options, const Rng& rng) {
    check(centre, robust_set, options);
    return Scan(f, centre, robust_set, options).run(rng);
}

}  // namespace sweetspot
