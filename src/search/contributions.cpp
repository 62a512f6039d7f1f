// Shares of the variance of the posterior mean m(x + δ), under the law of deviation, that one deviation causes.
//
// The region ties deviations to one another (in a ball a large one leaves no room for others), and laws may correlate
// them, so that the parts do not add up to one; both kinds of share keep their meaning. Points of the law are put into
// bins of equal weight by u_d: the variance of the bins' averages, less what their own scatter adds, is Var(E[m |
// u_d]). Along the line through each point on which u_d alone varies, the law's density on that line weighs what is
// there: that is Var(m | all but u_d). Errors are by lots of points that are drawn on their own.

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "base/order.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {
namespace {

constexpr Index lots = 8;
constexpr Index points_per_lot = 512;
constexpr Index bins = 16;
constexpr Index on_a_line = 17;

struct Moments {
    double mean = 0;
    double variance = 0;
};

Moments moments(const VectorRef& values, const VectorRef& weights) {
    const double sum = weights.sum();
    const double mean = weights.dot(values) / sum;
    return {mean, (weights.array() * (values.array() - mean).square()).sum() / sum};
}

/// Of E[value | key].
double variance_of_averages(const VectorRef& key, const VectorRef& values, const VectorRef& weights, double mean) {
    const double whole = weights.sum();
    double sum = 0;
    double bin_weight = 0;
    double bin_squares = 0;  // of the weights
    double bin_first = 0;
    double bin_second = 0;
    double taken = 0;
    const auto close_bin = [&] {
        if (bin_weight <= 0) return;
        const double average = bin_first / bin_weight;
        const double scatter = std::max(0.0, bin_second / bin_weight - average * average);
        const double counted = bin_weight * bin_weight / bin_squares;  // as many equal ones would be as good
        const double error = counted > 1 ? scatter / (counted - 1) : 0;
        sum += bin_weight * ((average - mean) * (average - mean) - error);
        bin_weight = bin_squares = bin_first = bin_second = 0;
    };
    for (const Index i : ascending(key)) {
        if (weights[i] <= 0) continue;
        bin_weight += weights[i];
        bin_squares += weights[i] * weights[i];
        bin_first += weights[i] * values[i];
        bin_second += weights[i] * values[i] * values[i];
        taken += weights[i];
        if (bin_weight >= whole / bins && taken < whole) close_bin();
    }
    close_bin();
    return sum / whole;
}

/// One lot of the law's points around a centre.
struct Lot {
    Template T;
    Vector values;
    Moments all;
};

/// E[Var(m | all but u_d)].
double variance_on_lines(const RegionModel& model, const Vector& u, const Lot& lot, Index d) {
    const RobustSet& set = model.problem().robust_set();
    const Box cube = Box::unit(u.size());
    double sum = 0;
    Points line(u.size(), on_a_line);
    for (Index i = 0; i < lot.T.size(); ++i) {
        if (lot.T.weights[i] <= 0) continue;
        Vector weights = Vector::Zero(on_a_line);
        for (Index j = 0; j < on_a_line; ++j) {
            Vector delta = lot.T.points.col(i);
            delta[d] = set.from_ball(d, (2 * static_cast<double>(j) + 1) / on_a_line - 1);
            const Vector at = u + delta;
            line.col(j) = cube.clamp(at);
            if (set.contains(delta) && cube.contains(at, 1e-9)) weights[j] = std::exp(set.log_density(delta));
        }
        if (weights.sum() <= 0) continue;
        sum += lot.T.weights[i] * moments(model.mean(line), weights).variance;
    }
    return sum / lot.T.weights.sum();
}

struct Share {
    double value = 0;
    double error = 0;
};

Share over_lots(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    double mean = 0;
    for (const double value : values) mean += value / n;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return {mean, std::sqrt(squares / (n - 1) / n)};
}

}  // namespace

Contributions contributions(const SearchDescription& search, const GaussianProcess& gp, const VectorRef& centre) {
    const RegionModel model(problem_of(search), gp, Rng(search.seed));
    const RobustSet& set = model.problem().robust_set();
    require(set.has_norm(), "contributions: the region has no norm, so that no deviation stands alone");
    const Vector u = model.problem().space().to_unit(centre);
    const Box cube = Box::unit(u.size());

    std::vector<Lot> drawn;
    for (Index l = 0; l < lots; ++l) {
        const Rng rng = Rng(search.seed).split("contributions").split(static_cast<std::uint64_t>(l));
        Lot lot{make_template(set, {.shape = TemplateShape::uniform, .size = points_per_lot}, rng), {}, {}};
        for (Index i = 0; i < lot.T.size(); ++i) {
            // Only what can be built counts.
            if (!cube.contains(u + lot.T.points.col(i), 1e-9)) lot.T.weights[i] = 0;
        }
        Points places = lot.T.at(u);
        for (Index i = 0; i < places.cols(); ++i) places.col(i) = cube.clamp(places.col(i));
        lot.values = model.mean(places);
        lot.all = moments(lot.values, lot.T.weights);
        drawn.push_back(std::move(lot));
    }
    Contributions result;
    double variance = 0;
    for (const Lot& lot : drawn) {
        result.average += lot.all.mean / lots;
        variance += lot.all.variance / lots;
    }
    result.sd = std::sqrt(variance);
    const double worst = model.at_unit(u).worst_value();

    for (const Index d : set.free_coordinates()) {
        std::vector<double> alone;
        std::vector<double> total;
        for (const Lot& lot : drawn) {
            if (variance <= 0) break;
            const double part =
                variance_of_averages(lot.T.points.row(d).transpose(), lot.values, lot.T.weights, lot.all.mean);
            alone.push_back(part / variance);
            total.push_back(variance_on_lines(model, u, lot, d) / variance);
        }
        Contribution c{search.parameters[static_cast<std::size_t>(d)].parameter.name};
        if (!alone.empty()) {
            const Share share = over_lots(alone);
            const Share all = over_lots(total);
            c.alone = std::max(0.0, share.value);
            c.alone_error = share.error;
            c.total = all.value;
            c.total_error = all.error;
        }
        SearchDescription exact = search;
        exact.parameters[static_cast<std::size_t>(d)].tolerance.amount = 0;
        exact.parameters[static_cast<std::size_t>(d)].parameter.chosen = true;  // of the environment: in its middle
        c.worst_cost = worst - RegionModel(problem_of(exact), gp, Rng(search.seed)).at_unit(u).worst_value();
        result.parts.push_back(std::move(c));
    }
    std::ranges::stable_sort(result.parts, std::greater<>(), &Contribution::total);
    return result;
}

}  // namespace sweetspot
