// Convergence of regret and distance (fig:convergence-plots-5d and its like).
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "base/number_text.hpp"
#include "figures/comparison_figures.hpp"
#include "page/plot.hpp"
#include "statistics/summary.hpp"

namespace sweetspot {
namespace {

using namespace plot;

/// Quartiles after every evaluation at which something was scored.
struct Course {
    Vector evaluations;
    Vector lower;
    Vector median;
    Vector upper;
};

Course course_of(const Matrix& scores) {
    std::vector<std::pair<Index, Quartiles>> at;
    for (Index n = 0; n < scores.cols(); ++n) {
        std::vector<double> scored;
        for (const double score : scores.col(n)) {
            if (!std::isnan(score)) scored.push_back(score);
        }
        if (scored.empty()) continue;
        at.emplace_back(n + 1, quartiles(Eigen::Map<const Vector>(scored.data(), std::ssize(scored))));
    }
    const Index size = std::ssize(at);
    Course course{Vector(size), Vector(size), Vector(size), Vector(size)};
    for (Index i = 0; i < size; ++i) {
        const auto& [n, q] = at[static_cast<std::size_t>(i)];
        course.evaluations[i] = static_cast<double>(n);
        course.lower[i] = q.lower;
        course.median[i] = q.median;
        course.upper[i] = q.upper;
    }
    return course;
}

using Courses = std::vector<std::pair<std::string, Course>>;

enum class Legend { hidden, shown };

/// The bands of all methods behind the medians of all.
void add_courses(Plot& figure, const Courses& courses, Index panel, Legend legend) {
    for (const auto& [method, course] : courses) {
        const MethodLook look = look_of(method);
        SortedJson quartiles =
            band(course.evaluations, course.lower, course.upper, look.label, faded(look.colour, 0.13), panel);
        quartiles["legendgroup"] = method;
        quartiles["showlegend"] = false;
        figure.add(std::move(quartiles));
    }
    for (const auto& [method, course] : courses) {
        const MethodLook look = look_of(method);
        SortedJson median = line(course.evaluations, course.median, look.label, look.colour, panel);
        median["line"]["dash"] = look.dash;
        median["legendgroup"] = method;
        median["showlegend"] = legend == Legend::shown;
        median["hovertemplate"] = "%{y:.3g} after %{x}";
        figure.add(std::move(median));
    }
}

/// Powers of ten; where there are hardly any, 1, 2 and 5 of each.
SortedJson regret_ticks(double least, double most) {
    if (std::log10(most / least) >= 2) return {{"dtick", 1}};
    SortedJson places = SortedJson::array();
    SortedJson words = SortedJson::array();
    for (double decade = std::floor(std::log10(least)); decade <= std::ceil(std::log10(most)); ++decade) {
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double value = digit * std::pow(10, decade);
            places.push_back(number(value));
            words.push_back(number_text(value, 3));
        }
    }
    return {{"tickvals", std::move(places)}, {"ticktext", std::move(words)}};
}

/// Draws one comparison into panels 2 row and 2 row + 1; says whether a regret was below the floor.
bool add_row(Plot& figure, const Comparison& comparison, Index row, double floor) {
    bool clipped = false;
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    Courses regrets;
    Courses distances;
    for (const MethodScores& scores : comparison.methods) {
        Course regret = course_of(scores.regret);
        for (Vector* curve : {&regret.lower, &regret.median, &regret.upper}) {
            clipped = clipped || (curve->array() < floor).any();
            *curve = curve->cwiseMax(floor);
            if (curve->size() == 0) continue;
            least = std::min(least, curve->minCoeff());
            most = std::max(most, curve->maxCoeff());
        }
        regrets.emplace_back(scores.method, std::move(regret));
        distances.emplace_back(scores.method, course_of(scores.distance));
    }
    add_courses(figure, regrets, 2 * row, row == 0 ? Legend::shown : Legend::hidden);
    add_courses(figure, distances, 2 * row + 1, Legend::hidden);
    for (const Index panel : {2 * row, 2 * row + 1}) {
        // Between the last initial evaluation and the first that a method chose.
        figure.add_shape(vertical(static_cast<double>(comparison.initial) + 0.5, grey, "dash", panel));
        figure.name_panel(label_of_problem(comparison.problem), panel);
    }
    figure.name_axes("", "Regret", 2 * row);
    figure.name_axes("", "Distance", 2 * row + 1);
    figure.axis('y', 2 * row).update({{"type", "log"}, {"exponentformat", "power"}});
    figure.axis('y', 2 * row).update(regret_ticks(least, most));
    figure.axis('y', 2 * row + 1)["rangemode"] = "tozero";
    return clipped;
}

std::string caption_of(const std::vector<Comparison>& comparisons, bool clipped, double floor) {
    Index fewest = comparisons.front().methods.front().regret.rows();
    Index most = 0;
    for (const Comparison& comparison : comparisons) {
        for (const MethodScores& scores : comparison.methods) {
            fewest = std::min(fewest, scores.regret.rows());
            most = std::max(most, scores.regret.rows());
        }
    }
    const std::string repeats = fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most);
    std::string caption = fmt::format(
        "Regret: the true worst case of the recommended centre less that of the robust optimum. Distance: that of the "
        "two centres in the unit cube. Lines are medians of {} repeats, bands their inter-quartile range; the dashed "
        "vertical line is the end of the initial design.",
        repeats);
    if (clipped) caption += fmt::format(" Regrets below {:g} are drawn at {:g}.", floor, floor);
    return caption;
}

}  // namespace

Figure convergence_figure(const std::vector<Comparison>& comparisons, std::string id, std::string title,
                          const ConvergenceOptions& options) {
    require(!comparisons.empty(), "convergence_figure: there is no comparison to draw; give at least one");
    require(options.regret_floor > 0, "convergence_figure: the floor of the regret is {}; it must be > 0",
            options.regret_floor);
    const Index rows = std::ssize(comparisons);
    Plot figure(
        {.rows = rows, .columns = 2, .gap_x = 85, .gap_y = 62, .panel_height = 200, .panel_width = 420, .head = 95});
    figure.set_least_width(640);
    bool clipped = false;
    for (Index row = 0; row < rows; ++row) {
        const Comparison& comparison = comparisons[static_cast<std::size_t>(row)];
        require(!comparison.methods.empty(), "convergence_figure: no method was run on {}; give at least one",
                comparison.problem);
        clipped = add_row(figure, comparison, row, options.regret_floor) || clipped;
    }
    for (const Index panel : {2 * rows - 2, 2 * rows - 1}) {
        figure.axis('x', panel)["title"] = {{"text", "Evaluations"}, {"standoff", 6}};
    }
    return figure.figure(std::move(id), std::move(title), caption_of(comparisons, clipped, options.regret_floor));
}

}  // namespace sweetspot
