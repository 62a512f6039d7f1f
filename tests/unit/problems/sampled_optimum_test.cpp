// The sampled reference optimum and the scanned worst case, against the exact ones of problems that have them.
#include "problems/sampled_optimum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "problems/worst_case.hpp"

namespace sweetspot {
namespace {

TEST(SampledOptimum, FindsTheKnownOptimum) {
    const BenchmarkPtr bowl = benchmark_named("bumped-bowl");
    const ReferenceOptimum exact = bowl->optimum(2, Norm::two, 1);
    const SampledOptimumOptions options{.samples = 200, .starts = 5, .evaluations = 300};
    const ReferenceOptimum found = sampled_optimum(*bowl, 2, Norm::two, 1, options);
    EXPECT_GE(found.quality, exact.quality);
    EXPECT_NEAR(found.quality, exact.quality, 1e-3);
    EXPECT_LT((found.x - exact.x).norm(), 1e-2);
    EXPECT_EQ(found.quality, bowl->worst_case(found.x, Norm::two, Vector::Ones(2)));
    EXPECT_LT(found.accuracy, 1e-2);  // other descents meet it
}

TEST(SampledOptimum, SkippingBySeenValuesLosesNoneOfTheBestSamples) {
    // A descent of tiny steps stays at its start: with every sample a start nothing is skipped, with few most are.
    const BenchmarkPtr problem = benchmark_named("styblinski-tang");
    const auto best_of = [&](Index starts) {
        const SampledOptimumOptions options{.samples = 80, .starts = starts, .evaluations = 1, .sigma = 1e-10};
        return sampled_optimum(*problem, 3, Norm::two, 1.25, options);
    };
    const ReferenceOptimum all = best_of(80);
    for (const Index starts : {1, 2, 9}) {
        EXPECT_LT((best_of(starts).x - all.x).norm(), 1e-6) << starts;
        EXPECT_NEAR(best_of(starts).quality, all.quality, 1e-6) << starts;
    }
}

TEST(SampledOptimum, DoesNotDependOnTheNumberOfThreads) {
    const BenchmarkPtr problem = benchmark_named("styblinski-tang");
    SampledOptimumOptions options{.samples = 50, .starts = 4, .evaluations = 40};
    const ReferenceOptimum serial = sampled_optimum(*problem, 2, Norm::one, 1, options);
    options.threads = 3;
    const ReferenceOptimum parallel = sampled_optimum(*problem, 2, Norm::one, 1, options);
    EXPECT_EQ(serial.x, parallel.x);
    EXPECT_EQ(serial.quality, parallel.quality);
}

/// A problem that says of a worst case above the threshold only that it is.
class Curt : public Benchmark {
  public:
    explicit Curt(BenchmarkPtr told) : told_(std::move(told)) {}
    [[nodiscard]] std::string_view name() const override { return "curt"; }
    [[nodiscard]] std::string_view summary() const override { return ""; }
    [[nodiscard]] Space space(Index dimension) const override { return told_->space(dimension); }
    [[nodiscard]] double default_tolerance() const override { return told_->default_tolerance(); }
    [[nodiscard]] double value(const VectorRef& x) const override { return told_->value(x); }
    [[nodiscard]] double worst_case(const VectorRef& x, Norm norm, const VectorRef& tolerance) const override {
        return told_->worst_case(x, norm, tolerance);
    }
    [[nodiscard]] double worst_case_up_to(const VectorRef& x, Norm norm, const VectorRef& tolerance,
                                          double enough) const override {
        const double worst = worst_case(x, norm, tolerance);
        if (worst <= enough) return worst;
        ++cut_short;
        return std::nextafter(enough, worst);
    }
    mutable int cut_short = 0;

  private:
    BenchmarkPtr told_;
};

TEST(SampledOptimum, IsTheSameIfBadCentresAreCutShort) {
    // Steps so short that no offspring leaves the box: then only the ranks of the parents count.
    const BenchmarkPtr problem = benchmark_named("styblinski-tang");
    const Curt curt(problem);
    const SampledOptimumOptions options{.samples = 200, .starts = 6, .sigma = 0.01};
    const ReferenceOptimum full = sampled_optimum(*problem, 3, Norm::two, 1.25, options);
    const ReferenceOptimum cut = sampled_optimum(curt, 3, Norm::two, 1.25, options);
    EXPECT_GT(curt.cut_short, 50);
    EXPECT_EQ(cut.x, full.x);
    EXPECT_EQ(cut.quality, full.quality);
}

TEST(SampledOptimum, KeepsABetterCentreThatWasFoundElsewhere) {
    const BenchmarkPtr bowl = benchmark_named("bumped-bowl");
    const ReferenceOptimum exact = bowl->optimum(5, Norm::two, 1);
    SampledOptimumOptions options{.samples = 10, .starts = 1, .evaluations = 10};
    EXPECT_GT(sampled_optimum(*bowl, 5, Norm::two, 1, options).quality, exact.quality + 0.1);
    options.known = {exact.x};
    EXPECT_EQ(sampled_optimum(*bowl, 5, Norm::two, 1, options).quality, exact.quality);
    options.known = {Vector::Constant(5, 3.5)};  // its region leaves the domain
    EXPECT_THROW(static_cast<void>(sampled_optimum(*bowl, 5, Norm::two, 1, options)), std::invalid_argument);
}

TEST(SampledOptimum, OfAPushIsItsWorstCaseAndBeatsAnArbitraryCentre) {
    const BenchmarkPtr push = benchmark_named("push4")->instance(2);
    const SampledOptimumOptions options{.samples = 12, .starts = 1, .evaluations = 4, .more = 2, .threads = 2};
    const ReferenceOptimum found = sampled_optimum(*push, 4, Norm::two, 0.125, options);
    const Vector tolerance = Vector::Constant(4, 0.125);
    EXPECT_TRUE(push->centres(4, Norm::two, 0.125).contains(found.x));
    EXPECT_EQ(found.quality, push->worst_case(found.x, Norm::two, tolerance));
    EXPECT_LT(found.quality, push->worst_case(Vector::Constant(4, 0.7), Norm::two, tolerance));
}

TEST(SampledOptimum, RefusesOptionsThatMakeNoSense) {
    const BenchmarkPtr toy = benchmark_named("toy");
    const auto run = [&](const SampledOptimumOptions& o) {
        static_cast<void>(sampled_optimum(*toy, 1, Norm::two, 0.1, o));
    };
    EXPECT_THROW(run({.samples = 0}), std::invalid_argument);
    EXPECT_THROW(run({.samples = 5, .starts = 6}), std::invalid_argument);
    EXPECT_THROW(run({.evaluations = 0}), std::invalid_argument);
    EXPECT_THROW(run({.sigma = 0}), std::invalid_argument);
    EXPECT_THROW(run({.finalists = -1}), std::invalid_argument);
    EXPECT_THROW(run({.more = -1}), std::invalid_argument);
}

TEST(ScannedWorstCase, ComesCloseToTheExactOneFromBelow) {
    Rng rng(9);
    for (const char* name : {"styblinski-tang", "bumped-bowl", "quintic"}) {
        const BenchmarkPtr problem = benchmark_named(name);
        for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
            const Vector tolerance = Vector::Constant(3, problem->default_tolerance());
            const RobustSet region(norm, tolerance);
            const Box box = problem->centres(3, norm, problem->default_tolerance());
            const Vector centre = box.lower + 0.3 * box.width();
            const double exact = problem->worst_case(centre, norm, tolerance);
            const ScannedWorstCase found = scanned_worst_case([&](const Vector& x) { return problem->value(x); },
                                                              centre, region, {.last_climb = 600}, rng.split(name));
            EXPECT_LE(found.value, exact + 1e-9 * (1 + std::abs(exact))) << name;
            EXPECT_NEAR(found.value, exact, 1e-2 * (1 + std::abs(exact))) << name << " p=" << to_string(norm);
            EXPECT_TRUE(region.contains(found.point - centre));
            EXPECT_EQ(problem->value(found.point), found.value);
        }
    }
}

TEST(ScannedWorstCase, FindsAPlateauThatHasNoSlope) {
    // 1 on a corner of the ball, 0 elsewhere.
    const Objective step = [](const Vector& x) { return x[0] + x[1] > 1.2 ? 1.0 : 0.0; };
    const RobustSet disc(Norm::two, Vector::Ones(2));
    EXPECT_EQ(scanned_worst_case(step, Vector::Zero(2), disc, {}, Rng(1)).value, 1);
}

TEST(ScannedWorstCase, IsNotBelowItsScan) {
    const Objective waves = [](const Vector& x) { return (7 * x).array().sin().sum(); };
    const RobustSet ball(Norm::two, Vector::Constant(4, 0.5));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto scan = scanned_worst_case(waves, Vector::Zero(4), ball, {.climbs = 0, .last_climb = 0}, Rng(seed));
        const auto full = scanned_worst_case(waves, Vector::Zero(4), ball, {}, Rng(seed));
        EXPECT_EQ(scan.evaluations, 101);
        EXPECT_GT(full.value, scan.value);
        EXPECT_EQ(full.evaluations, 101 + 6 * 10 + 40);
    }
}

TEST(ScannedWorstCase, StopsAtTheFirstValueAboveTheThreshold) {
    std::vector<double> values;
    const Objective sum = [&](const Vector& x) {
        values.push_back(x.sum());
        return x.sum();
    };
    const RobustSet ball(Norm::two, Vector::Ones(3));
    for (const double threshold : {-0.5, 0.3, 1.5, 1.7}) {
        values.clear();
        const auto found = scanned_worst_case(sum, Vector::Zero(3), ball, {.stop_above = threshold}, Rng(4));
        EXPECT_GT(found.value, threshold);
        EXPECT_EQ(found.value, values.back());
        EXPECT_EQ(std::ranges::count_if(values, [&](double v) { return v > threshold; }), 1);
        EXPECT_EQ(found.evaluations, std::ssize(values));
        EXPECT_EQ(found.point.sum(), found.value);
    }
    const double full = scanned_worst_case(sum, Vector::Zero(3), ball, {}, Rng(4)).value;
    EXPECT_EQ(scanned_worst_case(sum, Vector::Zero(3), ball, {.stop_above = 5}, Rng(4)).value, full);
}

TEST(ScannedWorstCase, WithoutToleranceIsTheValue) {
    int calls = 0;
    const Objective f = [&](const Vector& x) {
        ++calls;
        return x.sum();
    };
    EXPECT_EQ(scanned_worst_case(f, Vector::Ones(3), RobustSet(Norm::two, Vector::Zero(3)), {}, Rng(1)).value, 3);
    EXPECT_EQ(calls, 1);
    const RobustSet one_free(Norm::two, Vector{{0.0, 0.5, 0.0}});
    EXPECT_NEAR(scanned_worst_case(f, Vector::Ones(3), one_free, {}, Rng(1)).value, 3.5, 1e-9);
}

}  // namespace
}  // namespace sweetspot
