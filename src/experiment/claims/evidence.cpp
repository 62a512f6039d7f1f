#include "experiment/claims/evidence.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "statistics/summary.hpp"

namespace sweetspot {
namespace {

const MethodScores* find(const Comparison& c, const std::string& method) {
    const auto found =
        std::find_if(c.methods.begin(), c.methods.end(), [&](const auto& m) { return m.method == method; });
    return found == c.methods.end() ? nullptr : &*found;
}

bool has_all_methods(const Comparison& c) {
    const MethodNames& rules = sampling_rule_names();
    return std::all_of(rules.begin(), rules.end(), [&](const auto& rule) { return find(c, rule) != nullptr; }) &&
           find(c, "stableopt") != nullptr && find(c, "ur-rehman") != nullptr;
}

}  // namespace

const MethodNames& sampling_rule_names() {
    static const MethodNames names = {"most-uncertain", "random", "ucb", "centre", "worst-case"};
    return names;
}

bool contains(const MethodNames& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Vector last_regrets(const Comparison& c, const std::string& method) {
    const Matrix& regret = find(c, method)->regret;
    return regret.col(regret.cols() - 1);
}

Vector early_regrets(const Comparison& c, const std::string& method) {
    const Matrix& regret = find(c, method)->regret;
    return regret.col(regret.cols() > 10 ? 9 : 0);
}

Vector last_distances(const Comparison& c, const std::string& method) {
    const Matrix& distance = find(c, method)->distance;
    return distance.col(distance.cols() - 1);
}

double median(const Vector& values) {
    return quantile(values, 0.5);
}

Verdict verdict_of(bool all, bool some) {
    return all ? Verdict::reproduced : some ? Verdict::in_part : Verdict::not_reproduced;
}

Evidence::Evidence(std::span<const Comparison> comparisons) {
    for (const Comparison& c : comparisons) {
        require(c.profile == comparisons.front().profile,
                "claims: the runs are of the profiles {} and {}; judge the claims by one profile at a time",
                comparisons.front().profile, c.profile);
        if (c.norm == Norm::two && has_all_methods(c)) all_.push_back(&c);
    }
}

std::vector<Comparison> Evidence::functions(Index dimension) const {
    std::vector<Comparison> found;
    for (const Comparison* c : all_) {
        if (c->dimension == dimension && !c->problem.starts_with("push")) found.push_back(*c);
    }
    return found;
}

const Comparison* Evidence::problem(std::string_view name, Index dimension) const {
    for (const Comparison* c : all_) {
        if (c->problem == name && c->dimension == dimension) return c;
    }
    return nullptr;
}

Ranking::Ranking(const std::vector<Comparison>& group)
    : cd_(critical_difference(paired_regrets(group, group.front().methods.front().regret.cols()), claims_alpha)) {
    for (const MethodScores& m : group.front().methods) methods_.push_back(m.method);
    for (const Index m : cd_.order) order_.push_back(methods_[static_cast<std::size_t>(m)]);
}

Index Ranking::column(const std::string& method) const {
    return std::find(methods_.begin(), methods_.end(), method) - methods_.begin();
}

double Ranking::rank(const std::string& method) const {
    return cd_.friedman.average_ranks[column(method)];
}

bool Ranking::separated(const std::string& a, const std::string& b) const {
    return cd_.p(column(a), column(b)) <= claims_alpha;
}

std::vector<MethodNames> Ranking::groups() const {
    std::vector<MethodNames> result;
    for (const MethodGroup& group : cd_.groups) {
        result.emplace_back();
        for (const Index m : group) result.back().push_back(methods_[static_cast<std::size_t>(m)]);
    }
    return result;
}

std::string Ranking::listed() const {
    MethodNames parts;
    for (const std::string& method : order_) parts.push_back(fmt::format("{} {:.2f}", method, rank(method)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace sweetspot
