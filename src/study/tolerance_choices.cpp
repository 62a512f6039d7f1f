#include "study/tolerance_choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/argument_mistake.hpp"
#include "base/number_text.hpp"
#include "base/one_line.hpp"
#include "base/trimmed.hpp"
#include "study/modelled_study.hpp"

namespace sweetspot {
namespace {

bool is_in_per_cent(const StudyParameter& p) {
    return p.tolerance.of == RegionTolerance::Of::nominal;
}

/// A tolerance in per cent costs by its per cents.
double typed_unit(const StudyParameter& p) {
    return is_in_per_cent(p) ? 0.01 : 1;
}

std::optional<double> plain_number_from(std::string_view text) {
    double value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || rest != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

struct NamedItem {
    std::size_t parameter;
    std::string value;  ///< what is after the "="; empty: there is none
};

/// "width=…,height=…": a known parameter each, and each once.
std::vector<NamedItem> named_items_of(const StudyConfig& config, std::string_view text, const std::string& argument) {
    std::vector<NamedItem> items;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view item = trimmed(text.substr(begin, end - begin));
        begin = end + 1;
        if (item.empty()) continue;
        const std::size_t equals = std::min(item.find('='), item.size());
        const std::string name(trimmed(item.substr(0, equals)));
        const std::size_t parameter = parameter_of(config, name, argument);
        if (std::ranges::count(items, parameter, &NamedItem::parameter) > 0) {
            throw ArgumentMistake(argument, fmt::format("\"{}\" is given twice; give it once", name));
        }
        items.push_back({parameter, std::string(equals < item.size() ? trimmed(item.substr(equals + 1)) : "")});
    }
    return items;
}

double amount_from(const StudyParameter& p, std::string_view text, const std::string& argument) {
    const std::string& name = p.parameter.name;
    RegionTolerance tolerance;
    try {
        tolerance = tolerance_from(text, name);
    } catch (const std::invalid_argument& refused) {
        throw ArgumentMistake(argument, refused.what());
    }
    if (tolerance.of != p.tolerance.of) {
        throw ArgumentMistake(
            argument, fmt::format("the tolerance of \"{}\" is \"{}\"; give it {}, as the study does", name, text,
                                  is_in_per_cent(p) ? "in per cent" : "in the parameter's own unit"));
    }
    return tolerance.amount;
}

/// "3/t^2"; nothing where it is no such formula.
std::optional<ToleranceCost> formula_from(std::string_view text) {
    const std::size_t slash = text.find("/t");
    if (slash == std::string_view::npos) return std::nullopt;
    const std::optional<double> factor = plain_number_from(trimmed(text.substr(0, slash)));
    std::string_view rest = trimmed(text.substr(slash + 2));
    if (!factor || (!rest.empty() && !rest.starts_with('^'))) return std::nullopt;
    if (rest.empty()) return ToleranceCost{.factor = *factor};
    rest.remove_prefix(1);
    const std::optional<double> power = plain_number_from(trimmed(rest));
    if (!power) return std::nullopt;
    return ToleranceCost{.factor = *factor, .power = *power};
}

bool begins_like_a_number(std::string_view text) {
    return text.find_first_of("0123456789+-.") == 0;
}

/// Rows of tolerance and cost; a first line without numbers is a header.
ToleranceCost table_from(const std::string& path, const StudyParameter& p) {
    std::ifstream file(path);
    if (!file) {
        throw ArgumentMistake(
            "cost",
            fmt::format("that of \"{}\" is \"{}\", which is no formula as 1/t or 3/t^2 and no file that can be read",
                        p.parameter.name, path));
    }
    ToleranceCost cost;
    std::string line;
    for (int n = 1; std::getline(file, line); ++n) {
        const std::string_view text = trimmed(line);
        if (text.empty()) continue;
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view tolerance = trimmed(text.substr(0, comma));
        if (is_in_per_cent(p) && tolerance.ends_with('%'))
            tolerance = trimmed(tolerance.substr(0, tolerance.size() - 1));
        const std::optional<double> t = plain_number_from(tolerance);
        const std::optional<double> price =
            plain_number_from(trimmed(comma < text.size() ? text.substr(comma + 1) : std::string_view()));
        if (!t && !price && n == 1 && !begins_like_a_number(text)) continue;  // the names of the columns
        if (!t || !price) {
            throw std::invalid_argument(
                fmt::format("{}:{}: \"{}\" is not a tolerance and its cost, as 0.1,25", path, n, one_line(text)));
        }
        cost.table.push_back({*t * typed_unit(p), *price});
    }
    if (cost.table.empty()) throw std::invalid_argument(fmt::format("{}: it has no rows of tolerance and cost", path));
    std::ranges::stable_sort(cost.table, {}, &ToleranceCost::Row::tolerance);
    return cost;
}

ToleranceCost cost_from(const StudyParameter& p, const std::string& text) {
    std::optional<ToleranceCost> cost = formula_from(text);
    if (!cost) return table_from(text, p);
    cost->factor *= std::pow(typed_unit(p), cost->power);
    return *cost;
}

}  // namespace

std::vector<ToleranceChoice> tolerance_choices(const StudyConfig& config, const ChoiceTexts& texts) {
    std::vector<ToleranceChoice> choices(config.parameters.size());
    if (texts.cost.empty()) choices = usual_choices(config);
    for (const auto& [d, value] : named_items_of(config, texts.cost, "cost")) {
        choices[d].cost = cost_from(config.parameters[d], value);
    }
    for (const auto& [d, value] : named_items_of(config, texts.lock, "lock")) {
        const StudyParameter& p = config.parameters[d];
        choices[d].locked = value.empty() ? p.tolerance.amount : amount_from(p, value, "lock");
    }
    for (const auto& [d, value] : named_items_of(config, texts.bounds, "bounds")) {
        const StudyParameter& p = config.parameters[d];
        const std::size_t colon = value.find(':');
        if (colon == std::string::npos) {
            throw ArgumentMistake("bounds", fmt::format("those of \"{}\" are \"{}\"; give the least and the most "
                                                        "with a colon between them, e.g. {}={}",
                                                        p.parameter.name, value, p.parameter.name,
                                                        is_in_per_cent(p) ? "1%:8%" : "0.05:0.4"));
        }
        choices[d].least = amount_from(p, trimmed(value.substr(0, colon)), "bounds");
        choices[d].most = amount_from(p, trimmed(value.substr(colon + 1)), "bounds");
    }
    return choices;
}

std::string shown_tolerance(const StudyParameter& parameter, double amount) {
    return is_in_per_cent(parameter) ? number_text(100 * amount, 4) + "%" : number_text(amount, 4);
}

}  // namespace sweetspot
