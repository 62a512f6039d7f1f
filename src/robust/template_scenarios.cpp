#include "robust/template_scenarios.hpp"

#include <utility>

#include "base/check.hpp"

namespace sweetspot {

Template in_every_scenario(const ScenarioTemplates& plain) {
    const auto& [as_ordered, otherwise, confusion] = plain;
    const Index others = confusion->scenarios() - 1;
    const Index size = as_ordered.size() + others * otherwise.size();
    Template result{Points(as_ordered.points.rows(), size), Vector(size), {confusion, {}}};
    Index at = 0;
    for (Index m = 0; m < confusion->scenarios(); ++m) {
        const Template& T = m == 0 ? as_ordered : otherwise;
        result.points.middleCols(at, T.size()) = T.points;
        result.weights.segment(at, T.size()) = confusion->weights()[m] * T.weights;
        result.scenarios.of.insert(result.scenarios.of.end(), static_cast<std::size_t>(T.size()), m);
        at += T.size();
    }
    return result;
}

Vector Template::centre(const VectorRef& x, Index i) const {
    if (scenarios.none()) return x;
    return scenarios.confusion->built(Vector(x), scenarios.of[static_cast<std::size_t>(i)]);
}

Points Template::placed(const VectorRef& x) const {
    Points result(points.rows(), size());
    Vector centre_of_last = x;
    Index last = 0;  // points of one scenario follow one another
    for (Index i = 0; i < size(); ++i) {
        const Index scenario = scenarios.of[static_cast<std::size_t>(i)];
        if (scenario != last) centre_of_last = centre(x, i);
        last = scenario;
        result.col(i) = points.col(i) + centre_of_last;
    }
    return result;
}

Points Template::at(const VectorRef& x, std::span<const Index> which) const {
    Points result(points.rows(), std::ssize(which));
    for (Index j = 0; j < result.cols(); ++j) {
        const Index i = which[static_cast<std::size_t>(j)];
        if (scenarios.none()) {
            result.col(j) = points.col(i) + x;
        } else {
            result.col(j) = points.col(i) + centre(x, i);
        }
    }
    return result;
}

Template Template::part(const std::vector<Index>& which) const {
    return {points(Eigen::all, which), weights(which), scenarios.part(which)};
}

void Template::add(const VectorRef& x, const VectorRef& place) {
    Vector from = x;
    if (!scenarios.none()) {
        const std::optional<Index> scenario = scenarios.confusion->scenario(x, place);
        require(scenario.has_value(),
                "Template: the place to add is not in the region, for its choices never come out");
        scenarios.of.push_back(*scenario);
        from = scenarios.confusion->with_choices_of(place, std::move(from));
    }
    points.conservativeResize(Eigen::NoChange, size() + 1);
    points.rightCols(1) = place - from;
    weights.conservativeResize(size());
    weights.tail(1).setZero();
}

Vector Template::normalised(Vector given) const {
    if (scenarios.none()) return given / given.sum();
    const Vector& shares = scenarios.confusion->weights();
    Vector sums = Vector::Zero(shares.size());
    for (Index i = 0; i < size(); ++i) sums[scenarios.of[static_cast<std::size_t>(i)]] += given[i];
    for (Index i = 0; i < size(); ++i) {
        const Index m = scenarios.of[static_cast<std::size_t>(i)];
        if (sums[m] > 0) given[i] *= shares[m] / sums[m];
    }
    return given / given.sum();
}

}  // namespace sweetspot
