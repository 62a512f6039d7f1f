#include "study/study_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <istream>
#include <optional>
#include <stdexcept>

#include "base/number_text.hpp"
#include "base/one_line.hpp"
#include "space/value_text.hpp"

namespace sweetspot {
namespace {

using Cells = std::vector<std::string>;

/// A cell in quotes may hold commas, and quotes that are written twice.
Cells split(const std::string& line) {
    Cells cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += line[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else if (c != '\r') {
            cells.back() += c;
        }
    }
    return cells;
}

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"") == std::string::npos) return text;
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

double number(const std::string& cell, const std::string& place, const std::string& column) {
    double value = 0;
    const char* end = cell.data() + cell.size();
    const auto [rest, error] = std::from_chars(cell.data(), end, value);
    if (error == std::errc() && rest == end && std::isfinite(value)) return value;
    throw std::invalid_argument(
        fmt::format("{}: \"{}\" in the column {} is no finite number; mend it, or leave value empty", place,
                    one_line(cell), column));
}

double coordinate(const Parameter& parameter, const std::string& cell, const std::string& place) {
    return parameter.is_choice() ? choice_named_at(place, parameter, cell) : number(cell, place, parameter.name);
}

double standard_error(const std::string& cell, const std::string& place) {
    const double value = number(cell, place, "standard_error");
    if (value >= 0) return value;
    throw std::invalid_argument(fmt::format("{}: the standard error is {}; it must be at least 0", place, value));
}

/// Where a column is, or the end.
std::size_t column(const Cells& header, const std::string& name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
}

std::size_t needed_column(const Cells& header, const std::string& name, const std::string& where) {
    const std::size_t found = column(header, name);
    if (found < header.size()) return found;
    throw std::invalid_argument(
        fmt::format("{}:1: there is no column {}; give one per parameter, and value", where, name));
}

std::optional<double> output_of(const Trial& trial, const std::string& name) {
    if (!trial.measurement) return std::nullopt;
    const auto found = trial.measurement->outputs.find(name);
    return found == trial.measurement->outputs.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::string table_of(const StudyConfig& config, const StudyView& view) {
    const bool errors = std::any_of(view.trials.begin(), view.trials.end(), [](const Trial& trial) {
        return trial.measurement && trial.measurement->standard_error;
    });
    std::string text = fmt::format("{:>6}  {:<9} {:<8}", "number", "state", "source");
    for (const StudyParameter& p : config.parameters) text += fmt::format("{:>13}", p.parameter.name);
    const std::vector<std::string> outputs = outputs_of(config.limits);
    text += fmt::format("{:>13}", "value");
    for (const std::string& name : outputs) text += fmt::format("{:>13}", name);
    text += errors ? " ± standard error\n" : "\n";
    for (const Trial& trial : view.trials) {
        text += fmt::format("{:>6}  {:<9} {:<8}", trial.number, to_string(trial.state), to_string(trial.source));
        for (Index d = 0; d < trial.x.size(); ++d) {
            const Parameter& p = config.parameters[static_cast<std::size_t>(d)].parameter;
            text += fmt::format("{:>13}", value_text(p, trial.x[d], 6));
        }
        if (trial.measurement) {
            text += fmt::format("{:>13}", number_text(trial.measurement->value, 6));
            for (const std::string& name : outputs) {
                const auto output = output_of(trial, name);
                text += fmt::format("{:>13}", output ? number_text(*output, 6) : "");
            }
            if (trial.measurement->standard_error) text += " ± " + number_text(*trial.measurement->standard_error, 3);
        } else if (trial.failure) {
            text += "  " + trial.failure->reason;
        }
        text += "\n";
    }
    return text;
}

std::string csv_of(const StudyConfig& config, const StudyView& view) {
    std::string text = "number,state,source";
    for (const StudyParameter& p : config.parameters) text += fmt::format(",{}", p.parameter.name);
    text += ",value,standard_error,failure";
    const std::vector<std::string> outputs = outputs_of(config.limits);
    for (const std::string& name : outputs) text += fmt::format(",{}", name);
    text += "\n";
    for (const Trial& trial : view.trials) {
        text += fmt::format("{},{},{}", trial.number, to_string(trial.state), to_string(trial.source));
        for (Index d = 0; d < trial.x.size(); ++d) {
            text +=
                fmt::format(",{}", value_text(config.parameters[static_cast<std::size_t>(d)].parameter, trial.x[d]));
        }
        const bool error = trial.measurement && trial.measurement->standard_error;
        text += fmt::format(",{},{},{}", trial.measurement ? fmt::format("{}", trial.measurement->value) : "",
                            error ? fmt::format("{}", *trial.measurement->standard_error) : "",
                            trial.failure ? quoted(trial.failure->reason) : "");
        for (const std::string& name : outputs) {
            const auto output = output_of(trial, name);
            text += fmt::format(",{}", output ? fmt::format("{}", *output) : "");
        }
        text += "\n";
    }
    return text;
}

std::vector<Trial> read_csv(const StudyConfig& config, std::istream& in, const std::string& where) {
    std::string line;
    std::getline(in, line);
    const Cells header = split(line);
    std::vector<std::size_t> columns;
    for (const StudyParameter& p : config.parameters) {
        columns.push_back(needed_column(header, p.parameter.name, where));
    }
    const std::size_t value = needed_column(header, "value", where);
    const std::size_t error = column(header, "standard_error");
    const Space space = problem_of(config).space();
    std::vector<Trial> trials;
    for (int row = 2; std::getline(in, line); ++row) {
        const std::string place = fmt::format("{}:{}", where, row);
        const Cells cells = split(line);
        if (cells.size() == 1 && cells[0].empty()) continue;
        if (cells.size() != header.size()) {
            throw std::invalid_argument(
                fmt::format("{}: there are {} columns; the header has {}", place, cells.size(), header.size()));
        }
        if (cells[value].empty()) continue;
        Vector x(std::ssize(columns));
        for (std::size_t d = 0; d < columns.size(); ++d) {
            x[static_cast<Index>(d)] = coordinate(config.parameters[d].parameter, cells[columns[d]], place);
        }
        space.require_contains(x, place);
        Trial trial{.state = TrialState::complete, .source = TrialSource::imported, .asked = x, .x = x};
        trial.measurement = Measurement{number(cells[value], place, "value"), std::nullopt};
        if (error < header.size() && !cells[error].empty()) {
            trial.measurement->standard_error = standard_error(cells[error], place);
        }
        for (const std::string& name : outputs_of(config.limits)) {
            const std::size_t at = column(header, name);
            if (at < header.size() && !cells[at].empty()) {
                trial.measurement->outputs[name] = number(cells[at], place, name);
            }
        }
        trials.push_back(std::move(trial));
    }
    return trials;
}

}  // namespace sweetspot
