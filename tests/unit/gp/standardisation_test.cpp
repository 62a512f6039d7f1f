#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/tolerance.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {
namespace {

Vector random_outputs(Index n) {
    Rng rng(3);
    Vector y(n);
    for (Index i = 0; i < n; ++i) y[i] = rng.normal() + 0.5;
    return y;
}

TEST(Standardisation, GivesMeanZeroAndStandardDeviationOne) {
    const Vector y = random_outputs(50);
    const Vector z = Standardisation::of(y).apply(y);
    EXPECT_NEAR(z.mean(), 0, tolerance::rounding);
    EXPECT_NEAR(z.squaredNorm() / 49, 1, tolerance::rounding);
}

TEST(Standardisation, UndoReturnsToTheUnitsOfTheOutputs) {
    const Vector y = random_outputs(20) * 1e5;
    const Standardisation standardisation = Standardisation::of(y);
    const Vector z = standardisation.apply(y);
    for (Index i = 0; i < y.size(); ++i) EXPECT_NEAR(standardisation.undo(z[i]), y[i], 1e-9);
}

TEST(Standardisation, IsTheSameAtEveryScale) {
    const Vector y = random_outputs(30);
    const Vector z = Standardisation::of(y).apply(y);
    for (const double scale : {1e-300, 1e-18, 1e18, 1e300}) {
        const Vector scaled = y * scale;
        const Vector other = Standardisation::of(scaled).apply(scaled);
        EXPECT_LT((other - z).cwiseAbs().maxCoeff(), tolerance::rounding) << scale;
    }
}

TEST(Standardisation, KeepsSmallVariationOnALargeOffset) {
    Vector y(4);
    y << 1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3;
    const Standardisation standardisation = Standardisation::of(y);
    EXPECT_EQ(standardisation.mean, 1e9 + 1.5);
    EXPECT_NEAR(standardisation.scale, std::sqrt(5.0 / 3), tolerance::rounding);
}

TEST(Standardisation, OfEqualValuesIsExactlyTheirValueAndScaleOne) {
    for (const double value : {0.0, 0.1, -7.3, 5e18, 1e-18, 1e300}) {
        for (const Index n : {1, 2, 3, 7, 49}) {
            const Vector y = Vector::Constant(n, value);
            const Standardisation standardisation = Standardisation::of(y);
            EXPECT_EQ(standardisation.mean, value);
            EXPECT_EQ(standardisation.scale, 1);
            EXPECT_TRUE((standardisation.apply(y).array() == 0).all());
        }
    }
}

TEST(Standardisation, DoesNotBlowUpRoundingErrors) {
    for (const double value : {5e18, 0.3, 1e-18}) {
        Vector y = Vector::Constant(6, value);
        y[2] = std::nextafter(value, 2 * value);
        EXPECT_LT(Standardisation::of(y).apply(y).cwiseAbs().maxCoeff(), tolerance::rounding) << value;
    }
}

TEST(Standardisation, RefusesNoOutputsAndOutputsThatAreNotFinite) {
    EXPECT_THROW((void)Standardisation::of(Vector(0)), std::invalid_argument);
    Vector y = Vector::Ones(3);
    y[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW((void)Standardisation::of(y), std::invalid_argument);
    y[1] = std::numeric_limits<double>::infinity();
    EXPECT_THROW((void)Standardisation::of(y), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
