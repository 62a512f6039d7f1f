// The worst case of sums of one-dimensional terms against brute force, and its bracket.
#include "problems/separable.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "problems/worst_case.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

std::vector<const SeparableBenchmark*> smooth_members() {
    std::vector<const SeparableBenchmark*> members;
    for (const BenchmarkPtr& problem : benchmarks()) {
        const auto* member = dynamic_cast<const SeparableBenchmark*>(problem.get());
        const bool jumps = problem->name().substr(0, 6) == "robust";
        if (member != nullptr && problem->name() != "toy" && !jumps) members.push_back(member);
    }
    return members;
}

Vector draw_centre(const Benchmark& problem, Index dimension, Rng& rng) {
    const Box box = problem.centres(dimension, Norm::infinity, problem.default_tolerance());
    Vector c(dimension);
    for (Index d = 0; d < dimension; ++d) c[d] = rng.uniform(box.lower[d], box.upper[d]);
    return c;
}

TEST(Separable, AgreesWithHundredsOfLocalSearchesInThreeDimensions) {
    Rng rng(4);
    for (const SeparableBenchmark* problem : smooth_members()) {
        for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
            for (int i = 0; i < 2; ++i) {
                const Vector c = draw_centre(*problem, 3, rng);
                Vector t(3);
                for (double& v : t) v = problem->default_tolerance() * rng.uniform(0.5, 1.5);
                const double exact = problem->worst_case(c, norm, t);
                const WorstCase searched = true_worst_case([&](const Vector& x) { return problem->value(x); }, c,
                                                           RobustSet(norm, t), {.starts = 500}, rng.split(i));
                const double scale = 1 + std::abs(exact);
                EXPECT_NEAR(searched.value, exact, 1e-7 * scale) << problem->name() << " p=" << to_string(norm);
                EXPECT_LE(searched.value, exact + 1e-11 * scale) << problem->name() << " p=" << to_string(norm);
            }
        }
    }
}

TEST(Separable, FindsTheSupremumWhereAllocationsTieAsTheyDoAtARobustOptimum) {
    Rng rng(8);
    for (const SeparableBenchmark* problem : smooth_members()) {
        for (const Index dimension : {2, 5, 10}) {
            for (const Norm norm : {Norm::one, Norm::two}) {
                const double epsilon = problem->default_tolerance();
                const Vector t = Vector::Constant(dimension, epsilon);
                for (int i = 0; i < 4; ++i) {
                    Vector c = problem->optimum(dimension, norm, epsilon).x;
                    for (double& v : c) v += i == 0 ? 0 : epsilon * std::pow(10.0, -i) * rng.normal();
                    const double exact = problem->worst_case(c, norm, t);
                    const WorstCase searched = true_worst_case([&](const Vector& x) { return problem->value(x); }, c,
                                                               RobustSet(norm, t), {.starts = 200}, rng.split(i));
                    EXPECT_LE(searched.value, exact + 1e-8 * (1 + std::abs(exact)))
                        << problem->name() << " D=" << dimension << " p=" << to_string(norm) << " " << i;
                }
            }
        }
    }
}

TEST(Separable, TheSupremumLiesInTheProvenBracket) {
    Rng rng(5);
    for (const SeparableBenchmark* problem : smooth_members()) {
        for (const Norm norm : {Norm::one, Norm::two}) {
            const Vector c = draw_centre(*problem, 10, rng);
            const Vector t = Vector::Constant(10, problem->default_tolerance());
            const SeparableMaximum found = problem->bracket(c, norm, t);
            EXPECT_LE(found.value, found.upper);
            EXPECT_LE(found.shares.sum(), 1 + tolerance::rounding);
            EXPECT_GE(found.shares.minCoeff(), 0);
            const double rise = found.value - problem->value(c);
            EXPECT_LE(found.upper - found.value, 0.3 * rise) << problem->name() << " p=" << to_string(norm);
        }
    }
}

TEST(Separable, QuadraticTermsHaveAClosedForm) {
    // max Σ x² over a ball around c is (‖c‖ + ε)².
    const Term square([](double x) { return x * x; }, -9, 9);
    Rng rng(6);
    for (const Index dimension : {2, 10, 40}) {
        Vector c(dimension);
        for (double& v : c) v = rng.uniform(-1, 1);
        const std::vector<const Term*> terms(static_cast<std::size_t>(dimension), &square);
        const double expected = std::pow(c.norm() + 0.5, 2);
        const SeparableMaximum found = maximize_sum(terms, c, Norm::two, Vector::Constant(dimension, 0.5));
        EXPECT_NEAR(found.value, expected, 1e-9 * expected) << dimension;
        EXPECT_LE(expected, found.upper);
    }
}

TEST(Separable, BudgetGoesToThePeakThatIsJustWithinReach) {
    // A plateau with a step up at distance 0.7 in one coordinate and at 0.6 in the other: together 1.3 > 1 for p = 1.
    const Term near([](double x) { return x >= 0.6 ? 1.0 : 0.0; }, -3, 3, {{0.6, 1}});
    const Term far([](double x) { return x >= 0.7 ? 1.5 : 0.0; }, -3, 3, {{0.7, 1.5}});
    const Vector zero = Vector::Zero(2);
    const Vector one = Vector::Ones(2);
    EXPECT_EQ(maximize_sum({&near, &far}, zero, Norm::one, one).value, 1.5);
    EXPECT_EQ(maximize_sum({&near, &far}, zero, Norm::two, one).value, 2.5);  // 0.36 + 0.49 ≤ 1
    EXPECT_EQ(maximize_sum({&near, &far}, zero, Norm::infinity, one).value, 2.5);
}

TEST(Separable, ATermFindsItsPeaksBeyondItsUsualRange) {
    const Term wave([](double x) { return std::sin(x); }, -3, 3);
    EXPECT_NEAR(wave.maximum(13.0, 15.0), 1, tolerance::rounding);
    EXPECT_NEAR(wave.maximum(4.7, 4.8), std::sin(4.8), tolerance::rounding);
}

}  // namespace
}  // namespace sweetspot
