#include "report/influence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/order.hpp"
#include "gp/shifted_mean.hpp"
#include "report/axes.hpp"

namespace sweetspot::study_report {
namespace {

constexpr Index slice_steps = 60;
constexpr Index grid_steps = 30;
/// Of the template's points, evenly chosen: a picture needs no more, and 1000 of them over 31 x 31 places take seconds.
constexpr Index most_points = 250;

Template thinned(const Template& T) {
    const Index count = std::min(T.size(), most_points);
    std::vector<Index> chosen(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i) chosen[static_cast<std::size_t>(i)] = i * T.size() / count;
    return {T.points(Eigen::all, chosen), T.weights(chosen)};
}

/// The parameter between narrower bounds: so many tolerances around the robust centre, and as far as the best single
/// point; all of it where it is built exactly.
Parameter window(const Modelled& m, Index d) {
    Parameter result = m.config.parameters[static_cast<std::size_t>(d)].parameter;
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

}  // namespace

std::vector<Index> by_influence(const Modelled& m) {
    Vector range(m.problem.dimension());
    for (Index d = 0; d < range.size(); ++d) {
        const Parameter& parameter = m.config.parameters[static_cast<std::size_t>(d)].parameter;
        const Vector mean = m.mean(along(m, d, axis_values(parameter, slice_steps)));
        range[d] = mean.maxCoeff() - mean.minCoeff();
    }
    return descending(range);
}

Landscapes landscapes_of(const Modelled& m, Index a, Index b) {
    Landscapes result{axis_values(window(m, a), grid_steps), axis_values(window(m, b), grid_steps), {}, {}};
    const Points along_a = along(m, a, result.a);
    const Points along_b = along(m, b, result.b);
    result.mean.resize(result.b.size(), result.a.size());
    result.robust.setConstant(result.b.size(), result.a.size(), std::numeric_limits<double>::quiet_NaN());
    const Template T = thinned(m.T);
    const Quality& quality = m.problem.quality();
    Vector weights = quality.reweighted(m.problem.perturbations(T.points), T.weights);
    if (weights.sum() > 0) weights /= weights.sum();
    const ShiftedMean shifted(m.gp, T.points);
    const Standardisation& units = m.gp.standardisation();
    m.parallel.for_each(result.b.size(), [&](Index i) {
        Points row = along_a;
        row.row(b).setConstant(along_b(b, i));
        result.mean.row(i) = m.mean(row).transpose();
        for (Index j = 0; j < row.cols(); ++j) {
            if (!m.problem.centres().contains(row.col(j), 1e-9)) continue;
            result.robust(i, j) = units.undo(quality.value(shifted.values(row.col(j)), weights));
        }
    });
    return result;
}

}  // namespace sweetspot::study_report
