// Every trial with all that is known of it.
#include <fmt/format.h>

#include "report/sections.hpp"
#include "report/trial_details.hpp"
#include "space/value_text.hpp"

namespace sweetspot::study_report {
namespace {

using plot::SortedJson;
using Column = DataTable::Column;

/// Every digit that is needed to read back the same.
std::string exact(double value) {
    return fmt::format("{}", value);
}

std::string caption_of(std::size_t trials) {
    const std::string all = trials == 1 ? "The only trial" : fmt::format("All {} trials", trials);
    return trials == 0 ? "No trial yet" : all + "; click one, or press Enter on it, to see it in every figure";
}

std::vector<std::string> row_of(const StudyConfig& config, const Trial& trial,
                                const std::vector<std::string>& outputs) {
    std::vector<std::string> row = {std::to_string(trial.number), std::string(to_string(trial.state)),
                                    std::string(to_string(trial.source))};
    for (Index d = 0; d < trial.x.size(); ++d) {
        row.push_back(value_text(config.parameters[static_cast<std::size_t>(d)].parameter, trial.x[d]));
    }
    const auto& measured = trial.measurement;
    row.push_back(measured ? exact(measured->value) : "");
    row.push_back(measured && measured->standard_error ? exact(*measured->standard_error) : "");
    for (const std::string& name : outputs) {
        const bool known = measured && measured->outputs.contains(name);
        row.push_back(known ? exact(measured->outputs.at(name)) : "");
    }
    row.push_back(trial.failure && trial.state != TrialState::complete ? trial.failure->reason : "");
    row.push_back(trial.attempts > 0 ? fmt::format("{:.3g}", trial.seconds) : "");
    return row;
}

}  // namespace

Section trials_section(const StudyConfig& config, const StudyView& view, const StudyPageOptions& options) {
    DataTable table{"trials", caption_of(view.trials.size()), {}, {}};
    table.columns = {{"number", Column::Kind::number}, {"state"}, {"source"}};
    for (const StudyParameter& described : config.parameters) {
        const Parameter& p = described.parameter;
        table.columns.push_back(p.is_choice() ? Column{p.name} : Column{p.name, Column::Kind::number});
    }
    for (const char* name : {"value", "standard_error"}) table.columns.push_back({name, Column::Kind::number});
    const std::vector<std::string> outputs = outputs_of(config.limits);
    for (const std::string& name : outputs) table.columns.push_back({name, Column::Kind::number});
    table.columns.push_back({"failure"});
    table.columns.push_back({"seconds", Column::Kind::number});
    for (const Trial& trial : view.trials) table.rows.push_back(row_of(config, trial, outputs));
    SortedJson details = trial_details(config, view, options.kept);
    return {"Trials",
            {std::move(table),
             PageData{"trial-details", details.dump(-1, ' ', false, SortedJson::error_handler_t::replace)}}};
}

}  // namespace sweetspot::study_report
