#include "sweetspot/robust/deviation_law.hpp"

#include <algorithm>
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

/// Each own law is asked for its coordinate alone, the other one for the rest.
class LawWithOwn final : public DeviationLaw {
  public:
    LawWithOwn(DeviationLawPtr law, std::map<Index, DeviationLawPtr> own)
        : law_(std::move(law)), own_(std::move(own)) {}

    std::string_view name() const override { return law_->name(); }
    std::string_view summary() const override { return law_->summary(); }

    double log_density(const VectorRef& u, const std::vector<Index>& which) const override {
        const Parts parts = split(which);
        double sum = parts.rest.empty() ? 0 : law_->log_density(u(parts.rest), parts.rest_which);
        for (const Index i : parts.own) sum += own_.at(which[i])->log_density(u.segment(i, 1), {which[i]});
        return sum;
    }

    std::optional<Vector> point(const VectorRef& v, const std::vector<Index>& which) const override {
        const Parts parts = split(which);
        Vector result(v.size());
        if (!parts.rest.empty()) {
            const auto rest = law_->point(v(parts.rest), parts.rest_which);
            if (!rest) return std::nullopt;
            result(parts.rest) = *rest;
        }
        for (const Index i : parts.own) {
            const auto own = own_.at(which[i])->point(v.segment(i, 1), {which[i]});
            if (!own) return std::nullopt;
            result[i] = (*own)[0];
        }
        return result;
    }

  private:
    struct Parts {
        std::vector<Index> own;  ///< places in `which`
        std::vector<Index> rest;
        std::vector<Index> rest_which;
    };
    [[nodiscard]] Parts split(const std::vector<Index>& which) const {
        Parts parts;
        for (Index i = 0; i < std::ssize(which); ++i) {
            if (own_.contains(which[i])) {
                parts.own.push_back(i);
            } else {
                parts.rest.push_back(i);
                parts.rest_which.push_back(which[i]);
            }
        }
        return parts;
    }

    DeviationLawPtr law_;
    std::map<Index, DeviationLawPtr> own_;
};

}  // namespace

std::optional<Vector> DeviationLaw::point(const VectorRef& /*v*/, const std::vector<Index>& /*which*/) const {
    return std::nullopt;
}

DeviationLawPtr law_of_density(std::function<double(const Vector& u)> density) {
    require(static_cast<bool>(density), "law: the density is an empty function; give a callable");
    return std::make_shared<const LawOfDensity>(std::move(density));
}

DeviationLawPtr law_with_own(DeviationLawPtr law, std::map<Index, DeviationLawPtr> own) {
    require(law != nullptr && std::ranges::all_of(own, [](const auto& one) { return one.second != nullptr; }),
            "law: one of the laws is missing; use uniform_law()");
    const bool uniform =
        law == uniform_law() && std::ranges::all_of(own, [](const auto& one) { return one.second == uniform_law(); });
    if (uniform || own.empty()) return law;
    return std::make_shared<const LawWithOwn>(std::move(law), std::move(own));
}

#define SWEETSPOT_LISTED(member) member(),

const Family<DeviationLawPtr>& law_family() {
    static const Family<DeviationLawPtr> family("law", {SWEETSPOT_LAWS(SWEETSPOT_LISTED)});
    return family;
}

#undef SWEETSPOT_LISTED

}  // namespace sweetspot
