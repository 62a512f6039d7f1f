// The conditional value at risk: the average of the worst share 1 - α of all builds. α = 0 is the mean; towards 1 it is
// the worst case. The response at the edge of that share counts in part.

#include <algorithm>

#include "base/check.hpp"
#include "base/order.hpp"
#include "robust/qualities/list.hpp"

namespace sweetspot {

namespace {

class CvarQuality final : public Quality {
  public:
    explicit CvarQuality(double alpha)
        : share_(1 - alpha), label_(fmt::format("average of the worst {:g} %", 100 * (1 - alpha))) {}

    std::string_view name() const override { return "cvar"; }
    std::string_view summary() const override { return "the average of the worst share 1 - alpha of all builds"; }
    std::string_view label() const override { return label_; }

    double value(const VectorRef& responses, const VectorRef& weights) const override {
        return tail(responses, weights).dot(responses);
    }

    Vector gradient(const VectorRef& responses, const VectorRef& weights) const override {
        return tail(responses, weights);
    }

  private:
    /// How much each response counts.
    [[nodiscard]] Vector tail(const VectorRef& responses, const VectorRef& weights) const {
        require(responses.size() == weights.size() && weights.size() > 0,
                "cvar: {} responses and {} weights were given; there must be as many of each, and at least one",
                responses.size(), weights.size());
        const double whole = share_ * weights.sum();
        double left = whole;
        Vector counted = Vector::Zero(responses.size());
        for (const Index i : descending(responses)) {
            if (left <= 0) break;
            const double taken = std::min(left, weights[i]);
            counted[i] = taken / whole;
            left -= taken;
        }
        return counted;
    }

    double share_;
    std::string label_;
};

}  // namespace

QualityPtr cvar_quality(double alpha) {
    require(alpha >= 0 && alpha < 1, "cvar: alpha is {}; it must be at least 0 and below 1", alpha);
    return std::make_shared<const CvarQuality>(alpha);
}

Member<QualityPtr> cvar_measure() {
    return {{"cvar",
             "the average of the worst share 1 - alpha of all builds",
             {{.name = "alpha",
               .summary = "the share that does not count",
               .standard = 0.9,
               .least = 0,
               .most = 1,
               .at_most = Setting::End::excluded}}},
            [](const Settings& settings) { return cvar_quality(settings.number("alpha")); }};
}

}  // namespace sweetspot
