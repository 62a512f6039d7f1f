// The limits on other outputs: which of them bind at the answer, how surely each is kept, and where in the region.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/number_text.hpp"
#include "page/plot.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

Table limits_table(const Modelled& m) {
    Table table{
        "The value that each limit bounds, at the answer; its range holds the truth in about 95 of 100 answers.",
        {"limit", "expected", "range", "kept with probability", "binds", "closest to it at"},
        {}};
    for (const PredictedLimit& predicted : m.answer.robust.limits) {
        if (predicted.known == 0) {
            table.rows.push_back({to_string(predicted.limit), "not known", "", "", "", ""});
            continue;
        }
        const Estimate& value = predicted.value;
        table.rows.push_back({to_string(predicted.limit),
                              number_text_within(value.value, (value.upper - value.lower) / 2),
                              shown_range(value.lower, value.upper), percent_text(predicted.probability),
                              predicted.binds ? "yes" : "no", point_text(m.study.config, predicted.where)});
    }
    return table;
}

/// How far each limit is from what is expected, as a share of the range of the output over the evaluations; above 0 it
/// is broken.
Figure limits_figure(const Modelled& m) {
    Plot figure({.panel_height = 120 + 40.0 * static_cast<double>(m.answer.robust.limits.size()), .head = 30});
    SortedJson x = SortedJson::array();
    SortedJson y = SortedJson::array();
    SortedJson plus = SortedJson::array();
    SortedJson minus = SortedJson::array();
    SortedJson words = SortedJson::array();
    for (const PredictedLimit& predicted : m.answer.robust.limits) {
        if (predicted.known == 0) continue;
        double least = std::numeric_limits<double>::infinity();
        double most = -least;
        for (const Trial* trial : complete(m.used)) {
            const auto found = trial->measurement->outputs.find(predicted.limit.of);
            if (found == trial->measurement->outputs.end()) continue;
            least = std::min(least, found->second);
            most = std::max(most, found->second);
        }
        const double unit = (predicted.limit.side == Limit::Side::at_most ? 1 : -1) * (most > least ? most - least : 1);
        const auto excess = [&](double value) { return (value - predicted.limit.bound) / unit; };
        const double expected = excess(predicted.value.value);
        const double one = excess(predicted.value.lower);
        const double other = excess(predicted.value.upper);
        x.push_back(number(expected));
        y.push_back(plot::text(short_name(to_string(predicted.limit))));
        plus.push_back(number(std::max(one, other) - expected));
        minus.push_back(number(expected - std::min(one, other)));
        const Estimate& value = predicted.value;
        words.push_back(plot::text(fmt::format("{}: {} ({})", to_string(predicted.limit),
                                               number_text_within(value.value, (value.upper - value.lower) / 2),
                                               shown_range(value.lower, value.upper))));
    }
    figure.add({{"type", "scatter"},
                {"mode", "markers"},
                {"x", std::move(x)},
                {"y", std::move(y)},
                {"text", std::move(words)},
                {"hovertemplate", "%{text}<extra></extra>"},
                {"showlegend", false},
                {"error_x",
                 {{"type", "data"},
                  {"symmetric", false},
                  {"array", std::move(plus)},
                  {"arrayminus", std::move(minus)},
                  {"color", blue}}},
                {"marker", {{"color", blue}, {"size", 11}}}});
    figure.name_axes("beyond the limit, as a share of the range of the output", "");
    figure.axis('y')["type"] = "category";
    return figure.figure(
        "limits", "How far each limit is",
        "Dot: what is expected at the answer; bar: its range. Left of 0 the limit is kept, right of 0 it "
        "is broken; a limit that binds is close to 0.");
}

}  // namespace

Section limits_section(const Modelled& m) {
    Section section{"Limits", {}};
    for (const std::string& sentence : limit_sentences(m.study.config, m.answer)) {
        section.parts.emplace_back(Paragraph{sentence});
    }
    section.parts.emplace_back(limits_table(m));
    section.parts.emplace_back(limits_figure(m));
    return section;
}

}  // namespace sweetspot::study_report
