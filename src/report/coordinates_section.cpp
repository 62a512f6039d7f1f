// All trials as lines over one axis per parameter.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/number_text.hpp"
#include "report/axes.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "report/view_limits.hpp"
#include "space/value_text.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

/// More lines than this are one grey patch.
constexpr Index most_lines = 400;
constexpr std::size_t most_failed_lines = 50;
constexpr double share_in_colours = 0.75;
constexpr std::size_t most_level_labels = 8;  // more axes have slanted names
constexpr double least_axis_width = 36;       // pixels
/// From poor to good; web/page/look.js has the ones for dark pages.
constexpr std::array<const char*, 5> shades = {"#d5dde4", "#a9c3d9", "#74a5cf", "#3f7fb5", "#08264d"};

/// From 0 at the lower bound to 1 at the upper one.
double height_on_axis(const Parameter& p, double x) {
    if (p.upper == p.lower) return 0.5;
    if (p.scale == Scale::log) return std::log(x / p.lower) / std::log(p.upper / p.lower);
    return (x - p.lower) / (p.upper - p.lower);
}

/// Lines with gaps between them in one trace: each point knows its trial, and what stands there.
struct Lines {
    SortedJson x = SortedJson::array();
    SortedJson y = SortedJson::array();
    SortedJson words = SortedJson::array();
    SortedJson trials = SortedJson::array();

    void add(const SortedJson& at, const SortedJson& height, const std::string& what, const SortedJson& trial) {
        x.push_back(at);
        y.push_back(height);
        words.push_back(what);
        trials.push_back(trial);
    }
    void add_gap() { add(nullptr, nullptr, "", nullptr); }
    void add_parameters(const StudyConfig& config, const Vector& at, const SortedJson& trial) {
        for (std::size_t d = 0; d < config.parameters.size(); ++d) {
            const StudyParameter& described = config.parameters[d];
            const double value = at[static_cast<Index>(d)];
            add(d, number(height_on_axis(described.parameter, value)),
                text(fmt::format("{} = {}", short_name(described.shown_name()),
                                 value_text(described.parameter, value, 5))),
                trial);
        }
    }
    [[nodiscard]] SortedJson trace(const std::string& name, const std::string& colour) const {
        return {{"type", "scatter"},
                {"mode", "lines"},
                {"name", name},
                {"x", x},
                {"y", y},
                {"text", words},
                {"customdata", trials},
                {"hovertemplate", "trial %{customdata}<br>%{text}<extra></extra>"},
                {"line", {{"color", colour}, {"width", 1.3}, {"simplify", false}}}};
    }
};

/// The axis of the values: from the least to the end of the colours, below which the better quarters lie.
struct ValueAxis {
    double least = 0;
    double most = 1;

    [[nodiscard]] double height(double value) const {
        return (std::clamp(value, least, most) - least) / (most - least);
    }
    [[nodiscard]] std::size_t shade(double value) const {
        const auto count = static_cast<double>(shades.size());
        return static_cast<std::size_t>(std::min(count - 1, std::floor((1 - height(value)) * count)));
    }
    /// The worst value of a shade.
    [[nodiscard]] double end(std::size_t shade) const {
        return most - (most - least) * static_cast<double>(shade) / static_cast<double>(shades.size());
    }
};

void add_trial_lines(Plot& figure, const StudyConfig& config, const std::vector<const Trial*>& trials,
                     const ValueAxis& values) {
    std::array<Lines, shades.size()> lines;
    for (const Trial* trial : trials) {
        const double value = trial->measurement->value;
        Lines& of_shade = lines.at(values.shade(value));
        of_shade.add_parameters(config, trial->x, trial->number);
        of_shade.add(config.parameters.size(), number(values.height(value)),
                     text(quantity_text(value, config.objective.unit)), trial->number);
        of_shade.add_gap();
    }
    for (std::size_t shade = 0; shade < shades.size(); ++shade) {
        if (lines.at(shade).x.empty()) continue;
        const bool is_last = shade + 1 == shades.size();
        figure.add(lines.at(shade).trace(
            shade == 0 ? "above " + number_text(values.end(1), 4)
                       : fmt::format("{}up to {}", is_last ? "best: " : "", number_text(values.end(shade), 4)),
            shades.at(shade)));
    }
}

void add_failure_lines(Plot& figure, const StudyConfig& config, const StudyView& all) {
    Lines lines;
    std::size_t shown_failures = 0;
    for (auto trial = all.trials.rbegin(); trial != all.trials.rend() && shown_failures < most_failed_lines; ++trial) {
        if (trial->state != TrialState::failed) continue;
        lines.add_parameters(config, trial->x, trial->number);
        lines.add_gap();
        ++shown_failures;
    }
    if (shown_failures == 0) return;
    SortedJson trace = lines.trace("Failures", role::failure.colour);
    trace["line"].update({{"dash", "dot"}, {"width", 1}});
    trace["hovertemplate"] = "trial %{customdata} failed<br>%{text}<extra></extra>";
    figure.add(std::move(trace));
}

void add_answer_line(Plot& figure, const Modelled& m, const ValueAxis& values) {
    Lines lines;
    lines.add_parameters(m.study.config, m.answer.robust.x, nullptr);
    lines.add(m.study.config.parameters.size(), number(values.height(m.answer.robust.value)),
              text("expected: " + quantity_text(m.answer.robust.value, m.study.config.objective.unit)), nullptr);
    SortedJson trace = lines.trace("Robust centre", role::robust.colour);
    trace.update({{"mode", "lines+markers"},
                  {"hovertemplate", "robust centre<br>%{text}<extra></extra>"},
                  {"marker", {{"symbol", role::robust.symbol}, {"size", 8}}}});
    trace["line"]["width"] = 3;
    figure.add(std::move(trace));
}

/// What stands at the two ends of an axis.
void add_axis_ends(Plot& figure, std::size_t at, const std::string& lower, const std::string& upper, bool slanted) {
    for (const bool top : {false, true}) {
        figure.add_note({{"text", text(short_name(top ? upper : lower))},
                         {"showarrow", false},
                         {"x", at},
                         {"y", top ? 1 : 0},
                         {"yanchor", top ? "bottom" : "top"},
                         {"yshift", top ? 3 : -3},
                         {"textangle", slanted ? -90 : 0},
                         {"font", {{"size", 11}}}});
    }
    figure.add_shape(vertical(static_cast<double>(at), grey, "solid"));
    figure.layout()["shapes"].back()["layer"] = "below";
}

void set_coordinate_axes(Plot& figure, const StudyConfig& config, const ValueAxis& values) {
    const bool slanted = config.parameters.size() + 1 > most_level_labels;
    SortedJson names = SortedJson::array();
    SortedJson places = SortedJson::array();
    const auto add_name = [&](const std::string& name) {
        places.push_back(places.size());
        names.push_back(text(name));
    };
    for (const StudyParameter& described : config.parameters) {
        const Parameter& p = described.parameter;
        add_axis_ends(figure, places.size(), value_text(p, p.lower, 4), value_text(p, p.upper, 4), slanted);
        for (std::size_t k = 1; k + 1 < p.choices.size(); ++k) {
            figure.add_note({{"text", text(short_name(p.choices[k]))},
                             {"showarrow", false},
                             {"x", places.size()},
                             {"y", number(height_on_axis(p, static_cast<double>(k)))},
                             {"xanchor", "left"},
                             {"xshift", 4},
                             {"font", {{"size", 11}}}});
        }
        add_name(axis_title(described));
    }
    add_axis_ends(figure, places.size(), number_text(values.least, 4), number_text(values.most, 4), slanted);
    add_name(axis_title(config.objective));
    const auto last = static_cast<double>(config.parameters.size());
    figure.axis('x').update({{"tickvals", places},
                             {"ticktext", names},
                             {"tickangle", slanted ? -60 : 0},
                             {"ticklabeloverflow", "allow"},
                             {"ticklen", slanted ? 48 : 20},
                             {"tickcolor", "rgba(0,0,0,0)"},
                             {"range", {-0.25, last + 0.25}},
                             {"showgrid", false},
                             {"showline", false}});
    figure.axis('y').update({{"visible", false}, {"range", {-0.02, 1.02}}});
    for (const char axis : {'x', 'y'}) figure.axis(axis)["fixedrange"] = true;
}

}  // namespace

Section coordinates_section(const Modelled& m) {
    const StudyConfig& config = m.study.config;
    const StudyView chosen = selection(config, m.all, most_lines);
    const std::vector<const Trial*> trials = complete(chosen);
    std::vector<double> values;
    values.reserve(trials.size());
    for (const Trial* trial : trials) values.push_back(trial->measurement->value);
    const Range view = view_of(values, share_in_colours, m.answer.robust.worst.upper);
    const auto [least, most] = std::ranges::minmax(values);
    const ValueAxis axis{least, std::max({std::min(view.to, most), least + 1e-9 * std::abs(least), least + 1e-12})};
    const std::size_t axes = config.parameters.size() + 1;
    const bool slanted = axes > most_level_labels;
    Plot figure({.panel_height = slanted ? 480.0 : 330.0, .head = slanted ? 100.0 : 70.0});
    figure.layout()["margin"].update({{"l", slanted ? 90 : 45}, {"r", 45}});
    figure.layout()["legend"]["y"] = slanted ? 1.14 : 1.08;
    figure.set_least_width(std::max(320.0, least_axis_width * static_cast<double>(axes)));
    add_failure_lines(figure, config, m.all);
    add_trial_lines(figure, config, trials, axis);
    add_answer_line(figure, m, axis);
    set_coordinate_axes(figure, config, axis);
    std::string more = most > axis.most
                           ? fmt::format(" Values above {} are drawn at the end of their axis.", number_text(axis.most))
                           : "";
    if (trials.size() < complete(m.all).size()) {
        more +=
            fmt::format(" Of {} evaluations {} are shown: the best, and others spread evenly over the rest by number.",
                        complete(m.all).size(), trials.size());
    }
    return {"Trials in parallel coordinates",
            {figure.figure("coordinates", "Every evaluation as a line",
                           "Each line is one evaluation: it crosses every parameter's axis at its value and ends at "
                           "what came out. The stronger the line the better the value; press a name in the legend to "
                           "hide its lines." +
                               more)}};
}

}  // namespace sweetspot::study_report
