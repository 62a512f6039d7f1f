#include "sweetspot/robust/limit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.hpp"

namespace sweetspot {

Limit limit_at_most(std::string of, double bound) {
    return {std::move(of), Limit::Side::at_most, bound};
}

Limit limit_at_least(std::string of, double bound) {
    return {std::move(of), Limit::Side::at_least, bound};
}

std::string to_string(const Limit& limit) {
    std::string where = "in the whole region";
    if (limit.what == Limit::For::share) where = fmt::format("for {:g} % of what is built", 100 * limit.share);
    if (limit.what == Limit::For::centre) where = "at the centre";
    return fmt::format("{} {} {:.10g} {}", limit.of, limit.side == Limit::Side::at_most ? "≤" : "≥", limit.bound,
                       where);
}

std::vector<std::string> outputs_of(const std::vector<Limit>& limits) {
    std::vector<std::string> names;
    for (const Limit& limit : limits) {
        if (std::find(names.begin(), names.end(), limit.of) == names.end()) names.push_back(limit.of);
    }
    return names;
}

void check_limits(const std::vector<Limit>& limits) {
    for (std::size_t i = 0; i < limits.size(); ++i) {
        const Limit& limit = limits[i];
        require_by("Limit", !limit.of.empty(), "limit {} names no output; say of which it is", i + 1);
        require_by("Limit", std::isfinite(limit.bound), "the limit of \"{}\" is {}; it must be a finite number",
                   limit.of, limit.bound);
        require_by("Limit", limit.what != Limit::For::share || (limit.share > 0 && limit.share < 1),
                   "the limit of \"{}\" is for a share of {}; it must be between 0 and 1", limit.of, limit.share);
        const auto same = [&](const Limit& other) { return other.of == limit.of && other.side == limit.side; };
        require_by("Limit", std::count_if(limits.begin(), limits.end(), same) == 1,
                   "\"{}\" has two limits on the same side; give one", limit.of);
    }
}

}  // namespace sweetspot
