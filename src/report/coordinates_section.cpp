// All trials as lines over one axis per parameter.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/axes.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "report/view_limits.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

constexpr Index most_lines = 1500;
constexpr double share_in_colours = 0.75;
constexpr double axis_width = 95;             // pixels, for the labels of two neighbours
constexpr std::size_t most_level_labels = 8;  // more axes have slanted names

SortedJson dimension_of(const StudyParameter& described, Index d, const std::vector<const Trial*>& trials) {
    const Parameter& parameter = described.parameter;
    const bool log = parameter.scale == Scale::log;
    const auto place = [&](double x) { return number(log ? std::log10(x) : x); };
    SortedJson values = SortedJson::array();
    for (const Trial* trial : trials) values.push_back(place(trial->x[d]));
    SortedJson dimension = {{"label", text(axis_title(described))},
                            {"range", {place(parameter.lower), place(parameter.upper)}},
                            {"tickformat", ",.6~r"},
                            {"values", std::move(values)}};
    if (parameter.is_choice()) dimension.update(choice_ticks(parameter));
    if (log) {
        const LogTicks ticks = log_ticks(parameter);
        SortedJson places = SortedJson::array();
        for (const double value : ticks.values) places.push_back(place(value));
        dimension.update({{"tickvals", std::move(places)}, {"ticktext", ticks.words}});
    }
    return dimension;
}

/// The scale of the values with their signs turned.
SortedJson colour_bar(double least, double most, const std::string& name) {
    SortedJson values = SortedJson::array();
    SortedJson words = SortedJson::array();
    for (const double value : spaced(least, most, 4)) {
        values.push_back(number(-value));
        words.push_back(shown(value));
    }
    return {{"thickness", 14}, {"title", {{"text", text(name)}}}, {"tickvals", values}, {"ticktext", words}};
}

}  // namespace

Section coordinates_section(const Modelled& m) {
    const StudyView chosen = selection(m.study.config, m.all, most_lines);
    std::vector<const Trial*> trials = complete(chosen);
    Vector values(std::ssize(trials));
    std::ranges::transform(trials, values.begin(), [](const Trial* trial) { return trial->measurement->value; });
    const Range view = view_of({values.begin(), values.end()}, share_in_colours, m.answer.robust.worst.upper);
    SortedJson dimensions = SortedJson::array();
    for (std::size_t d = 0; d < m.study.config.parameters.size(); ++d) {
        dimensions.push_back(dimension_of(m.study.config.parameters[d], static_cast<Index>(d), trials));
    }
    const double least = values.minCoeff();
    const double most = std::max({std::min(view.to, values.maxCoeff()), least + 1e-9 * std::abs(least), least + 1e-12});
    dimensions.push_back({{"label", text(axis_title(m.study.config.objective))},
                          {"values", numbers(values.cwiseMin(most))},
                          {"range", {number(least), number(most)}},
                          {"tickformat", ",.6~r"}});
    const std::size_t axes = dimensions.size();
    Plot figure({.panel_height = 330, .head = axes > most_level_labels ? 110.0 : 60.0});
    for (const char* key : {"xaxis", "yaxis", "legend", "shapes", "annotations"}) figure.layout().erase(key);
    figure.layout()["margin"].update({{"l", 80}, {"r", 80}, {"b", 25}});
    figure.set_least_width(std::max(320.0, axis_width * static_cast<double>(axes)));
    SortedJson shown_trials = SortedJson::array();
    for (const Trial* trial : trials) shown_trials.push_back(trial->number);
    figure.add({{"type", "parcoords"},
                {"customdata", std::move(shown_trials)},
                {"labelangle", axes > most_level_labels ? -30 : 0},
                {"line",
                 // Plotly draws the largest on top: it is given the values with their signs turned.
                 {{"color", numbers(-values)},
                  {"colorscale", {{0, "#e4e9ee"}, {0.4, "#a9c3d9"}, {0.75, "#3f7fb5"}, {1, "#08264d"}}},
                  {"cmin", number(-most)},
                  {"cmax", number(-least)},
                  {"showscale", true},
                  {"colorbar", colour_bar(least, most, axis_title(m.study.config.objective))}}},
                {"dimensions", std::move(dimensions)}});
    std::string more =
        values.maxCoeff() > most ? fmt::format(" Values above {} are drawn at the end of the axis.", shown(most)) : "";
    more += trials.size() < complete(m.all).size()
                ? fmt::format(
                      " Of {} evaluations {} are shown: the best, and others spread evenly over the rest by number.",
                      complete(m.all).size(), trials.size())
                : "";
    return {
        "Trials in parallel coordinates",
        {figure.figure("coordinates", "Every evaluation as a line",
                       "Dark lines are good values. Drag along an axis to keep the lines that pass there, drag a name "
                       "to move its axis." +
                           more)}};
}

}  // namespace sweetspot::study_report
