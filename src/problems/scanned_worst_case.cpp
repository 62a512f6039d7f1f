#include <algorithm>

#include "base/check.hpp"
#include "sweetspot/optimize/cma_es.hpp"
#include "sweetspot/problems/worst_case.hpp"

namespace sweetspot {
namespace {

struct Seen {
    Vector point;
    double value = 0;
};

void check(const VectorRef& centre, const RobustSet& robust_set, const ScannedWorstCaseOptions& options) {
    require(centre.size() == robust_set.dimension() && centre.allFinite(),
            "scanned_worst_case: the centre has {} coordinates and the robust set {}; give as many, all finite",
            centre.size(), robust_set.dimension());
    require(options.scan >= 0 && options.descents >= 0 && options.evaluations >= 1 && options.sigma > 0,
            "scanned_worst_case: scan and descents must be at least 0, evaluations at least 1 and sigma > 0; they are "
            "{}, {}, {}, {}",
            options.scan, options.descents, options.evaluations, options.sigma);
}

}  // namespace

ScannedWorstCase scanned_worst_case(const Objective& f, const VectorRef& centre, const RobustSet& robust_set,
                                    const ScannedWorstCaseOptions& options, const Rng& rng) {
    check(centre, robust_set, options);
    std::vector<Seen> seen = {{centre, f(centre)}};
    if (robust_set.free_coordinates().empty()) return {seen[0].point, seen[0].value, 1};
    Rng draws = rng.split("scan");
    for (int i = 0; i < options.scan; ++i) {
        const Vector point = centre + robust_set.draw_boundary(draws);
        seen.push_back({point, f(point)});
    }
    std::ranges::stable_sort(seen, std::ranges::greater(), &Seen::value);
    ScannedWorstCase worst{seen[0].point, seen[0].value, static_cast<int>(seen.size())};
    const Box box = {centre + robust_set.bounds().lower, centre + robust_set.bounds().upper};
    // Steps out of the set land on its boundary, where the worst case mostly is.
    const auto inside = [&](const Vector& x) { return Vector(centre + robust_set.project(x - centre)); };
    // No differences below these decide anything in single precision.
    CmaEsOptions how{.sigma = options.sigma, .max_evaluations = options.evaluations};
    how.value_tolerance = 1e-6;
    how.step_tolerance = 1e-5;
    for (std::size_t i = 0; i < seen.size() && i < static_cast<std::size_t>(options.descents); ++i) {
        const Minimum found = minimize_cma_es([&](const Vector& x) { return -f(inside(x)); }, box, seen[i].point, how,
                                              rng.split("descent").split(i));
        worst.evaluations += found.evaluations;
        if (-found.value > worst.value) {
            worst.point = inside(found.x);
            worst.value = -found.value;
        }
    }
    return worst;
}

}  // namespace sweetspot
