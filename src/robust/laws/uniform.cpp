// Everything in the region is built equally often.

#include "robust/laws/list.hpp"

namespace sweetspot {

namespace {

class UniformLaw final : public DeviationLaw {
  public:
    std::string_view name() const override { return "uniform"; }
    std::string_view summary() const override { return "everything in the region is built equally often"; }
    double log_density(const VectorRef& /*u*/, const std::vector<Index>& /*which*/) const override { return 0; }
    std::optional<Vector> point(const VectorRef& v, const std::vector<Index>& /*which*/) const override {
        return Vector(2 * v.array() - 1);
    }
};

}  // namespace

DeviationLawPtr uniform_law() {
    static const DeviationLawPtr law = std::make_shared<const UniformLaw>();
    return law;
}

Member<DeviationLawPtr> uniform_member() {
    return plain_member(uniform_law());
}

}  // namespace sweetspot
