// A design in numbers that could be drawn, held against the model that says what it costs.
#include "study/rounded_design.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/made_up_study.hpp"

namespace sweetspot {
namespace {

using support::made_up_config;
using support::made_up_parameter;
using support::made_up_view;

struct Asked {
    StudyConfig config;
    StudyView view;
    Recommendation recommendation;
    RegionModel model;
    Candidate design;

    Asked(const StudyConfig& given, Index values)
        : config(given),
          view(made_up_view(given, values)),
          recommendation(recommendation_of(given, view)),
          model(problem_of(given), recommendation.gp, Rng(given.seed)) {}

    /// At a design of one's own.
    [[nodiscard]] std::optional<RoundedDesign> rounded(const Vector& x) {
        design.x = x;
        design.measure = model.at(x).measure();
        return rounded_design(config, model, {}, design);
    }
};

TEST(RoundedDesign, MovesEachParameterByAtMostATenthOfItsTolerance) {
    StudyConfig config =
        made_up_config({made_up_parameter("width", 1, 10, 0.2), made_up_parameter("height", 2, 20, 0)});
    config.parameters[1].tolerance = {0.05, RegionTolerance::Of::nominal};
    Asked asked(config, 30);
    const auto found = asked.rounded(Vector{{3.18437, 12.16342}});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->x[0], 3.2);
    EXPECT_EQ(found->x[1], 12.2);
}

TEST(RoundedDesign, CostsWhatTheModelSays) {
    Asked asked(support::made_up_plane(), 20);
    const auto found = asked.rounded(Vector{{0.21345, 2.3782}});
    ASSERT_TRUE(found);
    const double before = asked.model.at(Vector{{0.21345, 2.3782}}).measure().estimate.value;
    const double after = asked.model.at(found->x).measure().estimate.value;
    EXPECT_NE(after, before);
    EXPECT_NEAR(found->cost, after - before, 1e-12);
    EXPECT_EQ(found->measure.value, after);
}

TEST(RoundedDesign, HasFurtherDecimalsWhereFewerWouldCostMore) {
    // A steep wall along the first parameter: with values that tell, a move of a hundredth matters.
    StudyConfig config = support::made_up_plane();
    const StudyView view = made_up_view(config, 40, [](const StudyConfig&, const Vector& x) {
        return 40 * std::abs(x[0] - 0.2345) + std::abs(x[1] - 2);
    });
    const Recommendation r = recommendation_of(config, view);
    const RegionModel model(problem_of(config), r.gp, Rng(config.seed));
    Candidate design;
    design.x = Vector{{0.2345, 2.0123}};
    design.measure = model.at(design.x).measure();
    // As if it were known to a millionth.
    design.measure.estimate.lower = design.measure.estimate.value - 1e-6;
    design.measure.estimate.upper = design.measure.estimate.value + 1e-6;
    const auto found = rounded_design(config, model, {}, design);
    if (found) {
        EXPECT_LE(std::abs(found->x[0] - 0.2345), 1e-3);
        EXPECT_EQ(found->is_little, found->cost <= 1e-7);
    }
    design.measure.estimate.upper += 1000;
    const auto careless = rounded_design(config, model, {}, design);
    ASSERT_TRUE(careless);
    EXPECT_TRUE(careless->is_little);
    EXPECT_EQ(careless->x[0], 0.23) << "at most a tenth of 0.2 away";
}

TEST(RoundedDesign, KeepsTheRegionInsideTheBounds) {
    Asked asked(support::made_up_plane(), 20);
    // Centres of b reach from 0.3 to 3.7, and 3.7 is where rounding up would leave them.
    const auto found = asked.rounded(Vector{{0.79999, 3.6999}});
    ASSERT_TRUE(found);
    EXPECT_LE(found->x[0], 0.8);
    EXPECT_LE(found->x[1], 3.7);
    EXPECT_TRUE(problem_of(asked.config).centres().contains(problem_of(asked.config).space().to_unit(found->x), 1e-9));
}

TEST(RoundedDesign, LeavesStepsSeriesAndChoicesAlone) {
    constexpr RegionTolerance five_percent{0.05, RegionTolerance::Of::nominal};
    StudyConfig config = made_up_config({{series_parameter("r", {10.123, 12.456, 15}, five_percent), five_percent},
                                         {choice_parameter("material", {"steel", "oak"}), {}},
                                         made_up_parameter("teeth", 3, 9, 0),
                                         made_up_parameter("width", 1, 6, 0.2)});
    config.parameters[2].parameter.step = 1;
    Asked asked(config, 20);
    const auto found = asked.rounded(Vector{{12.456, 1, 7, 3.14159}});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->x[0], 12.456);
    EXPECT_EQ(found->x[1], 1);
    EXPECT_EQ(found->x[2], 7);
    EXPECT_EQ(found->x[3], 3.14);
}

TEST(RoundedDesign, OfWhatIsBuiltExactlyMovesByAThousandthOfTheRange) {
    StudyConfig config = made_up_config({made_up_parameter("a", 0, 1000, 0), made_up_parameter("b", 0, 1, 0.1)});
    Asked asked(config, 20);
    const auto found = asked.rounded(Vector{{617.3456, 0.6123}});
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->x[0], 617.3456, 1);
    EXPECT_EQ(found->x[0], 617);
}

TEST(RoundedDesign, IsNothingWhereThereIsNothingToRound) {
    Asked asked(support::made_up_plane(), 20);
    EXPECT_FALSE(asked.rounded(Vector{{0.25, 2.3}}));
}

TEST(RoundedDesign, ComesWithTheAnswerWhereItIsWanted) {
    const StudyConfig config = support::made_up_plane();
    const StudyView view = made_up_view(config, 14);
    EXPECT_FALSE(answer_of(config, view).rounded);
    const Answer answer = answer_of(config, view, AnswerOptions{.rounded = AnswerOptions::Rounded::wanted});
    ASSERT_TRUE(answer.rounded);
    EXPECT_LE(std::abs(answer.rounded->x[0] - answer.robust.x[0]), 0.02 + 1e-12);
    EXPECT_NEAR(answer.rounded->cost, answer.rounded->measure.value - answer.robust.measure.estimate.value, 1e-12);
    EXPECT_EQ(answer.robust.x, answer_of(config, view).robust.x) << "the answer itself is the same";
}

}  // namespace
}  // namespace sweetspot
