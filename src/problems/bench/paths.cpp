// The family `paths`: smooth functions by seed whose coordinates have length scales of their own.
//
// path-…:  a sample path of a Gaussian process with a squared exponential kernel, by m random features,
//              f(u) = √(2/m) Σ_i a_i cos(w_i · u + b_i),   a ~ N(0, 1), w_d ~ N(0, 1/ℓ_d²), b ~ U(0, 2π).
// wells-…: f(u) = -Σ_i a_i / (1 + Σ_d ((u_d - c_id)/r_id)²)², wells of different depths a, places c and widths r.
//
// Worst cases are searched, not proven (region_search.hpp).
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "problems/bench/members.hpp"
#include "problems/own_region.hpp"

namespace sweetspot {
namespace {

OwnRegion path_facts(std::string name, std::string summary, Index dimension, Norm norm, double tolerance) {
    return {"paths", std::move(name), std::move(summary), dimension, norm, tolerance};
}

/// Columns are features.
struct Features {
    Matrix frequencies;
    Vector phases;
    Vector weights;

    [[nodiscard]] double operator()(const Vector& u) const {
        return weights.dot((frequencies.transpose() * u + phases).array().cos().matrix());
    }
};

Features features(const Vector& length_scales, std::uint64_t seed) {
    constexpr Index count = 160;  // at 160 a path's values are normal to the eye, and a value costs microseconds
    const Rng rng = Rng(seed).split("path");
    Rng turns = rng.split("frequencies");
    Rng others = rng.split("weights");
    Features path{Matrix(length_scales.size(), count), Vector(count), Vector(count)};
    for (Index i = 0; i < count; ++i) {
        for (Index d = 0; d < length_scales.size(); ++d) path.frequencies(d, i) = turns.normal() / length_scales[d];
        path.phases[i] = others.uniform(0, 2 * std::numbers::pi);
        path.weights[i] = std::sqrt(2.0 / count) * others.normal();
    }
    return path;
}

BenchmarkPtr path(const OwnRegion& facts, const Vector& length_scales, std::uint64_t seed) {
    return own_region_problem(facts, features(length_scales, seed));
}

struct Wells {
    Matrix places;  ///< a column per well
    Matrix inverse_widths;
    Vector depths;

    [[nodiscard]] double operator()(const Vector& u) const {
        double sum = 0;
        for (Index i = 0; i < depths.size(); ++i) {
            const double q = (u - places.col(i)).cwiseProduct(inverse_widths.col(i)).squaredNorm();
            sum += depths[i] / ((1 + q) * (1 + q));
        }
        return -sum;
    }
};

/// The deeper, the narrower: a well's widths are about `width` times its rank of breadth, and another factor per
/// coordinate that all wells share.
BenchmarkPtr wells(const OwnRegion& facts, Index count, double width, std::uint64_t seed) {
    Rng rng = Rng(seed).split("wells");
    const Index dimension = facts.dimension;
    Wells all{Matrix(dimension, count), Matrix(dimension, count), Vector(count)};
    Vector stretch(dimension);
    for (double& v : stretch) v = std::exp(0.5 * rng.normal());
    for (Index i = 0; i < count; ++i) {
        const double breadth = std::pow(5.0, static_cast<double>(i) / static_cast<double>(count - 1));  // 1 to 5
        all.depths[i] = 10 * std::pow(breadth, -0.4) * rng.uniform(0.8, 1);
        for (Index d = 0; d < dimension; ++d) {
            all.places(d, i) = rng.uniform(0.15, 0.85);
            all.inverse_widths(d, i) = 1 / (width * breadth * stretch[d] * rng.uniform(0.7, 1.4));
        }
    }
    return own_region_problem(facts, all);
}

}  // namespace

std::vector<BenchmarkPtr> path_problems() {
    return {
        path(path_facts("path-3", "a random smooth function with three length scales; D = 3", 3, Norm::two, 0.1),
             Vector{{0.15, 0.3, 0.6}}, 3),
        path(path_facts("path-4", "a random smooth function with four length scales; a box, D = 4", 4, Norm::infinity,
                        0.07),
             Vector{{0.15, 0.7, 0.25, 0.2}}, 4),
        path(path_facts("path-6", "a random smooth function with six length scales; D = 6", 6, Norm::two, 0.12),
             Vector{{0.2, 0.3, 0.35, 0.5, 0.8, 1.5}}, 6),
        path(path_facts("path-10", "a random smooth function, two coordinates matter most; a box, D = 10", 10,
                        Norm::infinity, 0.05),
             Vector{{0.25, 1.5, 0.6, 0.8, 3.0, 0.3, 0.7, 2.0, 0.5, 1.0}}, 10),
        wells(path_facts("wells-4", "wells, the deeper the narrower; D = 4", 4, Norm::two, 0.08), 10, 0.1, 24),
        // The corners of its boxes are many maxima: with 10 climbs the worst case was 0.06 too low at a good centre.
        wells({"paths",
               "wells-7",
               "wells, the deeper the narrower; a box, D = 7",
               7,
               Norm::infinity,
               0.05,
               {.scan = 1000, .climbs = 100}},
              8, 0.13, 27),
        wells(path_facts("wells-15", "wells, the deeper the narrower; D = 15", 15, Norm::two, 0.15), 6, 0.2, 35),
    };
}

}  // namespace sweetspot
