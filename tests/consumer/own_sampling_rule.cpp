// A sampling rule: where in the chosen region to evaluate. This one takes the place whose value is least certain for
// its size, argmax σ / (1 + |μ|).
#include <cmath>
#include <memory>

#include "own.hpp"

namespace {

class UnsureForItsSize final : public sweetspot::SamplingRule {
  public:
    [[nodiscard]] std::string_view name() const override { return "unsure-for-its-size"; }
    [[nodiscard]] sweetspot::Vector sample(const sweetspot::SamplingRegion& region,
                                           sweetspot::Rng /*rng*/) const override {
        const sweetspot::Points points = region.T.at(region.x_prime);
        const sweetspot::Vector score =
            region.gp.variance(points).cwiseSqrt().array() / (1 + region.gp.mean(points).array().abs());
        sweetspot::Index best = 0;
        score.maxCoeff(&best);
        return points.col(best).cwiseMax(0).cwiseMin(1);
    }
};

}  // namespace

sweetspot::Options with_own_sampling_rule() {
    sweetspot::BayesianRobustSearchOptions method;
    method.sampling = std::make_shared<UnsureForItsSize>();
    return {.method = sweetspot::bayesian_robust_search(method)};
}
