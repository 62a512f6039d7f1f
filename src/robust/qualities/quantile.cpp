// The quantile q: of what is built, the share q is at most this. Between two responses it is interpolated on the
// cumulative weights up to the middle of each, so that it moves continuously with every response (Hazen's rule where
// all weigh the same).

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "base/order.hpp"
#include "robust/qualities/list.hpp"
#include "robust/qualities/weighted.hpp"

namespace sweetspot {

namespace {

class QuantileQuality final : public Quality {
  public:
    explicit QuantileQuality(double q) : q_(q), label_(fmt::format("{:g} % quantile", 100 * q)) {}

    std::string_view name() const override { return "quantile"; }
    std::string_view summary() const override { return "what the share q of all builds stays below"; }
    std::string_view label() const override { return label_; }
    bool is_by_weight() const override { return true; }
    bool is_by_order() const override { return true; }

    double value(const VectorRef& responses, const VectorRef& weights) const override {
        const Neighbours n = neighbours(responses, weights);
        return (1 - n.upper_share) * responses[n.lower] + n.upper_share * responses[n.upper];
    }

    Vector gradient(const VectorRef& responses, const VectorRef& weights) const override {
        const Neighbours n = neighbours(responses, weights);
        Vector slope = Vector::Zero(responses.size());
        slope[n.lower] += 1 - n.upper_share;
        slope[n.upper] += n.upper_share;
        return slope;
    }

    Vector values(const RealisedResponses& responses, double offset, const VectorRef& weights,
                  Eigen::MatrixXf* slopes) const override {
        const auto counted = evenly_weighted(weights);
        if (!counted) return Quality::values(responses, offset, weights, slopes);
        std::vector<float> sorted;
        return even_values(responses, offset, slopes, [&](const auto& F, const auto& tell) {
            const Neighbours n = selected(F, *counted, sorted);
            tell(n.lower, 1 - n.upper_share);
            tell(n.upper, n.upper_share);
            const auto upper_share = static_cast<float>(n.upper_share);
            return static_cast<double>((1 - upper_share) * F[n.lower] + upper_share * F[n.upper]);
        });
    }

  private:
    /// The two responses between which the quantile lies.
    struct Neighbours {
        Index lower;
        Index upper;
        double upper_share;
    };

    [[nodiscard]] Neighbours neighbours(const VectorRef& responses, const VectorRef& weights) const {
        require_weights(name(), responses.size(), weights);
        if (const auto counted = evenly_weighted(weights)) {
            std::vector<double> sorted;
            return selected(responses, *counted, sorted);
        }
        const double sought = q_ * weights.sum();
        Index before = -1;
        double reached = 0;  // up to the middle of `before`
        double sum = 0;
        for (const Index i : ascending(responses)) {
            if (weights[i] <= 0) continue;
            const double middle = sum + weights[i] / 2;
            if (middle >= sought) {
                if (before < 0) return {i, i, 0};
                return {before, i, (sought - reached) / (middle - reached)};
            }
            before = i;
            reached = middle;
            sum += weights[i];
        }
        require(before >= 0, "quantile: no response has a weight");
        return {before, before, 0};
    }

    /// Where all that count weigh the same the place in the order is known, and finding it takes no sorting.
    template <class Column>
    [[nodiscard]] Neighbours selected(const Column& F, const std::vector<Index>& counted,
                                      std::vector<typename Column::Scalar>& sorted) const {
        const Index n = std::ssize(counted);
        const double place = std::clamp(q_ * static_cast<double>(n) - 0.5, 0.0, static_cast<double>(n - 1));
        const auto before = static_cast<Index>(place);
        copy_counted(F, counted, sorted);
        const auto lower = sorted.begin() + before;
        std::nth_element(sorted.begin(), lower, sorted.end());
        const auto upper = before + 1 < n ? *std::min_element(lower + 1, sorted.end()) : *lower;
        return {place_of(*lower, F, counted), place_of(upper, F, counted), place - static_cast<double>(before)};
    }

    double q_;
    std::string label_;
};

}  // namespace

QualityPtr quantile_quality(double q) {
    require(q > 0 && q < 1, "quantile: q is {}; it must be between 0 and 1", q);
    return std::make_shared<const QuantileQuality>(q);
}

Member<QualityPtr> quantile_measure() {
    return {{"quantile",
             "what the share q of all builds stays below",
             {{.name = "q",
               .summary = "the share",
               .standard = 0.95,
               .least = 0,
               .most = 1,
               .at_least = Setting::End::excluded,
               .at_most = Setting::End::excluded}}},
            [](const Settings& settings) { return quantile_quality(settings.number("q")); }};
}

}  // namespace sweetspot
