// CMA-ES over the whole domain, from the best point of the initial design with its usual first step (0.3 of the edge).
// When it has converged it begins again at a random point with twice the population (Auger and Hansen 2005).
//
// The strategy is run again from its beginning for every proposal: each point that it asks for takes its value from the
// first observation there that has not been used yet, and the first that is nowhere is the proposal. So observations
// that others have added are passed over.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "methods/nominal_search.hpp"
#include "optimize/cma_es.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot {
namespace {

// Between a point that was asked for and the observation of it, in the unit cube: the way to the parameters' units and
// back is exact to 1e-15.
constexpr double same_point = 1e-10;

/// The values that are known, each to be used once.
class Recorded {
  public:
    explicit Recorded(const Situation& s) : situation_(s), used_(static_cast<std::size_t>(s.observations.size())) {
        for (Index n = 0; n < std::min(s.initial, s.observations.size()); ++n)
            used_[static_cast<std::size_t>(n)] = true;
    }

    [[nodiscard]] std::optional<double> take(const Vector& x) {
        const Space& space = situation_.problem.space();
        const Vector built = space.to_unit(space.snap(space.from_unit(x)));
        for (std::size_t n = 0; n < used_.size(); ++n) {
            const auto column = static_cast<Index>(n);
            if (used_[n] || (situation_.observations.x.col(column) - built).cwiseAbs().maxCoeff() > same_point)
                continue;
            used_[n] = true;
            return situation_.observations.y[column];
        }
        return std::nullopt;
    }

  private:
    const Situation& situation_;
    std::vector<bool> used_;
};

class CmaEsSearch final : public NominalSearch {
  public:
    using NominalSearch::NominalSearch;
    [[nodiscard]] std::string_view name() const override { return "cma-es"; }

  protected:
    [[nodiscard]] Vector next(const Situation& s) const override {
        const Index dimension = s.problem.dimension();
        const Box domain = Box::unit(dimension);
        const Rng stream = s.seed.split("cma-es");
        Recorded recorded(s);
        std::optional<Vector> unknown;
        // The start of the first run has its value already.
        Index first = 0;
        std::optional<double> of_start =
            s.observations.y.head(std::clamp<Index>(s.initial, 1, s.observations.size())).minCoeff(&first);
        Vector start = s.observations.x.col(first);
        CmaEsOptions options;
        // Every evaluation but the start's uses up an observation or is the proposal.
        options.max_evaluations = static_cast<int>(s.observations.size()) + 2;
        const Objective value = [&](const Vector& x) {
            if (of_start) return *std::exchange(of_start, std::nullopt);
            const std::optional<double> y = unknown ? std::nullopt : recorded.take(x);
            if (!y && !unknown) unknown = x;
            return y.value_or(std::numeric_limits<double>::infinity());
        };
        for (std::uint64_t run = 0; !unknown; ++run) {
            const Rng rng = stream.split(run);
            if (run > 0) {
                start = uniform_point(dimension, rng.split("start"));
                options.population = 2 * options.population.value_or(usual_population(dimension));
            }
            static_cast<void>(minimize_cma_es(value, domain, start, options, rng.split("offspring")));
        }
        return *unknown;
    }

  private:
    static Vector uniform_point(Index dimension, Rng rng) {
        Vector x(dimension);
        for (double& coordinate : x) coordinate = rng.uniform();
        return x;
    }
    static int usual_population(Index dimension) {
        return 4 + static_cast<int>(3 * std::log(static_cast<double>(dimension)));
    }
};

}  // namespace

MethodPtr cma_es_search(ModelOptions model) {
    return std::make_shared<CmaEsSearch>(std::move(model));
}

ListedMethod cma_es_method() {
    return nominal_method("cma-es", "CMA-ES of the function itself, with restarts: not robust, no model",
                          cma_es_search);
}

}  // namespace sweetspot
