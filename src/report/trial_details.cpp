#include "report/trial_details.hpp"

#include <cmath>

#include "space/value_text.hpp"

namespace sweetspot::study_report {
namespace {

using plot::SortedJson;

/// As the table has it, to compare with.
SortedJson cells_of(const StudyConfig& config, const Vector& x) {
    SortedJson cells = SortedJson::array();
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const Parameter& p = config.parameters[d].parameter;
        const double value = x[static_cast<Index>(d)];
        cells.push_back(p.is_choice() ? SortedJson(value_text(p, value)) : SortedJson(value));
    }
    return cells;
}

SortedJson circumstances(const StudyConfig& config, const Trial& trial) {
    SortedJson json = SortedJson::object();
    if (trial.asked_at > 0) json["asked_at"] = std::round(trial.asked_at);
    if (trial.changed_at > 0) json["changed_at"] = std::round(trial.changed_at);
    if (trial.attempts > 0) json["attempts"] = trial.attempts;
    if (trial.asked.size() == trial.x.size() && trial.asked != trial.x) json["asked"] = cells_of(config, trial.asked);
    if (!trial.work_directory.empty()) json["folder"] = trial.work_directory;
    return json;
}

void add_files(SortedJson& json, const KeptFiles& kept) {
    SortedJson files = SortedJson::array();
    for (const auto& [name, size] : kept.files) files.push_back({name, size ? SortedJson(*size) : SortedJson()});
    json["files"] = std::move(files);
    if (kept.more_files > 0) json["more_files"] = kept.more_files;
    if (!kept.stdout_end.empty()) json["stdout"] = kept.stdout_end;
    if (!kept.stderr_end.empty()) json["stderr"] = kept.stderr_end;
}

}  // namespace

SortedJson trial_details(const StudyConfig& config, const StudyView& view, std::span<const KeptFiles> kept) {
    SortedJson parameters = SortedJson::array();
    for (const StudyParameter& p : config.parameters) {
        parameters.push_back({{"name", p.shown_name()}, {"unit", p.unit}});
    }
    SortedJson trials = SortedJson::object();
    for (const Trial& trial : view.trials) trials[std::to_string(trial.number)] = circumstances(config, trial);
    for (const KeptFiles& files : kept) add_files(trials[std::to_string(files.number)], files);
    return {{"parameters", std::move(parameters)},
            {"objective", {{"name", config.objective.shown_name()}, {"unit", config.objective.unit}}},
            {"outputs", outputs_of(config.limits)},
            {"trials", std::move(trials)}};
}

}  // namespace sweetspot::study_report
