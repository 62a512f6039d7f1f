#include "sweetspot/robust/deviation_law.hpp"

#include <cmath>

#include "base/check.hpp"
#include "robust/laws/list.hpp"

namespace sweetspot {
namespace {

class LawOfDensity final : public DeviationLaw {
  public:
    explicit LawOfDensity(std::function<double(const Vector&)> density) : density_(std::move(density)) {}

    std::string_view name() const override { return "density"; }
    std::string_view summary() const override { return "a density of the user's own"; }
    double log_density(const VectorRef& u, const std::vector<Index>& /*which*/) const override {
        const double density = density_(u);
        require(std::isfinite(density) && density >= 0, "law: the density is {}; it must be finite and at least 0",
                density);
        return std::log(density);
    }

  private:
    std::function<double(const Vector&)> density_;
};

}  // namespace

std::optional<Vector> DeviationLaw::point(const VectorRef& /*v*/, const std::vector<Index>& /*which*/) const {
    return std::nullopt;
}

DeviationLawPtr law_of_density(std::function<double(const Vector& u)> density) {
    require(static_cast<bool>(density), "law: the density is an empty function; give a callable");
    return std::make_shared<const LawOfDensity>(std::move(density));
}

#define SWEETSPOT_LISTED(member) member(),

const Family<DeviationLawPtr>& law_family() {
    static const Family<DeviationLawPtr> family("law", {SWEETSPOT_LAWS(SWEETSPOT_LISTED)});
    return family;
}

#undef SWEETSPOT_LISTED

}  // namespace sweetspot
