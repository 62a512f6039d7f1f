#include "sweetspot/experiment/claims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sweetspot/statistics/critical_difference.hpp"
#include "sweetspot/statistics/holm.hpp"
#include "sweetspot/statistics/summary.hpp"
#include "sweetspot/statistics/wilcoxon.hpp"

namespace sweetspot {
namespace {

using Names = std::vector<std::string>;
constexpr double alpha = 0.05;
const Names rules = {"most-uncertain", "random", "ucb", "centre", "worst-case"};

bool contains(const Names& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

const MethodScores& scores_of(const Comparison& c, const std::string& method) {
    return *std::find_if(c.methods.begin(), c.methods.end(), [&](const auto& m) { return m.method == method; });
}

Vector last_regrets(const Comparison& c, const std::string& method) {
    const Matrix& regret = scores_of(c, method).regret;
    return regret.col(regret.cols() - 1);
}

double median(const Vector& values) {
    return quantile(values, 0.5);
}

Verdict verdict_of(bool all, bool some) {
    return all ? Verdict::reproduced : some ? Verdict::in_part : Verdict::not_reproduced;
}

/// What there is of the paper's experiments with p = 2.
class Evidence {
  public:
    explicit Evidence(std::span<const Comparison> comparisons) {
        for (const Comparison& c : comparisons) {
            const bool complete = c.norm == Norm::two && std::all_of(rules.begin(), rules.end(), [&](const auto& rule) {
                                      return std::any_of(c.methods.begin(), c.methods.end(),
                                                         [&](const auto& m) { return m.method == rule; });
                                  });
            if (complete) all_.push_back(&c);
        }
    }
    [[nodiscard]] std::vector<Comparison> functions(Index dimension) const {
        std::vector<Comparison> found;
        for (const Comparison* c : all_) {
            if (c->dimension == dimension && !c->problem.starts_with("push")) found.push_back(*c);
        }
        return found;
    }
    [[nodiscard]] const Comparison* problem(std::string_view name, Index dimension) const {
        for (const Comparison* c : all_) {
            if (c->problem == name && c->dimension == dimension) return c;
        }
        return nullptr;
    }

  private:
    std::vector<const Comparison*> all_;
};

/// Average ranks and tests over all functions of a dimension.
struct Ranking {
    Names methods;
    CriticalDifference cd;

    explicit Ranking(const std::vector<Comparison>& group)
        : cd(critical_difference(paired_regrets(group, group.front().methods.front().regret.cols()), alpha)) {
        for (const MethodScores& m : group.front().methods) methods.push_back(m.method);
    }
    [[nodiscard]] Index column(const std::string& method) const {
        return std::find(methods.begin(), methods.end(), method) - methods.begin();
    }
    [[nodiscard]] double rank(const std::string& method) const { return cd.friedman.average_ranks[column(method)]; }
    [[nodiscard]] bool separated(const std::string& a, const std::string& b) const {
        return cd.p(column(a), column(b)) <= alpha;
    }
    /// The rules of ours, or all methods, best first: "most-uncertain 2.31, random 2.85".
    [[nodiscard]] std::string listed() const {
        Names parts;
        for (const Index m : cd.order) {
            parts.push_back(
                fmt::format("{} {:.2f}", methods[static_cast<std::size_t>(m)], cd.friedman.average_ranks[m]));
        }
        return fmt::format("{}", fmt::join(parts, ", "));
    }
};

Claim best_rule(const Evidence& evidence) {
    Claim claim{
        "Of the five sampling rules most-uncertain is best at D = 5", "",
        "lowest average rank over all runs of the six functions; Wilcoxon signed-rank with Holm against each of "
        "the other rules",
        Verdict::not_measured};
    const auto group = evidence.functions(5);
    if (group.empty()) return claim;
    const Ranking ranking(group);
    Names tied;
    bool lowest = true;
    for (const std::string& rule : rules) {
        if (rule == rules.front()) continue;
        lowest = lowest && ranking.rank(rules.front()) < ranking.rank(rule);
        if (!ranking.separated(rules.front(), rule)) tied.push_back(rule);
    }
    claim.measured = fmt::format(
        "average ranks: {}; {}", ranking.listed(),
        tied.empty() ? "separated from every other rule" : fmt::format("not separated from {}", fmt::join(tied, ", ")));
    claim.verdict = verdict_of(lowest && tied.empty(), lowest);
    return claim;
}

Claim explorers(const Evidence& evidence) {
    Claim claim{"most-uncertain and random generally outperform the other rules", "",
                "the two lowest average ranks among the five rules, at D = 5 and at D = 10", Verdict::not_measured};
    int holds = 0;
    for (const Index dimension : {5, 10}) {
        const auto group = evidence.functions(dimension);
        if (group.empty()) return claim;
        const Ranking ranking(group);
        Names order = rules;
        std::sort(order.begin(), order.end(),
                  [&](const auto& a, const auto& b) { return ranking.rank(a) < ranking.rank(b); });
        const Names two(order.begin(), order.begin() + 2);
        if (contains(two, "most-uncertain") && contains(two, "random")) ++holds;
        claim.measured +=
            fmt::format("{}D = {}: {}", claim.measured.empty() ? "" : "; ", dimension, fmt::join(order, ", "));
    }
    claim.verdict = verdict_of(holds == 2, holds == 1);
    return claim;
}

/// How many runs of each method ended in the low step: outside it the regret is above the step's height D, less little.
std::vector<std::pair<std::string, Index>> runs_in_step(const Comparison& c) {
    std::vector<std::pair<std::string, Index>> counts;
    for (const MethodScores& m : c.methods) {
        counts.emplace_back(m.method,
                            (last_regrets(c, m.method).array() < static_cast<double>(c.dimension) / 2).count());
    }
    return counts;
}

std::string listed(const std::vector<std::pair<std::string, Index>>& counts, Index of) {
    Names parts;
    for (const auto& [method, count] : counts) parts.push_back(fmt::format("{} {}", method, count));
    return fmt::format("runs of {} that found it: {}", of, fmt::join(parts, ", "));
}

Claim step_found(const Evidence& evidence) {
    Claim claim{"Only most-uncertain and StableOpt find the step of f5 (stepped-sphere) at D = 5", "",
                "the step is found if the regret is below half its height, D / 2; by a method, if in most of its runs",
                Verdict::not_measured};
    const Comparison* c = evidence.problem("stepped-sphere", 5);
    if (c == nullptr) return claim;
    const auto counts = runs_in_step(*c);
    const Index repeats = c->methods.front().regret.rows();
    bool all = true;
    bool some = false;
    for (const auto& [method, count] : counts) {
        const bool expected = method == "most-uncertain" || method == "stableopt";
        const bool found = 2 * count > repeats;
        all = all && expected == found;
        some = some || (expected && found);
    }
    claim.measured = listed(counts, repeats);
    claim.verdict = verdict_of(all, some);
    return claim;
}

Claim step_missed(const Evidence& evidence) {
    Claim claim{"Nobody finds the step of f5 at D = 10", "", "no run ends with a regret below D / 2",
                Verdict::not_measured};
    const Comparison* c = evidence.problem("stepped-sphere", 10);
    if (c == nullptr) return claim;
    const auto counts = runs_in_step(*c);
    const bool nobody = std::all_of(counts.begin(), counts.end(), [](const auto& entry) { return entry.second == 0; });
    claim.measured = listed(counts, c->methods.front().regret.rows());
    claim.verdict = verdict_of(nobody, false);
    return claim;
}

/// One test per function and dimension of a method of ours against ur Rehman's, corrected together.
Claim ahead_of_ur_rehman(const Evidence& evidence) {
    Claim claim{"Ours is ahead of ur Rehman et al. in final regret on every function", "",
                "most-uncertain against ur-rehman, function by function at D = 5 and 10: smaller median, and a paired "
                "Wilcoxon signed-rank test (less) with Holm's correction",
                Verdict::not_measured};
    Names behind;
    Names open;
    std::vector<double> p;
    Names places;
    for (const Index dimension : {5, 10}) {
        for (const Comparison& c : evidence.functions(dimension)) {
            const Vector ours = last_regrets(c, "most-uncertain");
            const Vector theirs = last_regrets(c, "ur-rehman");
            places.push_back(fmt::format("{} D = {}", c.problem, dimension));
            p.push_back(wilcoxon_signed_rank(ours, theirs, Alternative::less).p);
            if (median(ours) >= median(theirs)) behind.push_back(places.back());
        }
    }
    if (places.empty()) return claim;
    const Vector adjusted = holm(Eigen::Map<const Vector>(p.data(), std::ssize(p)));
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (adjusted[static_cast<Index>(i)] > alpha && !contains(behind, places[i])) open.push_back(places[i]);
    }
    const std::size_t ahead = places.size() - behind.size() - open.size();
    claim.measured = fmt::format("ahead, significantly, on {} of {}", ahead, places.size());
    if (!open.empty()) claim.measured += fmt::format("; ahead but not significantly on {}", fmt::join(open, ", "));
    if (!behind.empty()) claim.measured += fmt::format("; behind on {}", fmt::join(behind, ", "));
    claim.verdict = verdict_of(ahead == places.size(), 2 * (ahead + open.size()) > places.size());
    return claim;
}

Claim close_at_ten(const Evidence& evidence) {
    Claim claim{
        "At D = 10 several of our rules and StableOpt cannot be told apart", "",
        "a group of the critical-difference diagram (Wilcoxon with Holm at 0.05) with StableOpt and at least two "
        "of our rules",
        Verdict::not_measured};
    const auto group = evidence.functions(10);
    if (group.empty()) return claim;
    const Ranking ranking(group);
    bool found = false;
    Names groups;
    for (const MethodGroup& g : ranking.cd.groups) {
        Names names;
        for (const Index m : g) names.push_back(ranking.methods[static_cast<std::size_t>(m)]);
        const auto ours = std::count_if(names.begin(), names.end(), [](const auto& n) { return contains(rules, n); });
        found = found || (contains(names, "stableopt") && ours >= 2);
        groups.push_back(fmt::format("{{{}}}", fmt::join(names, ", ")));
    }
    claim.measured = fmt::format("average ranks: {}; groups: {}", ranking.listed(),
                                 groups.empty() ? "none" : fmt::format("{}", fmt::join(groups, " ")));
    claim.verdict = verdict_of(found, !groups.empty());
    return claim;
}

Claim unsolved_at_ten(const Evidence& evidence) {
    Claim claim{"Levy03 and stepped sphere are not solved at D = 10", "",
                "no method's median regret falls below a tenth of what it was after 10 evaluations",
                Verdict::not_measured};
    int unsolved = 0;
    for (const std::string name : {"levy03", "stepped-sphere"}) {
        const Comparison* c = evidence.problem(name, 10);
        if (c == nullptr) return claim;
        double best = 1;
        std::string by;
        for (const MethodScores& m : c->methods) {
            // The column of 10 evaluations: the first of a table of tens, the tenth of a full record.
            const Index early = m.regret.cols() > 10 ? 9 : 0;
            const double share = median(m.regret.col(m.regret.cols() - 1)) / median(m.regret.col(early));
            if (share < best) {
                best = share;
                by = m.method;
            }
        }
        if (best >= 0.1) ++unsolved;
        claim.measured += fmt::format("{}{}: at best {:.0f} % of it is left ({})", claim.measured.empty() ? "" : "; ",
                                      name, 100 * best, by);
    }
    claim.verdict = verdict_of(unsolved == 2, unsolved == 1);
    return claim;
}

Claim closer_but_worse(const Evidence& evidence) {
    Claim claim{
        "ur Rehman et al. get closer to the optimum on several occasions, with a worse regret", "",
        "functions where the median distance of ur-rehman is below most-uncertain's and its median regret above",
        Verdict::not_measured};
    Names places;
    bool measured = false;
    for (const Index dimension : {5, 10}) {
        for (const Comparison& c : evidence.functions(dimension)) {
            measured = true;
            const auto last_distance = [&](const std::string& method) {
                const Matrix& distance = scores_of(c, method).distance;
                return median(distance.col(distance.cols() - 1));
            };
            const bool closer = last_distance("ur-rehman") < last_distance("most-uncertain");
            const bool worse = median(last_regrets(c, "ur-rehman")) > median(last_regrets(c, "most-uncertain"));
            if (closer && worse) places.push_back(fmt::format("{} D = {}", c.problem, dimension));
        }
    }
    if (!measured) return claim;
    claim.measured = places.empty() ? "nowhere" : fmt::format("on {}", fmt::join(places, ", "));
    claim.verdict = verdict_of(places.size() >= 2, places.size() == 1);
    return claim;
}

Claim poor_pair(const Evidence& evidence) {
    Claim claim{"ur Rehman et al. and centre do poorly alike", "", "the two highest average ranks at D = 5",
                Verdict::not_measured};
    const auto group = evidence.functions(5);
    if (group.empty()) return claim;
    const Ranking ranking(group);
    const auto& order = ranking.cd.order;
    const Names worst = {ranking.methods[static_cast<std::size_t>(order[order.size() - 1])],
                         ranking.methods[static_cast<std::size_t>(order[order.size() - 2])]};
    claim.measured = fmt::format("the highest ranks are of {} and {}", worst[0], worst[1]);
    const bool rehman = contains(worst, "ur-rehman");
    const bool centre = contains(worst, "centre");
    claim.verdict = verdict_of(rehman && centre, rehman || centre);
    return claim;
}

std::string medians_of(const Comparison& c) {
    Names parts;
    for (const MethodScores& m : c.methods) {
        parts.push_back(fmt::format("{} {:.3g}", m.method, median(last_regrets(c, m.method))));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

Claim push4(const Evidence& evidence) {
    Claim claim{"On Push4 most-uncertain, random and centre have the best median regret", "",
                "the three lowest medians after the last evaluation", Verdict::not_measured};
    const Comparison* c = evidence.problem("push4", 4);
    if (c == nullptr) return claim;
    std::vector<std::pair<double, std::string>> order;
    for (const MethodScores& m : c->methods) order.emplace_back(median(last_regrets(*c, m.method)), m.method);
    std::sort(order.begin(), order.end());
    int among = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        if (contains({"most-uncertain", "random", "centre"}, order[i].second)) ++among;
    }
    claim.measured = "median regrets: " + medians_of(*c);
    claim.verdict = verdict_of(among == 3, among == 2);
    return claim;
}

Claim push8(const Evidence& evidence) {
    Claim claim{"On Push8 no two methods can be told apart", "",
                "no pair is separated by Wilcoxon's signed-rank test with Holm's correction at 0.05",
                Verdict::not_measured};
    const Comparison* c = evidence.problem("push8", 8);
    if (c == nullptr) return claim;
    const Ranking ranking({*c});
    Names pairs;
    for (std::size_t i = 0; i < ranking.methods.size(); ++i) {
        for (std::size_t j = i + 1; j < ranking.methods.size(); ++j) {
            if (ranking.separated(ranking.methods[i], ranking.methods[j])) {
                pairs.push_back(fmt::format("{} and {}", ranking.methods[i], ranking.methods[j]));
            }
        }
    }
    const std::size_t all = ranking.methods.size() * (ranking.methods.size() - 1) / 2;
    claim.measured = fmt::format("median regrets: {}; separated: {}", medians_of(*c),
                                 pairs.empty() ? "none" : fmt::format("{}", fmt::join(pairs, ", ")));
    claim.verdict = verdict_of(pairs.empty(), 4 * pairs.size() <= all);
    return claim;
}

Claim push8_improves(const Evidence& evidence) {
    Claim claim{
        "On Push8 every rule makes headway, and some runs beat the estimated optimum", "",
        "the median regret of every rule falls from 10 evaluations to the last; some run has regret 0, being the "
        "new reference",
        Verdict::not_measured};
    const Comparison* c = evidence.problem("push8", 8);
    if (c == nullptr) return claim;
    Index better = 0;
    int headway = 0;
    for (const MethodScores& m : c->methods) {
        const Index early = m.regret.cols() > 10 ? 9 : 0;
        if (contains(rules, m.method) && median(last_regrets(*c, m.method)) < median(m.regret.col(early))) ++headway;
    }
    for (Index r = 0; r < c->methods.front().regret.rows(); ++r) {
        const bool beaten = std::any_of(c->methods.begin(), c->methods.end(),
                                        [&](const MethodScores& m) { return (m.regret.row(r).array() == 0).any(); });
        if (beaten) ++better;
    }
    claim.measured = fmt::format("{} of 5 rules made headway; the estimate was beaten on {} of {} instances", headway,
                                 better, c->methods.front().regret.rows());
    claim.verdict = verdict_of(headway == 5 && better > 0, headway == 5 || better > 0);
    return claim;
}

}  // namespace

std::string_view to_string(Verdict verdict) {
    switch (verdict) {
        case Verdict::reproduced:
            return "reproduced";
        case Verdict::in_part:
            return "in part";
        case Verdict::not_reproduced:
            return "not reproduced";
        default:
            return "not measured";
    }
}

std::vector<Claim> paper_claims(std::span<const Comparison> comparisons) {
    const Evidence evidence(comparisons);
    return {best_rule(evidence),          explorers(evidence),    step_found(evidence),      step_missed(evidence),
            ahead_of_ur_rehman(evidence), close_at_ten(evidence), unsolved_at_ten(evidence), closer_but_worse(evidence),
            poor_pair(evidence),          push4(evidence),        push8(evidence),           push8_improves(evidence)};
}

std::string claims_table(std::span<const Claim> claims) {
    std::string table = "| the paper says | measured here | decided by | verdict |\n|---|---|---|---|\n";
    for (const Claim& c : claims) {
        table += fmt::format("| {} | {} | {} | **{}** |\n", c.claim, c.measured, c.test, to_string(c.verdict));
    }
    return table;
}

}  // namespace sweetspot
