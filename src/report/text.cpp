#include "report/text.hpp"

#include <fmt/format.h>

#include "base/number_text.hpp"
#include "base/one_line.hpp"
#include "page/plot.hpp"
#include "space/confusion_text.hpp"
#include "study/answer_words.hpp"

namespace sweetspot::study_report {
namespace {

constexpr std::size_t most_named = 8;        // parameters in one line
constexpr std::size_t most_in_bubble = 12;   // parameters; of more none is named
constexpr std::size_t longest_name = 26;     // bytes
constexpr std::size_t longest_reason = 160;  // characters of a failure in a bubble; the table has all of it

/// The parameters as "name = value" with something between them.
std::string joined(const StudyConfig& config, const Vector& x, std::string_view between, std::size_t most) {
    std::string text;
    const std::size_t count = std::min(most, config.parameters.size());
    for (std::size_t d = 0; d < count; ++d) {
        const StudyParameter& p = config.parameters[d];
        text +=
            fmt::format("{}{} = {}", d == 0 ? "" : between, p.shown_name(), value_words(p, x[static_cast<Index>(d)]));
    }
    const std::size_t more = config.parameters.size() - count;
    return more == 0 ? text : text + fmt::format("{}and {} more", between, more);
}

std::string shortened(const std::string& text, std::size_t most) {
    if (text.size() <= most) return text;
    return std::string(first_bytes(text, most)) + " …";
}

std::string in_unit(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : fmt::format("{} in {}", name, unit);
}

/// Text as it is within a template of Plotly's.
std::string in_template(std::string_view plain) {
    std::string apart;
    for (const char c : plain) {
        if (c == '{' && apart.ends_with('%')) apart += ' ';
        apart += c;
    }
    return plot::text(apart);
}

std::string place_line(const std::string& name, const std::string& unit, char axis) {
    std::string line = fmt::format("{} = %{{{}:,.5~r}}", in_template(shortened(name, longest_name)), axis);
    return unit.empty() ? line : fmt::format("{} {}", line, in_template(unit));
}

}  // namespace

std::string shown(double value) {
    return number_text(value);
}

std::string shown_range(double from, double to) {
    return interval_text(from, to);
}

std::string point_text(const StudyConfig& config, const Vector& x) {
    return joined(config, x, ", ", most_named);
}

std::string design_text(const StudyConfig& config, const Vector& x) {
    StudyConfig chosen = config;
    std::erase_if(chosen.parameters, [](const StudyParameter& p) { return !p.parameter.chosen; });
    return point_text(chosen, x.head(std::ssize(chosen.parameters)));
}

std::string measurement_text(const ObjectiveConfig& objective, const Measurement& measured) {
    const std::string text = quantity_text(measured.value, objective.unit);
    return measured.standard_error ? text + " ± " + quantity_text(*measured.standard_error, objective.unit) : text;
}

std::string hover_text(const StudyConfig& config, const Trial& trial) {
    std::string text = fmt::format("trial {}", trial.number);
    if (trial.measurement) {
        text += fmt::format(": {} = {}", short_name(config.objective.shown_name()),
                            measurement_text(config.objective, *trial.measurement));
    }
    if (trial.state == TrialState::failed && trial.failure) {
        text += " failed: " + shortened(trial.failure->reason, longest_reason);
    }
    text = plot::text(text);
    // Thousands of long bubbles would make up most of a page; the table has the parameters.
    if (config.parameters.size() > most_in_bubble) return text;
    // The line breaks are Plotly's, the rest is not to be read as markup.
    for (std::size_t d = 0; d < config.parameters.size(); ++d) {
        const StudyParameter& p = config.parameters[d];
        const std::string value = value_words(p, trial.x[static_cast<Index>(d)]);
        text += "<br>" + plot::text(fmt::format("{} = {}", short_name(p.shown_name()), value));
    }
    return text;
}

std::string hover_line(const StudyParameter& parameter, char axis) {
    if (parameter.parameter.is_choice()) return "";
    return place_line(parameter.shown_name(), parameter.unit, axis) + "<br>";
}

std::string hover_line(const ObjectiveConfig& objective, char axis) {
    return place_line(objective.shown_name(), objective.unit, axis);
}

std::string axis_title(const StudyParameter& parameter) {
    return in_unit(short_name(parameter.shown_name()), parameter.unit);
}

std::string axis_title(const ObjectiveConfig& objective) {
    return in_unit(short_name(objective.shown_name()), objective.unit);
}

std::string short_name(const std::string& name) {
    return shortened(name, longest_name);
}

std::string tolerance_text(const StudyParameter& p) {
    if (!p.parameter.chosen) return "environment, " + to_string(p.law);
    return p.parameter.confusion.empty() ? tolerance_text(p.tolerance) : "confused: " + confusion_text(p.parameter);
}

std::string tolerance_text(const RegionTolerance& tolerance) {
    if (tolerance.amount == 0) return "exact";
    if (tolerance.of == RegionTolerance::Of::nominal) return "± " + number_text(100 * tolerance.amount) + "%";
    return "± " + number_text(tolerance.amount);
}

}  // namespace sweetspot::study_report
