// Shares of the variance of the posterior mean m(x + δ), under the law of deviation, that one deviation causes.
//
// The region ties deviations to one another (in a ball a large one leaves no room for others), and laws may correlate
// them, so that the parts do not add up to one; both kinds of share keep their meaning. Points of the law are put into
// bins of equal weight by u_d: the variance of the bins' averages is Var(E[m | u_d]). Along the line through each point
// on which u_d alone varies, the law's density on that line weighs what is there: that is Var(m | all but u_d). Errors
// are by lots of points that are drawn on their own. Of a choice that may be confused the bins are what is built, and
// its line is all that can come out, with the shares of that.

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "base/check.hpp"
#include "base/order.hpp"
#include "robust/limit_of_region.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {
namespace {

constexpr Index lots = 8;
constexpr Index points_per_lot = 512;
constexpr Index bins = 32;
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

/// One lot of the law's points around a centre.
struct Lot {
    Template T;
    Vector values;
    Moments all;
};

/// The bin of each point, one lot after the other: equal weights in the order of u_d.
std::vector<Index> bins_by_deviation(const std::vector<Lot>& drawn, Index d) {
    const auto count = std::ssize(drawn);
    const Index size = drawn.front().T.size();
    Vector keys(count * size);
    double whole = 0;
    for (Index l = 0; l < count; ++l) {
        const Lot& lot = drawn[static_cast<std::size_t>(l)];
        keys.segment(l * size, size) = lot.T.points.row(d).transpose();
        whole += lot.T.weights.sum();
    }
    double before = 0;
    std::vector<Index> result(static_cast<std::size_t>(count * size));
    for (const Index i : ascending(keys)) {
        const double weight = drawn[static_cast<std::size_t>(i / size)].T.weights[i % size];
        const auto bin = static_cast<Index>(bins * (before + weight / 2) / whole);
        result[static_cast<std::size_t>(i)] = std::min(bin, bins - 1);
        before += weight;
    }
    return result;
}

/// … what is built of the d-th parameter, a choice.
std::vector<Index> bins_by_choice(const std::vector<Lot>& drawn, const Vector& u, Index d, Index choices) {
    std::vector<Index> result;
    for (const Lot& lot : drawn) {
        for (Index i = 0; i < lot.T.size(); ++i) {
            result.push_back(std::lround(lot.T.centre(u, i)[d] * static_cast<double>(choices - 1)));
        }
    }
    return result;
}

/// Of E[m | bin], one estimate per lot: the covariance over the bins of its averages with those of all other lots, to
/// which what scatters within a lot adds nothing.
std::vector<double> variances_of_averages(const std::vector<Lot>& drawn, const std::vector<Index>& bin_of) {
    const auto count = std::ssize(drawn);
    const Index size = drawn.front().T.size();
    const Index used = *std::ranges::max_element(bin_of) + 1;
    Matrix weights = Matrix::Zero(count, used);
    Matrix sums = Matrix::Zero(count, used);  // of weight · value
    for (Index i = 0; i < count * size; ++i) {
        const Lot& lot = drawn[static_cast<std::size_t>(i / size)];
        const Index bin = bin_of[static_cast<std::size_t>(i)];
        weights(i / size, bin) += lot.T.weights[i % size];
        sums(i / size, bin) += lot.T.weights[i % size] * lot.values[i % size];
    }
    std::vector<double> result;
    for (Index l = 0; l < count; ++l) {
        const Vector here = sums.row(l) - drawn[static_cast<std::size_t>(l)].all.mean * weights.row(l);
        const Vector other_weights = (weights.colwise().sum() - weights.row(l)).transpose();
        const Vector other_sums = (sums.colwise().sum() - sums.row(l)).transpose();
        const double other_mean = other_sums.sum() / other_weights.sum();
        double sum = 0;
        for (Index k = 0; k < used; ++k) {
            if (other_weights[k] > 0) sum += here[k] * (other_sums[k] / other_weights[k] - other_mean);
        }
        result.push_back(sum / weights.row(l).sum());
    }
    return result;
}

/// How far u_d may be off either way in the unit ball where the others leave it that room.
double half_chord(const RobustSet& set, Vector delta, Index d) {
    if (std::ranges::binary_search(set.alone(), d)) return 1;
    delta[d] = 0;
    for (const Index alone : set.alone()) delta[alone] = 0;
    const double others = std::min(1.0, set.gauge(delta));
    switch (set.norm()) {
        case Norm::one:
            return 1 - others;
        case Norm::two:
            return std::sqrt(1 - others * others);
        default:
            return 1;
    }
}

/// E[Var(m | all but u_d)].
double variance_on_lines(const RegionModel& model, const Vector& u, const Lot& lot, Index d) {
    const RobustSet& set = model.problem().robust_set();
    const Box cube = Box::unit(u.size());
    double sum = 0;
    Points line(u.size(), on_a_line);
    for (Index i = 0; i < lot.T.size(); ++i) {
        if (lot.T.weights[i] <= 0) continue;
        Vector weights = Vector::Zero(on_a_line);
        const Vector centre = lot.T.centre(u, i);
        const double reach = half_chord(set, lot.T.points.col(i), d);
        for (Index j = 0; j < on_a_line; ++j) {
            Vector delta = lot.T.points.col(i);
            delta[d] = set.from_ball(d, reach * ((2 * static_cast<double>(j) + 1) / on_a_line - 1));
            const Vector at = centre + delta;
            line.col(j) = cube.clamp(at);
            if (cube.contains(at, 1e-9)) weights[j] = std::exp(set.log_density(delta));
        }
        if (weights.sum() <= 0) continue;
        sum += lot.T.weights[i] * moments(model.mean(line), weights).variance;
    }
    return sum / lot.T.weights.sum();
}

/// The same of a choice: what is built of it by the shares, all else as it came out.
double variance_over_choices(const RegionModel& model, const Vector& u, const Lot& lot, Index d) {
    const Parameter& p = model.problem().space().parameters()[static_cast<std::size_t>(d)];
    const auto last = static_cast<double>(p.choices.size() - 1);
    const std::vector<double>& shares = p.confusion[static_cast<std::size_t>(std::lround(u[d] * last))];
    const Vector weights = Eigen::Map<const Vector>(shares.data(), std::ssize(shares));
    const Points places = lot.T.at(u);
    const Box cube = Box::unit(u.size());
    Points line(u.size(), weights.size());
    double sum = 0;
    for (Index i = 0; i < lot.T.size(); ++i) {
        if (lot.T.weights[i] <= 0) continue;
        line.colwise() = cube.clamp(places.col(i));
        for (Index j = 0; j < line.cols(); ++j) line(d, j) = static_cast<double>(j) / last;
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

std::vector<Lot> drawn_lots(const RegionModel& model, const Vector& u, const Rng& rng) {
    const Problem& problem = model.problem();
    const Box cube = Box::unit(u.size());
    std::vector<Lot> drawn;
    drawn.reserve(lots);
    for (Index l = 0; l < lots; ++l) {
        const TemplateOptions options{.shape = TemplateShape::uniform, .size = points_per_lot};
        Lot lot{
            make_template(problem.robust_set(), options, rng.split(static_cast<std::uint64_t>(l)), problem.confusion()),
            {},
            {}};
        for (Index i = 0; i < lot.T.size(); ++i) {
            // Only what can be built counts.
            if (!cube.contains(u + lot.T.points.col(i), 1e-9)) lot.T.weights[i] = 0;
        }
        if (problem.confusion()) lot.T.weights = lot.T.normalised(std::move(lot.T.weights));
        Points places = lot.T.at(u);
        for (Index i = 0; i < places.cols(); ++i) places.col(i) = cube.clamp(places.col(i));
        lot.values = model.mean(places);
        lot.all = moments(lot.values, lot.T.weights);
        drawn.push_back(std::move(lot));
    }
    return drawn;
}

/// Shares of one parameter in the variance, without its name and its cost.
Contribution contribution(const RegionModel& model, const Vector& u, const std::vector<Lot>& drawn, double variance,
                          Index d) {
    const Parameter& p = model.problem().space().parameters()[static_cast<std::size_t>(d)];
    const bool choice = p.is_choice();
    std::vector<double> alone = variances_of_averages(
        drawn, choice ? bins_by_choice(drawn, u, d, std::ssize(p.choices)) : bins_by_deviation(drawn, d));
    for (double& part : alone) part /= variance;
    std::vector<double> total;
    total.reserve(drawn.size());
    for (const Lot& lot : drawn) {
        total.push_back((choice ? variance_over_choices(model, u, lot, d) : variance_on_lines(model, u, lot, d)) /
                        variance);
    }
    const Share share = over_lots(alone);
    const Share all = over_lots(total);
    Contribution result;
    result.alone = std::max(0.0, share.value);
    result.alone_error = share.error;
    result.total = all.value;
    result.total_error = all.error;
    return result;
}

/// The worst of a region around a place of the unit cube.
using WorstOf = std::function<double(const Problem& problem, const Vector& u)>;

/// The d-th parameter, of the environment, stays in its middle; of what is built it then is an independent one.
void choose_environment(SearchDescription& search, std::size_t d) {
    search.parameters[d].parameter.chosen = true;
    if (search.correlation.empty()) return;
    const auto at = std::count_if(search.parameters.begin(), search.parameters.begin() + static_cast<std::ptrdiff_t>(d),
                                  [](const DescribedParameter& p) { return p.parameter.chosen; });
    for (std::vector<double>& row : search.correlation) row.insert(row.begin() + at, 0.0);
    std::vector<double> alone(search.correlation.size() + 1, 0.0);
    alone[static_cast<std::size_t>(at)] = 1;
    search.correlation.insert(search.correlation.begin() + at, std::move(alone));
}

Contributions contributions_to(const SearchDescription& search, const GaussianProcess& gp, const VectorRef& centre,
                               const WorstOf& worst_of) {
    const RegionModel model(problem_of(search), gp, Rng(search.seed));
    const RobustSet& set = model.problem().robust_set();
    require(set.has_norm(), "contributions: the region has no norm, so that no deviation stands alone");
    const Vector u = model.problem().space().to_unit(centre);
    const std::vector<Lot> drawn = drawn_lots(model, u, Rng(search.seed).split("contributions"));
    Contributions result;
    double variance = 0;
    for (const Lot& lot : drawn) {
        result.average += lot.all.mean / lots;
        variance += lot.all.variance / lots;
    }
    result.sd = std::sqrt(variance);
    // By the template, whose average may differ a little from that of more points.
    const Estimate average = model.at_unit(u).average();
    result.average_lower = std::min(average.lower, result.average);
    result.average_upper = std::max(average.upper, result.average);
    const double worst = worst_of(model.problem(), u);

    std::vector<Index> deviating = set.free_coordinates();
    if (const ConfusionPtr& confusion = model.problem().confusion()) {
        deviating.insert(deviating.end(), confusion->coordinates().begin(), confusion->coordinates().end());
    }
    for (const Index d : deviating) {
        Contribution c;
        if (variance > 0) c = contribution(model, u, drawn, variance, d);
        c.name = search.parameters[static_cast<std::size_t>(d)].parameter.name;
        SearchDescription exact = search;
        DescribedParameter& p = exact.parameters[static_cast<std::size_t>(d)];
        p.tolerance.amount = 0;
        p.parameter.confusion.clear();
        if (!p.parameter.chosen) choose_environment(exact, static_cast<std::size_t>(d));
        c.worst_cost = worst - worst_of(problem_of(exact), u);
        result.parts.push_back(std::move(c));
    }
    std::ranges::stable_sort(result.parts, std::greater<>(), &Contribution::total);
    return result;
}

}  // namespace

Contributions contributions(const SearchDescription& search, const GaussianProcess& gp, const VectorRef& centre) {
    return contributions_to(search, gp, centre, [&](const Problem& problem, const Vector& u) {
        return RegionModel(problem, gp, Rng(search.seed)).at_unit(u).worst_value();
    });
}

Contributions contributions(const SearchDescription& search, const LimitModel& limit, const VectorRef& centre) {
    return contributions_to(search, output_model(limit), centre, [&](const Problem& problem, const Vector& u) {
        // h and the output turned by the sign of the limit grow together.
        return limit.sign() * limit.output(RegionModel(problem, limit.gp, Rng(search.seed)).at_unit(u).worst_value());
    });
}

}  // namespace sweetspot
