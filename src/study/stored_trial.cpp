#include "study/stored_trial.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/check.hpp"
#include "base/one_line.hpp"

namespace sweetspot {
namespace {

using StoredJson = nlohmann::json;

bool is_measured(const Measurement& measurement) {
    const double error = measurement.standard_error.value_or(0);
    return std::isfinite(measurement.value) && std::isfinite(error) && error >= 0 &&
           std::ranges::all_of(measurement.outputs, [](const auto& output) { return std::isfinite(output.second); });
}

}  // namespace

std::string space_text(const StudyConfig& config) {
    std::string text;
    for (const StudyParameter& p : config.parameters) {
        const Parameter& parameter = p.parameter;
        // The bounds of a series follow its tolerance.
        if (!parameter.values.empty()) {
            text += fmt::format("{} one of {}{}; ", parameter.name, fmt::join(parameter.values, ", "),
                                parameter.scale == Scale::log ? ", log scale" : "");
            continue;
        }
        if (parameter.is_choice()) {
            text += fmt::format("{} one of {}; ", parameter.name, fmt::join(parameter.choices, ", "));
            continue;
        }
        text += fmt::format("{} from {} to {}{}{}{}; ", parameter.name, parameter.lower, parameter.upper,
                            parameter.scale == Scale::log ? ", log scale" : "", parameter.step ? ", int" : "",
                            parameter.chosen ? "" : ", environment");
    }
    return text;
}

void require_same_parameters(const std::string& where, const std::string& stored, const std::string& given) {
    // What a disk or another program has made of it may be no text any more.
    require(
        stored.empty() || stored == given,
        "{}: the study was begun with other parameters ({} than {}here); give another storage, or the old parameters",
        where, one_line(stored), given);
}

std::string outputs_text(const std::map<std::string, double>& outputs) {
    return StoredJson(outputs).dump();
}

std::map<std::string, double> outputs_in(const std::string& text) {
    try {
        return StoredJson::parse(text).get<std::map<std::string, double>>();
    } catch (const StoredJson::exception&) {
        throw std::invalid_argument("its other outputs cannot be read");
    }
}

std::string flaw_of(const Trial& trial, Index expected_number, Index dimension) {
    if (trial.number != expected_number) return fmt::format("trial {} is missing", expected_number);
    if (trial.state == TrialState::complete && !trial.measurement) {
        return fmt::format("trial {} is complete and has no value", trial.number);
    }
    if (trial.asked.size() != dimension || trial.x.size() != dimension) {
        return fmt::format("trial {} has no value for every parameter", trial.number);
    }
    if (!trial.asked.allFinite() || !trial.x.allFinite()) {
        return fmt::format("trial {} has a parameter that is no number", trial.number);
    }
    if (trial.measurement && !is_measured(*trial.measurement)) {
        return fmt::format("trial {} has a value that is no number", trial.number);
    }
    return "";
}

}  // namespace sweetspot
