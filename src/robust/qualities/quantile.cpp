// The quantile q: of what is built, the share q is at most this. Between two responses it is interpolated on the
// cumulative weights up to the middle of each, so that it moves continuously with every response (Hazen's rule where
// all weigh the same).

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
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
        require_weights(name(), responses.rows(), weights);
        const auto even = evenly_weighted(weights);
        const std::vector<Index> counted = weighted(weights);
        std::vector<float> sorted;
        std::vector<Index> order;
        return values_by_column(responses, offset, slopes, [&](const auto& F, const auto& tell) {
            if (!even) order = counted;
            const Neighbours n = even ? selected(F, *even, sorted) : selected_by_weight(F, weights, order);
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
        std::vector<Index> counted = weighted(weights);
        return selected_by_weight(responses, weights, counted);
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

    /// The same of any weights; `counted` have one, and are put in another order.
    template <class Column>
    [[nodiscard]] Neighbours selected_by_weight(const Column& F, const VectorRef& weights,
                                                std::vector<Index>& counted) const {
        require(!counted.empty(), "quantile: no response has a weight");
        const auto comes_before = [&](Index i, Index j) { return F[i] != F[j] ? F[i] < F[j] : i < j; };
        const double sought = q_ * weights.sum();
        const Reached at = partition_where(counted, weights, comes_before,
                                           [&](double before, double own) { return before + own / 2 >= sought; });
        const auto upper = counted.begin() + at.place;
        if (upper == counted.begin()) return {*upper, *upper, 0};
        const Index lower = *std::max_element(counted.begin(), upper, comes_before);
        if (upper == counted.end()) return {lower, lower, 0};
        const double below = at.before - weights[lower] / 2;
        return {lower, *upper, (sought - below) / (at.before + weights[*upper] / 2 - below)};
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
