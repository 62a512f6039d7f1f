// Golden values: tests/golden/normal.py (mpmath, 50 digits).
#include "base/normal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace sweetspot {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Golden {
    double input;
    double value;
};
constexpr Golden cdf_values[] = {
#include "data/normal_cdf.inc"
};
constexpr Golden quantile_values[] = {
#include "data/normal_quantile.inc"
};
struct PositivePart {
    double mean;
    double sd;
    double value;
};
constexpr PositivePart positive_part_values[] = {
#include "data/expected_positive_part.inc"
};

TEST(NormalCdf, HasTheRelativeAccuracyItPromises) {
    for (const auto& [z, value] : cdf_values) EXPECT_LT(std::abs(normal_cdf(z) - value), 1e-14 * value) << "z = " << z;
}

TEST(NormalCdf, EndsInZeroAndOne) {
    EXPECT_EQ(normal_cdf(-infinity), 0);
    EXPECT_EQ(normal_cdf(-50), 0);
    EXPECT_EQ(normal_cdf(infinity), 1);
    EXPECT_TRUE(std::isnan(normal_cdf(std::nan(""))));
}

TEST(NormalDensity, IsTheSlopeOfTheCdf) {
    for (const double z : {-6.0, -2.0, -0.3, 0.0, 1.0, 2.5}) {
        const double h = 1e-5;
        const double slope = (normal_cdf(z + h) - normal_cdf(z - h)) / (2 * h);
        EXPECT_NEAR(normal_density(z) / slope, 1, 1e-8) << "z = " << z;
    }
}

TEST(NormalDensity, VanishesFarOut) {
    EXPECT_EQ(normal_density(infinity), 0);
    EXPECT_EQ(normal_density(-infinity), 0);
    EXPECT_EQ(normal_density(1e200), 0);
    EXPECT_GT(normal_density(38), 0);
}

TEST(NormalQuantile, HasTheAccuracyItPromises) {
    for (const auto& [p, value] : quantile_values) {
        EXPECT_LE(std::abs(normal_quantile(p) - value), 1e-14 * std::abs(value)) << "p = " << p;
    }
}

TEST(NormalQuantile, IsOddAroundOneHalf) {
    for (const double p : {0.25, 0.0625, 0x1p-10, 0x1p-40}) EXPECT_EQ(normal_quantile(p), -normal_quantile(1 - p));
}

TEST(NormalQuantile, RefusesWhatIsNoProbability) {
    for (const double p : {0.0, 1.0, -0.1, 1.1, std::nan("")})
        EXPECT_THROW((void)normal_quantile(p), std::invalid_argument);
}

TEST(ExpectedPositivePart, DoesNotCancelInTheTail) {
    for (const auto& [mean, sd, value] : positive_part_values) {
        // The rounding of mean / sd alone, amplified by its square, gives 1.5e-13 at -37.
        EXPECT_LT(std::abs(expected_positive_part(mean, sd) - value), 5e-13 * value) << mean << " / " << sd;
    }
}

TEST(ExpectedPositivePart, IsThePositivePartWithoutSpread) {
    EXPECT_EQ(expected_positive_part(2, 0), 2);
    EXPECT_EQ(expected_positive_part(-2, 0), 0);
    EXPECT_EQ(expected_positive_part(0, 0), 0);
    EXPECT_EQ(expected_positive_part(3, std::numeric_limits<double>::denorm_min()), 3);
    EXPECT_EQ(expected_positive_part(-3, std::numeric_limits<double>::denorm_min()), 0);
}

TEST(ExpectedPositivePart, RefusesANegativeSpreadAndKeepsNaN) {
    EXPECT_THROW((void)expected_positive_part(1, -1), std::invalid_argument);
    EXPECT_TRUE(std::isnan(expected_positive_part(std::nan(""), 1)));
    EXPECT_TRUE(std::isnan(expected_positive_part(1, std::nan(""))));
}

TEST(NormalLogCdf, AgreesWithTheLogarithmAndGoesOnWhereThatUnderflows) {
    for (double z = -37; z < 8; z += 0.37) {
        EXPECT_NEAR(normal_log_cdf(z), std::log(normal_cdf(z)),
                    1e-12 * std::max(1.0, std::abs(std::log(normal_cdf(z)))));
    }
    // Two terms of the asymptotic series more than the tail has digits there.
    for (const double t : {50.0, 300.0, 1e4}) {
        const double series = -t * t / 2 - std::log(t) - std::log(2 * std::numbers::pi) / 2 +
                              std::log1p(-1 / (t * t) + 3 / std::pow(t, 4) - 15 / std::pow(t, 6));
        EXPECT_NEAR(normal_log_cdf(-t), series, 1e-13 * t * t);
    }
    EXPECT_EQ(normal_log_cdf(40), 0);
}

}  // namespace
}  // namespace sweetspot
