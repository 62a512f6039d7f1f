#include "figures/experiment_page.hpp"

#include <fmt/format.h>

#include "experiment/tables.hpp"
#include "figures/comparison_figures.hpp"
#include "statistics/ranks.hpp"
#include "statistics/summary.hpp"

namespace sweetspot {
namespace {

constexpr double significance = 0.05;

std::string region_of(Norm norm) {
    switch (norm) {
        case Norm::one:
            return "cross-polytopes (p = 1)";
        case Norm::two:
            return "balls (p = 2)";
        default:
            return "boxes (p = inf)";
    }
}

/// Of a group: "d5-p2-paper", or with the problem's name where it stands alone.
std::string id_of(const std::vector<Comparison>& group) {
    const Comparison& c = group.front();
    const std::string name = group.size() == 1 ? c.problem + "-" : "";
    return fmt::format("{}d{}-p{}-{}", name, c.dimension, to_string(c.norm), c.profile);
}

std::string cell(const Quartiles& q) {
    return fmt::format("{:.3g} [{:.2g}, {:.2g}]", q.median, q.lower, q.upper);
}

Index last_column(const Comparison& c) {
    return c.methods.front().regret.cols() - 1;
}

/// A row per method, a column per problem, and the average rank over them.
Table table_of(const std::vector<Comparison>& group, const Matrix& scores) {
    Table table;
    table.caption =
        fmt::format("Regret after {} evaluations: median [quartiles]; average rank over all runs (1 is best)",
                    last_column(group.front()) + 1);
    table.header = {"method"};
    for (const Comparison& c : group) table.header.push_back(c.problem);
    table.header.emplace_back("average rank");
    const Vector ranks = average_ranks(scores);
    for (std::size_t m = 0; m < group.front().methods.size(); ++m) {
        std::vector<std::string> row = {group.front().methods[m].method};
        for (const Comparison& c : group) row.push_back(cell(quartiles(c.methods[m].regret.col(last_column(c)))));
        row.push_back(fmt::format("{:.2f}", ranks[static_cast<Index>(m)]));
        table.rows.push_back(std::move(row));
    }
    for (std::size_t m = 0; m < group.front().own.size(); ++m) {
        std::vector<std::string> row = {group.front().own[m].method + ", own report"};
        for (const Comparison& c : group) row.push_back(cell(quartiles(c.own[m].regret.col(last_column(c)))));
        row.emplace_back();
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string words_on(const CriticalDifference& cd, Index rows) {
    return fmt::format(
        "Friedman's test over {} paired runs: χ² = {:.3g}, p = {:.2g}. Methods joined by a bar are not separated by "
        "paired Wilcoxon signed-rank tests at {} after Holm's correction; regrets of a problem are divided by their "
        "median first.",
        rows, cd.friedman.chi_square, cd.friedman.chi_square_p, significance);
}

Section section_of(const std::vector<Comparison>& group) {
    const Comparison& first = group.front();
    const std::string heading =
        group.size() == 1 ? fmt::format("{}, D = {}, {}", first.problem, first.dimension, region_of(first.norm))
                          : fmt::format("D = {}, {}", first.dimension, region_of(first.norm));
    Section section{fmt::format("{}, profile {}", heading, first.profile), {}};
    const std::string id = id_of(group);
    section.parts.emplace_back(convergence_figure(group, "convergence-" + id, "Convergence, " + heading));
    const Matrix scores = paired_regrets(group, last_column(first) + 1);
    section.parts.emplace_back(table_of(group, scores));
    if (scores.rows() < 2 || scores.cols() < 2) return section;
    const CriticalDifference cd = critical_difference(scores, significance);
    std::vector<std::string> methods;
    for (const MethodScores& m : first.methods) methods.push_back(m.method);
    section.parts.emplace_back(
        critical_difference_figure(cd, methods, "ranks-" + id, "Critical differences, " + heading, significance));
    section.parts.emplace_back(Paragraph{words_on(cd, scores.rows())});
    return section;
}

}  // namespace

std::vector<Section> experiment_sections(const std::vector<Comparison>& comparisons) {
    std::vector<Section> sections;
    for (const std::vector<Comparison>& group : by_dimension_and_norm(comparisons)) {
        sections.push_back(section_of(group));
    }
    return sections;
}

std::vector<Section> pattern_sections(const ExperimentSpec& spec, const ExperimentStore& store) {
    std::vector<Section> sections;
    for (const std::string& name : spec.problems) {
        const BenchmarkPtr benchmark = experiment_problem(name, 1);
        const Space space = benchmark->space(2);
        for (const Norm norm : norms_of(spec, *benchmark)) {
            std::vector<SearchPattern> patterns;
            for (const std::string& method : spec.methods) {
                const RunKey key{name, 2, norm, method, spec.profile, 1, spec.evaluations, spec.score_every, spec.seed};
                const auto run = store.load(key);
                if (!run) continue;
                patterns.push_back({method, space.points_to_unit(run->inputs), 3,
                                    space.to_unit(run->common.centres.col(spec.evaluations - 1))});
            }
            if (patterns.empty()) continue;
            Section section{fmt::format("Search patterns on {}", name), {}};
            section.parts.emplace_back(
                search_pattern_figure(*benchmark, norm, benchmark->default_tolerance(), patterns,
                                      fmt::format("patterns-{}-p{}", name, to_string(norm)),
                                      fmt::format("Where {} was evaluated in {} evaluations", name, spec.evaluations)));
            sections.push_back(std::move(section));
        }
    }
    return sections;
}

}  // namespace sweetspot
