// Statistics by hand, by enumeration, and at their edges; tests/golden compares them with other implementations.
#include <gtest/gtest.h>

#include <limits>

#include "statistics/critical_difference.hpp"
#include "statistics/holm.hpp"
#include "statistics/ranks.hpp"
#include "statistics/summary.hpp"
#include "statistics/wilcoxon.hpp"
#include "support/refusal.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using support::refusal;

TEST(Quartiles, OfFewValuesByHand) {
    const Quartiles q = quartiles(Vector{{4, 1, 3, 2}});
    EXPECT_EQ(q.lower, 1.75);
    EXPECT_EQ(q.median, 2.5);
    EXPECT_EQ(q.upper, 3.25);
    EXPECT_EQ(quartiles(Vector{{7}}).upper, 7);
}

TEST(Quartiles, OfRunsThatFailedAreInfiniteNotNan) {
    const Quartiles q = quartiles(Vector{{1, 2, infinity, infinity}});
    EXPECT_EQ(q.lower, 1.75);
    EXPECT_EQ(q.median, infinity);
    EXPECT_EQ(q.upper, infinity);
    EXPECT_EQ(quantile(Vector{{-infinity, 0}}, 0.5), -infinity);
}

TEST(Statistics, RefuseWhatTheyCannotUseInOneSentence) {
    EXPECT_EQ(refusal([] { (void)quartiles(Vector()); }), "quartiles: there is no value; give at least one");
    EXPECT_EQ(refusal([] { (void)quantile(Vector{{1}}, 1.5); }),
              "quantile: q is 1.5; it must lie in [0, 1] (1/2 for the median)");
    EXPECT_EQ(refusal([] {
                  (void)ranked(Vector{{1, NAN}});
              }),
              "ranked: value 1 (counting from 0) is NaN; leave it out or give it a number");
    EXPECT_NE(refusal([] { (void)friedman_test(Matrix::Zero(1, 3)); }), "");
    EXPECT_NE(refusal([] { (void)average_ranks(Matrix::Zero(0, 1)); }), "");
    EXPECT_EQ(average_ranks(Matrix::Zero(3, 1)), Vector::Ones(1)) << "an experiment with one method can be reported";
    EXPECT_NE(refusal([] { (void)wilcoxon_signed_rank(Vector{{1, 2}}, Vector{{1}}); }), "");
    EXPECT_NE(refusal([] { (void)wilcoxon_signed_rank(Vector{{infinity}}, Vector{{1}}); }), "");
    EXPECT_EQ(refusal([] {
                  (void)holm(Vector{{0.5, 1.5}});
              }),
              "holm: p-value 1 (counting from 0) is 1.5; it must lie in [0, 1]");
    EXPECT_NE(refusal([] { (void)nemenyi_q(1); }), "");
    EXPECT_NE(refusal([] { (void)critical_difference(Matrix::Zero(3, 3), 0); }), "");
}

TEST(Ranks, EqualValuesShareTheirAverage) {
    const Ranks r = ranked(Vector{{5, 1, 5, infinity, 5}});
    EXPECT_EQ(r.ranks, (Vector{{3, 1, 3, 5, 3}}));
    EXPECT_EQ(r.tie_sum, 24);
}

TEST(Friedman, OfRowsThatAgreeHasAnInfiniteF) {
    const FriedmanTest test = friedman_test(Matrix{{1, 2, 3}, {0, 5, 9}, {-1, 0, 1}});
    EXPECT_NEAR(test.chi_square, 6, tolerance::rounding);  // n (k - 1)
    EXPECT_NEAR(test.chi_square_p, std::exp(-3), tolerance::rounding);
    EXPECT_EQ(test.f, infinity);
    EXPECT_EQ(test.f_p, 0);
}

TEST(Friedman, OfMethodsThatAlwaysTieFindsNothing) {
    const FriedmanTest test = friedman_test(Matrix::Ones(4, 3));
    EXPECT_EQ(test.average_ranks, Vector::Constant(3, 2));
    EXPECT_EQ(test.chi_square, 0);
    EXPECT_EQ(test.chi_square_p, 1);
    EXPECT_EQ(test.f_p, 1);
}

TEST(Friedman, OfTheExampleInDemsarsPaper) {
    // Table 6 of Demšar 2006: four classifiers on 14 data sets have average ranks 3.143, 2.000, 2.893, 1.964, and
    // chi-square 9.28 without the correction for ties. Larger is better there. The third
    // and fourth value for voting, the last row but one, are both printed as 0.975 but ranked 2 and 3.
    const Matrix auc{{0.763, 0.768, 0.771, 0.798},  {0.599, 0.591, 0.590, 0.569}, {0.954, 0.971, 0.968, 0.967},
                     {0.628, 0.661, 0.654, 0.657},  {0.882, 0.888, 0.886, 0.898}, {0.936, 0.931, 0.916, 0.931},
                     {0.661, 0.668, 0.609, 0.685},  {0.583, 0.583, 0.563, 0.625}, {0.775, 0.838, 0.866, 0.875},
                     {1.000, 1.000, 1.000, 1.000},  {0.940, 0.962, 0.965, 0.962}, {0.619, 0.666, 0.614, 0.669},
                     {0.972, 0.981, 0.9751, 0.975}, {0.957, 0.978, 0.946, 0.970}};
    const FriedmanTest test = friedman_test(-auc);
    EXPECT_NEAR(test.average_ranks[0], 3.143, 5e-4);
    EXPECT_NEAR(test.average_ranks[1], 2.000, 5e-4);
    EXPECT_NEAR(test.average_ranks[2], 2.893, 5e-4);
    EXPECT_NEAR(test.average_ranks[3], 1.964, 5e-4);
    const double uncorrected = 12 * 14 / (4.0 * 5) * (test.average_ranks.array() - 2.5).square().sum();
    EXPECT_NEAR(uncorrected, 9.28, 5e-3);
    // Ties: four of four, and a pair in each of iris, lung cancer and primary tumor.
    EXPECT_NEAR(test.chi_square, uncorrected / (1 - (60 + 3 * 6.0) / (14 * 60)), tolerance::rounding);
    EXPECT_NEAR(nemenyi_critical_distance(4, 14, 0.05), 1.25, 0.01);
    EXPECT_NEAR(nemenyi_critical_distance(4, 14, 0.10), 1.12, 0.01);
}

/// Over all signs of the ranks 1 … n, the share with a positive sum of at most w.
double enumerated_lower_tail(int n, int w) {
    int at_most = 0;
    for (int signs = 0; signs < (1 << n); ++signs) {
        int sum = 0;
        for (int i = 0; i < n; ++i) sum += (signs >> i & 1) * (i + 1);
        at_most += sum <= w ? 1 : 0;
    }
    return at_most / std::pow(2.0, n);
}

TEST(Wilcoxon, ExactPIsTheShareOfSignsAsExtreme) {
    Rng rng(3);
    for (int n = 1; n <= 12; ++n) {
        Vector x(n);
        int positive = 0;
        for (int i = 0; i < n; ++i) {
            const bool up = rng.uniform() < 0.5;
            x[i] = up ? i + 1 : -(i + 1);
            positive += up ? i + 1 : 0;
        }
        const Vector y = Vector::Zero(n);
        const double lower = enumerated_lower_tail(n, positive);
        const double upper = enumerated_lower_tail(n, n * (n + 1) / 2 - positive);
        EXPECT_EQ(wilcoxon_signed_rank(x, y).method, WilcoxonTest::Method::exact);
        EXPECT_EQ(wilcoxon_signed_rank(x, y, Alternative::less).p, lower);
        EXPECT_EQ(wilcoxon_signed_rank(x, y, Alternative::greater).p, upper);
        EXPECT_EQ(wilcoxon_signed_rank(x, y).p, std::min(1.0, 2 * std::min(lower, upper)));
    }
}

TEST(Wilcoxon, OfEqualSamplesFindsNothing) {
    const WilcoxonTest test = wilcoxon_signed_rank(Vector{{1, 2}}, Vector{{1, 2}});
    EXPECT_EQ(test.pairs, 0);
    EXPECT_EQ(test.p, 1);
}

TEST(Holm, ByHand) {
    // Sorted 0.01, 0.02, 0.03, 0.9 times 4, 3, 2, 1; the third may not be below the second.
    const Vector adjusted = holm(Vector{{0.03, 0.9, 0.01, 0.02}});
    EXPECT_LT((adjusted - Vector{{0.06, 0.9, 0.04, 0.06}}).cwiseAbs().maxCoeff(), tolerance::rounding);
    EXPECT_EQ(holm(Vector{{0.6, 0.7}}), Vector::Ones(2));
    EXPECT_EQ(holm(Vector()).size(), 0);
}

TEST(Nemenyi, QuantilesAreThoseOfDemsarsTable) {
    const double q05[] = {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};
    const double q10[] = {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920};
    for (Index k = 2; k <= 10; ++k) {
        // The table was made by dividing a rounded one by √2.
        EXPECT_NEAR(nemenyi_q(k, 0.05), q05[k - 2], 1.1e-3) << k;
        EXPECT_NEAR(nemenyi_q(k, 0.10), q10[k - 2], 1.1e-3) << k;
    }
}

TEST(Cliques, AreAllMaximalSetsOfABruteForceSearch) {
    Rng rng(8);
    for (int trial = 0; trial < 50; ++trial) {
        constexpr int n = 7;
        Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> joined(n, n);
        const double density = rng.uniform();
        for (int i = 0; i < n; ++i) {
            for (int j = i; j < n; ++j) joined(i, j) = joined(j, i) = rng.uniform() < density;
        }
        const auto is_clique = [&](int set) {
            for (int i = 0; i < n; ++i) {
                for (int j = i + 1; j < n; ++j) {
                    if ((set >> i & 1) && (set >> j & 1) && !joined(i, j)) return false;
                }
            }
            return true;
        };
        std::vector<MethodGroup> expected;
        for (int set = 1; set < (1 << n); ++set) {
            bool maximal = is_clique(set) && (set & (set - 1)) != 0;
            for (int i = 0; i < n && maximal; ++i) maximal = (set >> i & 1) || !is_clique(set | 1 << i);
            if (!maximal) continue;
            MethodGroup members;
            for (int i = 0; i < n; ++i) {
                if (set >> i & 1) members.push_back(i);
            }
            expected.push_back(members);
        }
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(maximal_cliques(joined), expected);
    }
}

TEST(CriticalDifference, MethodsFarApartAreInNoGroup) {
    Rng rng(5);
    Matrix scores(30, 3);
    for (Index i = 0; i < 30; ++i) {
        scores(i, 0) = 10 + rng.uniform();
        scores(i, 1) = rng.uniform();
        scores(i, 2) = 5 + rng.uniform();
    }
    const CriticalDifference cd = critical_difference(scores);
    EXPECT_EQ(cd.order, (MethodGroup{1, 2, 0}));
    EXPECT_TRUE(cd.groups.empty());
    EXPECT_TRUE(cd.nemenyi_groups.empty());
    EXPECT_NEAR(cd.p(0, 1), 3 * std::ldexp(2, -30), 1e-20);  // all signs agree, three tests
}

}  // namespace
}  // namespace sweetspot
