#include "gp/scheduled_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "gp/kept_models.hpp"
#include "support/random_points.hpp"

namespace sweetspot {
namespace {

using detail::scheduled_size;

FitOptions quick() {
    FitOptions options;
    options.lengthscales = Lengthscales::isotropic;
    options.random_starts = 1;
    options.max_iterations = 5;
    return options;
}

Rng stream(Index first) {
    return Rng(7).split(static_cast<std::uint64_t>(first));
}

GaussianProcess fitted(const Points& x, const Vector& y, const FitOptions& options = quick()) {
    return detail::scheduled_fit(x, y, Vector(), options, Rng(3), stream, Parallel(1));
}

void expect_same(const Hyperparameters& a, const Hyperparameters& b) {
    EXPECT_EQ(a.lengthscales, b.lengthscales);
    EXPECT_EQ(a.variance, b.variance);
    EXPECT_EQ(a.noise, b.noise);
}

TEST(ScheduledFit, ItsSizesAreEightToTheDouble) {
    EXPECT_EQ(scheduled_size(1), 1);
    EXPECT_EQ(scheduled_size(499), 499);
    EXPECT_EQ(scheduled_size(500), 500);
    EXPECT_EQ(scheduled_size(561), 500);
    EXPECT_EQ(scheduled_size(562), 562);
    EXPECT_EQ(scheduled_size(999), 937);
    EXPECT_EQ(scheduled_size(1000), 1000);
    EXPECT_EQ(scheduled_size(1124), 1000);
    EXPECT_EQ(scheduled_size(2000), 2000);
    EXPECT_EQ(scheduled_size(5000), 5000);
    Index sizes = 0;
    for (Index n = 501; n <= 8000; ++n) {
        EXPECT_LE(scheduled_size(n), n);
        EXPECT_GE(scheduled_size(n), scheduled_size(n - 1));
        EXPECT_EQ(scheduled_size(scheduled_size(n)), scheduled_size(n));
        if (scheduled_size(n) == n) ++sizes;
    }
    EXPECT_EQ(sizes, 32);
}

TEST(ScheduledFit, OfFewObservationsIsTheFitItself) {
    const Points x = support::random_points(2, 40, 1);
    const Vector y = support::smooth_outputs(x);
    const GaussianProcess expected = fit(x, y, quick(), Rng(3), Parallel(1));
    const GaussianProcess actual = fitted(x, y);
    expect_same(actual.hyperparameters(), expected.hyperparameters());
    EXPECT_EQ(actual.weights(), expected.weights());
}

TEST(ScheduledFit, BetweenSizesHyperparametersAreOfTheFirstObservationsAlone) {
    const Points x = support::random_points(2, 575, 1);
    Vector y = support::smooth_outputs(x);
    const auto of_first = [&](Index n) { return fitted(x.leftCols(n), y.head(n)).hyperparameters(); };
    const Hyperparameters at_540 = of_first(540);
    const Hyperparameters at_562 = of_first(562);
    y.tail(13).array() += 5;  // those after the 562nd
    expect_same(of_first(575), at_562);
    y.segment(501, 30).array() += 5;  // not of the first 500
    expect_same(of_first(540), at_540);
    EXPECT_NE(of_first(562).variance, at_562.variance);
    y[250] += 5;
    EXPECT_NE(of_first(540).variance, at_540.variance);
}

TEST(ScheduledFit, DoesNotDependOnThreadsOrOnWhatWasAskedBefore) {
    const Points x = support::random_points(2, 575, 2);
    const Vector y = support::smooth_outputs(x);
    const GaussianProcess first = fitted(x, y);
    for (int i = 0; i < 20; ++i) {  // so that nothing is kept of it
        FitOptions other = quick();
        other.noise_floor = 1e-6 * (1.5 + i);
        (void)detail::kept_models().answer({x.leftCols(3), y.head(3), Vector(), other, Rng(1)},
                                           [] { return detail::FoundModel{}; });
    }
    const GaussianProcess again = detail::scheduled_fit(x, y, Vector(), quick(), Rng(3), stream, Parallel(8));
    expect_same(again.hyperparameters(), first.hyperparameters());
    EXPECT_EQ(again.weights(), first.weights());
}

TEST(ScheduledFit, AWarpKeepsItsShapeAndFollowsTheLeastOutput) {
    const Points x = support::random_points(2, 510, 3);
    Vector y = (6 * x.row(0).array()).exp() + x.row(1).array();  // a long tail
    FitOptions options = quick();
    options.warp = FitOptions::Warp::by_evidence;
    const OutputWarp before = fitted(x.leftCols(505), y.head(505), options).standardisation().warp;
    ASSERT_TRUE(before.active());
    y[508] = before.origin - 2 * before.scale;  // where that warp has no value
    const GaussianProcess after = fitted(x, y, options);
    EXPECT_TRUE(after.standardisation().warp.active());
    EXPECT_EQ(after.standardisation().warp.origin, y.minCoeff());
    EXPECT_TRUE(after.targets().allFinite());
}

TEST(FittedPart, IsPairsOfNeighboursByTheirPlacesAlone) {
    const Points x = support::random_points(3, 1300, 4);
    const std::vector<Index> part = detail::fitted_part(x, Rng(5));
    ASSERT_EQ(std::ssize(part), detail::most_fitted);
    EXPECT_TRUE(std::ranges::is_sorted(part, std::less_equal<>()));
    EXPECT_GE(part.front(), 0);
    EXPECT_LT(part.back(), 1300);
    const auto mean_nearest = [&](const std::vector<Index>& which) {
        double sum = 0;
        for (const Index i : which) {
            double nearest = 10;
            for (const Index j : which) {
                if (i != j) nearest = std::min(nearest, (x.col(i) - x.col(j)).norm());
            }
            sum += nearest;
        }
        return sum / static_cast<double>(which.size());
    };
    std::vector<Index> first(part.size());
    for (std::size_t i = 0; i < first.size(); ++i) first[i] = static_cast<Index>(i);
    EXPECT_LT(mean_nearest(part), 0.9 * mean_nearest(first));
}

TEST(KeptModels, AnswerTheSameQuestionOnceAndAnotherAnew) {
    const Points x = support::random_points(2, 5, 1);
    const Vector y = support::smooth_outputs(x);
    const detail::FitQuestion question{x, y, Vector(), quick(), Rng(1)};
    std::vector<detail::FitQuestion> others(7, question);
    others[0].x(1, 4) = std::nextafter(x(1, 4), 2);
    others[1].y[2] = std::nextafter(y[2], 100);
    others[2].standard_errors = Vector::Constant(5, 0.1);
    others[3].options.noise = 1e-4;
    others[4].rng = Rng(2);
    others[5].options.tie = 0.5;
    others[6].x.conservativeResize(2, 4);
    others[6].y.conservativeResize(4);
    detail::KeptModels kept;
    int found = 0;
    const auto find = [&] {
        ++found;
        detail::FoundModel model;
        model.hyperparameters.variance = found;
        return model;
    };
    EXPECT_EQ(kept.answer(question, find).hyperparameters.variance, 1);
    EXPECT_EQ(kept.answer(question, find).hyperparameters.variance, 1);
    for (std::size_t i = 0; i < others.size(); ++i) {
        EXPECT_EQ(kept.answer(others[i], find).hyperparameters.variance, static_cast<double>(i) + 2);
    }
    EXPECT_EQ(kept.answer(question, find).hyperparameters.variance, 1);
}

}  // namespace
}  // namespace sweetspot
