// Claims on robot pushing (the paper's section Real-world application).
#include <algorithm>

#include "base/check.hpp"
#include "experiment/claims/evidence.hpp"

namespace sweetspot {
namespace {

std::string medians_of(const Comparison& c) {
    MethodNames parts;
    for (const MethodScores& m : c.methods) {
        parts.push_back(fmt::format("{} {:.3g}", m.method, median(last_regrets(c, m.method))));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

Claim claim_push4(const Evidence& evidence) {
    Claim claim{"On Push4 most-uncertain, random and centre have the best median regret", "",
                "the three lowest medians after the last evaluation; in part: two of them", Verdict::not_measured};
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

Claim claim_push8(const Evidence& evidence) {
    Claim claim{
        "On Push8 no two methods can be told apart", "",
        "no pair is separated by Wilcoxon's signed-rank test with Holm's correction at 0.05; in part: at most a "
        "quarter of the pairs",
        Verdict::not_measured};
    const Comparison* c = evidence.problem("push8", 8);
    if (c == nullptr) return claim;
    const Ranking ranking({*c});
    const MethodNames& methods = ranking.order();
    MethodNames pairs;
    for (std::size_t i = 0; i < methods.size(); ++i) {
        for (std::size_t j = i + 1; j < methods.size(); ++j) {
            if (ranking.separated(methods[i], methods[j])) {
                pairs.push_back(fmt::format("{} and {}", methods[i], methods[j]));
            }
        }
    }
    const std::size_t all = methods.size() * (methods.size() - 1) / 2;
    claim.measured = fmt::format("median regrets: {}; separated: {}", medians_of(*c),
                                 pairs.empty() ? "none" : fmt::format("{}", fmt::join(pairs, ", ")));
    claim.verdict = verdict_of(pairs.empty(), 4 * pairs.size() <= all);
    return claim;
}

Claim claim_push8_improves(const Evidence& evidence) {
    Claim claim{
        "On Push8 every rule makes headway, and some runs beat the estimated optimum", "",
        "the median regret of every rule falls from 10 evaluations to the last; some run has regret 0, being the "
        "new reference; in part: one of the two",
        Verdict::not_measured};
    const Comparison* c = evidence.problem("push8", 8);
    if (c == nullptr) return claim;
    Index better = 0;
    int headway = 0;
    for (const MethodScores& m : c->methods) {
        const bool fell = median(last_regrets(*c, m.method)) < median(early_regrets(*c, m.method));
        if (fell && contains(sampling_rule_names(), m.method)) ++headway;
    }
    for (Index r = 0; r < c->methods.front().regret.rows(); ++r) {
        const bool beaten = std::any_of(c->methods.begin(), c->methods.end(),
                                        [&](const MethodScores& m) { return (m.regret.row(r).array() == 0).any(); });
        if (beaten) ++better;
    }
    claim.measured = fmt::format("{} of 5 rules made headway; the estimate was beaten on at least {} of {} instances",
                                 headway, better, c->methods.front().regret.rows());
    claim.verdict = verdict_of(headway == 5 && better > 0, headway == 5 || better > 0);
    return claim;
}

}  // namespace sweetspot
