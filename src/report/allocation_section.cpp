// The cheapest tolerances that keep the study's limit, and what other limits would cost.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/number_text.hpp"
#include "page/plot.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "space/value_text.hpp"
#include "study/allocation_words.hpp"
#include "study/answer_words.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot::study_report {
namespace {

using namespace plot;

constexpr Index limits_shown = 5;

/// The curve of the limits that can be kept.
SortedJson cost_line(const std::vector<Allocation>& curve, const std::string& name, const char* colour,
                     const AllocatedTolerances* (*of)(const Allocation&)) {
    std::vector<double> limits;
    std::vector<double> costs;
    for (const Allocation& allocation : curve) {
        const AllocatedTolerances* found = of(allocation);
        if (found == nullptr || !found->keeps_limit) continue;
        limits.push_back(allocation.limit);
        costs.push_back(found->cost);
    }
    const auto vector = [](const std::vector<double>& values) {
        return Vector(Eigen::Map<const Vector>(values.data(), std::ssize(values)));
    };
    SortedJson trace = line(vector(limits), vector(costs), name, colour);
    SortedJson words = SortedJson::array();
    for (std::size_t i = 0; i < limits.size(); ++i) {
        words.push_back(fmt::format("within {}: {}", shown(limits[i]), shown(costs[i])));
    }
    trace.update({{"mode", "lines+markers"},
                  {"marker", {{"size", 7}}},
                  {"text", std::move(words)},
                  {"hovertemplate", "%{text}<extra>" + name + "</extra>"}});
    return trace;
}

const AllocatedTolerances* by_mean(const Allocation& allocation) {
    return &allocation.by_mean;
}

const AllocatedTolerances* safely(const Allocation& allocation) {
    return allocation.safely ? &*allocation.safely : nullptr;
}

Figure cost_figure(const std::vector<Allocation>& curve, const ObjectiveConfig& objective) {
    Plot figure({.panel_height = 300, .head = 50});
    figure.add(cost_line(curve, "By expectation", blue, by_mean));
    figure.add(cost_line(curve, "Safely", sky, safely));
    figure.add_shape(vertical(*objective.limit, ink, "dash"));
    figure.name_axes(text("limit of " + axis_title(objective)), "cost");
    return figure.figure("allocation-cost", "What a limit costs",
                         "The cost of the cheapest tolerances that keep a limit: by expectation the worst of the "
                         "region is then at the limit, safely hardly anything is worse than it. The dashed line is the "
                         "study's limit.");
}

Table allocation_table(const Modelled& m, const Allocation& found) {
    const StudyConfig& config = m.study.config;
    const AllocatedTolerances* safe = safely(found);
    Table table{fmt::format("The cheapest tolerances with which nothing is worse than {}, and their centre.",
                            value_words(config.objective, found.limit)),
                {"", "now", "by expectation", "safely"},
                {}};
    const auto cell = [](const AllocatedTolerances* at, const auto& text) {
        return at != nullptr && at->keeps_limit ? text(*at) : std::string("none");
    };
    const auto row = [&](const std::string& what, const std::string& now, const auto& text) {
        table.rows.push_back({what, now, cell(&found.by_mean, text), cell(safe, text)});
    };
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const StudyParameter& p = config.parameters[d];
        if (p.tolerance.amount == 0) continue;
        row(fmt::format("tolerance of {}", axis_title(p)), tolerance_text(p.tolerance),
            [&](const AllocatedTolerances& at) {
                return tolerance_text({at.tolerances[static_cast<Index>(d)], p.tolerance.of});
            });
    }
    double now = 0;
    for (const StudyParameter& p : config.parameters) now += p.tolerance.amount > 0 ? 1 : 0;
    row("cost", shown(now), [](const AllocatedTolerances& at) { return shown(at.cost); });
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const auto which = static_cast<Index>(d);
        const Parameter& p = config.parameters[d].parameter;
        if (!p.chosen) continue;
        const auto value = [&](double x) { return value_text(p, x, 5); };
        row(axis_title(config.parameters[d]), value(m.answer.robust.x[which]),
            [&](const AllocatedTolerances& at) { return value(at.centre[which]); });
    }
    const Estimate worst = m.answer.robust.worst.estimate();
    row("worst of the region", number_text_within(worst.value, (worst.upper - worst.lower) / 2), worst_words);
    row("its interval", interval_text(worst.lower, worst.upper),
        [](const AllocatedTolerances& at) { return interval_words(at); });
    const std::vector<AllocatedLimit> present = limits_at(config, m.limits, m.answer.robust.x);
    for (std::size_t j = 0; j < present.size(); ++j) {
        row(to_string(present[j].limit), expected_words(present[j]),
            [&](const AllocatedTolerances& at) { return expected_words(at.others[j]); });
        row("its interval", interval_words(present[j]),
            [&](const AllocatedTolerances& at) { return interval_words(at.others[j]); });
    }
    return table;
}

/// Which other output keeps tolerances from being looser.
std::string binding_words(const Allocation& found) {
    const AllocatedTolerances* safe = safely(found);
    std::string words;
    if (!found.by_mean.bound_by.empty()) {
        words += fmt::format("By expectation the limit of {} allows no looser tolerances. ", found.by_mean.bound_by);
    }
    if (safe != nullptr && !safe->bound_by.empty()) {
        words += fmt::format("Safely the limit of {} allows no looser ones.", safe->bound_by);
    }
    return words;
}

}  // namespace

Section allocation_section(const Modelled& m) {
    const double limit = *m.study.config.objective.limit;
    const AllocationQuestion question{usual_choices(m.study.config), m.answer.robust.x};
    const double value = m.model.at_unit(m.centre).value();
    const std::vector<Allocation> curve =
        allocate(m.study.config, m.gp(), question, limits_around(limit, value, limits_shown), m.parallel, m.limits);
    const Allocation& at_limit = *std::ranges::find(curve, limit, &Allocation::limit);
    Section section{"Allocation of tolerances",
                    {Paragraph{"If every tolerance costs 1 as it is, and twice as much where it is half; the command "
                               "allocate answers for costs of your own. The centre moves to where it is best."},
                     allocation_table(m, at_limit)}};
    if (const std::string words = binding_words(at_limit); !words.empty()) section.parts.emplace_back(Paragraph{words});
    if (curve.size() > 1) section.parts.emplace_back(cost_figure(curve, m.study.config.objective));
    return section;
}

}  // namespace sweetspot::study_report
