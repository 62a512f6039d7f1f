// In what the descriptions of studies differ.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/number_text.hpp"
#include "design/initial_size.hpp"
#include "report/compared.hpp"
#include "study/resources.hpp"

namespace sweetspot::study_report {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr auto not_there = "–";

std::string shape_of(Norm norm) {
    switch (norm) {
        case Norm::one:
            return "diamond (norm 1)";
        case Norm::two:
            return "ellipsoid (norm 2)";
        default:
            return "box (norm inf)";
    }
}

std::string or_none(const std::optional<double>& value, std::string_view unit = "") {
    return value ? quantity_text(*value, unit) : std::string("none");
}

std::string or_own(const std::optional<Choice>& choice) {
    return choice ? to_string(*choice) : std::string("the method's own");
}

std::string bounds_text(const StudyParameter& p) {
    if (p.parameter.is_choice()) return fmt::format("one of {}", fmt::join(p.parameter.choices, ", "));
    if (!p.parameter.values.empty()) return fmt::format("one of {}", fmt::join(p.parameter.values, ", "));
    return fmt::format("{} … {}{}{}", quantity_text(p.parameter.lower, p.unit),
                       quantity_text(p.parameter.upper, p.unit), p.parameter.scale == Scale::log ? ", log" : "",
                       p.parameter.step ? ", whole" : "");
}

void add_parameters(Settings& settings, const StudyConfig& config) {
    for (const StudyParameter& p : config.parameters) {
        const std::string& name = p.parameter.name;
        settings.emplace_back("tolerance of " + name, tolerance_with_unit(p));
        settings.emplace_back("bounds of " + name, bounds_text(p));
        settings.emplace_back("unit of " + name, p.unit.empty() ? "none" : p.unit);
        settings.emplace_back("label of " + name, p.shown_name());
    }
}

void add_budget(Settings& settings, const StudyConfig& config) {
    const BudgetConfig& budget = config.budget;
    settings.emplace_back("budget", budget.evaluations == most_evaluations
                                        ? "no limit of evaluations"
                                        : fmt::format("{} evaluations", budget.evaluations));
    settings.emplace_back("hours", or_none(budget.hours));
    settings.emplace_back("stops when the improvement is below", or_none(budget.improvement_below));
    settings.emplace_back("stops when more can bring less than",
                          !budget.stop_when ? "none"
                          : budget.stop_when->of == GainLimit::Of::range
                              ? fmt::format("{:g} % of the range", 100 * budget.stop_when->amount)
                              : number_text(budget.stop_when->amount));
    settings.emplace_back("checks within the budget", std::to_string(verifications(config)));
}

void add_objective(Settings& settings, const StudyConfig& config) {
    const ObjectiveConfig& objective = config.objective;
    settings.emplace_back("what is minimised", objective.shown_name());
    settings.emplace_back("unit of it", objective.unit.empty() ? "none" : objective.unit);
    settings.emplace_back("command", objective.command.empty() ? "none: evaluated by hand"
                                                               : fmt::format("{}", fmt::join(objective.command, " ")));
    settings.emplace_back("format", objective.format);
    settings.emplace_back("limit", or_none(objective.limit, objective.unit));
    settings.emplace_back("timeout", or_none(objective.timeout, "s"));
    settings.emplace_back("at a time", std::to_string(objective.parallel));
    const std::string resources = resources_text(objective.resources);
    settings.emplace_back("what one may use", resources.empty() ? "no limits" : resources);
    settings.emplace_back("on failure", fmt::format("{} retries, then {}", objective.retry, to_string(objective.then)));
    for (const Limit& limit : config.limits) settings.emplace_back("limit of " + limit.of, to_string(limit));
}

Settings settings_of(const StudyConfig& config) {
    Settings settings;
    add_parameters(settings, config);
    settings.emplace_back("region", shape_of(config.norm));
    settings.emplace_back("largest region within", or_none(config.largest_within));
    settings.emplace_back("law of deviation", to_string(config.law));
    settings.emplace_back("measure", to_string(config.measure));
    add_objective(settings, config);
    add_budget(settings, config);
    settings.emplace_back("seed", std::to_string(config.seed));
    settings.emplace_back("method", to_string(config.method));
    settings.emplace_back("sampling rule", or_own(config.method.sampling));
    settings.emplace_back(
        "initial points",
        std::to_string(config.method.initial.value_or(default_initial(std::ssize(config.parameters)))));
    settings.emplace_back("kernel", or_own(config.model.kernel));
    return settings;
}

}  // namespace

Table differences(std::span<const Compared> studies) {
    Table table{"What differs between the study files", {""}, {}};
    std::vector<Settings> all;
    std::vector<std::string> names;
    for (const Compared& c : studies) {
        table.header.push_back(c.label);
        all.push_back(settings_of(c.config()));
        for (const auto& [name, value] : all.back()) {
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    }
    for (const std::string& name : names) {
        std::vector<std::string> row = {name};
        for (const Settings& settings : all) {
            const auto found = std::ranges::find(settings, name, &Settings::value_type::first);
            row.push_back(found == settings.end() ? not_there : found->second);
        }
        if (std::ranges::any_of(row.begin() + 2, row.end(), [&](const auto& cell) { return cell != row[1]; })) {
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

}  // namespace sweetspot::study_report
