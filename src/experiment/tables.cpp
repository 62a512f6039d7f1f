#include "experiment/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "statistics/critical_difference.hpp"
#include "statistics/ranks.hpp"
#include "statistics/summary.hpp"
#include "statistics/wilcoxon.hpp"

namespace sweetspot {
namespace {

constexpr double alpha = 0.05;

/// 10, 20, …, and the last.
std::vector<Index> moments(Index evaluations) {
    std::vector<Index> result;
    for (Index n = 10; n < evaluations; n += 10) result.push_back(n);
    result.push_back(evaluations);
    return result;
}

std::string number(double value) {
    return std::isnan(value) ? "" : fmt::format("{:.5g}", value);
}

/// Finer than a regret: what counts is whether it lies between two others.
std::string bound(double value) {
    return std::isnan(value) ? "" : fmt::format("{:.9g}", value);
}

std::string place(const Comparison& c) {
    return fmt::format("{},{},{},{}", c.problem, c.dimension, to_string(c.norm), c.profile);
}

Index evaluations_of(const Comparison& c) {
    return c.methods.front().regret.cols();
}

std::vector<Index> promise_moments_within(Index evaluations) {
    std::vector<Index> result;
    for (const Index n : promise_moments) {
        if (n <= evaluations) result.push_back(n);
    }
    return result;
}

void add_promises(std::string& table, const Promises& promises, Index r, std::size_t columns) {
    for (Index column = 0; column < static_cast<Index>(columns); ++column) {
        for (const Matrix* values : {&promises.worst, &promises.lower, &promises.upper}) {
            table += fmt::format(",{}", column < values->cols() ? bound((*values)(r, column)) : "");
        }
    }
}

void add_runs(std::string& table, const Comparison& c, const MethodScores& scores, std::string_view rule) {
    const std::vector<Index> after = moments(evaluations_of(c));
    for (Index r = 0; r < scores.regret.rows(); ++r) {
        const Index repeat = scores.repeats.empty() ? r + 1 : scores.repeats[static_cast<std::size_t>(r)];
        table += fmt::format("{},{},{},{}", place(c), scores.method, rule, repeat);
        for (const Index n : after) table += fmt::format(",{}", number(scores.regret(r, n - 1)));
        for (const Index n : after) table += fmt::format(",{}", number(scores.distance(r, n - 1)));
        add_promises(table, scores.promises, r, promise_moments_within(evaluations_of(c)).size());
        table += "\n";
    }
}

void add_summary(std::string& table, const Comparison& c, const MethodScores& scores, std::string_view rule,
                 const std::string& rank) {
    const Index last = evaluations_of(c) - 1;
    const Quartiles regret = quartiles(scores.regret.col(last));
    const Quartiles distance = quartiles(scores.distance.col(last));
    table += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", place(c), scores.method, rule, scores.regret.rows(),
                         number(regret.lower), number(regret.median), number(regret.upper), number(distance.lower),
                         number(distance.median), number(distance.upper), rank);
}

void add_tests(std::string& table, const std::string& where, const std::vector<MethodScores>& methods,
               const Matrix& scores) {
    if (scores.rows() < 2 || scores.cols() < 2) return;
    const CriticalDifference cd = critical_difference(scores, alpha);
    for (Index i = 0; i < scores.cols(); ++i) {
        for (Index j = i + 1; j < scores.cols(); ++j) {
            const WilcoxonTest test = wilcoxon_signed_rank(scores.col(i), scores.col(j));
            table += fmt::format("{},{},{:.4g},{},{},{:.3f},{:.3f},{:.4g},{:.4g},{}\n", where, scores.rows(),
                                 cd.friedman.f_p, methods[static_cast<std::size_t>(i)].method,
                                 methods[static_cast<std::size_t>(j)].method, cd.friedman.average_ranks[i],
                                 cd.friedman.average_ranks[j], test.p, cd.p(i, j), cd.p(i, j) <= alpha ? "yes" : "no");
        }
    }
}

}  // namespace

std::string runs_table(std::span<const Comparison> comparisons) {
    std::string table = "problem,dimension,norm,profile,method,report,repeat";
    const auto finished =
        std::find_if(comparisons.begin(), comparisons.end(), [](const Comparison& c) { return !c.methods.empty(); });
    if (finished != comparisons.end()) {
        const std::vector<Index> after = moments(evaluations_of(*finished));
        for (const char* what : {"regret", "distance"}) {
            for (const Index n : after) table += fmt::format(",{}_{}", what, n);
        }
        for (const Index n : promise_moments_within(evaluations_of(*finished))) {
            table += fmt::format(",worst_{0},lower_{0},upper_{0}", n);
        }
    }
    table += "\n";
    for (const Comparison& c : comparisons) {
        for (const MethodScores& scores : c.methods) add_runs(table, c, scores, "common");
        for (const MethodScores& scores : c.own) add_runs(table, c, scores, "own");
    }
    return table;
}

std::string summary_table(std::span<const Comparison> comparisons) {
    std::string table =
        "problem,dimension,norm,profile,method,report,repeats,regret_lower_quartile,regret_median,"
        "regret_upper_quartile,distance_lower_quartile,distance_median,distance_upper_quartile,average_rank\n";
    for (const Comparison& c : comparisons) {
        if (c.methods.empty()) continue;
        const Vector ranks = average_ranks(paired_regrets({&c, 1}, evaluations_of(c)));
        for (std::size_t m = 0; m < c.methods.size(); ++m) {
            add_summary(table, c, c.methods[m], "common", fmt::format("{:.3f}", ranks[static_cast<Index>(m)]));
        }
        for (const MethodScores& scores : c.own) add_summary(table, c, scores, "own", "");
    }
    return table;
}

std::string tests_table(std::span<const Comparison> comparisons) {
    std::string table =
        "problem,dimension,norm,profile,pairs,friedman_p,method,other,average_rank,other_average_rank,wilcoxon_p,"
        "holm_p,separated\n";
    for (const Comparison& c : comparisons) {
        if (c.methods.empty()) continue;
        add_tests(table, place(c), c.methods, paired_regrets({&c, 1}, evaluations_of(c)));
    }
    for (const std::vector<Comparison>& group : by_dimension_and_norm(comparisons)) {
        if (group.size() < 2) continue;
        Comparison all = group.front();
        all.problem = "all";
        add_tests(table, place(all), all.methods, paired_regrets(group, evaluations_of(all)));
    }
    return table;
}

std::vector<std::vector<Comparison>> by_dimension_and_norm(std::span<const Comparison> comparisons) {
    std::vector<std::vector<Comparison>> groups;
    std::map<std::tuple<std::string, std::string, Index, Norm>, std::size_t> number_of;
    for (const Comparison& c : comparisons) {
        if (c.methods.empty()) continue;
        const bool alone = only_dimension(*benchmark_named(c.problem)).has_value();
        const auto [where, fresh] =
            number_of.try_emplace({c.profile, alone ? c.problem : "", c.dimension, c.norm}, groups.size());
        if (fresh) groups.emplace_back();
        groups[where->second].push_back(c);
    }
    return groups;
}

}  // namespace sweetspot
