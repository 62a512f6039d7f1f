#include "sweetspot/base/family.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sweetspot {
namespace {

const std::vector<std::string> measures{"worst", "mean", "quantile", "cvar"};

TEST(ClosestName, ForgivesOneEditOfEachKind) {
    EXPECT_EQ(closest_name("worst", measures), "worst");
    EXPECT_EQ(closest_name("worrst", measures), "worst");
    EXPECT_EQ(closest_name("wost", measures), "worst");
    EXPECT_EQ(closest_name("wurst", measures), "worst");
    EXPECT_EQ(closest_name("wrost", measures), "worst");
}

TEST(ClosestName, CountsASwapOfNeighboursAsOneEdit) {
    // Two substitutions would be too many for a name of four letters.
    EXPECT_EQ(closest_name("maen", measures), "mean");
    EXPECT_EQ(closest_name("naem", measures), "");
}

TEST(ClosestName, AllowsAThirdOfTheLettersToBeWrong) {
    EXPECT_EQ(closest_name("kuantiel", measures), "quantile");
    EXPECT_EQ(closest_name("kwantiell", measures), "");
}

TEST(ClosestName, PrefersTheCloserOfTwo) {
    const std::vector<std::string> known{"matern32", "matern52"};
    EXPECT_EQ(closest_name("matern2", known), "matern32");  // equally close: the first
    EXPECT_EQ(closest_name("matrn52", known), "matern52");
}

TEST(ClosestName, SuggestsNothingForAnotherWord) {
    EXPECT_EQ(closest_name("variance", measures), "");
    EXPECT_EQ(closest_name("", measures), "");
    EXPECT_EQ(closest_name("mean", {}), "");
}

TEST(ClosestName, NeverReplacesEveryLetter) {
    const std::vector<std::string> norms{"1", "2", "inf"};
    EXPECT_EQ(closest_name("3", norms), "");
}

TEST(UnknownName, AsksWhenANameIsClose) {
    const std::vector<std::string> known{"worst", "mean"};
    EXPECT_EQ(unknown_name("measure", "wrost", known),
              "unknown measure \"wrost\"; did you mean \"worst\"? Known: worst, mean");
}

TEST(UnknownName, DoesNotAskWhenNoneIsClose) {
    const std::vector<std::string> known{"worst", "mean"};
    EXPECT_EQ(unknown_name("measure", "variance", known), "unknown measure \"variance\"; Known: worst, mean");
}

}  // namespace
}  // namespace sweetspot
