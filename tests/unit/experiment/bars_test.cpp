// The tables of bars against examples computed by hand and against plain computations of the same figures.
#include "experiment/bars.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/bars_runs.hpp"
#include "support/refusal.hpp"

namespace sweetspot {
namespace {

using testing::before;
using testing::column;
using testing::ours;
using testing::runs_of;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Matrix rows(std::initializer_list<std::initializer_list<double>> values) {
    Matrix result(std::ssize(values), std::ssize(*values.begin()));
    Index r = 0;
    for (const auto& row : values) {
        Index c = 0;
        for (const double value : row) result(r, c++) = value;
        ++r;
    }
    return result;
}

std::string table(const std::string& name, const std::vector<Comparison>& runs, const std::string& family = "") {
    return bars_table(name, runs, {.ours = ours, .before = before, .family = family});
}

std::string first_line_with(const std::string& text, const std::string& what) {
    const std::size_t at = text.find(what);
    if (at == std::string::npos) return "";
    const std::size_t begin = text.rfind('\n', at) + 1;
    return text.substr(begin, text.find('\n', at) - begin);
}

std::string refusal(const std::string& name, const std::vector<Comparison>& runs) {
    return support::refusal([&] { (void)table(name, runs); });
}

// ranks

TEST(BarsRanks, AreThoseOfAnExampleByHand) {
    // Row by row: 1 2 3 | 1 3 2 | 2.5 2.5 1 (a tie); repeat 9 of the paper's lacks the others and counts in the test
    // against it only if ours had it.
    const Contender third = {"paper", "stableopt"};
    std::vector<Comparison> runs = {runs_of("levy03", ours, column({1, 1, 4})),
                                    runs_of("levy03", before, column({2, 3, 4})),
                                    runs_of("levy03", third, column({3, 2, 1, 9}))};
    runs[2].methods[0].repeats = {1, 2, 3, 9};
    const std::string text = table("ranks", runs);
    EXPECT_EQ(text,
              "| method | profile | average rank | alternating is ahead in | p |\n"
              "|---|---|---|---|---|\n"
              "| **alternating** | warped | 1.50 | | |\n"
              "| stableopt | paper | 2.00 | 2 of 3 | 1 |\n"
              "| most-uncertain | default | 2.50 | 2 of 3 | 0.36 |\n"
              "\nAverage ranks of 3 over the 3 runs on 1 problem that all have; p: Wilcoxon's signed-rank test "
              "(two-sided) on all runs that both have, with Holm's correction.\n");
}

/// Wilcoxon's exact two-sided p by counting signs; no ties, no zeros.
double p_by_counting(const std::vector<double>& differences) {
    const auto n = static_cast<unsigned>(differences.size());
    std::vector<double> sorted;
    sorted.reserve(differences.size());
    for (const double d : differences) sorted.push_back(std::abs(d));
    std::sort(sorted.begin(), sorted.end());
    const auto rank = [&](double d) {
        return static_cast<double>(std::lower_bound(sorted.begin(), sorted.end(), std::abs(d)) - sorted.begin() + 1);
    };
    double seen = 0;
    for (const double d : differences) seen += d > 0 ? rank(d) : 0;
    const double total = n * (n + 1) / 2.0;
    double extreme = 0;
    for (unsigned signs = 0; signs < (1U << n); ++signs) {
        double sum = 0;
        for (unsigned i = 0; i < n; ++i) sum += (signs >> i & 1U) != 0 ? i + 1 : 0;
        if (std::abs(sum - total / 2) >= std::abs(seen - total / 2) - 1e-9) ++extreme;
    }
    return extreme / static_cast<double>(1U << n);
}

TEST(BarsRanks, AreThoseOfAPlainComputation) {
    const std::vector<Contender> all = {ours, before, {"paper", "stableopt"}, {"paper", "ucb"}};
    Rng rng(5);
    std::vector<Comparison> runs;
    Matrix scores(12, 4);  // 3 problems of 4 repeats, one problem a thousand times as large
    for (Index c = 0; c < 4; ++c) {
        for (Index place = 0; place < 3; ++place) {
            Matrix regret(4, 2);
            for (double& value : regret.reshaped()) value = std::exp(rng.normal() + 0.7 * static_cast<double>(c));
            if (place == 1) regret *= 1000;
            scores.col(c).segment(4 * place, 4) = regret.col(1);
            runs.push_back(runs_of(fmt::format("f{}", place), all[static_cast<std::size_t>(c)], regret));
        }
    }
    for (Index place = 0; place < 3; ++place) {
        std::vector<double> values;
        for (const double v : scores.middleRows(4 * place, 4).reshaped()) values.push_back(v);
        std::sort(values.begin(), values.end());
        scores.middleRows(4 * place, 4) /= (values[7] + values[8]) / 2;
    }
    const std::string text = table("ranks", runs);
    std::vector<std::pair<double, std::size_t>> p;
    for (std::size_t c = 1; c < 4; ++c) {
        std::vector<double> differences;
        for (Index r = 0; r < 12; ++r) differences.push_back(scores(r, 0) - scores(r, static_cast<Index>(c)));
        p.emplace_back(p_by_counting(differences), c);
    }
    std::sort(p.begin(), p.end());
    double adjusted = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const std::size_t c = p[i].second;
        adjusted = std::min(1.0, std::max(adjusted, static_cast<double>(3 - i) * p[i].first));
        double rank = 0;
        Index ahead = 0;
        for (Index r = 0; r < 12; ++r) {
            rank += 1 + static_cast<double>((scores.row(r).array() < scores(r, static_cast<Index>(c))).count());
            ahead += scores(r, 0) < scores(r, static_cast<Index>(c)) ? 1 : 0;
        }
        EXPECT_EQ(first_line_with(text, "| " + all[c].method + " |"),
                  fmt::format("| {} | {} | {:.2f} | {} of 12 | {} |", all[c].method, all[c].profile, rank / 12, ahead,
                              fmt::format("{:.2g}", adjusted)));
    }
}

TEST(BarsRanks, RunsThatDoNotSufficeAreRefused) {
    const std::vector<Comparison> alone = {runs_of("levy03", before, column({1, 2}))};
    EXPECT_TRUE(refusal("ranks", alone).starts_with("bars: there are no runs of alternating (warped)"));
    EXPECT_TRUE(refusal("ranks", {runs_of("levy03", ours, column({1}))})
                    .starts_with("bars: there are runs of alternating (warped) alone"));
    EXPECT_TRUE(refusal("ranks", {runs_of("levy03", ours, column({1})), runs_of("quintic", before, column({1}))})
                    .starts_with("bars: no run was made by all of the 2 contenders"));
    const Comparison twice = runs_of("levy03", ours, column({1}));
    EXPECT_EQ(refusal("ranks", {twice, twice}),
              "bars: alternating (warped) on levy03, D = 5, p = 2, repeat 1, is there twice; give each run once");
    EXPECT_TRUE(refusal("ranks", {twice, runs_of("levy03", before, rows({{1, 2}}))})
                    .starts_with("bars: levy03 has regrets after 10, 20 evaluations, and levy03 after 10;"));
    EXPECT_TRUE(refusal("ranks", {runs_of("levy03", ours, column({nan}))}).ends_with("after the last evaluation"));
    EXPECT_TRUE(refusal("rank", alone).starts_with("unknown table \"rank\"; did you mean \"ranks\"?"));
}

TEST(Bars, WhereTwoTablesKnowDifferentReferencesTheLowerOneCounts) {
    // Both ended at a worst case of 3; the first table knows an optimum of 1, the second none better than 2.5.
    const Matrix start = rows({{9, 8, 7, 6, 5, 4, 4, 3, 2.5, 2}});
    Comparison a = runs_of("push4", ours, start, 4);
    Comparison b = runs_of("push4", before, start.array() - 1.5, 4);
    for (Comparison* c : {&a, &b}) {
        c->methods[0].promises = {rows({{7, 6, 3}}), Matrix::Constant(1, 3, nan), Matrix::Constant(1, 3, nan)};
    }
    // Ranked alike: as the tables stand, before would be ahead by 1.5.
    const std::string text = table("ranks", {a, b});
    EXPECT_NE(text.find("| **alternating** | warped | 1.50 |"), std::string::npos) << text;
    EXPECT_NE(text.find("| most-uncertain | default | 1.50 | 0 of 1 | 1 |"), std::string::npos) << text;
    // Of push4 every repeat is an instance, so repeat 2 knows nothing of repeat 1; of levy03 it does.
    for (const auto& [problem, rank] : {std::pair("push4", "2.00"), std::pair("levy03", "1.00")}) {
        Comparison c = a;
        Comparison d = b;
        c.problem = d.problem = problem;
        c.methods[0].repeats = {1};
        d.methods[0].repeats = {2};
        Comparison e = runs_of(problem, ours, start.array() - 0.5, 4);
        e.methods[0].repeats = {2};
        const std::string mixed = table("ranks", {c, d, e});
        EXPECT_NE(mixed.find(fmt::format("| **alternating** | warped | {} |", rank)), std::string::npos) << mixed;
    }
    // Rounding is no other reference: 5 digits of a large regret.
    b.methods[0].regret = start.array() + 1e-5;
    EXPECT_NE(table("ranks", {a, b}).find("| **alternating** | warped | 1.00 |"), std::string::npos);
}

// ratios

TEST(BarsRatios, AreThoseOfAnExampleByHand) {
    const Contender third = {"paper", "stableopt"};
    // levy03: ratios 1/4 and 1, mean 1/2. quintic: 2. push4: 0 counts as a millionth of the scale, 100 (the median of
    // what is there after 10 evaluations): 1e-4 / 1 . stableopt has levy03 only, and is worse there: 1/8 and 1/2.
    const std::vector<Comparison> runs = {
        runs_of("levy03", ours, rows({{7, 1}, {7, 3}})), runs_of("levy03", before, rows({{7, 4}, {7, 3}})),
        runs_of("quintic", ours, rows({{7, 8}})),        runs_of("quintic", before, rows({{7, 4}})),
        runs_of("push4", ours, rows({{100, 0}}), 4),     runs_of("push4", before, rows({{100, 1}}), 4),
        runs_of("levy03", third, rows({{7, 8}, {7, 6}}))};
    const std::string text = table("ratios", runs);
    // All: (1/2 · 2 · 1e-4)^(1/3) = 0.0464.
    EXPECT_TRUE(
        text.starts_with("| against | profile | paper | push | all |\n"
                         "|---|---|---|---|---|\n"
                         "| most-uncertain | default | 1.00 | 0.0001 | 0.046 |\n"
                         "| stableopt | paper | 0.25 (1 of 2) | – | 0.25 (1 of 3) |\n"
                         "| **the best of these** | | 1.00, most-uncertain (default) | 0.0001, most-uncertain "
                         "(default) | 0.046, most-uncertain (default) |\n"))
        << text;
    EXPECT_TRUE(table("ratios", runs, "push").starts_with("| against | profile | push | all |\n"));
}

TEST(BarsRatios, AreThoseOfAPlainComputation) {
    const std::vector<Contender> others = {before, {"paper", "ucb"}};
    Rng rng(11);
    std::vector<Comparison> runs;
    const std::vector<std::string> problems = {"levy03", "quintic", "unheard-of"};
    for (const std::string& problem : problems) {
        for (const Contender& c : {ours, others[0], others[1]}) {
            Matrix regret(5, 3);
            for (double& value : regret.reshaped()) value = std::exp(2 * rng.normal());
            if (c == ours) regret(0, 2) = -1e-9;  // better than the reference by rounding
            runs.push_back(runs_of(problem, c, regret));
        }
    }
    const auto log_ratio = [&](std::size_t place, std::size_t other) {
        std::vector<double> tens;
        for (std::size_t c = 0; c < 3; ++c) {
            for (const double v : runs[3 * place + c].methods[0].regret.col(0)) tens.push_back(v);
        }
        std::sort(tens.begin(), tens.end());
        double sum = 0;
        for (Index r = 0; r < 5; ++r) {
            const double a = std::max(runs[3 * place].methods[0].regret(r, 2), 1e-6 * tens[7]);
            const double b = std::max(runs[3 * place + other].methods[0].regret(r, 2), 1e-6 * tens[7]);
            sum += std::log(a / b) / 5;
        }
        return sum;
    };
    const auto two = [](double logarithm) {
        const double ratio = std::exp(logarithm);
        return ratio < 0.1 ? fmt::format("{:.2g}", ratio) : fmt::format("{:.2f}", ratio);
    };
    const std::string text = table("ratios", runs);
    EXPECT_TRUE(text.starts_with("| against | profile | paper | other | all |\n")) << text;
    for (const std::size_t other : {1U, 2U}) {
        const double a = log_ratio(0, other);
        const double b = log_ratio(1, other);
        const double c = log_ratio(2, other);
        EXPECT_EQ(first_line_with(text, "| " + others[other - 1].method + " |"),
                  fmt::format("| {} | {} | {} | {} | {} |", others[other - 1].method, others[other - 1].profile,
                              two((a + b) / 2), two(c), two((a + b + c) / 3)));
    }
    const bool first_is_best = log_ratio(2, 1) > log_ratio(2, 2);
    const std::string best = fmt::format("| {}, {} (", two(std::max(log_ratio(2, 1), log_ratio(2, 2))),
                                         others[first_is_best ? 0 : 1].method);
    EXPECT_NE(first_line_with(text, "**the best").find(best), std::string::npos) << text;
}

TEST(BarsRatios, FamiliesAreThoseOfTheProblemsAndSimulatorsAreOthers) {
    std::vector<Comparison> runs;
    for (const std::string problem : {"levy03", "push4", "a-simulator"}) {
        for (const Contender& c : {ours, before}) runs.push_back(runs_of(problem, c, column({1})));
    }
    for (const BenchmarkPtr& problem : bench_problems(BenchHalf::tuning)) {
        for (const Contender& c : {ours, before}) runs.push_back(runs_of(std::string(problem->name()), c, column({1})));
    }
    EXPECT_TRUE(
        table("ratios", runs)
            .starts_with(
                "| against | profile | paper | push | other | engineering | paths | penalty | transformed | all |\n"))
        << table("ratios", runs);
}

TEST(BarsRatios, TheFloorIsAsAskedFor) {
    const std::vector<Comparison> runs = {runs_of("levy03", ours, rows({{100, 0.5}})),
                                          runs_of("levy03", before, rows({{100, 10}}))};
    const auto with_floor = [&](double floor) {
        return bars_table("ratios", runs, {.ours = ours, .before = before, .floor = floor});
    };
    EXPECT_NE(with_floor(0.02).find("| most-uncertain | default | 0.20 | 0.20 |"), std::string::npos);
    EXPECT_NE(with_floor(0.02).find("at least 0.02 of the problem's scale"), std::string::npos);
    EXPECT_NE(with_floor(1e-6).find("| most-uncertain | default | 0.05 | 0.05 |"), std::string::npos);
    EXPECT_THROW((void)with_floor(0), std::invalid_argument);
}

TEST(BarsRatios, AProblemWithoutAScaleIsRefused) {
    EXPECT_TRUE(refusal("ratios", {runs_of("levy03", ours, column({0})), runs_of("levy03", before, column({0}))})
                    .starts_with("bars: levy03, D = 5, p = 2 has a median regret of 0 after 10 evaluations"));
}

// evaluations

TEST(BarsEvaluations, AreThoseOfAnExampleByHand) {
    // levy03: the aim is 2, the median of 1, 2, 9; ours has medians 5, 2, 3. quintic: never. push4: at once.
    const std::vector<Comparison> runs = {
        runs_of("levy03", ours, rows({{5, 1, 4}, {5, 2, 3}, {6, 7, 1}})),
        runs_of("levy03", before, rows({{9, 9, 1}, {9, 9, 2}, {9, 9, 9}})),
        runs_of("quintic", ours, rows({{9, 9, 9}})),
        runs_of("quintic", before, rows({{9, 9, 8.5}})),
        runs_of("push4", ours, rows({{1, 2, 3}}), 4),
        runs_of("push4", before, rows({{9, 9, 1}}), 4),
        runs_of("styblinski-tang", before, rows({{9, 9, 1}})),
    };
    EXPECT_EQ(table("evaluations", runs),
              "| problem | D | p | regret of most-uncertain after 30 | alternating has it after |\n"
              "|---|---|---|---|---|\n"
              "| levy03 | 5 | 2 | 2 | 20 |\n"
              "| quintic | 5 | 2 | 8.5 | > 30 |\n"
              "| push4 | 4 | 2 | 1 | 10 |\n"
              "| **median** | | | | **20** |\n"
              "\nThe first number of evaluations after which the median regret of alternating (warped) is at most that "
              "of most-uncertain (default) after 30.\n");
    const std::vector<Comparison> never(runs.begin() + 2, runs.begin() + 4);
    EXPECT_NE(table("evaluations", never).find("| **median** | | | | **> 30** |"), std::string::npos);
    EXPECT_TRUE(
        refusal("evaluations", {runs[0], runs[6]}).starts_with("bars: alternating (warped) and most-uncertain"));
}

// promises

TEST(BarsPromises, AreThoseOfAnExampleByHand) {
    Comparison levy = runs_of("levy03", ours, Matrix::Constant(4, 10, 2));  // the scale is 2
    levy.methods[0].promises.worst = rows({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
    levy.methods[0].promises.lower = rows({{0, 1, nan}, {2, 0, nan}, {0, 0, nan}, {0, nan, nan}});
    levy.methods[0].promises.upper = rows({{2, 1, nan}, {4, 0.5, nan}, {0.5, 3, nan}, {1, nan, nan}});
    Comparison push = runs_of("push4", ours, Matrix::Constant(1, 10, 4), 4);
    push.methods[0].promises = {rows({{1, 1, 1}}), rows({{0, 0, 0}}), rows({{8, 8, 8}})};
    // At 25: kept 0..2 and 0..1 (its end counts), below 2..4, above 0..0.5; widths 1, 1, 0.25, 0.5 of the scale.
    const std::string text = table("promises", {levy, push});
    EXPECT_TRUE(
        text.starts_with("| family | evaluations | promises | kept | truth above | truth below | no promise | "
                         "mean width | median width |\n"
                         "|---|---|---|---|---|---|---|---|---|\n"
                         "| paper | 25 | 4 | 50.0 % | 1 | 1 | 0 | 0.688 | 0.750 |\n"
                         "| paper | 50 | 3 | 66.7 % | 1 | 0 | 1 | 0.583 | 0.250 |\n"
                         "| paper | 100 | 0 | – | | | 4 | – | – |\n"
                         "| push | 25 | 1 | 100.0 % | 0 | 0 | 0 | 2.000 | 2.000 |\n"
                         "| push | 50 | 1 | 100.0 % | 0 | 0 | 0 | 2.000 | 2.000 |\n"
                         "| push | 100 | 1 | 100.0 % | 0 | 0 | 0 | 2.000 | 2.000 |\n"
                         "| all | 25 | 5 | 60.0 % | 1 | 1 | 0 | 0.950 | 1.000 |\n"))
        << text;
}

TEST(BarsPromises, TablesOfTheTimeBeforePromisesHaveNone) {
    const std::string text = table("promises", {runs_of("levy03", ours, Matrix::Constant(3, 5, 2))});
    EXPECT_NE(text.find("| all | 50 | 0 | – | | | 3 | – | – |\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("| 100 |"), std::string::npos) << "the budget was 50";
    EXPECT_TRUE(
        refusal("promises", {runs_of("levy03", before, column({1}))}).starts_with("bars: there are no runs of"));
}

// step

TEST(BarsStep, CountsTheRunsBelowHalfTheStep) {
    const std::vector<Comparison> runs = {
        runs_of("stepped-sphere", ours, column({0.1, 2.49, 2.5, 5})), runs_of("stepped-sphere", before, column({5, 5})),
        runs_of("stepped-sphere", ours, column({4.9, 5}), 10), runs_of("levy03", {"paper", "ucb"}, column({0}))};
    EXPECT_EQ(table("step", runs),
              "| method | profile | D = 5, p = 2 | D = 10, p = 2 |\n"
              "|---|---|---|---|\n"
              "| alternating | warped | 2 of 4 | 1 of 2 |\n"
              "| most-uncertain | default | 0 of 2 | – |\n"
              "\nRuns on stepped-sphere that ended in its low step: with a regret below half the step's height, D / 2, "
              "after 10 evaluations.\n");
    EXPECT_TRUE(refusal("step", {runs[3]}).starts_with("bars: there are no runs on stepped-sphere"));
}

}  // namespace
}  // namespace sweetspot
