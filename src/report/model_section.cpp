// Whether the model is to be believed: predictions of observations that it was not told, and its hyper-parameters.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.hpp"
#include "page/plot.hpp"
#include "report/axes.hpp"
#include "report/left_out_predictions.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "report/view_limits.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

constexpr double within_95 = 1.959963984540054;  // sd
constexpr double share_in_check = 0.8;

Figure check_figure(const Modelled& m, const LeftOutPredictions& predicted) {
    const std::vector<const Trial*> trials = complete(m.used);
    SortedJson x = SortedJson::array();
    SortedJson y = SortedJson::array();
    SortedJson bars = SortedJson::array();
    SortedJson words = SortedJson::array();
    SortedJson numbers = SortedJson::array();
    const std::string& unit = m.study.config.objective.unit;
    std::vector<double> values;
    Index inside = 0;
    for (Index i = 0; i < std::ssize(trials); ++i) {
        const Trial& trial = *trials[static_cast<std::size_t>(i)];
        const double observed = trial.measurement->value;
        values.push_back(observed);
        if (std::abs(observed - predicted.mean[i]) <= within_95 * predicted.sd[i]) ++inside;
        x.push_back(number(predicted.mean[i]));
        y.push_back(number(observed));
        bars.push_back(number(surely * predicted.sd[i]));
        numbers.push_back(trial.number);
        words.push_back(
            hover_text(m.study.config, trial) + "<br>predicted " +
            text(with_unit(fmt::format("{} ± {}", number_text_within(predicted.mean[i], surely * predicted.sd[i]),
                                       number_text(surely * predicted.sd[i], 2)),
                           unit)));
    }
    const Range view = view_of(values, share_in_check, m.answer.robust.worst.upper);
    Plot figure({.panel_height = 400, .head = 50});
    figure.add(
        {{"type", "scatter"},
         {"mode", "markers"},
         {"name", "Observations"},
         {"x", std::move(x)},
         {"y", std::move(y)},
         {"error_x",
          {{"type", "data"}, {"array", std::move(bars)}, {"color", faded(blue, 0.35)}, {"thickness", 1}, {"width", 0}}},
         {"error_y", error_bars(trials, faded(ink, 0.35))},
         {"text", std::move(words)},
         {"customdata", std::move(numbers)},
         {"hovertemplate", "%{text}<extra></extra>"},
         {"marker", {{"color", role::observation.colour}, {"size", 6}}}});
    const Vector ends{{view.from, view.to}};
    SortedJson diagonal = line(ends, ends, "Predicted as observed", ink);
    diagonal["line"].update({{"width", 1}, {"dash", "dash"}});
    diagonal["hoverinfo"] = "skip";
    figure.add(std::move(diagonal));
    const std::string title = axis_title(m.study.config.objective);
    figure.name_axes(text(title + ", predicted without it"), text(title + ", observed"));
    for (const char axis : {'x', 'y'}) figure.axis(axis)["range"] = {number(view.from), number(view.to)};
    const double share = 100 * static_cast<double>(inside) / static_cast<double>(trials.size());
    return figure.figure(
        "model-check", "Each observation as the others predict it",
        fmt::format(
            "Leave-one-out: what the model of all other observations says of each, ± 2 standard deviations.{} {} of "
            "{} ({} %) lie in the interval that should hold 95 %.{}",
            has_standard_errors(m.used) ? " Upright bars: one standard error of what was measured." : "", inside,
            trials.size(), std::lround(share),
            share < 80 ? " That is few: the model is surer than it should be, and so are the ranges of the answer."
                       : ""));
}

Table hyperparameters(const Modelled& m) {
    const Hyperparameters& eta = m.gp().hyperparameters();
    const Standardisation& units = m.gp().standardisation();
    const auto in_unit_of_y = [&](double variance) {
        return quantity_text(units.undo_step(eta.mean, std::sqrt(variance)), m.study.config.objective.unit, 4);
    };
    Table table{"Hyper-parameters", {"hyper-parameter", "value"}, {}};
    for (Index d = 0; d < m.problem().dimension(); ++d) {
        const Parameter& inner = m.problem().space().parameters()[static_cast<std::size_t>(d)];
        const StudyParameter& described = m.study.config.parameters[static_cast<std::size_t>(d)];
        const std::string what = "length scale of " + described.shown_name();
        if (inner.is_choice()) {
            table.rows.push_back({what + ", where another choice is 1 away", number_text(eta.lengthscales[d], 4)});
            continue;
        }
        const double length = eta.lengthscales[d] * m.problem().edge()[d];
        table.rows.push_back({what, inner.scale == Scale::log ? "× " + number_text(std::exp(length), 4)
                                                              : quantity_text(length, described.unit, 4)});
    }
    table.rows.push_back({"standard deviation of the response", in_unit_of_y(eta.variance)});
    table.rows.push_back({"standard deviation of the noise", in_unit_of_y(eta.noise)});
    table.rows.push_back({"mean", quantity_text(units.undo(eta.mean), m.study.config.objective.unit, 4)});
    if (eta.effects > 0) {
        table.rows.push_back({"share of the main effects, one function per parameter",
                              percent_text(eta.effects, 2) + " of the variance"});
    }
    if (units.warp.active()) {
        table.rows.push_back(
            {"warp of the response", fmt::format("log(1 + (y − ({})) / {})", number_text(units.warp.origin, 4),
                                                 number_text(units.warp.scale, 4))});
    }
    table.rows.push_back({"kernel", std::string(m.gp().kernel().name())});
    const std::size_t members = m.gp().members().size();
    if (members > 1) {
        table.rows.push_back({"ensemble", fmt::format("{} models; these values are the most probable one's", members)});
    }
    return table;
}

}  // namespace

Section model_section(const Modelled& m) {
    Section section{"Model check", {}};
    if (complete(m.used).size() > 1) {
        section.parts.emplace_back(check_figure(m, left_out_predictions(m.gp())));
    } else {
        section.parts.emplace_back(Paragraph{"One observation alone cannot be checked against others."});
    }
    section.parts.emplace_back(Paragraph{
        "A length scale is how far a parameter has to be changed until the response may be quite another one; on a "
        "log scale it is a factor."});
    section.parts.emplace_back(hyperparameters(m));
    return section;
}

}  // namespace sweetspot::study_report
