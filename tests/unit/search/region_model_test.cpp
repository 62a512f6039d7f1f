#include "sweetspot/search/region_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/normal.hpp"
#include "search/promise.hpp"
#include "support/random_points.hpp"
#include "support/tolerance.hpp"
#include "support/worst_half.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

using support::random_points;

/// Two parameters, the second on a log scale; `factor` times the tolerances 0.3 and 20 %.
Problem problem(Norm norm, const QualityPtr& quality = worst_quality(), double factor = 1) {
    const Space space({{"width", 2, 5}, {"load", 10, 100, Scale::log}});
    return {space, norm, std::vector<RegionTolerance>{{0.3 * factor}, {0.2 * factor, RegionTolerance::Of::nominal}},
            quality};
}

/// A wavy function of values in the hundreds, seen at so many places.
GaussianProcess model(Index count = 14) {
    const Points x = random_points(2, count, 17);
    Vector y(count);
    for (Index i = 0; i < count; ++i) y[i] = 300 + 80 * std::sin(5 * x(0, i)) + 120 * x(1, i) * x(1, i);
    return {matern52(), {Vector::Constant(2, 0.4), 1.0, 1e-6, 0}, x, y, Standardisation::of(y)};
}

const Norm norms[] = {Norm::one, Norm::two, Norm::infinity};
const Vector inside{{3.4, 30.0}};
const Vector at_the_edge{{4.9, 11.0}};

/// Uniform in the region, as far as it can be built.
Points drawn(const Problem& of, const Vector& centre, Index count) {
    Rng rng(5);
    const Vector u = of.space().to_unit(centre);
    Points points(u.size(), count);
    for (Index found = 0; found < count;) {
        const Vector at = u + of.robust_set().draw_uniform(rng);
        if (Box::unit(2).contains(at)) points.col(found++) = at;
    }
    return points;
}

TEST(RegionModel, TheWorstIsTheLargestOfManyRandomPlaces) {
    for (const Norm norm : norms) {
        const RegionModel regions(problem(norm), model(), Rng(1));
        for (const Vector& centre : {inside, at_the_edge}) {
            const PredictedWorst worst = regions.at(centre).worst();
            const double largest = regions.mean(drawn(regions.problem(), centre, 20000)).maxCoeff();
            EXPECT_GE(worst.by_search, largest - 1e-9);
            EXPECT_LE(worst.by_search, largest + 2) << "of a range of 40: nothing outside the region";
            EXPECT_LE(worst.by_template, worst.by_search + 1e-9);
            const Vector u = regions.problem().space().to_unit(worst.where);
            EXPECT_NEAR(regions.mean(u)[0], worst.by_search, 1e-9);
            EXPECT_LE(regions.problem().robust_set().gauge(u - regions.at(centre).unit_centre()), 1 + 1e-9);
            EXPECT_EQ(regions.at(centre).worst_value(), worst.by_search);
        }
    }
}

TEST(RegionModel, TheAverageIsThePlainSumOverThePlacesAndThatOfManyRandomOnes) {
    for (const Norm norm : norms) {
        const RegionModel regions(problem(norm), model(), Rng(1));
        for (const Vector& centre : {inside, at_the_edge}) {
            const ModelledRegion region = regions.at(centre);
            double sum = 0;
            for (Index i = 0; i < region.places().size(); ++i) {
                const Vector place = region.places().points.col(i);
                sum += region.places().weights[i] * regions.gp().standardisation().undo(regions.gp().mean(place)[0]);
            }
            const Estimate average = region.average();
            EXPECT_NEAR(average.value, sum, 1e-9);
            // Of about 30 places inside; the values of the region have a standard deviation of about 10.
            EXPECT_NEAR(average.value, regions.mean(drawn(regions.problem(), centre, 20000)).mean(), 3)
                << to_string(norm);
        }
    }
}

TEST(RegionModel, HoldsItsLawsForEveryMeasure) {
    const QualityPtr weighed = mean_quality([](const Vector& delta) { return std::exp(-delta.squaredNorm()); });
    for (const QualityPtr& quality : {worst_quality(), mean_quality(), weighed, support::worst_half()}) {
        for (const Norm norm : norms) {
            const RegionModel regions(problem(norm, quality), model(), Rng(1));
            for (const Vector& centre : {inside, at_the_edge}) {
                const ModelledRegion region = regions.at(centre);
                const RegionMeasure measure = region.measure();
                EXPECT_EQ(measure.name, quality->name());
                EXPECT_EQ(measure.label, quality->label());
                EXPECT_LE(measure.estimate.lower, measure.estimate.value) << measure.name;
                EXPECT_LE(measure.estimate.value, measure.estimate.upper) << measure.name;
                EXPECT_EQ(measure.estimate.value, region.measure_value()) << measure.name;
                const PredictedWorst worst = region.worst();
                const Estimate average = region.average();
                EXPECT_LE(worst.lower, worst.by_search);
                EXPECT_LE(worst.by_search, worst.upper);
                EXPECT_LE(average.value, worst.by_search);
                EXPECT_LE(measure.estimate.value, worst.by_search + 1e-9) << "no measure is beyond the worst";
                EXPECT_EQ(region.measure(worst, average).estimate.upper, measure.estimate.upper);
            }
        }
    }
}

TEST(RegionModel, TellsWhetherTheMeasureIsANumberThatEveryAnswerHas) {
    const auto is = [](const QualityPtr& quality) {
        return RegionModel(problem(Norm::two, quality), model(), Rng(1)).at(inside).measure().is;
    };
    EXPECT_EQ(is(worst_quality()), RegionMeasure::Is::worst);
    EXPECT_EQ(is(mean_quality()), RegionMeasure::Is::average);
    EXPECT_EQ(is(mean_quality([](const Vector& delta) { return std::exp(-delta.squaredNorm()); })),
              RegionMeasure::Is::another);
    EXPECT_EQ(is(support::worst_half()), RegionMeasure::Is::another);
}

TEST(RegionModel, GivesAMeasureOfTheUsersOwnTheIntervalThatAnAverageHasByItsFormula) {
    const QualityPtr again =
        custom_quality("mean again", [](const VectorRef& F, const VectorRef& w) { return w.dot(F); });
    for (const Norm norm : norms) {
        const RegionModel by_formula(problem(norm, mean_quality()), model(), Rng(1));
        const RegionModel by_draws(problem(norm, again), model(), Rng(1));
        const Estimate formula = by_formula.at(inside).measure().estimate;
        const Estimate draws = by_draws.at(inside).measure().estimate;
        EXPECT_NEAR(draws.value, formula.value, 3) << "another template";
        // ± 1.96 sd of 500 draws, of which each end is known to 0.12 sd, against ± 2 sd.
        const double width = formula.upper - formula.lower;
        EXPECT_NEAR(draws.upper - draws.lower, width, 0.25 * width);
    }
}

TEST(RegionModel, AnIntervalIsThatOfThePromise) {
    const RegionModel regions(problem(Norm::two), model(), Rng(1));
    const ModelledRegion region = regions.at(inside);
    const PredictedWorst worst = region.worst();
    const Vector mean = regions.gp().mean(region.places().points);
    const Vector sd = regions.gp().variance(region.places().points).cwiseSqrt();
    const double hardly_better = (mean - 2 * sd).maxCoeff();
    EXPECT_NEAR(worst.lower, regions.gp().standardisation().undo(hardly_better - 0.05), 1e-9);
    EXPECT_GE(worst.upper, worst.by_search + 0.05 * regions.gp().standardisation().scale - 1e-9);
    const double beyond = (worst.upper - worst.by_search) / regions.gp().standardisation().scale - 0.05;
    EXPECT_LE(beyond, widening(regions.gp()) * 4 * sd.maxCoeff()) << "no draw of a maximum is that far off";
}

TEST(RegionModel, PromisesNothingOfAWorstCaseBeforeThereAreDPlusTwoValues) {
    EXPECT_FALSE(RegionModel(problem(Norm::two), model(3), Rng(1)).promises());
    EXPECT_TRUE(RegionModel(problem(Norm::two), model(4), Rng(1)).promises());
    const PredictedWorst worst = RegionModel(problem(Norm::two), model(3), Rng(1)).at(inside).worst();
    EXPECT_EQ(worst.lower, worst.by_search);
    EXPECT_EQ(worst.upper, worst.by_search);
}

/// The standard error of the upper end of an interval: a 97.5 % quantile of 500 draws is known to 0.12 standard
/// deviations, and that is widened.
double error_of_draws(const RegionModel& regions, const Vector& centre) {
    const double sd = regions.sd(regions.at(centre).places().points).maxCoeff();
    return 0.12 * widening(regions.gp()) * sd;
}

TEST(RegionModel, ASmallerRegionHasNoLargerUpperBound) {
    for (const Vector& centre : {inside, at_the_edge}) {
        for (const Norm norm : norms) {
            const RegionModel larger(problem(norm), model(), Rng(1));
            const PredictedWorst of_larger = larger.at(centre).worst();
            for (const double factor : {0.9, 0.5, 0.1, 0.0}) {
                const RegionModel smaller(problem(norm, worst_quality(), factor), model(), Rng(1));
                const PredictedWorst of_smaller = smaller.at(centre).worst();
                EXPECT_LE(of_smaller.by_search, of_larger.by_search + 1e-6) << factor;
                EXPECT_LE(of_smaller.upper,
                          of_larger.upper + tolerance::false_alarm_sds * error_of_draws(larger, centre))
                    << factor;
            }
        }
        double upper = std::numeric_limits<double>::infinity();
        for (const Norm norm : {Norm::infinity, Norm::two, Norm::one}) {
            const RegionModel regions(problem(norm), model(), Rng(1));
            const double here = regions.at(centre).worst().upper;
            EXPECT_LE(here, upper + tolerance::false_alarm_sds * error_of_draws(regions, centre)) << to_string(norm);
            upper = here;
        }
    }
}

TEST(RegionModel, DrawsHaveTheMeanAndCovarianceOfTheModel) {
    constexpr Index count = 4000;
    const RegionModel regions(problem(Norm::two), model(), Rng(1));
    const RegionDraws draws = regions.at(at_the_edge).draws(count);
    ASSERT_EQ(draws.values.rows(), draws.places.size());
    ASSERT_EQ(draws.values.cols(), count);
    EXPECT_NEAR(draws.places.weights.sum(), 1, tolerance::rounding);
    EXPECT_GE(draws.places.points.minCoeff(), 0);
    EXPECT_LE(draws.places.points.maxCoeff(), 1);
    const double scale = regions.gp().standardisation().scale;
    const JointPosterior joint = regions.gp().joint(draws.places.points);
    const Vector mean = draws.values.rowwise().mean();
    const Matrix deviations = draws.values.colwise() - mean;
    const Matrix covariance = deviations * deviations.transpose() / (scale * scale * count);
    const Vector sd = joint.covariance.diagonal().cwiseSqrt();
    for (Index i = 0; i < mean.size(); ++i) {
        EXPECT_NEAR((mean[i] - regions.mean(draws.places.points.col(i))[0]) / scale, 0,
                    tolerance::false_alarm_sds * sd[i] / std::sqrt(count) + 1e-5);
        for (Index j = 0; j < i; ++j) {
            // The standard error of a covariance is at most √2 sd sd/√count.
            EXPECT_NEAR(covariance(i, j), joint.covariance(i, j),
                        tolerance::false_alarm_sds * 1.5 * sd[i] * sd[j] / std::sqrt(count) + 1e-7);
        }
    }
}

TEST(RegionModel, TheShareWithinALimitIsThatOfTheDrawsAndOfTheNormalDistribution) {
    for (const Norm norm : norms) {
        const RegionModel regions(problem(norm), model(), Rng(1));
        for (const Vector& centre : {inside, at_the_edge}) {
            const ModelledRegion region = regions.at(centre);
            const RegionDraws draws = region.draws(500, 500);
            const Vector mean = regions.mean(draws.places.points);
            const Vector sd = regions.sd(draws.places.points);
            double before = 0;
            for (const double at : {0.05, 0.3, 0.5, 0.7, 0.95}) {
                const double limit = mean.minCoeff() + at * (mean.maxCoeff() - mean.minCoeff());
                Vector shares = Vector::Zero(500);
                double expected = 0;
                for (Index i = 0; i < mean.size(); ++i) {
                    const double w = draws.places.weights[i];
                    for (Index j = 0; j < 500; ++j) shares[j] += draws.values(i, j) <= limit ? w : 0;
                    expected += w * normal_cdf((limit - mean[i]) / sd[i]);
                }
                const Estimate share = region.share_within(limit);
                EXPECT_NEAR(share.value, shares.mean(), tolerance::rounding);
                const double error = std::sqrt((shares.array() - shares.mean()).square().mean() / 500);
                EXPECT_NEAR(share.value, expected, tolerance::false_alarm_sds * error + 1e-3);
                EXPECT_LE(share.lower, share.value);
                EXPECT_LE(share.value, share.upper);
                EXPECT_GE(share.lower, 0);
                EXPECT_LE(share.upper, 1);
                EXPECT_GE(share.value, before) << "more is within a larger limit";
                before = share.value;
            }
            EXPECT_EQ(region.share_within(-1e9).upper, 0);
            EXPECT_NEAR(region.share_within(1e9).lower, 1, tolerance::rounding);
        }
    }
}

TEST(RegionModel, TheYieldOfARegionIsOneLessTheShareWithinItsLimit) {
    for (const double limit : {250.0, 290.0, 330.0, 1e6}) {
        const RegionModel regions(problem(Norm::two, yield_quality(limit)), model(), Rng(1));
        const ModelledRegion region = regions.at(inside);
        const Estimate beyond = region.measure().estimate;
        const Estimate within = region.share_within(limit);
        EXPECT_NEAR(beyond.value, 1 - within.value, tolerance::rounding);
        EXPECT_NEAR(beyond.lower, 1 - within.upper, tolerance::rounding);
        EXPECT_NEAR(beyond.upper, 1 - within.lower, tolerance::rounding);
    }
}

TEST(RegionModel, AShareIsAsUnsureAsTheLimitWouldBeByWhatIsUnseen) {
    const RegionModel regions(problem(Norm::two), model(), Rng(1));
    const ModelledRegion region = regions.at(inside);
    const GaussianProcess& gp = regions.gp();
    const RegionDraws draws = region.draws(500, 500);
    const Vector& w = draws.places.weights;
    const double f =
        gp.standardisation().scale * unseen_of_region(gp, regions.problem().robust_set(), region.unit_centre());
    const Vector mean = regions.mean(draws.places.points);
    const double limit = mean.dot(w);
    Vector least(500);
    Vector most(500);
    for (Index j = 0; j < 500; ++j) {
        const Vector far = mean + average_widening(gp) * (draws.values.col(j) - mean);
        least[j] = w.dot((far.array() <= limit - f).cast<double>().matrix());
        most[j] = w.dot((far.array() <= limit + f).cast<double>().matrix());
    }
    const Estimate share = region.share_within(limit);
    EXPECT_NEAR(share.lower, middle_of_draws(least).lower, 1e-6);
    EXPECT_NEAR(share.upper, middle_of_draws(most).upper, 1e-6);
    EXPECT_GT(most.mean() - least.mean(), 0.01) << "it matters";
}

TEST(RegionModel, TakesCentresInTheUsersUnitsAndInTheUnitCube) {
    const RegionModel regions(problem(Norm::two), model(), Rng(1));
    const Vector u = regions.problem().space().to_unit(inside);
    EXPECT_EQ(regions.at(inside).worst().upper, regions.at_unit(u).worst().upper);
    EXPECT_NEAR((regions.at(inside).centre() - inside).norm(), 0, 1e-12);
    EXPECT_EQ(regions.at(inside).value(), regions.mean(u)[0]);
    EXPECT_NEAR(regions.at(inside).sd(), regions.gp().standardisation().scale * std::sqrt(regions.gp().variance(u)[0]),
                1e-9);
}

TEST(RegionModel, MapsTheMeasureOverManyCentres) {
    for (const QualityPtr& quality : {worst_quality(), support::worst_half()}) {
        const RegionModel regions(problem(Norm::infinity, quality), model(), Rng(1));
        Points centres(2, 3);
        centres << regions.problem().space().to_unit(inside), Vector{{0.001, 0.5}}, Vector{{0.6, 0.6}};
        const Vector map = regions.measures(centres, 1000, Parallel(2));
        EXPECT_TRUE(std::isnan(map[1])) << "the region does not fit";
        for (const Index i : {0, 2}) {
            const ModelledRegion region = regions.at_unit(centres.col(i));
            const double expected =
                quality->kind() == Quality::Kind::maximum ? region.measure_by_template() : region.measure_value();
            EXPECT_NEAR(map[i], expected, 1e-6);
        }
        EXPECT_NE(regions.measures(centres, 10, Parallel(1))[0], map[0]) << "by fewer places";
    }
}

TEST(RegionModel, ItsBestCentreIsThatOfASearch) {
    for (const QualityPtr& quality : {worst_quality(), mean_quality()}) {
        Optimizer optimizer(problem(Norm::two, quality), {});
        const Points x = random_points(2, 9, 3);
        for (Index i = 0; i < x.cols(); ++i) {
            optimizer.tell(optimizer.problem().space().from_unit(x.col(i)), std::sin(6 * x(0, i)) + x(1, i));
        }
        const Recommendation r = optimizer.recommendation(Points(2, 0));
        const RegionModel regions(optimizer.problem(), r.gp, Rng(optimizer.options().seed));
        EXPECT_EQ(regions.best_so_far(Parallel(1)).x, r.best.x);
        const Best best = optimizer.best();
        const PredictedWorst worst = regions.at_unit(r.best.x).worst();
        EXPECT_EQ(best.worst_value, worst.by_search);
        EXPECT_EQ(best.worst_point, worst.where);
        EXPECT_EQ(best.worst_interval->lower, worst.lower);
    }
}

}  // namespace
}  // namespace sweetspot
