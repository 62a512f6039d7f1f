// A figure's JSON, read back: traces by name and their numbers.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/page/page.hpp"

namespace sweetspot::support {

/// Drawn numbers have six significant digits.
inline constexpr double drawn = 1e-5;

class DrawnFigure {
  public:
    explicit DrawnFigure(const Figure& figure) : json_(nlohmann::json::parse(figure.json)) {}

    [[nodiscard]] const nlohmann::json& layout() const { return json_["layout"]; }
    [[nodiscard]] const nlohmann::json& data() const { return json_["data"]; }
    /// Every trace of that name and kind, in order; "" for every kind. A kind is a mode: lines, markers.
    [[nodiscard]] std::vector<nlohmann::json> traces(const std::string& name, const std::string& mode = "") const {
        std::vector<nlohmann::json> found;
        for (const auto& trace : data()) {
            if (trace.value("name", "") == name && (mode.empty() || trace.value("mode", "") == mode)) {
                found.push_back(trace);
            }
        }
        return found;
    }
    /// The first of them.
    [[nodiscard]] nlohmann::json trace(const std::string& name, const std::string& mode = "") const {
        const auto found = traces(name, mode);
        EXPECT_FALSE(found.empty()) << "no trace \"" << name << "\"";
        return found.empty() ? nlohmann::json{{"x", {0}}, {"y", {0}}} : found.front();
    }

  private:
    nlohmann::json json_;
};

/// An array of numbers; NaN for null.
inline Vector numbers(const nlohmann::json& array) {
    Vector values(static_cast<Index>(array.size()));
    std::ranges::transform(array, values.begin(), [](const nlohmann::json& value) {
        return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
    });
    return values;
}

/// The area inside closed curves (separated by NaN), holes counted negative: the shoelace formula.
inline double area_inside(const nlohmann::json& trace) {
    const Vector x = numbers(trace["x"]);
    const Vector y = numbers(trace["y"]);
    double twice = 0;
    for (Index i = 0; i + 1 < x.size(); ++i) {
        const double part = x[i] * y[i + 1] - x[i + 1] * y[i];
        if (!std::isnan(part)) twice += part;
    }
    return twice / 2;
}

}  // namespace sweetspot::support
