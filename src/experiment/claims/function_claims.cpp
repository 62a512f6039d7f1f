// Claims on the benchmark functions (the paper's section Analysis).
#include <algorithm>

#include "base/check.hpp"
#include "experiment/claims/evidence.hpp"
#include "experiment/claims/step.hpp"
#include "statistics/holm.hpp"
#include "statistics/wilcoxon.hpp"

namespace sweetspot {
namespace {

/// How many runs of each method ended in the low step.
std::vector<std::pair<std::string, Index>> runs_in_step(const Comparison& c) {
    std::vector<std::pair<std::string, Index>> counts;
    for (const MethodScores& m : c.methods) {
        const Vector regrets = last_regrets(c, m.method);
        counts.emplace_back(m.method, std::count_if(regrets.begin(), regrets.end(),
                                                    [&](double regret) { return is_in_step(regret, c.dimension); }));
    }
    return counts;
}

std::string listed(const std::vector<std::pair<std::string, Index>>& counts, Index of) {
    MethodNames parts;
    for (const auto& [method, count] : counts) parts.push_back(fmt::format("{} {}", method, count));
    return fmt::format("runs of {} that found it: {}", of, fmt::join(parts, ", "));
}

}  // namespace

Claim claim_best_rule(const Evidence& evidence) {
    Claim claim{
        "Of the five sampling rules most-uncertain is best at D = 5", "",
        "lowest average rank over all runs of the six functions; Wilcoxon signed-rank with Holm against each of "
        "the other rules; in part: lowest, but not separated from each",
        Verdict::not_measured};
    const auto group = evidence.functions(5);
    if (group.empty()) return claim;
    const Ranking ranking(group);
    MethodNames tied;
    bool lowest = true;
    for (const std::string& rule : sampling_rule_names()) {
        if (rule == "most-uncertain") continue;
        lowest = lowest && ranking.rank("most-uncertain") < ranking.rank(rule);
        if (!ranking.separated("most-uncertain", rule)) tied.push_back(rule);
    }
    claim.measured = fmt::format(
        "average ranks: {}; {}", ranking.listed(),
        tied.empty() ? "separated from every other rule" : fmt::format("not separated from {}", fmt::join(tied, ", ")));
    claim.verdict = verdict_of(lowest && tied.empty(), lowest);
    return claim;
}

Claim claim_explorers(const Evidence& evidence) {
    Claim claim{"most-uncertain and random generally outperform the other rules", "",
                "the two lowest average ranks among the five rules, at D = 5 and at D = 10; in part: at one of them",
                Verdict::not_measured};
    int holds = 0;
    for (const Index dimension : {5, 10}) {
        const auto group = evidence.functions(dimension);
        if (group.empty()) return claim;
        const Ranking ranking(group);
        MethodNames order = sampling_rule_names();
        std::sort(order.begin(), order.end(),
                  [&](const auto& a, const auto& b) { return ranking.rank(a) < ranking.rank(b); });
        const MethodNames two(order.begin(), order.begin() + 2);
        if (contains(two, "most-uncertain") && contains(two, "random")) ++holds;
        claim.measured +=
            fmt::format("{}D = {}: {}", claim.measured.empty() ? "" : "; ", dimension, fmt::join(order, ", "));
    }
    claim.verdict = verdict_of(holds == 2, holds == 1);
    return claim;
}

Claim claim_step_found(const Evidence& evidence) {
    Claim claim{"Only most-uncertain and StableOpt find the step of f5 (stepped-sphere) at D = 5", "",
                "the step is found if the regret is below half its height, D / 2; by a method, if in most of its runs; "
                "in part: by one of the two",
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

Claim claim_step_missed(const Evidence& evidence) {
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
Claim claim_ahead_of_ur_rehman(const Evidence& evidence) {
    Claim claim{"Ours is ahead of ur Rehman et al. in final regret on every function", "",
                "most-uncertain against ur-rehman, function by function at D = 5 and 10: smaller median, and a paired "
                "Wilcoxon signed-rank test (less) with Holm's correction, on all twelve; in part: a smaller median on "
                "more than half",
                Verdict::not_measured};
    MethodNames behind;
    MethodNames open;
    std::vector<double> p;
    MethodNames places;
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
        if (adjusted[static_cast<Index>(i)] > claims_alpha && !contains(behind, places[i])) open.push_back(places[i]);
    }
    const std::size_t ahead = places.size() - behind.size() - open.size();
    claim.measured = fmt::format("ahead, significantly, on {} of {}", ahead, places.size());
    if (!open.empty()) claim.measured += fmt::format("; ahead but not significantly on {}", fmt::join(open, ", "));
    if (!behind.empty()) claim.measured += fmt::format("; behind on {}", fmt::join(behind, ", "));
    claim.verdict = verdict_of(ahead == places.size(), 2 * (ahead + open.size()) > places.size());
    return claim;
}

Claim claim_close_at_ten(const Evidence& evidence) {
    Claim claim{
        "At D = 10 several of our rules and StableOpt cannot be told apart", "",
        "a group of the critical-difference diagram (Wilcoxon with Holm at 0.05) with StableOpt and at least two "
        "of our rules; in part: there are groups, but without StableOpt",
        Verdict::not_measured};
    const auto group = evidence.functions(10);
    if (group.empty()) return claim;
    const Ranking ranking(group);
    bool found = false;
    MethodNames groups;
    for (const MethodNames& names : ranking.groups()) {
        const auto ours =
            std::count_if(names.begin(), names.end(), [](const auto& n) { return contains(sampling_rule_names(), n); });
        found = found || (contains(names, "stableopt") && ours >= 2);
        groups.push_back(fmt::format("{{{}}}", fmt::join(names, ", ")));
    }
    claim.measured = fmt::format("average ranks: {}; groups: {}", ranking.listed(),
                                 groups.empty() ? "none" : fmt::format("{}", fmt::join(groups, " ")));
    claim.verdict = verdict_of(found, !groups.empty());
    return claim;
}

Claim claim_unsolved_at_ten(const Evidence& evidence) {
    Claim claim{
        "Levy03 and stepped sphere are not solved at D = 10", "",
        "no method's median regret falls below a tenth of what it was after 10 evaluations; in part: on one of the two",
        Verdict::not_measured};
    int unsolved = 0;
    for (const std::string name : {"levy03", "stepped-sphere"}) {
        const Comparison* c = evidence.problem(name, 10);
        if (c == nullptr) return claim;
        double best = 1;
        std::string by;
        for (const MethodScores& m : c->methods) {
            const double share = median(last_regrets(*c, m.method)) / median(early_regrets(*c, m.method));
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

Claim claim_closer_but_worse(const Evidence& evidence) {
    Claim claim{"ur Rehman et al. get closer to the optimum on several occasions, with a worse regret", "",
                "functions where the median distance of ur-rehman is below most-uncertain's and its median regret "
                "above, at least two; in part: one",
                Verdict::not_measured};
    MethodNames places;
    bool measured = false;
    for (const Index dimension : {5, 10}) {
        for (const Comparison& c : evidence.functions(dimension)) {
            measured = true;
            const bool closer = median(last_distances(c, "ur-rehman")) < median(last_distances(c, "most-uncertain"));
            const bool worse = median(last_regrets(c, "ur-rehman")) > median(last_regrets(c, "most-uncertain"));
            if (closer && worse) places.push_back(fmt::format("{} D = {}", c.problem, dimension));
        }
    }
    if (!measured) return claim;
    claim.measured = places.empty() ? "nowhere" : fmt::format("on {}", fmt::join(places, ", "));
    claim.verdict = verdict_of(places.size() >= 2, places.size() == 1);
    return claim;
}

Claim claim_poor_pair(const Evidence& evidence) {
    Claim claim{"ur Rehman et al. and centre do poorly alike", "",
                "the two highest average ranks at D = 5; in part: one of them", Verdict::not_measured};
    const auto group = evidence.functions(5);
    if (group.empty()) return claim;
    const Ranking ranking(group);
    const MethodNames worst(ranking.order().rbegin(), ranking.order().rbegin() + 2);
    claim.measured = fmt::format("the highest ranks are of {} and {}", worst[0], worst[1]);
    const bool rehman = contains(worst, "ur-rehman");
    const bool centre = contains(worst, "centre");
    claim.verdict = verdict_of(rehman && centre, rehman || centre);
    return claim;
}

}  // namespace sweetspot
