// All trials as lines over one axis per parameter.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/plot.hpp"
#include "report/study/sections.hpp"
#include "report/study/text.hpp"
#include "report/study/view_limits.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

constexpr Index most_lines = 1500;
constexpr double share_in_colours = 0.75;
constexpr double axis_width = 95;         // pixels, for the labels of two neighbours
constexpr std::size_t most_level_labels = 8;  // more axes have slanted names

/// Ticks at 1, 2 and 5 of each decade inside the bounds, at decades alone where they are many, as logarithms.
void add_log_ticks(Json& dimension, const Parameter& parameter) {
    const double from = std::log10(parameter.lower);
    const double to = std::log10(parameter.upper);
    const bool many = to - from > 3;
    Json values = Json::array();
    Json words = Json::array();
    for (double decade = std::floor(from); decade <= to; ++decade) {
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double at = decade + std::log10(digit);
            if (at < from - 1e-9 || at > to + 1e-9 || (many && digit != 1)) continue;
            values.push_back(number(at));
            words.push_back(fmt::format("{:.3g}", std::pow(10, at)));
        }
    }
    dimension.update({{"tickvals", std::move(values)}, {"ticktext", std::move(words)}});
}

Json dimension_of(const Parameter& parameter, Index d, const std::vector<const Trial*>& trials) {
    const bool log = parameter.scale == Scale::log;
    const auto place = [&](double x) { return number(log ? std::log10(x) : x); };
    Json values = Json::array();
    for (const Trial* trial : trials) values.push_back(place(trial->x[d]));
    Json dimension = {{"label", text(parameter.name)},
                      {"range", {place(parameter.lower), place(parameter.upper)}},
                      {"values", std::move(values)}};
    if (log) add_log_ticks(dimension, parameter);
    return dimension;
}

}  // namespace

Section coordinates_section(const Modelled& m) {
    const StudyView chosen = selection(m.config, m.all, most_lines);
    std::vector<const Trial*> trials = complete(chosen);
    // The best are drawn last, on top.
    std::ranges::stable_sort(trials, std::greater<>(), [](const Trial* trial) { return trial->measurement->value; });
    Vector values(std::ssize(trials));
    std::ranges::transform(trials, values.begin(), [](const Trial* trial) { return trial->measurement->value; });
    const Range view = view_of({values.begin(), values.end()}, share_in_colours, m.answer.robust.worst.upper);
    Json dimensions = Json::array();
    for (std::size_t d = 0; d < m.config.parameters.size(); ++d) {
        dimensions.push_back(dimension_of(m.config.parameters[d].parameter, static_cast<Index>(d), trials));
    }
    dimensions.push_back(
        {{"label", "value"}, {"values", numbers(values)}, {"range", {number(values.minCoeff()), number(values.maxCoeff())}}});
    const std::size_t axes = dimensions.size();
    Plot figure({.panel_height = 330, .head = axes > most_level_labels ? 110.0 : 60.0});
    for (const char* key : {"xaxis", "yaxis", "legend", "shapes", "annotations"}) figure.layout().erase(key);
    figure.layout()["margin"].update({{"l", 60}, {"r", 70}, {"b", 25}});
    figure.set_least_width(std::max(320.0, axis_width * static_cast<double>(axes)));
    figure.add({{"type", "parcoords"},
                {"labelangle", axes > most_level_labels ? -30 : 0},
                {"line",
                 {{"color", numbers(values)},
                  {"colorscale", "Viridis"},
                  {"cmin", number(values.minCoeff())},
                  {"cmax", number(std::max(view.to, values.minCoeff() + 1e-12))},
                  {"showscale", true},
                  {"colorbar", {{"thickness", 14}, {"title", {{"text", "value"}}}}}}},
                {"dimensions", std::move(dimensions)}});
    const std::string shown_of =
        trials.size() < complete(m.all).size()
            ? fmt::format(" Of {} evaluations {} are shown: the best, and others spread evenly over the rest by number.",
                          complete(m.all).size(), trials.size())
            : "";
    return {"Trials in parallel coordinates",
            {figure.figure("coordinates", "Every evaluation as a line",
                           "Dark lines are good values. Drag along an axis to keep the lines that pass there, drag a name "
                           "to move its axis." +
                               shown_of)}};
}

}  // namespace sweetspot::study_report
