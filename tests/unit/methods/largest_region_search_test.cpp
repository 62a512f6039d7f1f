// The search for centre and size together, on problems whose largest region is known.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

using Value = std::function<double(const Vector&)>;

Options looking_for(double limit, std::uint64_t seed = 1, int threads = 1) {
    return {.seed = seed, .threads = threads, .method = largest_region_search({.limit = limit})};
}

Optimizer searched(const Problem& problem, const Value& f, const Options& options, Index evaluations) {
    Optimizer optimizer(problem, options);
    for (Index n = 0; n < evaluations; ++n) {
        const Vector x = optimizer.ask().x;
        optimizer.tell(x, f(x));
    }
    return optimizer;
}

/// The same number of places at random, and the recommendation by the same model.
Optimizer scattered(const Problem& problem, const Value& f, const Options& options, Index evaluations) {
    Optimizer optimizer(problem, options);
    Rng rng(100 + options.seed);
    for (Index n = 0; n < evaluations; ++n) {
        Vector u(problem.dimension());
        for (double& coordinate : u) coordinate = rng.uniform();
        const Vector x = problem.space().from_unit(u);
        optimizer.tell(x, f(x));
    }
    return optimizer;
}

const Vector bottom{{0.4, 0.55}};

double bowl_of(const Vector& x) {
    return (x - bottom).squaredNorm();
}

/// Of a ball of radius 0.05 in the unit square, with the limit 0.04: how far the rim is.
double true_factor_in_bowl(const Vector& x) {
    return std::max(0.0, 0.2 - (x - bottom).norm()) / 0.05;
}

TEST(LargestRegionSearch, FindsTheMiddleOfABowl) {
    const Problem problem(Space::cube(2, 0, 1), Norm::two, 0.05);
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Optimizer optimizer = searched(problem, bowl_of, looking_for(0.04, seed), 20);
        EXPECT_GT(true_factor_in_bowl(optimizer.best().x), 0.97 * 4) << seed;
    }
}

/// Deep and narrow at 0.2, shallow and wide at 0.62: with the limit -0.5 the wide one has the larger region.
struct Basins {
    Vector deep = Vector::Constant(2, 0.2);
    Vector wide = Vector::Constant(2, 0.62);

    [[nodiscard]] double operator()(const Vector& x) const {
        return -2 * std::exp(-(x - deep).squaredNorm() / (2 * 0.06 * 0.06)) -
               std::exp(-(x - wide).squaredNorm() / (2 * 0.2 * 0.2));
    }
    /// By rays.
    [[nodiscard]] double factor(const Vector& x, double limit) const {
        double least = 20;
        for (int i = 0; i < 360; ++i) {
            const Vector along{{std::cos(i * std::numbers::pi / 180), std::sin(i * std::numbers::pi / 180)}};
            double s = 0;
            while (s < least && (*this)(x + 0.05 * s * along) <= limit) s += 0.01;
            least = std::min(least, s);
        }
        return least;
    }
};

TEST(LargestRegionSearch, PrefersTheWideBasinAndBeatsPlacesAtRandom) {
    const Problem problem(Space::cube(2, 0, 1), Norm::two, 0.05);
    const Basins f;
    const double limit = -0.5;
    const double most = f.factor(f.wide, limit);
    double found = 0;
    double at_random = 0;
    for (const std::uint64_t seed : {1, 2}) {
        const Options options = looking_for(limit, seed);
        const double factor = f.factor(searched(problem, f, options, 30).best().x, limit);
        EXPECT_GT(factor, 0.85 * most) << seed;
        found += factor;
        at_random += f.factor(scattered(problem, f, options, 30).best().x, limit);
    }
    EXPECT_GT(found, at_random);
}

TEST(LargestRegionSearch, LooksForAFirstCentreThatKeepsTheLimit) {
    const Problem problem(Space::cube(2, 0, 1), Norm::two, 0.05);
    // A disc of radius 0.05 is within the limit, a hundredth of the square.
    const Optimizer optimizer = searched(problem, bowl_of, looking_for(0.0025), 20);
    EXPECT_LT(bowl_of(optimizer.best().x), 0.0025);
}

TEST(LargestRegionSearch, TheSameSeedIsTheSameRunAtAnyNumberOfThreads) {
    const Problem problem(Space::cube(2, 0, 1), Norm::infinity, 0.05);
    const Optimizer one = searched(problem, bowl_of, looking_for(0.04), 8);
    const Optimizer two = searched(problem, bowl_of, looking_for(0.04, 1, 2), 8);
    EXPECT_EQ(one.inputs(), two.inputs());
    EXPECT_EQ(one.best().x, two.best().x);
    EXPECT_NE(one.inputs(), searched(problem, bowl_of, looking_for(0.04, 2), 8).inputs());
}

TEST(LargestRegionSearch, StaysInTheDomain) {
    const Problem problem(Space({{"a", -3, 5}, {"b", 1, 100, Scale::log}, {"c", 0, 1}}), Norm::one,
                          Vector{{0.5, 0.05, 0}});
    const Optimizer optimizer = searched(
        problem, [](const Vector& x) { return x[0] * x[0] + std::log(x[1]) + x[2]; }, looking_for(3), 10);
    for (Index n = 0; n < optimizer.observations(); ++n) {
        EXPECT_EQ(problem.space().why_not_inside(optimizer.inputs().col(n)), "");
    }
    EXPECT_TRUE(problem.centres().contains(problem.space().to_unit(optimizer.best().x), 1e-9));
}

TEST(LargestRegionSearch, RefusesWhatItCannotLookFor) {
    EXPECT_THROW(static_cast<void>(largest_region_search({.limit = std::nan("")})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(largest_region_search({.limit = 1, .beta = 0})), std::invalid_argument);
    const Problem average(Space::cube(2, 0, 1), Norm::two, 0.05, mean_quality());
    EXPECT_THROW(searched(average, bowl_of, looking_for(0.04), 5), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
