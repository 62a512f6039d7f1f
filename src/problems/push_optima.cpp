// The reference optima of the pushing problems' first instances, found by tools/push_optima.cpp.
#include "problems/push.hpp"
#include "problems/reference_search.hpp"

namespace sweetspot {
namespace {

struct StoredPush {
    Index robots;
    std::uint64_t instance;
    std::vector<double> x;
    double quality;   ///< when it was found; computed anew for the user, so that it agrees with worst_case()
    double accuracy;  ///< the lead over the second best descent
};

const std::vector<StoredPush>& stored_pushes() {
    static const std::vector<StoredPush> stored = {
#include "problems/push_optima.inc"
    };
    return stored;
}

}  // namespace

std::optional<ReferenceOptimum> stored_push_optimum(const Benchmark& benchmark, Index dimension, Norm norm,
                                                    double tolerance) {
    if (norm != Norm::two || tolerance != benchmark.default_tolerance()) return std::nullopt;
    for (const StoredPush& stored : stored_pushes()) {
        if (std::ssize(stored.x) != dimension) continue;
        if (push_problem(push_targets(stored.robots, stored.instance))->identity() != benchmark.identity()) continue;
        const Vector x = Eigen::Map<const Vector>(stored.x.data(), dimension);
        return ReferenceOptimum{x, benchmark.worst_case(x, norm, Vector::Constant(dimension, tolerance)),
                                "CMA-ES from the best 20 of 1000 samples (stored)", stored.accuracy};
    }
    return std::nullopt;
}

}  // namespace sweetspot
