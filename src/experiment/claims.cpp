#include "experiment/claims.hpp"

#include <fmt/format.h>

#include "experiment/claims/evidence.hpp"

namespace sweetspot {

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
    return {claim_best_rule(evidence),
            claim_explorers(evidence),
            claim_step_found(evidence),
            claim_step_missed(evidence),
            claim_ahead_of_ur_rehman(evidence),
            claim_close_at_ten(evidence),
            claim_unsolved_at_ten(evidence),
            claim_closer_but_worse(evidence),
            claim_poor_pair(evidence),
            claim_push4(evidence),
            claim_push8(evidence),
            claim_push8_improves(evidence)};
}

std::string claims_table(std::span<const Claim> claims) {
    std::string table = "| the paper says | measured here | decided by | verdict |\n|---|---|---|---|\n";
    for (const Claim& c : claims) {
        table += fmt::format("| {} | {} | {} | **{}** |\n", c.claim, c.measured, c.test, to_string(c.verdict));
    }
    return table;
}

}  // namespace sweetspot
