#include "sweetspot/report/compare_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "report/axes.hpp"
#include "report/compared.hpp"
#include "report/history.hpp"
#include "report/text.hpp"
#include "report/view_limits.hpp"
#include "study/answer_words.hpp"

namespace sweetspot {
namespace {

using namespace study_report;
using namespace plot;

constexpr std::size_t most_compared = 8;
constexpr double share_of_curves = 0.8;

/// One for each study, the same in all figures.
const char* colour_of(std::size_t study) {
    constexpr std::array<const char*, most_compared> colours = {blue, orange, green, pink, sky, vermilion, black, grey};
    return colours.at(study);
}

std::vector<Compared> compared(std::span<const ComparedStudy> studies, const Parallel& parallel) {
    const std::vector<std::string> labels = labels_of(studies);
    std::vector<Compared> result;
    result.reserve(studies.size());
    for (std::size_t i = 0; i < studies.size(); ++i) {
        result.push_back({labels[i], studies[i]});
        if (!complete(studies[i].view).empty()) {
            result.back().m.emplace(modelled(studies[i].study, studies[i].view, parallel));
        }
    }
    return result;
}

/// Those of the studies that have the parameter among what is chosen, as the first of them has it.
struct Common {
    std::vector<std::size_t> studies;
    std::string trouble;  ///< why they cannot be drawn together; empty: they can
    Parameter span;       ///< what is shown: the bounds of all, near the regions
};

/// The part of the bounds that holds all regions, with as much again around them.
void look_closer(Common& found, std::span<const Compared> studies, const std::string& name) {
    if (found.studies.empty() || found.span.is_choice() || found.span.scale == Scale::log) return;
    double from = found.span.upper;
    double to = found.span.lower;
    for (const std::size_t i : found.studies) {
        const Index d = studies[i].parameter(name) - studies[i].config().parameters.data();
        from = std::min(from, studies[i].m->answer.lower[d]);
        to = std::max(to, studies[i].m->answer.upper[d]);
    }
    if (!(from < to)) return;
    found.span.lower = std::max(found.span.lower, from - (to - from) / 2);
    found.span.upper = std::min(found.span.upper, to + (to - from) / 2);
}

Common common(std::span<const Compared> studies, const std::string& name) {
    Common found;
    const StudyParameter* first = nullptr;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const StudyParameter* p = studies[i].parameter(name);
        if (p == nullptr || !p->parameter.chosen || !studies[i].answered()) continue;
        found.studies.push_back(i);
        if (first == nullptr) {
            first = p;
            found.span = p->parameter;
        }
        if (p->unit != first->unit) found.trouble = fmt::format("{} has other units", p->shown_name());
        if (p->parameter.choices != first->parameter.choices) {
            found.trouble = fmt::format("{} has other choices", p->shown_name());
        }
        found.span.lower = std::min(found.span.lower, p->parameter.lower);
        found.span.upper = std::max(found.span.upper, p->parameter.upper);
    }
    look_closer(found, studies, name);
    return found;
}

Figure strip_of(std::span<const Compared> studies, const std::string& name, const Common& where, std::size_t place) {
    Plot figure({.panel_height = 26.0 * static_cast<double>(where.studies.size()) + 14, .head = 12});
    const StudyParameter* described = nullptr;
    for (const std::size_t i : where.studies) {
        const Compared& c = studies[i];
        const StudyParameter* p = c.parameter(name);
        if (described == nullptr) described = p;
        const Index d = p - c.config().parameters.data();
        const double centre = c.m->answer.robust.x[d];
        const std::string words = fmt::format(
            "{}<br>{} = {}<br>region {} … {}", text(c.label), text(p->shown_name()), text(value_words(*p, centre)),
            text(value_words(*p, c.m->answer.lower[d])), text(value_words(*p, c.m->answer.upper[d])));
        figure.add({{"type", "scatter"},
                    {"mode", "markers"},
                    {"name", text(c.label)},
                    {"x", {number(centre)}},
                    {"y", {text(short_name(c.label))}},
                    {"text", {words}},
                    {"hovertemplate", "%{text}<extra></extra>"},
                    {"error_x",
                     {{"type", "data"},
                      {"symmetric", false},
                      {"array", {number(c.m->answer.upper[d] - centre)}},
                      {"arrayminus", {number(centre - c.m->answer.lower[d])}},
                      {"color", colour_of(i)},
                      {"thickness", 5},
                      {"width", 0}}},
                    {"cliponaxis", false},
                    {"marker", {{"color", colour_of(i)}, {"symbol", "diamond"}, {"size", 11}}}});
    }
    show_parameter(figure.axis('x'), *described, where.span);
    figure.axis('y').update({{"type", "category"}, {"autorange", "reversed"}, {"showgrid", false}});
    figure.layout()["showlegend"] = false;
    figure.layout()["font"]["size"] = 12;
    figure.layout()["margin"].update({{"l", 55}, {"r", 12}, {"b", 45}});
    return figure.figure(fmt::format("strip-{}", place), described->shown_name(), "");
}

Section strips_section(std::span<const Compared> studies) {
    Gallery gallery;
    std::string troubles;
    for (const std::string& name : parameter_names(studies)) {
        const Common where = common(studies, name);
        if (where.studies.empty()) continue;
        if (!where.trouble.empty()) {
            troubles += fmt::format(" {}, so it is not drawn.", where.trouble);
        } else {
            gallery.figures.push_back(strip_of(studies, name, where, gallery.figures.size() + 1));
        }
    }
    Section section{"Regions", {}};
    section.parts.emplace_back(Paragraph{
        gallery.figures.empty()
            ? "No study has an answer whose region could be drawn beside another." + troubles
            : "Diamond: the design. Bar: how far it may be off. Each axis shows the part of the bounds around all "
              "regions." +
                  troubles});
    if (!gallery.figures.empty()) section.parts.emplace_back(std::move(gallery));
    return section;
}

void add_curve(Plot& figure, const Compared& c, const History& h, std::size_t study) {
    const std::string name = text(fmt::format("{}: {}", c.label, c.m->measure().label));
    SortedJson interval = band(h.number, h.lower, h.upper, name, faded(colour_of(study), 0.13));
    interval.update({{"showlegend", false}, {"legendgroup", name}});
    figure.add(std::move(interval));
    SortedJson curve = line(h.number, h.value, name, colour_of(study));
    curve.update({{"mode", "lines+markers"}, {"legendgroup", name}, {"marker", {{"size", 5}}}});
    curve["hovertemplate"] =
        name + "<br>after trial %{x}: " + hover_line(c.config().objective, 'y') + "<extra></extra>";
    figure.add(std::move(curve));
}

Section convergence_together(std::span<const Compared> studies) {
    const auto first = std::ranges::find_if(studies, [](const Compared& c) { return c.answered(); });
    if (first == studies.end()) return {"Convergence", {Paragraph{"No study has an answer yet."}}};
    Plot figure({.panel_height = 340, .head = 50});
    std::vector<double> values;
    double needed = 0;
    std::string others;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const Compared& c = studies[i];
        if (!c.answered()) continue;
        if (!share_objective(c.config(), first->config())) {
            others += fmt::format(" {} measures something else ({}), so it is not drawn.", c.label,
                                  axis_title(c.config().objective));
            continue;
        }
        const History h = history_of(*c.m);
        values.insert(values.end(), h.value.begin(), h.value.end());
        const double last = h.upper[h.upper.size() - 1];
        needed = &c == &*first ? last : std::max(needed, last);
        add_curve(figure, c, h, i);
    }
    const Range view = view_of(values, share_of_curves, needed);
    figure.name_axes("trial", text(axis_title(first->config().objective)));
    figure.axis('y')["range"] = {number(view.from), number(view.to)};
    figure.axis('x')["rangemode"] = "tozero";
    figure.layout()["showlegend"] = true;
    return {"Convergence",
            {figure.figure("convergence", "What each study would have answered after so many trials",
                           "Each curve is the study's own measure of its own region, by its own model, with the "
                           "interval that it is expected in: with other tolerances it is another question." +
                               others)}};
}

Section cross_section(std::span<const Compared> studies) {
    const Compared& first = studies.front();
    const bool same = std::ranges::all_of(studies, [&](const Compared& c) {
        return share_objective(c.config(), first.config()) && share_designs(c.config(), first.config());
    });
    if (!same) {
        return {"Each design by each study",
                {Paragraph{"The studies choose other parameters, or measure something else, so the design of one "
                           "means nothing to the model of another."}}};
    }
    return {"Each design by each study",
            {Paragraph{"What the answer of one study would come to under the tolerances, the measure and the model of "
                       "another. Compare within a column: the smallest is the best design for that question."},
             judged_by_each_other(studies)}};
}

Section differences_section(std::span<const Compared> studies) {
    Table table = differences(studies);
    if (table.rows.empty()) {
        return {"What differs", {Paragraph{"The study files say the same; only their trials differ."}}};
    }
    return {"What differs", {std::move(table)}};
}

}  // namespace

Page compare_page(std::span<const ComparedStudy> studies, const ComparePageOptions& options) {
    require(studies.size() >= 2 && studies.size() <= most_compared,
            "compare_page: {} studies were given; give two to {}", studies.size(), most_compared);
    const Parallel parallel(options.threads);
    const std::vector<Compared> all = compared(studies, parallel);
    std::string title;
    for (const Compared& c : all) title += (title.empty() ? "" : " · ") + c.label;
    std::string intro = fmt::format("{} studies side by side. Smaller values are better.", all.size());
    if (!options.now.empty()) intro += fmt::format(" Made {}.", options.now);
    if (!options.version.empty()) intro += fmt::format(" sweetspot {}.", options.version);
    return {title,
            intro,
            {{"Side by side", {side_by_side(all)}},
             differences_section(all),
             cross_section(all),
             strips_section(all),
             convergence_together(all)}};
}

}  // namespace sweetspot
