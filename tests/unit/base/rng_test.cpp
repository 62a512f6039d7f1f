#include "sweetspot/base/rng.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/philox.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

// Known answers published with Random123.
TEST(Philox, GivesThePublishedBlocks) {
    EXPECT_EQ(philox_4x32_10({0, 0, 0, 0}, {0, 0}), (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    constexpr std::uint32_t ones = 0xffffffff;
    EXPECT_EQ(philox_4x32_10({ones, ones, ones, ones}, {ones, ones}),
              (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox_4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Rng, RepeatsItselfForTheSameSeed) {
    Rng a(7), b(7);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(a(), b());
}

TEST(Rng, SplitDoesNotDependOnHowMuchTheParentHasDrawn) {
    Rng parent(7);
    Rng before_by_name = parent.split("template"), before_by_index = parent.split(3);
    for (int i = 0; i < 5; ++i) parent();
    EXPECT_EQ(before_by_name(), parent.split("template")());
    EXPECT_EQ(before_by_index(), parent.split(3)());
}

TEST(Rng, DrawingFromASplitDoesNotShiftTheParent) {
    Rng a(7), b(7);
    a.split("design")();
    EXPECT_EQ(a(), b());
}

TEST(Rng, StreamsNeverShareTheirFirstNumber) {
    std::set<std::uint64_t> firsts;
    const Rng root(1);
    for (std::uint64_t i = 0; i < 1000; ++i) {
        firsts.insert(Rng(i)());
        firsts.insert(root.split(i)());
        firsts.insert(root.split(std::to_string(i))());
        firsts.insert(root.split(i).split(i)());
    }
    // Names that agree in their first block, in all but a zero byte, in nothing but length.
    for (const std::string name : {"", "realisations", "realisation", "realisat", "realisations of the template"}) {
        firsts.insert(root.split(name)());
    }
    firsts.insert(root.split(std::string(1, '\0'))());
    firsts.insert(root.split(std::string(2, '\0'))());
    EXPECT_EQ(firsts.size(), 4007u);
}

TEST(Rng, CloseStreamsDifferInHalfOfTheirBits) {
    // 64000 fair bits: sd of the count is 126.
    const int bits = 64000;
    for (const bool by_seed : {true, false}) {
        int different = 0;
        for (std::uint64_t i = 0; i < 1000; ++i) {
            Rng a = by_seed ? Rng(i) : Rng(5).split(i);
            Rng b = by_seed ? Rng(i + 1) : Rng(5).split(i + 1);
            different += std::popcount(a() ^ b());
        }
        EXPECT_NEAR(different, bits / 2.0, tolerance::false_alarm_sds * std::sqrt(bits / 4.0));
    }
}

TEST(Rng, UniformHasTheMomentsOfTheUnitInterval) {
    const int n = 100000;
    Rng rng(3);
    double sum = 0, sum_of_squares = 0;
    for (int i = 0; i < n; ++i) {
        const double u = rng.uniform();
        ASSERT_GT(u, 0);
        ASSERT_LT(u, 1);
        sum += u;
        sum_of_squares += u * u;
    }
    EXPECT_NEAR(sum / n, 0.5, tolerance::false_alarm_sds * std::sqrt(1 / 12.0 / n));
    EXPECT_NEAR(sum_of_squares / n, 1 / 3.0, tolerance::false_alarm_sds * std::sqrt(4 / 45.0 / n));
}

TEST(Rng, UniformIsAnOddMultipleOfTwoToTheMinus53) {
    Rng rng(3);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(std::fmod(rng.uniform() * 0x1p53, 2), 1);
}

TEST(Rng, UniformBetweenBoundsIsTheScaledUniform) {
    Rng a(3), b(3);
    EXPECT_EQ(a.uniform(-2, 6), -2 + 8 * b.uniform());
}

TEST(Rng, NormalHasTheMomentsOfTheStandardNormal) {
    const int n = 100000;
    Rng rng(4);
    double sum = 0, square = 0, fourth = 0;
    for (int i = 0; i < n; ++i) {
        const double z = rng.normal();
        sum += z;
        square += z * z;
        fourth += z * z * z * z;
    }
    EXPECT_NEAR(sum / n, 0, tolerance::false_alarm_sds * std::sqrt(1.0 / n));
    EXPECT_NEAR(square / n, 1, tolerance::false_alarm_sds * std::sqrt(2.0 / n));
    EXPECT_NEAR(fourth / n, 3, tolerance::false_alarm_sds * std::sqrt(96.0 / n));
}

TEST(Rng, BelowIsUniform) {
    // Chi-square with 6 degrees of freedom: above 40 with probability 4.6e-7.
    const int n = 70000;
    std::vector<int> count(7);
    Rng rng(5);
    for (int i = 0; i < n; ++i) ++count.at(rng.below(7));
    double chi_square = 0;
    for (const int c : count) chi_square += std::pow(c - n / 7.0, 2) / (n / 7.0);
    EXPECT_LT(chi_square, 40);
}

TEST(Rng, BelowHasNoBiasForLargeRanges) {
    // 2^64 values on 3·2^62: without rejection one value in three would come twice, the multiples of 3 if the range is
    // scaled and those below 2^62 if remainders are taken.
    const std::uint64_t quarter = std::uint64_t{1} << 62;
    const int n = 30000;
    int low = 0, multiples = 0;
    Rng rng(6);
    for (int i = 0; i < n; ++i) {
        const std::uint64_t value = rng.below(3 * quarter);
        low += value < quarter ? 1 : 0;
        multiples += value % 3 == 0 ? 1 : 0;
    }
    const double slack = tolerance::false_alarm_sds * std::sqrt(n * 2 / 9.0);
    EXPECT_NEAR(low, n / 3.0, slack);
    EXPECT_NEAR(multiples, n / 3.0, slack);
}

TEST(Rng, BelowOneIsZeroAndBelowZeroIsRefused) {
    Rng rng(7);
    EXPECT_EQ(rng.below(1), 0u);
    EXPECT_THROW(rng.below(0), std::invalid_argument);
}

TEST(Rng, NumbersNeverChangeBetweenVersions) {
    // Stored studies are replayed from their seed. Values: tests/golden/rng.py, an independent implementation.
    Rng rng(2024);
    const Rng named = rng.split("golden numbers");
    EXPECT_EQ(rng(), 989936144561235417u);
    EXPECT_EQ(rng(), 5290274092883529836u);
    EXPECT_EQ(rng(), 5993338539612978030u);
    EXPECT_EQ(Rng(named)(), 212687831654268741u);
    EXPECT_EQ(named.split(1)(), 8351449018114746384u);
}

}  // namespace
}  // namespace sweetspot
