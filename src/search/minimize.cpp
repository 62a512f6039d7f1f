#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <ostream>

#include "base/check.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {

Result minimize(const Problem& problem, const std::function<double(const Vector& x)>& f, const Options& options,
                const std::function<void(const Optimizer&, const Suggestion&)>& watch) {
    return minimize(problem, std::function([&](const Vector& x) { return Outputs{f(x)}; }), options, watch);
}

Result minimize(const Problem& problem, const std::function<Outputs(const Vector& x)>& f, const Options& options,
                const std::function<void(const Optimizer&, const Suggestion&)>& watch) {
    require(options.evaluations >= 1, "minimize: the budget is {} evaluations; it must be at least 1",
            options.evaluations);
    Optimizer optimizer(problem, options);
    for (Index n = 0; n < options.evaluations; ++n) {
        const Suggestion suggestion = optimizer.ask();
        const Outputs outputs = f(suggestion.x);
        optimizer.tell(suggestion.x, outputs.value, 0, outputs.others);
        if (watch) watch(optimizer, suggestion);
    }
    Result result = {optimizer.best(), optimizer.inputs(), optimizer.outputs(), {}};
    for (const Parameter& p : problem.space().parameters()) result.names.push_back(p.name);
    return result;
}

std::ostream& operator<<(std::ostream& out, const Result& result) {
    fmt::print(out, "best centre after {} evaluations\n", result.outputs.size());
    for (std::size_t d = 0; d < result.names.size(); ++d) {
        fmt::print(out, "  {} = {:.4g}\n", result.names[d], result.best.x[static_cast<Index>(d)]);
    }
    fmt::print(out, "predicted robust quality {:.4g}\n", result.best.quality);
    fmt::print(out, "predicted worst value in its region {:.4g}, at ({:.4g})\n", result.best.worst_value,
               fmt::join(result.best.worst_point, ", "));
    for (const PredictedLimit& predicted : result.best.limits) {
        fmt::print(out, "{}: predicted {:.4g}, kept with probability {:.3f}\n", to_string(predicted.limit),
                   predicted.value.value, predicted.probability);
    }
    if (!result.best.feasible) fmt::print(out, "no region is known that keeps every limit; this one is the nearest\n");
    return out;
}

}  // namespace sweetspot
