#include "figures/experiment_page.hpp"

#include <fmt/format.h>

#include <cmath>

#include "experiment/tables.hpp"
#include "figures/comparison_figures.hpp"
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

Index last_column(const Comparison& c) {
    return c.methods.front().regret.cols() - 1;
}

std::string exact_number(double value) {
    return std::isfinite(value) ? fmt::format("{:.6g}", value) : "";
}

/// A row per problem and method.
DataTable regrets_table(const std::vector<Comparison>& group, const std::string& id) {
    using Kind = DataTable::Column::Kind;
    DataTable table{"regrets-" + id,
                    fmt::format("Regret after {} evaluations: median and quartiles of the repeats; smaller is better",
                                last_column(group.front()) + 1),
                    {{"problem"},
                     {"method"},
                     {"median", Kind::number},
                     {"lower quartile", Kind::number},
                     {"upper quartile", Kind::number},
                     {"repeats", Kind::number}},
                    {}};
    const auto add = [&](const Comparison& c, const MethodScores& scores, const std::string& name) {
        const Quartiles q = quartiles(scores.regret.col(last_column(c)));
        table.rows.push_back({c.problem, name, exact_number(q.median), exact_number(q.lower), exact_number(q.upper),
                              std::to_string(scores.regret.rows())});
    };
    for (const Comparison& c : group) {
        for (const MethodScores& scores : c.methods) add(c, scores, scores.method);
        for (const MethodScores& scores : c.own) add(c, scores, scores.method + ", own report");
    }
    return table;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
    }
    return text;
}

/// Who is best by average rank, and from whom the tests separate it; no more than they say.
std::string verdict_on(const CriticalDifference& cd, const std::vector<std::string>& methods, Index rows) {
    const Index best = cd.order.front();
    std::vector<std::string> worse;
    std::vector<std::string> alike;
    for (const Index method : cd.order) {
        if (method == best) continue;
        const std::string& name = methods[static_cast<std::size_t>(method)];
        (cd.p(best, method) < significance ? worse : alike).push_back(name);
    }
    std::string text =
        fmt::format("{} has the best average rank, {:.2f} of {} over {} paired runs.",
                    methods[static_cast<std::size_t>(best)], cd.friedman.average_ranks[best], methods.size(), rows);
    if (!worse.empty()) text += fmt::format(" It is significantly better than {}.", listed(worse));
    if (!alike.empty()) {
        text += fmt::format(" The tests do not separate it from {}{}.", listed(alike),
                            worse.empty() ? ", so no method is shown to be the best" : "");
    }
    return text;
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
    const Matrix scores = paired_regrets(group, last_column(first) + 1);
    std::vector<std::string> methods;
    for (const MethodScores& m : first.methods) methods.push_back(m.method);
    const bool comparable = scores.rows() >= 2 && scores.cols() >= 2;
    if (!comparable) {
        section.parts.emplace_back(Paragraph{"There are too few runs or methods to say which method is better."});
        section.parts.emplace_back(convergence_figure(group, "convergence-" + id, "Convergence, " + heading));
        section.parts.emplace_back(regrets_table(group, id));
        return section;
    }
    const CriticalDifference cd = critical_difference(scores, significance);
    section.parts.emplace_back(Paragraph{verdict_on(cd, methods, scores.rows())});
    section.parts.emplace_back(convergence_figure(group, "convergence-" + id, "Convergence, " + heading));
    section.parts.emplace_back(regrets_table(group, id));
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
