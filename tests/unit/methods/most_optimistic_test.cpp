// The fallback where no realisation improves: the region of best optimistic quality, against every screened point
// evaluated in full.
#include <gtest/gtest.h>

#include "design/latin_hypercube.hpp"
#include "methods/maximise.hpp"
#include "support/models.hpp"

namespace sweetspot {
namespace {

/// Every point of the same screening, each over the whole template.
Vector plain(const GaussianProcess& gp, const Template& T, const Quality& quality, const Box& box, Index screening,
             const Rng& rng) {
    const Points unit = latin_hypercube(box.dimension(), screening, rng);
    Vector best;
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < screening; ++i) {
        const Vector x = box.lower + box.width().cwiseProduct(unit.col(i));
        const Points region = T.points.colwise() + x;
        const double value = quality.value(gp.mean(region) - 2 * gp.variance(region).cwiseSqrt(), T.weights);
        if (value < least) {
            least = value;
            best = x;
        }
    }
    return best;
}

TEST(MostOptimistic, IsTheBestOfAllScreenedPointsAlthoughMostAreRuledOutByBounds) {
    for (const Index dimension : {1, 3, 6}) {
        const GaussianProcess gp = testing::wavy_gp(dimension, 25, 0.3);
        const Template T = testing::ball_template(dimension, 0.1, 40);
        const Box box{Vector::Constant(dimension, 0.1), Vector::Constant(dimension, 0.9)};
        for (const QualityPtr& quality : {worst_quality(), mean_quality()}) {
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                EXPECT_EQ(most_optimistic(gp, T, T.weights, *quality, box, Rng(seed), Parallel(2)),
                          plain(gp, T, *quality, box, 1000, Rng(seed)))
                    << "D = " << dimension << ", " << quality->name() << ", seed " << seed;
            }
        }
    }
}

}  // namespace
}  // namespace sweetspot
