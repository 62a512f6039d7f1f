// The statistics against SciPy, statsmodels and networkx (statistics.json, written by tools/statistics_golden.py).
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "statistics/critical_difference.hpp"
#include "statistics/distributions.hpp"
#include "statistics/holm.hpp"
#include "statistics/ranks.hpp"
#include "statistics/summary.hpp"
#include "statistics/wilcoxon.hpp"

namespace sweetspot {
namespace {

using Json = nlohmann::json;

const Json& golden() {
    static const Json document = [] {
        std::ifstream file(SWEETSPOT_SOURCE_DIR "/tests/golden/statistics.json");
        return Json::parse(file);
    }();
    return document;
}

Vector vector_of(const Json& list) {
    const auto values = list.get<std::vector<double>>();
    return Eigen::Map<const Vector>(values.data(), std::ssize(values));
}

Matrix matrix_of(const Json& rows) {
    Matrix result(std::ssize(rows), std::ssize(rows.front()));
    for (Index i = 0; i < result.rows(); ++i) result.row(i) = vector_of(rows[static_cast<std::size_t>(i)]).transpose();
    return result;
}

/// Relative, but for what underflows.
void expect_close(double value, const Json& expected, double tolerance = 1e-11) {
    const auto e = expected.get<double>();
    EXPECT_NEAR(value, e, tolerance * std::abs(e) + 1e-200);
}

TEST(GoldenStatistics, Quantiles) {
    for (const Json& row : golden()["summaries"]) {
        const Vector values = vector_of(row["values"]);
        const Vector expected = vector_of(row["quantiles"]);
        const double at[] = {0, 0.1, 0.25, 0.5, 0.75, 1};
        for (Index i = 0; i < 6; ++i) {
            EXPECT_NEAR(quantile(values, at[i]), expected[i], 1e-14 * values.cwiseAbs().maxCoeff());
        }
        const Quartiles q = quartiles(values);
        EXPECT_EQ(q.lower, quantile(values, 0.25));
        EXPECT_EQ(q.median, quantile(values, 0.5));
        EXPECT_EQ(q.upper, quantile(values, 0.75));
    }
}

TEST(GoldenStatistics, RanksWithTies) {
    for (const Json& row : golden()["ranks"]) {
        EXPECT_EQ(ranked(vector_of(row["values"])).ranks, vector_of(row["ranks"]));
    }
}

TEST(GoldenStatistics, Tails) {
    for (const Json& row : golden()["tails"]["chi_square"]) {
        expect_close(chi_square_upper_tail(row[0], row[1].get<Index>()), row[2], 1e-12);
    }
    for (const Json& row : golden()["tails"]["f"]) {
        expect_close(f_upper_tail(row[0], row[1].get<Index>(), row[2].get<Index>()), row[3], 1e-11);
    }
}

TEST(GoldenStatistics, Friedman) {
    for (const Json& row : golden()["tables"]) {
        const FriedmanTest test = friedman_test(matrix_of(row["scores"]));
        const Json& expected = row["friedman"];
        const Vector ranks = vector_of(expected["average_ranks"]);
        EXPECT_LT((test.average_ranks - ranks).cwiseAbs().maxCoeff(), 1e-12);
        expect_close(test.chi_square, expected["chi_square"]);
        expect_close(test.chi_square_p, expected["chi_square_p"], 1e-10);
        expect_close(test.f, expected["f"]);
        expect_close(test.f_p, expected["f_p"], 1e-9);  // 1e-68 amplifies the rounding of F
    }
}

TEST(GoldenStatistics, WilcoxonExactAndApproximateWithTiesAndZeros) {
    int exact = 0;
    int approximate = 0;
    for (const Json& row : golden()["wilcoxon"]) {
        const Vector x = vector_of(row["x"]);
        const Vector y = vector_of(row["y"]);
        const WilcoxonTest test = wilcoxon_signed_rank(x, y);
        EXPECT_EQ(test.positive_rank_sum, row["positive_rank_sum"].get<double>());
        EXPECT_EQ(test.positive_rank_sum + test.negative_rank_sum,
                  static_cast<double>(test.pairs * (test.pairs + 1)) / 2);
        expect_close(test.p, row["p"]["two-sided"]);
        expect_close(wilcoxon_signed_rank(x, y, Alternative::less).p, row["p"]["less"]);
        expect_close(wilcoxon_signed_rank(x, y, Alternative::greater).p, row["p"]["greater"]);
        ++(test.method == WilcoxonTest::Method::exact ? exact : approximate);
    }
    EXPECT_GE(exact, 14);
    EXPECT_GE(approximate, 14);
}

TEST(GoldenStatistics, Holm) {
    for (const Json& row : golden()["holm"]) {
        EXPECT_LT((holm(vector_of(row["p"])) - vector_of(row["adjusted"])).cwiseAbs().maxCoeff(), 1e-14);
    }
}

TEST(GoldenStatistics, NemenyiQuantiles) {
    for (const Json& row : golden()["nemenyi_q"]) {
        // SciPy integrates to about 1e-11.
        expect_close(nemenyi_q(row["methods"].get<Index>(), row["alpha"].get<double>()), row["q"], 1e-9);
    }
}

TEST(GoldenStatistics, CriticalDifferenceGroups) {
    for (const Json& row : golden()["tables"]) {
        const Matrix scores = matrix_of(row["scores"]);
        for (const Json& expected : row["critical_difference"]) {
            const CriticalDifference cd = critical_difference(scores, expected["alpha"].get<double>());
            EXPECT_EQ(cd.order, expected["order"].get<MethodGroup>());
            const Vector p = vector_of(expected["adjusted_p"]);
            for (Index i = 0; i < p.size(); ++i) {
                const auto pair = expected["pairs"][static_cast<std::size_t>(i)].get<std::vector<Index>>();
                EXPECT_NEAR(cd.p(pair[0], pair[1]), p[i], 1e-11 * p[i]);
                EXPECT_EQ(cd.p(pair[1], pair[0]), cd.p(pair[0], pair[1]));
            }
            EXPECT_EQ(cd.groups, expected["groups"].get<std::vector<MethodGroup>>());
            expect_close(cd.nemenyi_distance, expected["nemenyi_distance"], 1e-9);
            EXPECT_EQ(cd.nemenyi_groups, expected["nemenyi_groups"].get<std::vector<MethodGroup>>());
        }
    }
}

}  // namespace
}  // namespace sweetspot
