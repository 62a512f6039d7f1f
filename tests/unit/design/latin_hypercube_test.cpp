#include "design/latin_hypercube.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "base/normal.hpp"
#include "support/tolerance.hpp"

namespace sweetspot {
namespace {

// True when the values, scaled by n, fall one in each of the cells [k, k + 1).
bool is_stratified(const Vector& values) {
    std::vector<int> count(static_cast<std::size_t>(values.size()));
    for (const double value : values) {
        if (!(value > 0 && value < 1)) return false;
        ++count[static_cast<std::size_t>(value * static_cast<double>(values.size()))];
    }
    return std::all_of(count.begin(), count.end(), [](int c) { return c == 1; });
}

bool is_latin_hypercube(const Points& points) {
    for (Index d = 0; d < points.rows(); ++d) {
        if (!is_stratified(points.row(d))) return false;
    }
    return true;
}

double smallest_distance(const Points& points) {
    double smallest = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < points.cols(); ++i) {
        for (Index j = 0; j < i; ++j) smallest = std::min(smallest, (points.col(i) - points.col(j)).norm());
    }
    return smallest;
}

TEST(LatinHypercube, HasOnePointInEverySlice) {
    for (const Index n : {1, 2, 11, 1000}) {
        const Points points = latin_hypercube(4, n, Rng(1));
        ASSERT_EQ(points.rows(), 4);
        ASSERT_EQ(points.cols(), n);
        EXPECT_TRUE(is_latin_hypercube(points)) << n;
    }
}

TEST(LatinHypercube, DependsOnTheSeedAlone) {
    EXPECT_EQ(latin_hypercube(3, 20, Rng(1)), latin_hypercube(3, 20, Rng(1)));
    EXPECT_NE(latin_hypercube(3, 20, Rng(1)), latin_hypercube(3, 20, Rng(2)));
    EXPECT_EQ(maximin_latin_hypercube(3, 20, Rng(1)), maximin_latin_hypercube(3, 20, Rng(1)));
    EXPECT_NE(maximin_latin_hypercube(3, 20, Rng(1)), maximin_latin_hypercube(3, 20, Rng(2)));
}

TEST(LatinHypercube, EveryPermutationAndPlaceInTheCellIsEquallyLikely) {
    // 3 points: the 6 orders of one coordinate, chi-square with 5 degrees of freedom, above 37 with probability 6e-7.
    const int repeats = 6000;
    std::vector<int> count(27);
    double sum_of_places = 0;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const Points points = latin_hypercube(2, 3, Rng(static_cast<std::uint64_t>(repeat)));
        int order = 0;
        for (const double value : Vector(points.row(1))) {
            order = 3 * order + static_cast<int>(3 * value);
            sum_of_places += 3 * value - std::floor(3 * value);
        }
        ++count.at(static_cast<std::size_t>(order));
    }
    double chi_square = 0;
    for (const int order : {5, 7, 11, 15, 19, 21}) chi_square += std::pow(count[order] - 1000.0, 2) / 1000;
    EXPECT_LT(chi_square, 37);
    EXPECT_NEAR(sum_of_places / (3 * repeats), 0.5, tolerance::false_alarm_sds * std::sqrt(1 / 12.0 / (3 * repeats)));
}

TEST(LatinHypercube, CoordinatesAreUncorrelated) {
    // The correlation of two independent random orders of n has sd 1/√(n-1).
    const Index n = 1000;
    const Points points = latin_hypercube(6, n, Rng(3));
    const Points centred = points.colwise() - points.rowwise().mean();
    for (Index a = 0; a < 6; ++a) {
        for (Index b = 0; b < a; ++b) {
            const double correlation =
                centred.row(a).dot(centred.row(b)) / centred.row(a).norm() / centred.row(b).norm();
            EXPECT_NEAR(correlation, 0, tolerance::false_alarm_sds / std::sqrt(n - 1.0));
        }
    }
}

TEST(LatinHypercube, AnEmptyDesignIsAllowedAndBadSizesAreRefused) {
    EXPECT_EQ(latin_hypercube(2, 0, Rng(1)).cols(), 0);
    EXPECT_EQ(maximin_latin_hypercube(2, 0, Rng(1)).cols(), 0);
    EXPECT_THROW((void)latin_hypercube(0, 5, Rng(1)), std::invalid_argument);
    EXPECT_THROW((void)latin_hypercube(2, -1, Rng(1)), std::invalid_argument);
    EXPECT_THROW((void)maximin_latin_hypercube(0, 5, Rng(1)), std::invalid_argument);
}

TEST(MaximinLatinHypercube, IsALatinHypercubeNeverWorseThanItsStart) {
    for (const Index dimension : {1, 2, 5, 10}) {
        for (const Index n : {1, 2, 3, 11, 40}) {
            const Points points = maximin_latin_hypercube(dimension, n, Rng(4));
            EXPECT_TRUE(is_latin_hypercube(points)) << dimension << " x " << n;
            EXPECT_GE(smallest_distance(points), smallest_distance(latin_hypercube(dimension, n, Rng(4))));
        }
    }
}

TEST(MaximinLatinHypercube, SpreadsFarBetterThanTheBestOfAHundredRandomOnes) {
    struct Case {
        Index dimension, n;
        double factor;  // just below the smallest of ten seeds: 1.54, 1.68, 1.33
    };
    for (const auto& [dimension, n, factor] : {Case{2, 20, 1.5}, Case{5, 30, 1.6}, Case{10, 11, 1.3}}) {
        double best_random = 0;
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            best_random = std::max(best_random, smallest_distance(latin_hypercube(dimension, n, Rng(seed))));
        }
        EXPECT_GT(smallest_distance(maximin_latin_hypercube(dimension, n, Rng(5))), factor * best_random)
            << dimension << " x " << n;
    }
}

Matrix stratified_normals(Index realisations, Index columns, const Rng& rng) {
    Eigen::MatrixXf normals(realisations, columns);
    fill_stratified_normals(normals, rng);
    return normals.cast<double>();
}

TEST(LatinHypercube, InABoxIsThatOfTheUnitCubeStretched) {
    const Box box{Vector{{-1, 2}}, Vector{{3, 2.5}}};
    const Points unit = latin_hypercube(2, 7, Rng(3));
    const Points points = latin_hypercube(box, 7, Rng(3));
    for (Index n = 0; n < 7; ++n) {
        EXPECT_DOUBLE_EQ(points(0, n), -1 + 4 * unit(0, n));
        EXPECT_DOUBLE_EQ(points(1, n), 2 + 0.5 * unit(1, n));
    }
}

TEST(StratifiedNormals, EveryColumnIsStratified) {
    const Matrix normals = stratified_normals(64, 5, Rng(6));
    for (Index j = 0; j < 5; ++j) EXPECT_TRUE(is_stratified(normals.col(j).unaryExpr(&normal_cdf)));
}

TEST(StratifiedNormals, AWiderMatrixKeepsTheColumnsOfANarrowerOne) {
    EXPECT_EQ(stratified_normals(50, 9, Rng(7)).leftCols(4), stratified_normals(50, 4, Rng(7)));
}

TEST(StratifiedNormals, ColumnsAreDifferentAndUncorrelated) {
    const Matrix normals = stratified_normals(1000, 6, Rng(8));
    const Matrix correlation = normals.transpose() * normals / 1000.0;
    EXPECT_LT((correlation - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(),
              tolerance::false_alarm_sds / std::sqrt(1000.0));
}

TEST(StratifiedNormals, MomentsAreFarMoreAccurateThanThoseOfPlainDraws) {
    // Plain draws: the mean of 1000 has sd 0.032, the mean square 0.045.
    const Matrix normals = stratified_normals(1000, 20, Rng(9));
    EXPECT_LT(normals.colwise().mean().cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT((normals.array().square().colwise().mean() - 1).abs().maxCoeff(), 1e-6);
}

TEST(StratifiedNormals, ASingleRealisationVaries) {
    const Matrix one = stratified_normals(1, 1000, Rng(10));
    EXPECT_NEAR(one.mean(), 0, tolerance::false_alarm_sds / std::sqrt(1000.0));
    EXPECT_NEAR(one.squaredNorm() / 1000, 1, tolerance::false_alarm_sds * std::sqrt(2.0 / 1000));
}

}  // namespace
}  // namespace sweetspot
