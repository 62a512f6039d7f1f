#include "report/text.hpp"

#include <fmt/format.h>

#include <tuple>

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

std::string hover_text(const StudyConfig& config, const Trial& trial) {
    std::string text = fmt::format("trial {}", trial.number);
    if (trial.measurement) {
        const auto& [unit, error] = std::tie(config.objective.unit, trial.measurement->standard_error);
        text += ": " + (error ? with_unit(fmt::format("{} ± {}", number_text_within(trial.measurement->value, *error),
                                                      number_text(*error, 2)),
                                          unit)
                              : quantity_text(trial.measurement->value, unit));
    }
    if (trial.state == TrialState::failed && trial.failure) {
        text += " failed: " + shortened(trial.failure->reason, longest_reason);
    }
    text = plot::text(text);
    // Thousands of long bubbles would make up most of a page; the table has the parameters.
    if (config.parameters.size() > most_in_bubble) return text;
    // The line breaks are Plotly's, the rest is not to be read as markup.
    std::string lines = plot::text(joined(config, trial.x, "\n", most_in_bubble));
    for (std::size_t at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at)) {
        lines.replace(at, 1, "<br>");
    }
    return text + "<br>" + lines;
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
