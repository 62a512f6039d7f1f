// The average, Q̂(F) = Σ wᵢ Fᵢ (eq:estimated_qavg); with a density π over perturbations (eq:quality-average) the weights
// are wᵢ π(δᵢ)/Σ wⱼ π(δⱼ), because w integrates the uniform distribution.

#include <cmath>

#include "base/check.hpp"
#include "robust/qualities/list.hpp"

namespace sweetspot {

namespace {

class MeanQuality final : public Quality {
  public:
    explicit MeanQuality(std::function<double(const Vector&)> density) : density_(std::move(density)) {}

    std::string_view name() const override { return "mean"; }
    std::string_view summary() const override { return "the average response over the region"; }
    std::string_view label() const override { return "average"; }
    Kind kind() const override { return Kind::linear; }
    bool is_by_weight() const override { return !density_; }

    double value(const VectorRef& responses, const VectorRef& weights) const override {
        check_sizes(responses.size(), weights.size());
        return weights.dot(responses);
    }

    Vector gradient(const VectorRef& responses, const VectorRef& weights) const override {
        check_sizes(responses.size(), weights.size());
        return weights;
    }

    Vector reweighted(const PointsRef& perturbations, const VectorRef& weights) const override {
        check_sizes(perturbations.cols(), weights.size());
        if (!density_) return weights;
        Vector result = weights;
        for (Index i = 0; i < weights.size(); ++i) {
            const double density = density_(perturbations.col(i));
            require(std::isfinite(density) && density >= 0,
                    "mean: the density at template point {} is {}; it must be finite and at least 0", i, density);
            result[i] *= density;
        }
        const double sum = result.sum();
        require(
            sum > 0 && std::isfinite(sum),
            "mean: the density weighs the {} template points {} in all; it must be above 0 and finite somewhere in the "
            "robust set",
            weights.size(), sum);
        return result / sum;
    }

  private:
    static void check_sizes(Index responses, Index weights) {
        require(responses == weights, "mean: {} responses and {} weights were given; there must be as many of each",
                responses, weights);
    }

    std::function<double(const Vector&)> density_;
};

}  // namespace

QualityPtr mean_quality() {
    return std::make_shared<const MeanQuality>(nullptr);
}

QualityPtr mean_quality(std::function<double(const Vector& delta)> density) {
    require(static_cast<bool>(density), "mean: the density is an empty function; give a callable");
    return std::make_shared<const MeanQuality>(std::move(density));
}

Member<QualityPtr> mean_measure() {
    return plain_member(mean_quality());
}

}  // namespace sweetspot
