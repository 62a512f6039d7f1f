#include "acquisition/mean_acquisition.hpp"

#include <algorithm>

namespace sweetspot {
namespace {

/// The average of what `value(i, gradient)` is for i = 0 … count - 1, and of the gradients.
template <class Value>
double average_of(std::size_t count, const Value& value, Vector* gradient) {
    double sum = 0;
    Vector slopes;
    for (std::size_t i = 0; i < count; ++i) {
        sum += value(i, gradient);
        if (gradient == nullptr) continue;
        if (i == 0) {
            slopes = *gradient;
        } else {
            slopes += *gradient;
        }
    }
    const auto n = static_cast<double>(count);
    if (gradient != nullptr) *gradient = slopes / n;
    return sum / n;
}

}  // namespace

double MeanAcquisition::value(const Vector& x, Vector* gradient) const {
    return average_of(
        members_.size(), [&](std::size_t i, Vector* slope) { return members_[i]->value(x, slope); }, gradient);
}

Vector MeanAcquisition::values(const PointsRef& x) const {
    Vector sum = Vector::Zero(x.cols());
    for (const AcquisitionPtr& member : members_) sum += member->values(x);
    return sum / static_cast<double>(members_.size());
}

LocalObjective MeanAcquisition::descent() const {
    const auto locals = std::make_shared<std::vector<LocalObjective>>();
    for (const AcquisitionPtr& member : members_) locals->push_back(member->descent());
    return {[locals](const Vector& x, Vector* gradient) {
                return average_of(
                    locals->size(), [&](std::size_t i, Vector* slope) { return (*locals)[i].objective(x, slope); },
                    gradient);
            },
            [locals] {
                bool changed = false;
                for (const LocalObjective& local : *locals) changed = (local.renew && local.renew()) || changed;
                return changed;
            }};
}

int MeanAcquisition::bounds() const {
    int levels = members_.front()->bounds();
    for (const AcquisitionPtr& member : members_) levels = std::min(levels, member->bounds());
    return levels;
}

Vector MeanAcquisition::upper_bounds(const PointsRef& x, int level) const {
    Vector sum = Vector::Zero(x.cols());
    for (const AcquisitionPtr& member : members_) sum += member->upper_bounds(x, level);
    return sum / static_cast<double>(members_.size());
}

AcquisitionPtr mean_acquisition(std::vector<AcquisitionPtr> members) {
    if (members.size() == 1) return std::move(members.front());
    return std::make_shared<MeanAcquisition>(std::move(members));
}

}  // namespace sweetspot
