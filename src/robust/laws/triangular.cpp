// Small deviations are likelier than large ones, each with the density 1 - |u|.

#include <cmath>
#include <limits>

#include "robust/laws/list.hpp"

namespace sweetspot {

namespace {

class TriangularLaw final : public DeviationLaw {
  public:
    std::string_view name() const override { return "triangular"; }
    std::string_view summary() const override {
        return "falls in a straight line from what was drawn to the tolerance";
    }

    double log_density(const VectorRef& u, const std::vector<Index>& /*which*/) const override {
        double sum = 0;
        for (const double part : u) {
            const double density = 1 - std::abs(part);
            if (density <= 0) return -std::numeric_limits<double>::infinity();
            sum += std::log(density);
        }
        return sum;
    }

    std::optional<Vector> point(const VectorRef& v, const std::vector<Index>& /*which*/) const override {
        return v.unaryExpr([](double p) { return p < 0.5 ? std::sqrt(2 * p) - 1 : 1 - std::sqrt(2 * (1 - p)); });
    }
};

}  // namespace

DeviationLawPtr triangular_law() {
    return std::make_shared<const TriangularLaw>();
}

Member<DeviationLawPtr> triangular_member() {
    return plain_member(triangular_law());
}

}  // namespace sweetspot
