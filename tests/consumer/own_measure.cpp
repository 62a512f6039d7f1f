// A measure: a number for the responses over a region, smaller is better. This one is the mean of the worst tenth.
#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "own.hpp"

namespace {

class WorstTenth final : public sweetspot::Quality {
  public:
    [[nodiscard]] std::string_view name() const override { return "worst-tenth"; }
    [[nodiscard]] double value(const sweetspot::VectorRef& responses,
                               const sweetspot::VectorRef& weights) const override {
        std::vector<sweetspot::Index> order(static_cast<std::size_t>(responses.size()));
        std::iota(order.begin(), order.end(), sweetspot::Index{0});
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return responses[a] > responses[b]; });
        double left = 0.1;
        double sum = 0;
        for (const sweetspot::Index i : order) {
            const double taken = std::min(left, weights[i]);
            sum += taken * responses[i];
            left -= taken;
        }
        return sum / (0.1 - left);
    }
};

}  // namespace

sweetspot::QualityPtr own_measure() {
    return std::make_shared<WorstTenth>();
}
