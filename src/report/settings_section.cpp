// All that is needed to repeat the study.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <map>

#include "base/number_text.hpp"
#include "design/initial_size.hpp"
#include "loops/dispatch.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"
#include "robust/shape_word.hpp"
#include "space/value_text.hpp"
#include "study/answer_words.hpp"
#include "study/resources.hpp"

namespace sweetspot::study_report {
namespace {

std::string instruction_set() {
    constexpr std::array<std::string_view, 3> names = {"baseline", "x86_64_v3", "x86_64_v4"};
    return std::string(names.at(runnable_copies() - 1));
}

std::string scale_text(const Parameter& parameter) {
    if (parameter.is_choice()) return "none";
    return parameter.scale == Scale::log ? "log" : "linear";
}

std::string type_text(const Parameter& parameter) {
    if (parameter.is_choice()) return fmt::format("choice of {}", fmt::join(parameter.choices, ", "));
    if (!parameter.values.empty()) {
        std::vector<std::string> values;
        for (const double value : parameter.values) values.push_back(number_text(value, 15));
        return fmt::format("series of {}", fmt::join(values, ", "));
    }
    return parameter.step ? "int" : "real";
}

Table parameters_table(const StudyConfig& config) {
    Table table{"Parameters", {"name", "called", "unit", "least", "greatest", "scale", "type", "tolerance"}, {}};
    for (const StudyParameter& p : config.parameters) {
        const Parameter& parameter = p.parameter;
        table.rows.push_back({parameter.name, p.label, p.unit, value_text(parameter, parameter.lower, 15),
                              value_text(parameter, parameter.upper, 15), scale_text(parameter), type_text(parameter),
                              tolerance_text(p)});
    }
    return table;
}

std::string command_text(const ObjectiveConfig& objective) {
    if (objective.command.empty()) return "none: evaluated by hand";
    return fmt::format("[\"{}\"]", fmt::join(objective.command, "\", \""));
}

std::string counts_text(const StudyView& view) {
    std::map<TrialState, Index> counts;
    for (const Trial& trial : view.trials) ++counts[trial.state];
    std::string text = std::to_string(view.trials.size());
    for (const auto& [state, count] : counts) {
        text += fmt::format("{}{} {}", state == counts.begin()->first ? ": " : ", ", count, to_string(state));
    }
    return text;
}

std::string budget_text(const BudgetConfig& budget) {
    std::string text = counted(budget.evaluations, "evaluation");
    if (budget.hours) text += fmt::format(", {} hours", number_text(*budget.hours));
    if (budget.improvement_below) {
        text += fmt::format(", until {} suggestions in a row promise an improvement below {}", budget.for_suggestions,
                            number_text(*budget.improvement_below));
    }
    return text;
}

/// Of a file its name, for the page may be read on another machine.
std::string storage_text(const StorageConfig& storage) {
    const std::string shown = storage.shown();
    return storage.kind == "sqlite" ? std::filesystem::path(shown).filename().string() : shown;
}

Index initial_points(const StudyConfig& config) {
    return config.method.initial.value_or(default_initial(std::ssize(config.parameters)));
}

}  // namespace

Section settings_section(const StudyConfig& config, const StudyView& view, const StudyPageOptions& options) {
    const ObjectiveConfig& objective = config.objective;
    Table table{"The study as its file was understood", {"setting", "value"}, {}};
    table.rows = {{"study", config.name},
                  {"storage", storage_text(config.storage)},
                  {"seed", std::to_string(config.seed)},
                  {"region", fmt::format("{} (norm {}){}", shape_word(config.norm), to_string(config.norm),
                                         config.largest_within ? ", the largest within the limit" : "")},
                  {"law of deviation", to_string(config.law)},
                  {"measure", to_string(config.measure)},
                  {"method", to_string(config.method)},
                  {"sampling rule", config.method.sampling ? to_string(*config.method.sampling) : "the method's own"},
                  {"initial design", counted(initial_points(config), "point")},
                  {"budget", budget_text(config.budget)},
                  {"command", command_text(objective)},
                  {"format", objective.format},
                  {"minimised", axis_title(objective)},
                  {"limit", objective.limit ? quantity_text(*objective.limit, objective.unit, 15) : "none"},
                  {"timeout", objective.timeout ? number_text(*objective.timeout) + " s" : "none"},
                  {"at a time", std::to_string(objective.parallel)},
                  {"on failure", fmt::format("{} {}, then {}", objective.retry,
                                             objective.retry == 1 ? "retry" : "retries", to_string(objective.then))},
                  {"work directories kept", objective.keep},
                  {"trials", counts_text(view)},
                  {"instruction set", instruction_set()}};
    if (const std::string resources = resources_text(objective.resources); !resources.empty())
        table.rows.push_back({"what one evaluation may use", resources});
    for (const Limit& limit : config.limits) table.rows.push_back({"limit of " + limit.of, to_string(limit)});
    if (!options.version.empty()) table.rows.push_back({"sweetspot", options.version});
    if (!options.now.empty()) table.rows.push_back({"report made", options.now});
    return {"Settings", {parameters_table(config), std::move(table)}};
}

}  // namespace sweetspot::study_report
