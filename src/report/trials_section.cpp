// Every trial with all that is known of it.
#include <fmt/format.h>

#include "report/sections.hpp"

namespace sweetspot::study_report {
namespace {

using Column = DataTable::Column;

/// Every digit that is needed to read back the same.
std::string exact(double value) {
    return fmt::format("{}", value);
}

std::vector<std::string> row_of(const Trial& trial) {
    std::vector<std::string> row = {std::to_string(trial.number), std::string(to_string(trial.state)),
                                    std::string(to_string(trial.source))};
    for (const double x : trial.x) row.push_back(exact(x));
    const auto& measured = trial.measurement;
    row.push_back(measured ? exact(measured->value) : "");
    row.push_back(measured && measured->standard_error ? exact(*measured->standard_error) : "");
    row.push_back(trial.failure && trial.state != TrialState::complete ? trial.failure->reason : "");
    row.push_back(trial.attempts > 0 ? fmt::format("{:.3g}", trial.seconds) : "");
    return row;
}

}  // namespace

Section trials_section(const StudyConfig& config, const StudyView& view) {
    DataTable table{"trials", fmt::format("All {} trials", view.trials.size()), {}, {}};
    table.columns = {{"number", Column::Kind::number}, {"state"}, {"source"}};
    for (const StudyParameter& p : config.parameters) table.columns.push_back({p.parameter.name, Column::Kind::number});
    for (const char* name : {"value", "standard_error"}) table.columns.push_back({name, Column::Kind::number});
    table.columns.push_back({"failure"});
    table.columns.push_back({"seconds", Column::Kind::number});
    for (const Trial& trial : view.trials) table.rows.push_back(row_of(trial));
    return {"Trials", {std::move(table)}};
}

}  // namespace sweetspot::study_report
