#include "sampling/most_informative.hpp"

#include <vector>

namespace sweetspot {
namespace {

constexpr Index most_points = 200;  // their covariance takes as long as the rest of a suggestion with 400

class MostInformative final : public SamplingRule {
  public:
    [[nodiscard]] std::string_view name() const override { return "most-informative"; }
    [[nodiscard]] std::string_view summary() const override {
        return "where an evaluation tells most of the region's average";
    }
    [[nodiscard]] Vector sample(const SamplingRegion& region, Rng /*rng*/) const override {
        std::vector<Index> weighted;
        for (Index i = 0; i < region.T.size() && std::ssize(weighted) < most_points; ++i) {
            if (region.T.weights[i] > 0) weighted.push_back(i);
        }
        // The whole region lies in the cube; the clamp takes away rounding only.
        const Box cube = Box::unit(region.x_prime.size());
        Points points = region.T.at(region.x_prime)(Eigen::all, weighted);
        for (Index i = 0; i < points.cols(); ++i) points.col(i) = cube.clamp(points.col(i));
        const Matrix covariance = region.gp.joint(points).covariance;
        const Vector with_average = covariance * region.T.weights(weighted);
        // What is known to rounding explains rounding.
        const double least = 1e-9 * region.gp.hyperparameters().variance;
        Index best = 0;
        (with_average.array().square() / covariance.diagonal().array().max(least)).maxCoeff(&best);
        return points.col(best);
    }
};

}  // namespace

SamplingRulePtr sample_most_informative() {
    return std::make_shared<MostInformative>();
}

}  // namespace sweetspot
