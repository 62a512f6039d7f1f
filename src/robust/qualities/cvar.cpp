// The conditional value at risk: the average of the worst share 1 - α of all builds. α = 0 is the mean; towards 1 it is
// the worst case. The response at the edge of that share counts in part.

#include <algorithm>
#include <functional>

#include "base/check.hpp"
#include "robust/qualities/list.hpp"
#include "robust/qualities/weighted.hpp"

namespace sweetspot {

namespace {

class CvarQuality final : public Quality {
  public:
    explicit CvarQuality(double alpha)
        : share_(1 - alpha), label_(fmt::format("average of the worst {:g} %", 100 * (1 - alpha))) {}

    std::string_view name() const override { return "cvar"; }
    std::string_view summary() const override { return "the average of the worst share 1 - alpha of all builds"; }
    std::string_view label() const override { return label_; }
    bool is_by_weight() const override { return true; }

    double value(const VectorRef& responses, const VectorRef& weights) const override {
        return tail(responses, weights).dot(responses);
    }

    Vector gradient(const VectorRef& responses, const VectorRef& weights) const override {
        return tail(responses, weights);
    }

    Vector values(const RealisedResponses& responses, double offset, const VectorRef& weights,
                  Eigen::MatrixXf* slopes) const override {
        const auto counted = evenly_weighted(weights);
        if (!counted) return values_by_weight(responses, offset, weights, slopes);
        std::vector<float> sorted;
        return values_by_column(responses, offset, slopes, [&](const auto& F, const auto& tell) {
            const auto edge = at_edge(F, *counted, sorted);
            if (slopes != nullptr) count(F, *counted, edge, tell);
            return edge.sum / edge.whole;
        });
    }

  private:
    /// Of any weights, without sorting.
    [[nodiscard]] Vector values_by_weight(const RealisedResponses& responses, double offset, const VectorRef& weights,
                                          Eigen::MatrixXf* slopes) const {
        require_weights(name(), responses.rows(), weights);
        const std::vector<Index> counted = weighted(weights);
        std::vector<Index> order;
        return values_by_column(responses, offset, slopes, [&](const auto& F, const auto& tell) {
            order = counted;
            double sum = 0;
            count_by_weight(F, weights, order, [&](Index i, double share) {
                sum += share * static_cast<double>(F[i]);
                tell(i, share);
            });
            return sum;
        });
    }

    /// Tells how much each of `counted` counts, which are put in another order, but for those that do not.
    template <class Column, class Tell>
    void count_by_weight(const Column& F, const VectorRef& weights, std::vector<Index>& counted,
                         const Tell& tell) const {
        const double whole = share_ * weights.sum();
        const Reached at = partition_where(
            counted, weights, [&](Index i, Index j) { return F[i] != F[j] ? F[i] > F[j] : i < j; },
            [&](double before, double own) { return before + own >= whole; });
        const auto edge = counted.begin() + at.place;
        for (auto i = counted.begin(); i != edge; ++i) tell(*i, weights[*i] / whole);
        if (edge != counted.end()) tell(*edge, (whole - at.before) / whole);
    }

    /// How much each response counts.
    [[nodiscard]] Vector tail(const VectorRef& responses, const VectorRef& weights) const {
        require_weights(name(), responses.size(), weights);
        if (const auto even = evenly_weighted(weights)) {
            std::vector<double> sorted;
            Vector result = Vector::Zero(responses.size());
            count(responses, *even, at_edge(responses, *even, sorted),
                  [&](Index i, double share) { result[i] = share; });
            return result;
        }
        std::vector<Index> some = weighted(weights);
        Vector counted = Vector::Zero(responses.size());
        count_by_weight(responses, weights, some, [&](Index i, double share) { counted[i] = share; });
        return counted;
    }

    /// The last response that counts, in part, where all that count weigh the same.
    template <class Scalar>
    struct Edge {
        Scalar value;
        double whole;  ///< so many count
        double sum;    ///< of them
    };

    /// Found without sorting.
    template <class Column>
    [[nodiscard]] Edge<typename Column::Scalar> at_edge(const Column& F, const std::vector<Index>& counted,
                                                        std::vector<typename Column::Scalar>& sorted) const {
        const Index n = std::ssize(counted);
        const double whole = share_ * static_cast<double>(n);
        const Index before = std::min(static_cast<Index>(whole), n - 1);  // so many count in full
        copy_counted(F, counted, sorted);
        std::nth_element(sorted.begin(), sorted.begin() + before, sorted.end(), std::greater<>());
        const auto value = sorted[static_cast<std::size_t>(before)];
        double sum = (whole - static_cast<double>(before)) * static_cast<double>(value);
        for (Index i = 0; i < before; ++i) sum += static_cast<double>(sorted[static_cast<std::size_t>(i)]);
        return {value, whole, sum};
    }

    /// Tells how much each response counts, but for those that do not.
    template <class Column, class Tell>
    static void count(const Column& F, const std::vector<Index>& counted, const Edge<typename Column::Scalar>& edge,
                      const Tell& tell) {
        double left = edge.whole;
        for (const Index i : counted) {
            if (F[i] <= edge.value) continue;
            tell(i, 1 / edge.whole);
            left -= 1;
        }
        for (const Index i : counted) {
            if (left <= 0) break;
            if (F[i] != edge.value) continue;
            tell(i, std::min(1.0, left) / edge.whole);
            left -= 1;
        }
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
