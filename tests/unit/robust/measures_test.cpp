// The measures with settings, against closed forms of a straight line under the uniform law, and against sorting.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "support/tolerance.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {
namespace {

/// f = δ at the middles of n equal parts of [-1, 1].
Vector line(Index n) {
    Vector f(n);
    for (Index i = 0; i < n; ++i) f[i] = (2 * static_cast<double>(i) + 1) / static_cast<double>(n) - 1;
    return f;
}

TEST(Measures, OfAStraightLineAreThoseOfTheUniformLaw) {
    constexpr Index n = 1000;
    const Vector f = line(n);
    const Vector w = Vector::Constant(n, 1.0 / n);
    for (const double q : {0.01, 0.3, 0.5, 0.95, 0.999}) {
        EXPECT_NEAR(quantile_quality(q)->value(f, w), 2 * q - 1, tolerance::rounding) << q;
        EXPECT_NEAR(cvar_quality(q)->value(f, w), q, tolerance::rounding) << q << ": the middle of [2q - 1, 1]";
    }
    EXPECT_NEAR(mean_sd_quality(3)->value(f, w), 3 / std::sqrt(3.0), 1e-5);
}

TEST(Measures, OfWeightedResponsesAreThoseOfRepeatedOnes) {
    Rng rng(7);
    Vector f(9);
    for (double& value : f) value = rng.normal();
    const Vector times{{1, 4, 2, 0, 3, 5, 1, 2, 2}};
    const Vector w = times / times.sum();
    std::vector<double> repeated;
    for (Index i = 0; i < f.size(); ++i) repeated.insert(repeated.end(), static_cast<std::size_t>(times[i]), f[i]);
    std::ranges::sort(repeated);
    const auto count = static_cast<double>(repeated.size());

    for (const double alpha : {0.0, 0.25, 0.6, 0.85}) {
        const auto dropped = static_cast<std::ptrdiff_t>(std::lround(alpha * count));
        const double mean =
            std::accumulate(repeated.begin() + dropped, repeated.end(), 0.0) / (count - static_cast<double>(dropped));
        EXPECT_NEAR(cvar_quality(static_cast<double>(dropped) / count)->value(f, w), mean, tolerance::rounding)
            << alpha;
    }
    const double mean = std::accumulate(repeated.begin(), repeated.end(), 0.0) / count;
    double squares = 0;
    for (const double value : repeated) squares += (value - mean) * (value - mean);
    EXPECT_NEAR(mean_sd_quality(1.5)->value(f, w), mean + 1.5 * std::sqrt(squares / count), tolerance::rounding);

    // In the middle of what a response stands for, a quantile is that response.
    double below = 0;
    std::vector<Index> order(9);
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::sort(order, {}, [&](Index i) { return f[i]; });
    for (const Index i : order) {
        if (w[i] > 0) {
            EXPECT_NEAR(quantile_quality(below + w[i] / 2)->value(f, w), f[i], tolerance::rounding) << i;
        }
        below += w[i];
    }
}

/// In the order of the responses, one after another: what the measures find without putting them in order.
TEST(Measures, OfManyResponsesOfAnyWeightAreThoseOfTheSortedOnes) {
    constexpr Index many = 301;
    Rng rng(5);
    Vector f(many);
    Vector w(many);
    for (double& value : f) value = std::round(40 * rng.normal()) / 8;  // many are equal
    for (double& weight : w) weight = rng.uniform() < 0.1 ? 0 : std::pow(rng.uniform(), 8);
    w /= w.sum();
    std::vector<Index> order(many);
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, {}, [&](Index i) { return f[i]; });
    std::erase_if(order, [&](Index i) { return w[i] == 0; });
    for (const double q : {0.001, 0.1, 0.5, 0.9, 0.999}) {
        double below = 0;  // the weights of those before
        double quantile = f[order.back()];
        for (std::size_t k = 0; k < order.size(); ++k) {
            const double middle = below + w[order[k]] / 2;
            if (middle >= q) {
                const double last = k == 0 ? middle : below - w[order[k - 1]] / 2;
                const double share = k == 0 ? 0 : (q - last) / (middle - last);
                quantile = (1 - share) * f[order[k == 0 ? k : k - 1]] + share * f[order[k]];
                break;
            }
            below += w[order[k]];
        }
        EXPECT_NEAR(quantile_quality(q)->value(f, w), quantile, tolerance::rounding) << q;
        double left = 1 - q;
        double tail = 0;
        for (auto i = order.rbegin(); i != order.rend() && left > 0; ++i) {
            tail += std::min(left, w[*i]) * f[*i];
            left -= w[*i];
        }
        EXPECT_NEAR(cvar_quality(q)->value(f, w), tail / (1 - q), 1e3 * tolerance::rounding) << q;
        EXPECT_NEAR(cvar_quality(q)->gradient(f, w).dot(f), tail / (1 - q), 1e3 * tolerance::rounding) << q;
    }
}

TEST(Measures, AnExtremeShareIsTheBestOrTheWorstThatIsBuilt) {
    const Vector f{{3.0, -1.0, 2.0, 9.0}};
    const Vector w{{0.5, 0.25, 0.25, 0.0}};
    EXPECT_EQ(quantile_quality(1e-9)->value(f, w), -1);
    EXPECT_EQ(quantile_quality(1 - 1e-9)->value(f, w), 3) << "what weighs nothing is not built";
    EXPECT_NEAR(cvar_quality(1 - 1e-9)->value(f, w), 3, tolerance::rounding);
    EXPECT_NEAR(cvar_quality(0)->value(f, w), mean_quality()->value(f, w), tolerance::rounding);
}

TEST(Measures, OfOneValueAreThatValue) {
    for (const QualityPtr& quality : qualities()) {
        EXPECT_EQ(quality->value(Vector::Constant(1, 2.5), Vector::Ones(1)), 2.5) << quality->name();
        EXPECT_EQ(quality->gradient(Vector::Constant(3, 2.5), Vector::Constant(3, 1.0 / 3)).sum(), 1)
            << quality->name();
    }
}

TEST(Yield, IsTheShareOfAStraightLineBeyondTheLimit) {
    constexpr Index n = 4000;
    const Vector f = line(n);
    const Vector w = Vector::Constant(n, 1.0 / n);
    for (const double limit : {-0.5, 0.0, 0.4, 0.8}) {
        EXPECT_NEAR(yield_quality(limit)->value(f, w), (1 - limit) / 2, 2e-3) << limit << ": the step is smoothed";
    }
}

TEST(Yield, IsNowhereFlatAndGoesByTheDistanceInStandardDeviations) {
    const Vector f = line(100);
    const Vector w = Vector::Constant(100, 0.01);
    const QualityPtr yield = yield_quality(0);
    double before = 1;
    for (const double mean : {50.0, 5.0, 1.5, 0.0, -1.5, -5.0, -50.0}) {
        const double here = yield->value(f.array() + mean, w);
        EXPECT_LT(here, before - 1e-8) << mean;
        EXPECT_GT(yield->gradient(f.array() + mean, w).sum(), 0) << mean;
        EXPECT_NEAR(yield->value(7 * (f.array() + mean), w), here, tolerance::rounding) << mean;
        before = here;
    }
    EXPECT_EQ(yield->value(Vector::Constant(3, 0.5), Vector::Constant(3, 1.0 / 3)), 1) << "all alike, and beyond";
    EXPECT_EQ(yield->value(Vector::Constant(3, -0.5), Vector::Constant(3, 1.0 / 3)), 0);
}

TEST(Yield, NeedsALimit) {
    EXPECT_THROW(static_cast<void>(yield_quality(std::nan(""))), std::invalid_argument);
    try {
        static_cast<void>(quality_named("yield"));
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(), "measure \"yield\": limit is missing; give a number");
    }
    EXPECT_EQ(measure_family().make(Choice{"yield", {{"limit", 41.0}}})->label(), "share beyond 41");
}

TEST(Measures, SharesOutOfRangeAreRefused) {
    for (const double bad : {-0.1, 0.0, 1.0, 1.5, std::nan("")}) {
        EXPECT_THROW(static_cast<void>(quantile_quality(bad)), std::invalid_argument) << bad;
    }
    for (const double bad : {-0.1, 1.0, std::nan("")}) {
        EXPECT_THROW(static_cast<void>(cvar_quality(bad)), std::invalid_argument) << bad;
    }
    EXPECT_THROW(static_cast<void>(mean_sd_quality(-1)), std::invalid_argument);
}

TEST(Measures, AreCalledByTheirSetting) {
    EXPECT_EQ(quantile_quality(0.95)->label(), "95 % quantile");
    EXPECT_EQ(cvar_quality(0.9)->label(), "average of the worst 10 %");
    EXPECT_EQ(mean_sd_quality(3)->label(), "average plus 3 standard deviations");
    EXPECT_EQ(measure_family().make(Choice{"quantile", {{"q", 0.5}}})->label(), "50 % quantile");
}

}  // namespace
}  // namespace sweetspot
