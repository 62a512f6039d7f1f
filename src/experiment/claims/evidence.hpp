// What the claims are judged by: the comparisons with p = 2, by function and dimension, and the methods' ranks.
#pragma once

#include "experiment/claims.hpp"
#include "statistics/critical_difference.hpp"

namespace sweetspot {

using MethodNames = std::vector<std::string>;
inline constexpr double claims_alpha = 0.05;

/// The paper's five sampling rules, most-uncertain first.
[[nodiscard]] const MethodNames& sampling_rule_names();
[[nodiscard]] bool contains(const MethodNames& names, const std::string& name);

/// The regrets after the last evaluation, and after 10: the first column of a table of tens, the tenth of a full
/// record.
[[nodiscard]] Vector last_regrets(const Comparison& c, const std::string& method);
[[nodiscard]] Vector early_regrets(const Comparison& c, const std::string& method);
[[nodiscard]] Vector last_distances(const Comparison& c, const std::string& method);
[[nodiscard]] double median(const Vector& values);

[[nodiscard]] Verdict verdict_of(bool all, bool some);

/// The comparisons of the paper's experiments with p = 2 that have all of its seven methods.
class Evidence {
  public:
    /// Refuses comparisons of several profiles: a claim is judged by one.
    explicit Evidence(std::span<const Comparison> comparisons);
    /// All benchmark functions in that dimension.
    [[nodiscard]] std::vector<Comparison> functions(Index dimension) const;
    /// Null if it is not there.
    [[nodiscard]] const Comparison* problem(std::string_view name, Index dimension) const;

  private:
    std::vector<const Comparison*> all_;
};

/// Average ranks and tests over several comparisons, by their last regrets.
class Ranking {
  public:
    explicit Ranking(const std::vector<Comparison>& group);
    [[nodiscard]] double rank(const std::string& method) const;
    /// By Wilcoxon's test with Holm's correction.
    [[nodiscard]] bool separated(const std::string& a, const std::string& b) const;
    /// Best first.
    [[nodiscard]] const MethodNames& order() const { return order_; }
    /// The largest sets of methods that no test separates.
    [[nodiscard]] std::vector<MethodNames> groups() const;
    /// "stableopt 2.31, most-uncertain 3.19, …", best first.
    [[nodiscard]] std::string listed() const;

  private:
    [[nodiscard]] Index column(const std::string& method) const;

    MethodNames methods_;
    CriticalDifference cd_;
    MethodNames order_;
};

// The claims, in the order of the paper's text.
[[nodiscard]] Claim claim_best_rule(const Evidence& evidence);
[[nodiscard]] Claim claim_explorers(const Evidence& evidence);
[[nodiscard]] Claim claim_step_found(const Evidence& evidence);
[[nodiscard]] Claim claim_step_missed(const Evidence& evidence);
[[nodiscard]] Claim claim_ahead_of_ur_rehman(const Evidence& evidence);
[[nodiscard]] Claim claim_close_at_ten(const Evidence& evidence);
[[nodiscard]] Claim claim_unsolved_at_ten(const Evidence& evidence);
[[nodiscard]] Claim claim_closer_but_worse(const Evidence& evidence);
[[nodiscard]] Claim claim_poor_pair(const Evidence& evidence);
[[nodiscard]] Claim claim_push4(const Evidence& evidence);
[[nodiscard]] Claim claim_push8(const Evidence& evidence);
[[nodiscard]] Claim claim_push8_improves(const Evidence& evidence);

}  // namespace sweetspot
