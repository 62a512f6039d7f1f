#include "sweetspot/gp/kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

double value(const Kernel& kernel, double s) {
    double g = 0;
    kernel.evaluate(&s, &g, 1);
    return g;
}

TEST(Kernel, Matern52IsItsClosedForm) {
    for (const double s : {0.0, 1e-8, 0.3, 2.0, 50.0}) {
        const double r = std::sqrt(5 * s);
        EXPECT_NEAR(value(*matern52(), s), (1 + r + r * r / 3) * std::exp(-r), tolerance::rounding);
    }
}

TEST(Kernel, Matern32IsItsClosedForm) {
    for (const double s : {0.0, 1e-8, 0.3, 2.0, 50.0}) {
        const double r = std::sqrt(3 * s);
        EXPECT_NEAR(value(*matern32(), s), (1 + r) * std::exp(-r), tolerance::rounding);
    }
}

TEST(Kernel, SquaredExponentialIsItsClosedForm) {
    for (const double s : {0.0, 1e-8, 0.3, 2.0, 50.0}) {
        EXPECT_NEAR(value(*squared_exponential(), s), std::exp(-s / 2), tolerance::rounding);
    }
}

TEST(Kernel, IsFoundByItsName) {
    for (const KernelPtr& kernel : kernels()) EXPECT_EQ(kernel_named(kernel->name()), kernel);
    ASSERT_EQ(kernels().size(), 3u);
    EXPECT_EQ(kernels()[0]->name(), "matern52");
    EXPECT_EQ(kernels()[1]->name(), "matern32");
    EXPECT_EQ(kernels()[2]->name(), "squared-exponential");
}

TEST(Kernel, RefusesAnUnknownNameWithASuggestion) {
    try {
        (void)kernel_named("matern25");
        FAIL() << "accepted an unknown name";
    } catch (const std::invalid_argument& error) {
        const std::string what = error.what();
        EXPECT_NE(what.find("unknown kernel \"matern25\""), std::string::npos) << what;
        EXPECT_NE(what.find("matern52"), std::string::npos) << what;
    }
}

}  // namespace
}  // namespace sweetspot
