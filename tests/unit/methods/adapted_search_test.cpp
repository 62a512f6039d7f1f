// The default search with many parameters: its template follows the model from twenty on, and its best-so-far centre is
// judged by the whole region.
#include <gtest/gtest.h>

#include <algorithm>

#include "design/initial_size.hpp"
#include "support/random_points.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/methods/iteration.hpp"
#include "sweetspot/search/description.hpp"

namespace sweetspot {
namespace {

Observations observed(Index dimension) {
    Observations result{support::random_points(dimension, dimension + 15, 4), {}};
    result.y.resize(result.x.cols());
    for (Index i = 0; i < result.y.size(); ++i) {
        result.y[i] = (result.x.col(i).array() - 0.5).matrix().squaredNorm() + result.x(2, i) * result.x(5, i);
    }
    return result;
}

struct Setting {
    Problem problem;
    Observations observations;
    Rng seed{1};
    Rng rng{2};
    Parallel parallel{1};

    explicit Setting(Index dimension, QualityPtr quality = worst_quality())
        : problem(Space::cube(dimension, 0, 1), Norm::two, 0.1, std::move(quality)),
          observations(observed(dimension)) {}
    [[nodiscard]] Situation situation() const {
        return {problem, observations, seed, rng, parallel, observations.size()};
    }
};

ModelOptions quick(std::optional<Index> adapted_from) {
    ModelOptions model = warped_model();
    model.fit.random_starts = 2;
    model.adapted_from = adapted_from;
    return model;
}

/// What an iteration has found of a setting.
struct Found {
    Template T;
    GaussianProcess gp;
    BestSoFar best;
};

Found iterate(const Setting& setting, const ModelOptions& model) {
    const Situation situation = setting.situation();
    Iteration now(model, situation);
    GaussianProcess gp = now.fit();
    const BestSoFar best = now.best_so_far(gp);
    return {now.region_template(), std::move(gp), best};
}

/// The largest mean found in the region by ascent from far more places than a search looks at.
double largest_mean(const Setting& setting, const Found& found) {
    const RobustSet& set = setting.problem.robust_set();
    double largest = -1e300;
    for (std::uint64_t k = 0; k < 10; ++k) {
        const Template other = make_template(set, {.size = 300}, Rng(100 + k));
        const Vector place = sample_worst_case()->sample({found.gp, set, other, found.best.x}, Rng(1));
        largest = std::max(largest, found.gp.mean(place)[0]);
    }
    return largest;
}

TEST(AdaptedSearch, TheDefaultAdaptsFromTwentyOn) {
    ASSERT_EQ(warped_model().adapted_from, 20);
    EXPECT_EQ(ModelOptions().adapted_from, std::nullopt);
    EXPECT_EQ(paper_model().adapted_from, std::nullopt);
    const Setting nineteen(19);
    const Found by_default = iterate(nineteen, quick(20));
    const Found plain = iterate(nineteen, quick(std::nullopt));
    EXPECT_EQ(by_default.T.points, plain.T.points);
    EXPECT_EQ(by_default.best.x, plain.best.x);
    const Setting twenty(20);
    EXPECT_NE(iterate(twenty, quick(20)).T.points, iterate(twenty, quick(std::nullopt)).T.points);
}

TEST(AdaptedSearch, TheBestSoFarIsJudgedByItsWholeRegion) {
    const Setting setting(30);
    const Found adapted = iterate(setting, quick(20));
    EXPECT_NEAR(adapted.best.quality, largest_mean(setting, adapted), 0.011);  // 0.01 of the spread is left open
    const Found plain = iterate(setting, quick(std::nullopt));
    EXPECT_GT(largest_mean(setting, plain), plain.best.quality + 0.05);
    EXPECT_LT(largest_mean(setting, adapted), largest_mean(setting, plain) + 0.011);
    // The template holds what was found.
    EXPECT_NEAR(adapted.gp.mean(adapted.T.at(adapted.best.x)).maxCoeff(), adapted.best.quality, 0.011);
}

TEST(AdaptedSearch, TheInitialDesignHasAtMostTwentyOnePoints) {
    EXPECT_EQ(default_initial(1), 2);
    EXPECT_EQ(default_initial(19), 20);
    EXPECT_EQ(default_initial(20), 21);
    EXPECT_EQ(default_initial(100), 21);
    Optimizer optimizer(Setting(40).problem, {.method = latin_hypercube_search({.block = 50})});
    for (Index n = 0; n < 21; ++n) {
        const Suggestion next = optimizer.ask();
        EXPECT_FALSE(next.reason.has_value());
        optimizer.tell(next.x, 0);
    }
    EXPECT_TRUE(optimizer.ask().reason.has_value());
}

TEST(AdaptedSearch, IsAFunctionOfTheSituation) {
    const Setting setting(20);
    const Found one = iterate(setting, quick(20));
    const Found two = iterate(setting, quick(20));
    EXPECT_EQ(one.T.points, two.T.points);
    EXPECT_EQ(one.best.x, two.best.x);
}

TEST(AdaptedSearch, AverageAndGivenTemplatesStayAsTheyAre) {
    const Setting average(20, mean_quality());
    EXPECT_EQ(iterate(average, quick(20)).T.points, iterate(average, quick(std::nullopt)).T.points);
    const Setting worst(20);
    ModelOptions given = quick(20);
    given.fixed.template_points = make_template(worst.problem.robust_set(), {.size = 50}, Rng(5)).points;
    EXPECT_EQ(iterate(worst, given).T.points, *given.fixed.template_points);
}

TEST(AdaptedSearch, AStudyMayAskForItOrForThePlainTemplate) {
    const auto method = [](std::string_view setting) {
        std::string text = R"({"parameters": [)";
        for (int d = 0; d < 20; ++d) {
            text += (d > 0 ? ", " : "") + std::string(R"({"bounds": [0, 1], "tolerance": 0.1, "name": "x)") +
                    std::to_string(d) + "\"}";
        }
        text += R"(], "model": {"starts": 2)" + std::string(setting) + R"(}, "method": {"name": "stableopt"}})";
        return read_state(text, "state").search;
    };
    const Setting setting(20);
    const auto next = [&](std::string_view words) {
        return method_of(method(words))->propose(setting.situation()).next;
    };
    const Vector plain = next("");
    EXPECT_EQ(next(R"(, "adapted_template": false)"), plain);
    EXPECT_NE(next(R"(, "adapted_template": true)"), plain);
}

}  // namespace
}  // namespace sweetspot
