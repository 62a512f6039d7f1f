// The formulas of the problems against a second writing of the table, and what the family refuses.
#include "sweetspot/problems/benchmark.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

using std::numbers::pi;

double levy03(const Vector& x, bool printed) {
    const Vector w = 1 + (x.array() - 1) / 4;
    const Index last = x.size() - 1;
    double f = std::pow(std::sin(pi * (printed ? x[0] : w[0])), 2);
    for (Index d = 0; d < last; ++d) {
        const double s = printed ? std::sin(pi * w[d + 1]) : std::sin(pi * w[d] + 1);
        f += std::pow(w[d] - 1, 2) * (1 + 10 * s * s);
    }
    return f + std::pow(w[last] - 1, 2) * (1 + std::pow(std::sin(2 * pi * w[last]), 2));
}

double robust_problem_4(const Vector& x, bool printed) {
    double sum = 0;
    for (const double v : x) {
        const double narrow = printed ? std::pow(2.6, -8 * std::abs(v - 1)) : 1.3 * std::pow(2, -8 * std::abs(v - 1));
        sum += v < 0 ? -(v + 1) * (v + 1) + 1 : narrow;
    }
    return 1.3 - sum / static_cast<double>(x.size());
}

double quintic(const Vector& x, bool printed) {
    double sum = 0;
    for (const double v : x) {
        const double q = std::pow(v, 5) - 3 * std::pow(v, 4) + 4 * std::pow(v, 3) + 2 * v * v - 10 * v - 4;
        sum += printed ? q : std::abs(q);
    }
    return sum;
}

double stepped_sphere(const Vector& x) {
    double product = 1;
    for (const double v : x) product *= v < 1e-12 ? 1 : 0;
    const auto dimension = static_cast<double>(x.size());
    return dimension - dimension * product + x.squaredNorm() / 100;
}

double formula(std::string_view name, const Vector& x) {
    if (name == "toy") return std::sin(3 * pi * std::pow(x[0], 3)) - std::sin(8 * pi * std::pow(x[0], 3));
    if (name == "bumped-bowl") return std::log(x.squaredNorm() + std::exp(-10 * x.squaredNorm()));
    if (name == "styblinski-tang") return (x.array().pow(4) - 16 * x.array().square() + 5 * x.array()).sum() / 2;
    if (name == "stepped-sphere") return stepped_sphere(x);
    if (name == "bertsimas") {
        const double a = x[0];
        const double b = x[1];
        return 2 * std::pow(a, 6) - 12.2 * std::pow(a, 5) + 21.2 * std::pow(a, 4) - 6.4 * std::pow(a, 3) - 4.7 * a * a +
               6.2 * a + std::pow(b, 6) - 11 * std::pow(b, 5) + 43.3 * std::pow(b, 4) - 74.8 * std::pow(b, 3) +
               56.9 * b * b - 10 * b - 4.1 * a * b - 0.1 * a * a * b * b + 0.4 * a * b * b + 0.4 * a * a * b;
    }
    const bool printed = name.find("-printed") != std::string_view::npos;
    if (name.substr(0, 6) == "levy03") return levy03(x, printed);
    if (name.substr(0, 7) == "quintic") return quintic(x, printed);
    return robust_problem_4(x, printed);
}

TEST(Benchmark, ValuesAreTheTable) {
    Rng rng(1);
    for (const BenchmarkPtr& problem : benchmarks()) {
        if (problem->has_instances()) continue;  // simulations: push_test.cpp
        if (problem->own_norm()) continue;       // bench_test.cpp
        for (const Index dimension : {1, 2, 3, 10}) {
            if (problem->name() == "toy" && dimension != 1) continue;
            if (problem->name() == "bertsimas" && dimension != 2) continue;
            const Space space = problem->space(dimension);
            for (int i = 0; i < 50; ++i) {
                Vector u(dimension);
                for (double& v : u) v = rng.uniform();
                const Vector x = space.from_unit(u);
                const double expected = formula(problem->name(), x);
                // The quintic's powers cancel: 1e5 in, 10 out.
                EXPECT_NEAR(problem->value(x), expected, 1e-10 * (1 + std::abs(expected))) << problem->name();
            }
        }
    }
}

TEST(Benchmark, ValuesAtTheEdgesOfTheSteps) {
    const BenchmarkPtr stepped = benchmark_named("stepped-sphere");
    EXPECT_EQ(stepped->value(Vector{{-1.0, 0.0}}), 0.01);
    EXPECT_EQ(stepped->value(Vector{{-1.0, 1e-11}}), 2 + 0.01 + 1e-24);
    const BenchmarkPtr fourth = benchmark_named("robust-problem-4");
    EXPECT_NEAR(fourth->value(Vector{{0.0}}), 1.3 - 1.3 / 256, tolerance::rounding);
    EXPECT_NEAR(fourth->value(Vector{{-1e-15}}), 1.3, tolerance::rounding);
    EXPECT_NEAR(fourth->value(Vector{{1.0}}), 0, tolerance::rounding);
    EXPECT_EQ(benchmark_named("bumped-bowl")->value(Vector::Zero(3)), 0);
}

TEST(Benchmark, UnknownNamesGetASuggestion) {
    try {
        static_cast<void>(benchmark_named("quintik"));
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("did you mean \"quintic\"?"), std::string::npos) << error.what();
    }
}

TEST(Benchmark, DimensionsWithoutAProblemAreRefused) {
    EXPECT_THROW(static_cast<void>(benchmark_named("toy")->space(2)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(benchmark_named("bertsimas")->space(3)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(benchmark_named("toy")->optimum(2, Norm::two, 0.1)), std::invalid_argument);
}

TEST(Benchmark, InstancesOfAProblemThatHasNoneAreRefused) {
    EXPECT_FALSE(benchmark_named("toy")->has_instances());
    EXPECT_THROW(static_cast<void>(benchmark_named("toy")->instance(1)), std::invalid_argument);
    EXPECT_EQ(benchmark_named("toy")->identity(), "toy");
}

TEST(Benchmark, RegionsThatDoNotFitAreRefused) {
    EXPECT_THROW(static_cast<void>(benchmark_named("quintic")->optimum(2, Norm::two, 11)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(benchmark_named("quintic")->optimum(2, Norm::two, -1)), std::invalid_argument);
    const BenchmarkPtr problem = benchmark_named("quintic");
    EXPECT_THROW(static_cast<void>(problem->worst_case(Vector::Zero(2), Norm::two, Vector::Ones(3))),
                 std::invalid_argument);
    EXPECT_THROW(static_cast<void>(problem->worst_case(Vector::Zero(2), Norm::two, -Vector::Ones(2))),
                 std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
