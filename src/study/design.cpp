#include "study/design.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/trimmed.hpp"
#include "space/value_text.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot {

Vector design_of(const Study& study, const std::string& text, const std::string& where) {
    const StudyConfig& config = study.config;
    std::vector<std::string> known;
    std::string example;
    for (const StudyParameter& described : config.parameters) {
        const Parameter& p = described.parameter;
        if (!p.chosen) continue;
        known.push_back(p.name);
        example += fmt::format("{}{}={}", example.empty() ? "" : ",", p.name,
                               value_text(p, p.values.empty() ? p.lower / 2 + p.upper / 2 : p.values.front()));
    }
    const auto refuse = [&](const std::string& why) { throw std::invalid_argument(fmt::format("{}: {}", where, why)); };
    // The environment, which comes last, is in its middle.
    const Space& space = study.problem.space();
    Vector x = space.from_unit(Vector::Constant(space.dimension(), 0.5));
    x.head(std::ssize(known)).setConstant(std::numeric_limits<double>::quiet_NaN());
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view item = trimmed(std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
        const std::size_t equals = item.rfind('=');
        if (equals == std::string_view::npos) {
            refuse(fmt::format("\"{}\" has no \"=\"; give every parameter with its value, e.g. \"{}\"", item, example));
        }
        const std::string name(trimmed(item.substr(0, equals)));
        const std::string_view number = trimmed(item.substr(equals + 1));
        const auto found = std::find(known.begin(), known.end(), name);
        if (found == known.end()) refuse(unknown_name("parameter", name, known));
        double& value = x[found - known.begin()];
        if (!std::isnan(value)) refuse(fmt::format("\"{}\" is given twice; give it once", name));
        const Parameter& p = config.parameters[static_cast<std::size_t>(found - known.begin())].parameter;
        if (p.is_choice()) {
            value = choice_named_at(where, p, number);
            continue;
        }
        const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        if (error != std::errc() || rest != number.data() + number.size() || !std::isfinite(value)) {
            refuse(fmt::format("\"{}\" is \"{}\"; it must be a finite number", name, number));
        }
    }
    for (std::size_t d = 0; d < known.size(); ++d) {
        const double value = x[static_cast<Index>(d)];
        if (std::isnan(value))
            refuse(fmt::format("\"{}\" is missing; give every parameter, e.g. \"{}\"", known[d], example));
        if (config.parameters[d].parameter.step == 1 && value != std::floor(value)) {
            refuse(fmt::format("\"{}\" is {:g}; it must be a whole number", known[d], value));
        }
        const std::vector<double>& series = config.parameters[d].parameter.values;
        if (!series.empty() && std::find(series.begin(), series.end(), value) == series.end()) {
            refuse(fmt::format("\"{}\" is {:g}; it must be one of {}", known[d], value, fmt::join(series, ", ")));
        }
    }
    require_design(study, x, where);
    return x;
}

Vector centre_of(const StudyConfig& config) {
    const Space space = problem_of(config).space();
    return space.snap(space.from_unit(Vector::Constant(space.dimension(), 0.5)));
}

}  // namespace sweetspot
