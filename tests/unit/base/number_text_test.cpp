#include "base/number_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace sweetspot {
namespace {

TEST(NumberText, HasSignificantDigitsWithoutZerosAtTheEnd) {
    EXPECT_EQ(number_text(38.729), "38.729");
    EXPECT_EQ(number_text(38.5), "38.5");
    EXPECT_EQ(number_text(3.14159265), "3.1416");
    EXPECT_EQ(number_text(0.00123456789), "0.0012346");
    EXPECT_EQ(number_text(2), "2");
    EXPECT_EQ(number_text(0), "0");
    EXPECT_EQ(number_text(38.729, 3), "38.7");
}

TEST(NumberText, NeverRoundsAWholePart) {
    EXPECT_EQ(number_text(100265), "100\u202f265");
    EXPECT_EQ(number_text(1234567.8), "1\u202f234\u202f568");
}

TEST(NumberText, GroupsFromFiveDigitsOn) {
    EXPECT_EQ(number_text(4711), "4711");
    EXPECT_EQ(number_text(47110), "47\u202f110");
}

TEST(NumberText, HasATrueMinusButNoneBeforeZero) {
    EXPECT_EQ(number_text(-8.36), "−8.36");
    EXPECT_EQ(number_text(-0.0), "0");
    EXPECT_EQ(number_text_within(-0.001, 2.0), "0.0");
}

TEST(NumberText, HasPowersOnlyWhereZerosWouldHaveToBeCounted) {
    EXPECT_EQ(number_text(0.0001), "0.0001");
    EXPECT_EQ(number_text(0.000099), "9.9×10⁻⁵");
    EXPECT_EQ(number_text(-1.25e-7), "−1.25×10⁻⁷");
    EXPECT_EQ(number_text(999999999), "999\u202f999\u202f999");
    EXPECT_EQ(number_text(1e9), "1×10⁹");
    EXPECT_EQ(number_text(1.7e308), "1.7×10³⁰⁸");
    EXPECT_EQ(number_text(5e-324), "4.9407×10⁻³²⁴");
}

TEST(NumberText, RoundsUpIntoTheNextDecade) {
    EXPECT_EQ(number_text(9.999999), "10");
    EXPECT_EQ(number_text(0.999999), "1");
}

TEST(NumberText, NamesWhatIsNoNumber) {
    EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "unknown");
    EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "−∞");
}

TEST(NumberTextWithin, HasTwoDigitsOfTheUncertainty) {
    EXPECT_EQ(number_text_within(42.0861, 3.1), "42.1");
    EXPECT_EQ(number_text_within(38.729, 0.0996), "38.73");
    EXPECT_EQ(number_text_within(38.7, 0.1), "38.70");
    EXPECT_EQ(number_text_within(42086, 3100), "42\u202f100");
    EXPECT_EQ(number_text_within(1.0, 250), "0");
}

TEST(NumberTextWithin, HasNoMoreDigitsThanAnybodyReads) {
    EXPECT_EQ(number_text_within(1.23456789, 1e-12), "1.234568");
}

TEST(NumberTextWithin, IsTheNumberItselfWhereNothingIsUncertain) {
    EXPECT_EQ(number_text_within(38.729, 0), "38.729");
}

TEST(IntervalText, HasEndsOfTheSameDigits) {
    EXPECT_EQ(interval_text(39.22, 45.402), "39.2 … 45.4");
    EXPECT_EQ(interval_text(-1, 0.5), "−1.00 … 0.50");
}

TEST(QuantityText, HasTheUnitAfterAHardSpace) {
    EXPECT_EQ(quantity_text(41.2, "N"), "41.2\u00a0N");
    EXPECT_EQ(quantity_text(41.2, ""), "41.2");
}

TEST(QuantityText, HasAPrefixOnlyWhereTheNumberIsAwkwardAndTheUnitTakesOne) {
    EXPECT_EQ(quantity_text(1.2e-8, "F"), "12\u00a0nF");
    EXPECT_EQ(quantity_text(4.7e6, "Hz"), "4.7\u00a0MHz");
    EXPECT_EQ(quantity_text(4700, "Hz"), "4700\u00a0Hz");
    EXPECT_EQ(quantity_text(1.2e-8, "mm"), "1.2×10⁻⁸\u00a0mm");
    EXPECT_EQ(quantity_text(0, "F"), "0\u00a0F");
}

}  // namespace
}  // namespace sweetspot
