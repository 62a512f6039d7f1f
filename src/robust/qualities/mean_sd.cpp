// The average plus k standard deviations over the region. It is the one measure that is not monotone: a build that gets
// worse towards the others makes the spread smaller.

#include <cmath>

#include "base/check.hpp"
#include "robust/qualities/list.hpp"
#include "robust/qualities/weighted.hpp"

namespace sweetspot {

namespace {

class MeanSdQuality final : public Quality {
  public:
    explicit MeanSdQuality(double k) : k_(k), label_(fmt::format("average plus {:g} standard deviations", k)) {}

    std::string_view name() const override { return "mean-sd"; }
    std::string_view summary() const override { return "the average plus k standard deviations over the region"; }
    std::string_view label() const override { return label_; }
    bool is_monotone() const override { return k_ == 0; }
    bool is_by_weight() const override { return true; }

    double value(const VectorRef& responses, const VectorRef& weights) const override {
        const Moments m = moments(responses, weights);
        return m.mean + k_ * m.sd;
    }

    Vector gradient(const VectorRef& responses, const VectorRef& weights) const override {
        const Moments m = moments(responses, weights);
        Vector share = weights / weights.sum();
        if (m.sd <= 0) return share;
        return share.array() * (1 + k_ * (responses.array() - m.mean) / m.sd);
    }

    Vector values(const RealisedResponses& responses, double offset, const VectorRef& weights,
                  Eigen::MatrixXf* slopes) const override {
        const Eigen::VectorXf w = (weights / weights.sum()).cast<float>();
        const Eigen::VectorXf mean = responses.transpose() * w;
        Vector result(responses.cols());
        if (slopes != nullptr) slopes->resize(responses.rows(), responses.cols());
        Eigen::VectorXf spread(responses.rows());
        for (Index m = 0; m < responses.cols(); ++m) {
            spread = responses.col(m).array() - mean[m];
            const float sd = std::sqrt(w.dot(spread.cwiseAbs2()));
            result[m] = offset + static_cast<double>(mean[m]) + k_ * static_cast<double>(sd);
            if (slopes == nullptr) continue;
            const float factor = sd > 0 ? static_cast<float>(k_) / sd : 0.0F;
            slopes->col(m) = w.array() * (1 + factor * spread.array());
        }
        return result;
    }

  private:
    struct Moments {
        double mean;
        double sd;
    };

    static Moments moments(const VectorRef& responses, const VectorRef& weights) {
        require_weights("mean-sd", responses.size(), weights);
        const double sum = weights.sum();
        const double mean = weights.dot(responses) / sum;
        const double variance = (weights.array() * (responses.array() - mean).square()).sum() / sum;
        return {mean, std::sqrt(variance)};
    }

    double k_;
    std::string label_;
};

}  // namespace

QualityPtr mean_sd_quality(double k) {
    require(std::isfinite(k) && k >= 0, "mean-sd: k is {}; it must be at least 0", k);
    return std::make_shared<const MeanSdQuality>(k);
}

Member<QualityPtr> mean_sd_measure() {
    return {{"mean-sd",
             "the average plus k standard deviations over the region",
             {{.name = "k", .summary = "how many standard deviations", .standard = 3.0, .least = 0, .most = 1e6}}},
            [](const Settings& settings) { return mean_sd_quality(settings.number("k")); }};
}

}  // namespace sweetspot
