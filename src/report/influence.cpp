#include "report/influence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/order.hpp"
#include "report/axes.hpp"

namespace sweetspot::study_report {
namespace {

constexpr Index slice_steps = 60;

}  // namespace

Parameter window(const Modelled& m, Index d) {
    Parameter result = m.study.config.parameters[static_cast<std::size_t>(d)].parameter;
    const double from = m.answer.lower[d];
    const double to = m.answer.upper[d];
    if (!(from < to)) return result;
    const bool log = result.scale == Scale::log;
    const auto there = [&](double x) { return log ? std::log(x) : x; };
    const auto back = [&](double x) { return log ? std::exp(x) : x; };
    const double reach = Landscapes::tolerances_around * (there(to) - there(from)) / 2;
    const double middle = there(m.answer.robust.x[d]);
    const double single = there(m.answer.single.x[d]);
    const double margin = reach / 8;
    result.lower = std::max(result.lower, back(std::min(middle - reach, single - margin)));
    result.upper = std::min(result.upper, back(std::max(middle + reach, single + margin)));
    if (result.step) {
        result.lower = std::floor(result.lower);
        result.upper = std::ceil(result.upper);
    }
    return result;
}

std::vector<Index> by_influence(const Modelled& m) {
    Vector range(m.problem().dimension());
    for (Index d = 0; d < range.size(); ++d) {
        const Parameter& parameter = m.study.config.parameters[static_cast<std::size_t>(d)].parameter;
        const Vector mean = m.model.mean(along(m, d, axis_values(parameter, slice_steps)));
        range[d] = mean.maxCoeff() - mean.minCoeff();
    }
    return descending(range);
}

Landscapes landscapes_of(const Modelled& m, Index a, Index b, const LandscapeDetail& detail) {
    Landscapes result{axis_values(window(m, a), detail.steps), axis_values(window(m, b), detail.steps), {}, {}};
    const Points along_a = along(m, a, result.a);
    const Points along_b = along(m, b, result.b);
    const Index columns = result.a.size();
    Points centres(m.problem().dimension(), result.b.size() * columns);
    for (Index i = 0; i < result.b.size(); ++i) {
        centres.middleCols(i * columns, columns) = along_a;
        centres.row(b).segment(i * columns, columns).setConstant(along_b(b, i));
    }
    result.mean.resize(result.b.size(), columns);
    m.parallel.for_each(result.b.size(), [&](Index i) {
        result.mean.row(i) = m.model.mean(centres.middleCols(i * columns, columns)).transpose();
    });
    result.robust =
        m.model.measures(centres, detail.most_points, m.parallel).reshaped<Eigen::RowMajor>(result.b.size(), columns);
    return result;
}

}  // namespace sweetspot::study_report
