// The largest region over an environment and within limits on other outputs, where it is a closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "design/latin_hypercube.hpp"
#include "robust/scaled_regions.hpp"
#include "support/known_functions.hpp"
#include "sweetspot/robust/problem.hpp"

namespace sweetspot {
namespace {

using known::model_of;

const Rng template_seed(5);

LimitedOutput kept_by(const GaussianProcess& gp, double limit, const Problem& problem) {
    const RobustSet& set = problem.robust_set();
    return limited_output(gp, gp.standardisation().apply(Vector::Constant(1, limit))[0],
                          make_template(set, {.shape = TemplateShape::boundary_heavy}, template_seed), set);
}

LargestRegion largest_of(const ScaledRegions& regions, const Problem& problem) {
    return regions.largest(problem.centres(), latin_hypercube(problem.centres(), 100, Rng(2)), Parallel(1));
}

/// A bowl in a and b, and a line along the temperature, which nobody chooses.
struct Heated {
    Vector bottom{{0.4, 0.55}};
    double slope = 0.04;
    Parameter temperature = [] {
        Parameter p{"temperature", 0, 1};
        p.chosen = false;
        return p;
    }();
    Problem problem{Space({{"a", 0, 1}, {"b", 0, 1}, temperature}), Norm::two, Vector{{0.05, 0.05, 0}}};
    GaussianProcess gp = model_of(
        3, [this](const Vector& x) { return (x.head(2) - bottom).squaredNorm() + slope * x[2]; }, 90);
};

TEST(ScaledRegionsOverAnEnvironment, FactorIsThatOfTheLimitLessWhatTheEnvironmentTakes) {
    const Heated heated;
    const ScaledRegions regions(heated.problem.robust_set(), {kept_by(heated.gp, 0.08, heated.problem)}, 0);
    // r² + 0.04 = 0.08 at the end of the range.
    EXPECT_NEAR(regions.factor(Vector{{0.4, 0.55, 0.5}}), 0.2 / 0.05, 0.06);
    EXPECT_NEAR(regions.factor(Vector{{0.46, 0.63, 0.5}}), 0.1 / 0.05, 0.06);
    const LargestRegion found = largest_of(regions, heated.problem);
    EXPECT_NEAR(found.factor, 4, 0.08);
    EXPECT_NEAR((found.x.head(2) - heated.bottom).norm(), 0, 0.01);
    EXPECT_EQ(found.x[2], 0.5);
}

TEST(ScaledRegionsOverAnEnvironment, NothingIsLeftWhereTheEnvironmentAloneBreaksTheLimit) {
    const Heated heated;
    const ScaledRegions regions(heated.problem.robust_set(), {kept_by(heated.gp, 0.03, heated.problem)}, 0);
    EXPECT_EQ(regions.factor(Vector{{0.4, 0.55, 0.5}}), 0) << "though in the middle of the range it is kept";
    EXPECT_LT(heated.gp.mean(Vector{{0.4, 0.55, 0.5}})[0],
              heated.gp.standardisation().apply(Vector::Constant(1, 0.03))[0]);
    const LargestRegion found = largest_of(regions, heated.problem);
    EXPECT_EQ(found.factor, 0);
    EXPECT_NEAR((found.x.head(2) - heated.bottom).norm(), 0, 0.03);
}

TEST(ScaledRegionsOverAnEnvironment, TheRangeStaysWholeWhateverTheFactor) {
    const Heated heated;
    const RobustSet& set = heated.problem.robust_set();
    const Points corners = in_unit_ball(set, Points{{0.05, -0.05}, {0, 0}, {-0.5, 0.5}});
    for (const double s : {0.0, 0.5, 2.0}) {
        const Points places = scaled_places(set, corners, Vector{{0.4, 0.55, 0.5}}, s);
        EXPECT_NEAR(places(0, 0), 0.4 + s * 0.05, 1e-12);
        EXPECT_NEAR(places(2, 0), 0, 1e-12);
        EXPECT_NEAR(places(2, 1), 1, 1e-12);
    }
    EXPECT_NEAR(factor_that_fits(set, Vector{{0.4, 0.55, 0.5}}), 0.4 / 0.05, 1e-9);
}

/// (a - 0.4)² + (b - 0.5)² ≤ 0.04 with a ± 0.05 and b exact: a from 0.2 to 0.6.
struct Limited {
    Problem problem{Space::cube(2, 0, 1), Norm::infinity, Vector{{0.05, 0}}};
    GaussianProcess gp = model_of(2, [](const Vector& x) { return std::pow(x[0] - 0.4, 2) + std::pow(x[1] - 0.5, 2); });
    GaussianProcess other = model_of(2, [](const Vector& x) { return 3 * x[0]; });
    LimitModel model;

    explicit Limited(const Limit& limit) : model(limit_model(limit, other, problem.robust_set(), template_seed)) {}
    [[nodiscard]] ScaledRegions regions() const {
        return {problem.robust_set(), {kept_by(gp, 0.04, problem), limited_output(model, problem.robust_set())}, 0};
    }
};

TEST(ScaledRegionsWithinLimits, FactorIsTheLeastOfAllOutputs) {
    const Limited most(limit_at_most("g", 1.5));  // a at most 0.5
    EXPECT_NEAR(most.regions().factor(Vector{{0.4, 0.5}}), 0.1 / 0.05, 0.01) << "g binds";
    EXPECT_NEAR(most.regions().factor(Vector{{0.3, 0.5}}), 0.1 / 0.05, 0.01) << "the objective binds";
    EXPECT_EQ(most.regions().factor(Vector{{0.52, 0.5}}), 0);
    const LargestRegion found = largest_of(most.regions(), most.problem);
    EXPECT_NEAR(found.factor, 0.15 / 0.05, 0.03);
    EXPECT_NEAR(found.x[0], 0.35, 0.003);
    const Limited least(limit_at_least("g", 0.9));  // a at least 0.3
    EXPECT_NEAR(largest_of(least.regions(), least.problem).x[0], 0.45, 0.003);
}

TEST(ScaledRegionsWithinLimits, OfAShareIsByItsQuantileAndOfTheCentreAtItAlone) {
    const Limited share(Limit{"g", Limit::Side::at_most, 1.5, Limit::For::share, 0.9});
    // Nine of ten builds are below a + 0.8 s · 0.05.
    EXPECT_NEAR(share.regions().factor(Vector{{0.4, 0.5}}), 0.1 / (0.8 * 0.05), 0.06);
    const Limited centre(Limit{"g", Limit::Side::at_most, 1.5, Limit::For::centre});
    EXPECT_NEAR(centre.regions().factor(Vector{{0.4, 0.5}}), 0.2 / 0.05, 0.02);
    EXPECT_EQ(centre.regions().factor(Vector{{0.51, 0.5}}), 0);
}

TEST(ScaledRegionsWithinLimits, WhereNothingKeepsThemIsTheCentreThatIsNearest) {
    // a at most 0.1, where the objective is broken, which is kept from 0.2 on.
    const Limited apart(limit_at_most("g", 0.3));
    const LargestRegion found = largest_of(apart.regions(), apart.problem);
    EXPECT_EQ(found.factor, 0);
    EXPECT_GT(found.x[0], 0.1);
    EXPECT_LT(found.x[0], 0.2);
    EXPECT_LT(apart.regions().merit(found), 0);
}

}  // namespace
}  // namespace sweetspot
