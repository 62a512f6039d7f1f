// A problem to judge searches by: the function, its domain and the true worst case of a region. This one is a tilted
// bowl, whose worst case over a box is at a corner.
#include <algorithm>
#include <memory>

#include "own.hpp"

namespace {

class TiltedBowl final : public sweetspot::Benchmark {
  public:
    [[nodiscard]] std::string_view name() const override { return "tilted-bowl"; }
    [[nodiscard]] std::string_view summary() const override { return "a bowl on a slope"; }
    [[nodiscard]] sweetspot::Space space(sweetspot::Index dimension) const override {
        return sweetspot::Space::cube(dimension, -4, 4);
    }
    [[nodiscard]] double default_tolerance() const override { return 0.5; }
    [[nodiscard]] double value(const sweetspot::VectorRef& x) const override { return x.squaredNorm() + x.sum(); }
    /// In the infinity norm coordinates are on their own, each worst at an end; other norms are bounded by it.
    [[nodiscard]] double worst_case(const sweetspot::VectorRef& centre, sweetspot::Norm /*norm*/,
                                    const sweetspot::VectorRef& tolerance) const override {
        double sum = 0;
        for (sweetspot::Index d = 0; d < centre.size(); ++d) {
            const auto term = [](double x) { return x * x + x; };
            sum += std::max(term(centre[d] - tolerance[d]), term(centre[d] + tolerance[d]));
        }
        return sum;
    }
};

}  // namespace

sweetspot::BenchmarkPtr own_problem() {
    return std::make_shared<TiltedBowl>();
}
