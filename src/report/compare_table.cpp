// The answers of studies in one table.
#include <fmt/format.h>

#include <algorithm>

#include "base/number_text.hpp"
#include "report/compared.hpp"
#include "report/text.hpp"
#include "study/answer_words.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot::study_report {
namespace {

constexpr auto nothing = "–";

std::string state_cell(const Compared& c) {
    const auto count = [&](TrialState state) { return std::ranges::count(c.given.view.trials, state, &Trial::state); };
    if (count(TrialState::running) > 0) return "running";
    if (c.given.view.trials.empty()) return "not begun";
    if (reason_to_end(c.given.study, c.given.view)) return "ended";
    return "not finished";
}

std::string evaluations_cell(const Compared& c) {
    const auto failed = std::ranges::count(c.given.view.trials, TrialState::failed, &Trial::state);
    std::string text = fmt::format("{} with a value", complete(c.given.view).size());
    if (failed > 0) text += fmt::format(", {} failed", failed);
    return text;
}

std::string measure_cell(const Compared& c) {
    return estimate_text(c.m->measure().estimate, c.config().objective.unit);
}

std::string named_measure_cell(const Compared& c) {
    return fmt::format("{}: {}", c.m->measure().label, measure_cell(c));
}

std::string value_at_design(const Compared& c) {
    const Candidate& robust = c.m->answer.robust;
    const std::string& unit = c.config().objective.unit;
    const std::string expected = quantity_text(robust.value, unit) + " expected";
    return robust.measured ? fmt::format("{} measured, {}", quantity_text(*robust.measured, unit), expected) : expected;
}

std::string single_cell(const Compared& c) {
    const Candidate& single = c.m->answer.single;
    const std::string& unit = c.config().objective.unit;
    return fmt::format("{}, worst of its region {}", quantity_text(single.known_value(), unit),
                       quantity_text(single.worst.by_search, unit));
}

std::string price_cell(const Compared& c) {
    if (is_exact(c.config())) return "everything is built exactly";
    const Price p = price(c.m->answer.robust, c.m->answer.single);
    const auto amount = [&](double value) {
        return value > 0 ? quantity_text(value, c.config().objective.unit, 3) : std::string("nothing");
    };
    return fmt::format("costs {} in value, saves {} in the worst case", amount(p.value), amount(-p.worst));
}

std::string verification_cell(const Compared& c) {
    const VerificationState state = verification_state(c.given.study, c.given.view, c.m->answer.robust.x);
    std::string text(to_string(state.state));
    const std::string& unit = c.config().objective.unit;
    if (state.state != VerificationState::State::not_verified && state.worst_measured && state.promised) {
        text += fmt::format(": {} measured, at most {} promised", quantity_text(*state.worst_measured, unit),
                            quantity_text(*state.promised, unit));
    }
    return text;
}

std::string design_cell(const Compared& c, const std::string& name) {
    const StudyParameter* p = c.parameter(name);
    if (p == nullptr) return nothing;
    if (!p->parameter.chosen) return "environment";
    const Index d = p - c.config().parameters.data();
    std::string tolerance = tolerance_with_unit(*p);
    if (!c.answered()) return tolerance;
    return value_words(*p, c.m->answer.robust.x[d]) + (tolerance.starts_with("±") ? " " : ", ") + tolerance;
}

std::string title_of(std::span<const Compared> studies, const std::string& name) {
    for (const Compared& c : studies) {
        if (const StudyParameter* p = c.parameter(name)) return p->shown_name();
    }
    return name;
}

bool is_worst(const Compared& c) {
    return !c.answered() || c.m->measure().is == RegionMeasure::Is::worst;
}

/// The name of the measure if all answers have the same; otherwise empty.
std::string common_measure(std::span<const Compared> studies) {
    std::string label;
    for (const Compared& c : studies) {
        if (!c.answered()) continue;
        if (!label.empty() && label != c.m->measure().label) return "";
        label = c.m->measure().label;
    }
    return label;
}

}  // namespace

Table side_by_side(std::span<const Compared> studies) {
    Table table{
        "Each study by its own model; smaller values are better. Intervals hold the truth in about 95 of 100 "
        "such answers.",
        {""},
        {}};
    for (const Compared& c : studies) table.header.push_back(c.label);
    const auto add = [&](const std::string& what, auto cell) {
        std::vector<std::string> row = {what};
        for (const Compared& c : studies) row.push_back(cell(c));
        table.rows.push_back(std::move(row));
    };
    const auto add_of_answer = [&](const std::string& what, std::string (*cell)(const Compared&)) {
        add(what, [&](const Compared& c) { return c.answered() ? cell(c) : std::string(nothing); });
    };
    add("file", [](const Compared& c) { return c.given.file; });
    add("state", state_cell);
    add("evaluations", evaluations_cell);
    if (!std::ranges::all_of(studies, &Compared::answered)) {
        add("answer", [](const Compared& c) -> std::string {
            if (!c.m) return "none: no trial is complete";
            return c.answered() ? "there is one" : what_is_missing(c.config(), c.m->answer);
        });
    }
    for (const std::string& name : parameter_names(studies)) {
        add(title_of(studies, name), [&](const Compared& c) { return design_cell(c, name); });
    }
    if (const std::string label = common_measure(studies); !label.empty()) {
        add_of_answer(label + " of the region", measure_cell);
    } else {
        add_of_answer("what is made small", named_measure_cell);
    }
    if (!std::ranges::all_of(studies, is_worst)) {
        add_of_answer("worst of the region", [](const Compared& c) {
            return estimate_text(c.m->answer.robust.worst.estimate(), c.config().objective.unit);
        });
    }
    add_of_answer("value if built exactly", value_at_design);
    add_of_answer("best single point", single_cell);
    add_of_answer("robustness", price_cell);
    add_of_answer("verification", verification_cell);
    return table;
}

}  // namespace sweetspot::study_report
