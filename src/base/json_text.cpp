#include "base/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sweetspot/base/errors.hpp"

namespace sweetspot {
namespace {

constexpr std::size_t line_width = 100;
void require_finite(const Json& value, const std::string& name) {
    if (value.is_structured()) {
        for (const auto& [key, item] : value.items()) require_finite(item, value.is_object() ? key : name);
    } else if (value.is_number_float() && !std::isfinite(value.get<double>())) {
        throw NumericalError(fmt::format("\"{}\" came out as {}, which JSON cannot hold", name, value.get<double>()));
    }
}

std::string on_one_line(const Json& value) {
    if (!value.is_structured()) return value.dump();
    std::string items;
    for (const auto& [key, item] : value.items()) {
        if (!items.empty()) items += ", ";
        if (value.is_object()) items += Json(key).dump() + ": ";
        items += on_one_line(item);
    }
    return value.is_object() ? "{" + items + "}" : "[" + items + "]";
}

/// Numbers alone, or one name for them, read best on one line, however long.
bool belongs_on_one_line(const Json& value) {
    const auto is_scalar = [](const Json& item) { return !item.is_structured(); };
    const auto is_flat = [&](const Json& item) { return std::ranges::all_of(item, is_scalar); };
    return is_flat(value) || (value.size() == 1 && is_flat(value.front()));
}

std::string indented(const Json& value, std::size_t indent) {
    std::string line = on_one_line(value);
    if (indent + line.size() <= line_width || belongs_on_one_line(value)) return line;
    std::string items;
    for (const auto& [key, item] : value.items()) {
        const std::string name = value.is_object() ? Json(key).dump() + ": " : "";
        items +=
            fmt::format("{}\n{:{}}{}{}", items.empty() ? "" : ",", "", indent + 2, name, indented(item, indent + 2));
    }
    const char* brackets = value.is_object() ? "{}" : "[]";
    return fmt::format("{}{}\n{:{}}{}", brackets[0], items, "", indent, brackets[1]);
}

}  // namespace

Json array_of(const VectorRef& x) {
    return Json(std::vector<double>(x.begin(), x.end()));
}

std::string write_json(const Json& value) {
    require_finite(value, "result");
    return indented(value, 0);
}

std::string write_json_line(const Json& value) {
    require_finite(value, "result");
    return on_one_line(value);
}

}  // namespace sweetspot
