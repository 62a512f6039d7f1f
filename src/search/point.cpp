#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/document.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/search/description.hpp"

namespace sweetspot {

Vector point_from_json(const SearchDescription& search, std::string_view text, const std::string& where,
                       const Vector& otherwise) {
    const DocumentValue params = parse_json(text, where);
    std::vector<std::string> known;
    for (const DescribedParameter& p : search.parameters) known.push_back(p.parameter.name);
    const auto refuse = [&](const std::string& why) { throw std::invalid_argument(fmt::format("{}: {}", where, why)); };
    if (params.kind != DocumentValue::Kind::table) {
        refuse(fmt::format("it must be an object with the parameters, e.g. {{\"{}\": 1}}", known.front()));
    }
    for (std::size_t i = 0; i < params.keys.size(); ++i) {
        const DocumentValue& value = params.items[i];
        if (std::find(known.begin(), known.end(), params.keys[i]) == known.end()) {
            refuse(unknown_name("parameter", params.keys[i], known));
        }
        if (value.kind != DocumentValue::Kind::number && value.kind != DocumentValue::Kind::whole) {
            refuse(fmt::format("\"{}\" is {}; it must be a number", params.keys[i], value.shown()));
        }
    }
    Vector x(std::ssize(known));
    for (std::size_t d = 0; d < known.size(); ++d) {
        const DocumentValue* value = params.find(known[d]);
        if (value == nullptr && otherwise.size() == 0) {
            refuse(fmt::format("\"{}\" is missing; give every parameter", known[d]));
        }
        const auto i = static_cast<Index>(d);
        x[i] = value == nullptr ? otherwise[i] : value->number;
    }
    problem_of(search).space().require_contains(x, where);
    return x;
}

}  // namespace sweetspot
