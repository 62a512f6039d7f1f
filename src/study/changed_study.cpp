#include "study/changed_study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "study/tolerance_choices.hpp"

namespace sweetspot {
namespace {

std::string was_and_is(std::string_view what, std::string_view before, std::string_view now) {
    return fmt::format("{} was {} and is {} now", what, before, now);
}

void add_changed_tolerances(const StudyConfig& before, const StudyConfig& now, std::vector<std::string>& parts) {
    for (std::size_t d = 0; d < std::min(before.parameters.size(), now.parameters.size()); ++d) {
        const StudyParameter& old = before.parameters[d];
        const StudyParameter& p = now.parameters[d];
        if (old.parameter.name != p.parameter.name || old.tolerance == p.tolerance) continue;
        parts.push_back(was_and_is(fmt::format("the tolerance of {}", p.parameter.name),
                                   shown_tolerance(old, old.tolerance.amount), shown_tolerance(p, p.tolerance.amount)));
    }
}

}  // namespace

std::string changes_between(const StudyConfig& before, const StudyConfig& now) {
    std::vector<std::string> parts;
    if (before.seed != now.seed) {
        parts.push_back(was_and_is("the seed", std::to_string(before.seed), std::to_string(now.seed)));
    }
    add_changed_tolerances(before, now, parts);
    if (before.norm != now.norm) parts.push_back(was_and_is("the norm", to_string(before.norm), to_string(now.norm)));
    if (before.measure != now.measure) {
        parts.push_back(was_and_is("the measure", to_string(before.measure), to_string(now.measure)));
    }
    const auto add = [&](bool changed, std::string_view what) {
        if (changed) parts.push_back(fmt::format("{} changed", what));
    };
    add(before.law != now.law || before.correlation != now.correlation, "the law of deviation");
    add(before.limits != now.limits || before.largest_within != now.largest_within, "the limits");
    add(before.method != now.method, "the method");
    add(before.model != now.model, "the model");
    add(before.objective.command != now.objective.command || before.objective.minimise != now.objective.minimise ||
            before.objective.format != now.objective.format,
        "the objective");
    if (parts.empty()) return "";
    return fmt::format("the study file is not as it was: {}; suggestions from here on follow it as it is now",
                       fmt::join(parts, ", "));
}

}  // namespace sweetspot
