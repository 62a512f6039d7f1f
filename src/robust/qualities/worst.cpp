// The worst case, Q̂(F) = max F (eq:estimated_qmax).

#include "base/check.hpp"
#include "robust/qualities/list.hpp"

namespace sweetspot {

namespace {

class WorstQuality final : public Quality {
  public:
    std::string_view name() const override { return "worst"; }
    std::string_view summary() const override { return "the worst response in the region"; }
    std::string_view label() const override { return "worst case"; }
    Kind kind() const override { return Kind::maximum; }

    double value(const VectorRef& responses, const VectorRef& /*weights*/) const override {
        require(responses.size() > 0, "worst: the quality of no responses is not defined");
        return responses.maxCoeff();
    }

    /// The unit vector of the first largest response: one of the subgradients where several are equal.
    Vector gradient(const VectorRef& responses, const VectorRef& /*weights*/) const override {
        require(responses.size() > 0, "worst: the quality of no responses is not defined");
        Index first = 0;
        for (Index i = 1; i < responses.size(); ++i)
            if (responses[i] > responses[first]) first = i;
        return Vector::Unit(responses.size(), first);
    }
};

}  // namespace

QualityPtr worst_quality() {
    return std::make_shared<const WorstQuality>();
}

Member<QualityPtr> worst_measure() {
    return plain_member(worst_quality());
}

}  // namespace sweetspot
