#include "study/study_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <istream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/number_text.hpp"
#include "base/one_line.hpp"
#include "base/whole_text.hpp"
#include "space/value_text.hpp"
#include "study/csv.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot {
namespace {

using Cells = std::vector<std::string>;

/// Where a column is, or the end.
std::size_t column(const Cells& header, const std::string& name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
}

std::size_t needed_column(const Cells& header, const std::string& name, const Cells& wanted, const std::string& where) {
    const std::size_t found = column(header, name);
    if (found < header.size()) return found;
    std::string near;
    for (const std::string& cell : header) {
        const bool is_another = std::ranges::find(wanted, cell) != wanted.end();
        if (!is_another && !closest_name(cell, std::array{name}).empty()) near = cell;
    }
    throw std::invalid_argument(fmt::format("{}: there is no column {}{}; give one per parameter, and value", where,
                                            name,
                                            near.empty() ? "" : fmt::format(" (there is \"{}\")", one_line(near))));
}

/// The header, with every name once; spreadsheets leave columns without one at the end.
Cells header_of(const csv::Table& table, const std::string& where) {
    if (table.rows.empty())
        throw std::invalid_argument(fmt::format("{}: the file is empty; give a header and rows", where));
    Cells header;
    for (const std::string& cell : table.rows.front().cells) header.push_back(csv::text_of_cell(cell));
    Cells names = header;
    std::ranges::sort(names);
    std::erase(names, "");
    const auto twice = std::ranges::adjacent_find(names);
    if (twice == names.end()) return header;
    throw std::invalid_argument(fmt::format("{}:{}: the column \"{}\" is there twice; remove or rename one of them",
                                            where, table.rows.front().line, one_line(*twice)));
}

/// The columns of a file that are read.
struct Columns {
    std::vector<std::size_t> parameters;
    std::size_t value = 0;
    std::size_t standard_error = 0;  ///< one beyond the last if it is not there; so are those of the outputs
    std::vector<std::pair<std::string, std::size_t>> outputs;
};

Cells wanted_columns(const StudyConfig& config) {
    Cells names = {"value"};
    for (const StudyParameter& p : config.parameters) names.push_back(p.parameter.name);
    return names;
}

Columns columns_of(const StudyConfig& config, const Cells& header, const std::string& where) {
    const Cells wanted = wanted_columns(config);
    Columns columns;
    for (const StudyParameter& p : config.parameters) {
        columns.parameters.push_back(needed_column(header, p.parameter.name, wanted, where));
    }
    columns.value = needed_column(header, "value", wanted, where);
    columns.standard_error = column(header, "standard_error");
    for (const std::string& name : outputs_of(config.limits)) columns.outputs.emplace_back(name, column(header, name));
    return columns;
}

/// Reads the cells of one row; a mistake is told with the row's line and the column.
struct RowReader {
    const Cells& header;
    const Cells& cells;
    const csv::Numbers& numbers;
    std::string place;

    [[nodiscard]] bool has(std::size_t column) const { return column < header.size() && !cells[column].empty(); }
    [[nodiscard]] double number(std::size_t column) const {
        try {
            return numbers.read(cells[column]);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(
                fmt::format("{}: the column {}: {}", place, one_line(header[column]), error.what()));
        }
    }
    /// What an evaluation gave.
    [[nodiscard]] double output(std::size_t column) const {
        const double value = number(column);
        if (is_output(value)) return value;
        throw std::invalid_argument(fmt::format("{}: the column {}: it is {}; it must be from -{} to {}", place,
                                                one_line(header[column]), value, largest_output, largest_output));
    }
    [[nodiscard]] double standard_error(std::size_t column) const {
        const double value = output(column);
        if (value >= 0) return value;
        throw std::invalid_argument(fmt::format("{}: the standard error is {}; it must be at least 0", place, value));
    }
    [[nodiscard]] double coordinate(const Parameter& parameter, std::size_t column) const {
        if (!parameter.is_choice()) return number(column);
        return choice_named_at(place, parameter, csv::text_of_cell(cells[column]));
    }
};

std::optional<double> output_of(const Trial& trial, const std::string& name) {
    if (!trial.measurement) return std::nullopt;
    const auto found = trial.measurement->outputs.find(name);
    return found == trial.measurement->outputs.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

namespace {

/// The columns that not every table has.
struct TableColumns {
    std::vector<std::string> outputs;
    bool errors = false;
    bool seconds = false;  ///< what was told by hand took no time of ours
};

constexpr std::string_view error_title = " ± standard error";
constexpr int error_width = 17;

TableColumns table_columns(const StudyConfig& config, const StudyView& view) {
    TableColumns columns{outputs_of(config.limits)};
    for (const Trial& trial : view.trials) {
        columns.errors = columns.errors || (trial.measurement && trial.measurement->standard_error);
        columns.seconds = columns.seconds || trial.seconds > 0;
    }
    return columns;
}

/// What was measured and how long that took, or why there is nothing.
std::string outcome_text(const Trial& trial, const TableColumns& columns) {
    std::string text;
    if (trial.measurement) {
        text += fmt::format("{:>13}", number_text(trial.measurement->value, 6));
        for (const std::string& name : columns.outputs) {
            const auto output = output_of(trial, name);
            text += fmt::format("{:>13}", output ? number_text(*output, 6) : "");
        }
    } else if (columns.seconds) {
        text += std::string(13 * (1 + columns.outputs.size()), ' ');
    }
    const bool error = trial.measurement && trial.measurement->standard_error;
    if (columns.errors && (trial.measurement || columns.seconds)) {
        text +=
            fmt::format("{:<{}}", error ? " ± " + number_text(*trial.measurement->standard_error, 3) : "", error_width);
    }
    if (columns.seconds) {
        text += fmt::format("{:>10}", trial.seconds > 0 ? number_text(trial.seconds, 3) : "");
    }
    if (!trial.measurement && trial.failure) text += "  " + trial.failure->reason;
    return text;
}

}  // namespace

std::string table_of(const StudyConfig& config, const StudyView& view) {
    const TableColumns columns = table_columns(config, view);
    std::string text = fmt::format("{:>6}  {:<9} {:<8}", "number", "state", "source");
    for (const StudyParameter& p : config.parameters) text += fmt::format("{:>13}", p.parameter.name);
    text += fmt::format("{:>13}", "value");
    for (const std::string& name : columns.outputs) text += fmt::format("{:>13}", name);
    if (columns.errors) text += error_title;
    if (columns.seconds) text += fmt::format("{:>10}", "seconds");
    text += "\n";
    for (const Trial& trial : view.trials) {
        text += fmt::format("{:>6}  {:<9} {:<8}", trial.number, to_string(trial.state), to_string(trial.source));
        for (Index d = 0; d < trial.x.size(); ++d) {
            const Parameter& p = config.parameters[static_cast<std::size_t>(d)].parameter;
            text += fmt::format("{:>13}", value_text(p, trial.x[d], 6));
        }
        text += outcome_text(trial, columns);
        text.erase(text.find_last_not_of(' ') + 1);
        text += "\n";
    }
    return text;
}

std::string csv_of(const StudyConfig& config, const StudyView& view, Seconds seconds) {
    std::string text = "number,state,source";
    for (const StudyParameter& p : config.parameters) text += fmt::format(",{}", csv::text_cell(p.parameter.name));
    text += ",value,standard_error,failure";
    const std::vector<std::string> outputs = outputs_of(config.limits);
    for (const std::string& name : outputs) text += fmt::format(",{}", csv::text_cell(name));
    text += seconds == Seconds::told ? ",seconds\n" : "\n";
    for (const Trial& trial : view.trials) {
        text += fmt::format("{},{},{}", trial.number, to_string(trial.state), to_string(trial.source));
        for (Index d = 0; d < trial.x.size(); ++d) {
            const Parameter& p = config.parameters[static_cast<std::size_t>(d)].parameter;
            const std::string value = value_text(p, trial.x[d]);
            text += fmt::format(",{}", p.is_choice() ? csv::text_cell(value) : value);
        }
        const bool error = trial.measurement && trial.measurement->standard_error;
        text += fmt::format(",{},{},{}", trial.measurement ? fmt::format("{}", trial.measurement->value) : "",
                            error ? fmt::format("{}", *trial.measurement->standard_error) : "",
                            trial.failure ? csv::text_cell(trial.failure->reason) : "");
        for (const std::string& name : outputs) {
            const auto output = output_of(trial, name);
            text += fmt::format(",{}", output ? fmt::format("{}", *output) : "");
        }
        if (seconds == Seconds::told) text += trial.seconds > 0 ? fmt::format(",{}", trial.seconds) : ",";
        text += "\n";
    }
    return text;
}

namespace {

/// Every number of the file is looked at before one is read.
csv::Numbers numbers_of(const StudyConfig& config, const csv::Table& table, const Columns& columns) {
    csv::Numbers numbers(table.separator);
    for (std::size_t row = 1; row < table.rows.size(); ++row) {
        const Cells& cells = table.rows[row].cells;
        const auto look_at = [&](std::size_t column) {
            if (column < cells.size()) numbers.look_at(cells[column]);
        };
        if (columns.value >= cells.size() || cells[columns.value].empty()) continue;
        for (std::size_t d = 0; d < columns.parameters.size(); ++d) {
            if (!config.parameters[d].parameter.is_choice()) look_at(columns.parameters[d]);
        }
        look_at(columns.value);
        look_at(columns.standard_error);
        for (const auto& [name, column] : columns.outputs) look_at(column);
    }
    return numbers;
}

Trial trial_in(const RowReader& row, const StudyConfig& config, const Columns& columns, const Space& space) {
    Vector x(std::ssize(columns.parameters));
    for (std::size_t d = 0; d < columns.parameters.size(); ++d) {
        x[static_cast<Index>(d)] = row.coordinate(config.parameters[d].parameter, columns.parameters[d]);
    }
    space.require_contains(x, row.place);
    Trial trial{.state = TrialState::complete, .source = TrialSource::imported, .asked = x, .x = x};
    trial.measurement = Measurement{row.output(columns.value), std::nullopt};
    if (row.has(columns.standard_error)) {
        trial.measurement->standard_error = row.standard_error(columns.standard_error);
    }
    for (const auto& [name, column] : columns.outputs) {
        if (row.has(column)) trial.measurement->outputs[name] = row.output(column);
    }
    return trial;
}

}  // namespace

std::vector<Trial> read_csv(const StudyConfig& config, std::istream& in, const std::string& where) {
    const std::string text = whole_text(in);
    const csv::Table table = csv::read(text, wanted_columns(config), where);
    const Cells header = header_of(table, where);
    const Columns columns = columns_of(config, header, fmt::format("{}:{}", where, table.rows.front().line));
    const csv::Numbers numbers = numbers_of(config, table, columns);
    const Space space = problem_of(config).space();
    std::vector<Trial> trials;
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
        const csv::Row& row = table.rows[i];
        const RowReader reader{header, row.cells, numbers, fmt::format("{}:{}", where, row.line)};
        if (row.cells.size() != header.size()) {
            throw std::invalid_argument(fmt::format("{}: there are {} columns; the header has {}", reader.place,
                                                    row.cells.size(), header.size()));
        }
        if (reader.has(columns.value)) trials.push_back(trial_in(reader, config, columns, space));
    }
    return trials;
}

}  // namespace sweetspot
