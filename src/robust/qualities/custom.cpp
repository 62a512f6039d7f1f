// The user's own reduction of the responses.

#include <cmath>

#include "base/check.hpp"
#include "sweetspot/base/errors.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {

namespace {

using Reduction = std::function<double(const VectorRef& responses, const VectorRef& weights)>;

class CustomQuality final : public Quality {
  public:
    CustomQuality(std::string name, Reduction reduce) : name_(std::move(name)), reduce_(std::move(reduce)) {}

    std::string_view name() const override { return name_; }

    double value(const VectorRef& responses, const VectorRef& weights) const override {
        require(responses.size() > 0, "{}: the quality of no responses is not defined", name_);
        const double quality = reduce_(responses, weights);
        // Not a number compares as neither better nor worse: a search would go on without a word.
        if (std::isnan(quality))
            throw NumericalError(fmt::format("{}: the quality of {} responses between {} and {} is not a number", name_,
                                             responses.size(), responses.minCoeff(), responses.maxCoeff()));
        return quality;
    }

  private:
    std::string name_;
    Reduction reduce_;
};

}  // namespace

QualityPtr custom_quality(std::string name, Reduction reduce) {
    require(!name.empty(), "custom_quality: the name is empty; give the quality a name");
    require(static_cast<bool>(reduce), "custom_quality: the reduction of \"{}\" is an empty function; give a callable",
            name);
    return std::make_shared<const CustomQuality>(std::move(name), std::move(reduce));
}

}  // namespace sweetspot
