#include "report/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "base/number_text.hpp"
#include "report/text.hpp"

namespace sweetspot::study_report {
namespace {

constexpr double near = 1.5;              // tolerances
constexpr double exact_tolerance = 0.02;  // of the range, for a parameter that is built exactly
constexpr double faintest = 0.12;         // can just be seen
constexpr std::ptrdiff_t most_failures = 500;

double norm_of(Norm norm, double u, double v) {
    switch (norm) {
        case Norm::one:
            return std::abs(u) + std::abs(v);
        case Norm::two:
            return std::hypot(u, v);
        default:
            return std::max(std::abs(u), std::abs(v));
    }
}

}  // namespace

Vector axis_values(const Parameter& parameter, Index n) {
    const bool log = parameter.scale == Scale::log;
    Vector values = log ? plot::spaced(std::log(parameter.lower), std::log(parameter.upper), n)
                        : plot::spaced(parameter.lower, parameter.upper, n);
    if (log) values = values.array().exp();
    // The bounds exactly.
    values[0] = parameter.lower;
    values[n] = parameter.upper;
    if (!parameter.step && !parameter.is_choice()) return values;
    std::set<double> whole;
    for (const double value : values) whole.insert(std::round(value));
    Vector result(std::ssize(whole));
    std::ranges::copy(whole, result.begin());
    return result;
}

LogTicks log_ticks(const Parameter& parameter) {
    const double from = std::log10(parameter.lower);
    const double to = std::log10(parameter.upper);
    LogTicks ticks;
    const auto add = [&](double value) {
        ticks.values.push_back(value);
        ticks.words.push_back(number_text(value, 3));
    };
    // Less than a decade has too few round ones.
    if (to - from < 0.7) {
        for (const double share : {0.0, 1.0 / 3, 2.0 / 3, 1.0}) {
            add(std::stod(fmt::format("{:.2g}", std::pow(10, from + share * (to - from)))));
        }
        return ticks;
    }
    for (double decade = std::floor(from); decade <= to; ++decade) {
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double at = decade + std::log10(digit);
            const bool inside = at >= from - 1e-9 && at <= to + 1e-9;
            if (inside && (to - from <= 2.5 || digit == 1)) add(std::pow(10, decade) * digit);
        }
    }
    return ticks;
}

plot::SortedJson choice_ticks(const Parameter& parameter) {
    plot::SortedJson places = plot::SortedJson::array();
    plot::SortedJson words = plot::SortedJson::array();
    for (std::size_t place = 0; place < parameter.choices.size(); ++place) {
        places.push_back(place);
        words.push_back(plot::text(short_name(parameter.choices[place])));
    }
    return {{"tickvals", std::move(places)}, {"ticktext", std::move(words)}};
}

void show_parameter(plot::SortedJson& axis, const StudyParameter& described, const Parameter& parameter) {
    axis["title"] = {{"text", plot::text(axis_title(described))}, {"standoff", 6}};
    if (parameter.is_choice()) {
        axis["range"] = {plot::number(parameter.lower - 0.5), plot::number(parameter.upper + 0.5)};
        axis.update(choice_ticks(parameter));
    } else if (parameter.scale == Scale::log) {
        axis["type"] = "log";
        axis["range"] = {plot::number(std::log10(parameter.lower)), plot::number(std::log10(parameter.upper))};
        const LogTicks ticks = log_ticks(parameter);
        axis.update({{"tickvals", ticks.values}, {"ticktext", ticks.words}});
    } else {
        axis["range"] = {plot::number(parameter.lower), plot::number(parameter.upper)};
        axis["nticks"] = 6;
    }
}

Points along(const Modelled& m, Index d, const VectorRef& values) {
    Points points = m.centre.replicate(1, values.size());
    Vector x = m.answer.robust.x;
    for (Index i = 0; i < values.size(); ++i) {
        x[d] = values[i];
        points(d, i) = m.problem().space().to_unit(x)[d];
    }
    return points;
}

Vector tolerances_from_centre(const Modelled& m, const Vector& x) {
    const Vector delta = m.problem().space().to_unit(x) - m.centre;
    const Vector reach = (m.problem().robust_set().bounds().width() / 2).cwiseMax(exact_tolerance);
    return delta.cwiseAbs().cwiseQuotient(reach);
}

double distance_from_centre(const Modelled& m, const Vector& x, const std::vector<Index>& except) {
    const Vector away = tolerances_from_centre(m, x);
    double farthest = 0;
    for (Index d = 0; d < away.size(); ++d) {
        if (std::ranges::find(except, d) == except.end()) farthest = std::max(farthest, away[d]);
    }
    return farthest;
}

std::vector<const Trial*> failures(const StudyView& view) {
    std::vector<const Trial*> found;
    for (const Trial& trial : view.trials) {
        if (trial.state == TrialState::failed) found.push_back(&trial);
    }
    if (std::ssize(found) > most_failures) found.erase(found.begin(), found.end() - most_failures);
    return found;
}

bool has_standard_errors(const StudyView& view) {
    return std::ranges::any_of(
        view.trials, [](const Trial& trial) { return trial.measurement && trial.measurement->standard_error; });
}

plot::SortedJson error_bars(const std::vector<const Trial*>& trials, const std::string& colour) {
    plot::SortedJson bars = plot::SortedJson::array();
    bool any = false;
    for (const Trial* trial : trials) {
        const bool known = trial->measurement && trial->measurement->standard_error;
        any = any || known;
        bars.push_back(known ? plot::number(*trial->measurement->standard_error) : plot::SortedJson(0));
    }
    if (!any) return {{"visible", false}};
    return {{"type", "data"}, {"array", std::move(bars)}, {"color", colour}, {"thickness", 1}, {"width", 2}};
}

double nearness(double distance) {
    return std::clamp(near / distance, faintest, 1.0);
}

Points region_outline(const Modelled& m, Index a, Index b) {
    const RobustSet& set = m.problem().robust_set();
    const Space& space = m.problem().space();
    const auto is_free = [&](Index d) { return set.bounds().width()[d] > 0; };
    // Eighths of a turn are among them, where the corners of diamonds and boxes are.
    const Vector turn = plot::spaced(0, 2 * std::numbers::pi, 96);
    Points outline(2, turn.size());
    for (Index i = 0; i < turn.size(); ++i) {
        const double u = std::cos(turn[i]);
        const double v = std::sin(turn[i]);
        const double norm = norm_of(set.norm(), is_free(a) ? u : 0, is_free(b) ? v : 0);
        Vector at = m.centre;
        if (is_free(a)) at[a] += set.from_ball(a, norm > 1e-9 ? u / norm : 0);
        if (is_free(b)) at[b] += set.from_ball(b, norm > 1e-9 ? v / norm : 0);
        const Vector x = space.from_unit(at);
        outline.col(i) << x[a], x[b];
    }
    return outline;
}

}  // namespace sweetspot::study_report
