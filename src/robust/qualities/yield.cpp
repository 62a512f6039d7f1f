// The share of builds beyond a limit, 1 - yield: Σ wᵢ s((Fᵢ - limit) / h) with the step s(z) = ½ (1 + z / √(1 + z²)) of
// width h, a twentieth of the spread of the responses. Near the limit it is the share, smoothed. Where nearly all keep
// the limit, or nearly none do, s(z) → 1/(4z²), or 1 less that: the slope never ends, and what decides is how many
// standard deviations lie between the builds and the limit.
#include "robust/qualities/yield.hpp"

#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "robust/qualities/list.hpp"
#include "robust/qualities/weighted.hpp"

namespace sweetspot {

namespace {

constexpr double width_in_sds = 0.05;

class YieldQuality final : public Quality {
  public:
    explicit YieldQuality(double limit) : limit_(limit), label_(fmt::format("share beyond {:g}", limit)) {}

    [[nodiscard]] double limit() const { return limit_; }

    std::string_view name() const override { return "yield"; }
    std::string_view summary() const override { return "the share of builds beyond the limit, 1 - yield"; }
    std::string_view label() const override { return label_; }
    /// The step is as wide as the spread, which a build that gets worse may narrow.
    bool is_monotone() const override { return false; }
    bool is_by_weight() const override { return true; }
    bool has_unit() const override { return false; }
    std::shared_ptr<const Quality> standardised(double shift, double scale) const override {
        return std::make_shared<const YieldQuality>((limit_ - shift) / scale);
    }

    double value(const VectorRef& responses, const VectorRef& weights) const override {
        require_weights(name(), responses.size(), weights);
        Eigen::ArrayXd none;
        return beyond<double>(responses.array(), shares(weights), limit_, none, Slope::unwanted);
    }

    Vector gradient(const VectorRef& responses, const VectorRef& weights) const override {
        require_weights(name(), responses.size(), weights);
        Eigen::ArrayXd slope;
        (void)beyond<double>(responses.array(), shares(weights), limit_, slope, Slope::wanted);
        return slope;
    }

    Vector values(const RealisedResponses& responses, double offset, const VectorRef& weights,
                  Eigen::MatrixXf* slopes) const override {
        require_weights(name(), responses.rows(), weights);
        const Eigen::ArrayXf w = shares(weights).cast<float>();
        const auto limit = static_cast<float>(limit_ - offset);
        Vector result(responses.cols());
        if (slopes != nullptr) slopes->resize(responses.rows(), responses.cols());
        Eigen::ArrayXf slope;
        for (Index m = 0; m < responses.cols(); ++m) {
            result[m] = static_cast<double>(beyond<float>(responses.col(m).array(), w, limit, slope,
                                                          slopes != nullptr ? Slope::wanted : Slope::unwanted));
            if (slopes != nullptr) slopes->col(m) = slope.matrix();
        }
        return result;
    }

  private:
    enum class Slope { unwanted, wanted };
    template <class Scalar>
    using Numbers = Eigen::Array<Scalar, Eigen::Dynamic, 1>;

    static Eigen::ArrayXd shares(const VectorRef& weights) { return weights / weights.sum(); }

    template <class Scalar>
    static Scalar beyond(const Eigen::Ref<const Numbers<Scalar>>& responses, const Numbers<Scalar>& w, Scalar limit,
                         Numbers<Scalar>& slope, Slope wanted) {
        constexpr auto half = static_cast<Scalar>(0.5);
        constexpr auto width = static_cast<Scalar>(width_in_sds);
        constexpr auto far = static_cast<Scalar>(1e15);
        const Numbers<Scalar> spread = responses - (w * responses).sum();
        const Scalar sd = std::sqrt((w * spread.square()).sum());
        // Of builds that are all alike the step is a step.
        const Scalar h = std::max(width * sd, std::numeric_limits<Scalar>::min());
        const Numbers<Scalar> z = ((responses - limit) / h).max(-far).min(far);
        // One by one: roots of a row of floats Eigen takes from an approximation that differs between processors.
        const Numbers<Scalar> root = (1 + z.square()).unaryExpr([](Scalar s) { return 1 / std::sqrt(s); });
        if (wanted == Slope::wanted) {
            const Numbers<Scalar> step = half * root.cube();  // ds/dz
            slope = w * step / h;
            if (sd > 0) slope -= (w * step * z).sum() / h * width / sd * w * spread;
        }
        return (w * half * (1 + z * root)).sum();
    }

    double limit_;
    std::string label_;
};

}  // namespace

QualityPtr yield_quality(double limit) {
    require(std::isfinite(limit), "yield: the limit is {}; it must be finite", limit);
    return std::make_shared<const YieldQuality>(limit);
}

std::optional<double> yield_limit(const Quality& quality) {
    const auto* yield = dynamic_cast<const YieldQuality*>(&quality);
    return yield == nullptr ? std::nullopt : std::optional(yield->limit());
}

Member<QualityPtr> yield_measure() {
    return {{"yield",
             "the share of builds beyond the limit, 1 - yield",
             {{.name = "limit",
               .summary = "up to which a build is good; that of the objective, if it has one",
               .required = true}}},
            [](const Settings& settings) { return yield_quality(settings.number("limit")); }};
}

}  // namespace sweetspot
