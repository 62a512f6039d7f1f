#include "study/stop_rule.hpp"

#include <gtest/gtest.h>

namespace sweetspot {
namespace {

TEST(StopRule, TheGainIsTwiceTheLargestOfWhatSuggestionsPromiseAndOfTheRoomBelowTheAnswer) {
    EXPECT_EQ(further_gain({0.1, 0.4, 0.2}, 0.3), 0.8);
    EXPECT_EQ(further_gain({0.1, 0.2}, 0.3), 0.6);
    EXPECT_EQ(further_gain({0, 0, 0}, 0.25), 0.5) << "a method without an expected improvement stops by the room";
}

TEST(StopRule, APenaltysLongTailDoesNotWidenTheRange) {
    Vector values = Vector::LinSpaced(101, 0, 1);
    EXPECT_NEAR(value_range(values), 0.8, 1e-12);
    values.tail(5).setConstant(1000);
    EXPECT_NEAR(value_range(values), 0.8, 1e-12);
    EXPECT_EQ(value_range(Vector::Constant(1, 3.0)), 0);
}

TEST(StopRule, TheLimitIsAShareOfTheRangeOrAnAmount) {
    EXPECT_EQ(gain_limit({0.01, GainLimit::Of::range}, 50), 0.5);
    EXPECT_EQ(gain_limit({0.01, GainLimit::Of::unit}, 50), 0.01);
}

}  // namespace
}  // namespace sweetspot
