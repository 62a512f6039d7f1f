#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/document.hpp"
#include "space/value_text.hpp"
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
        const Parameter& p =
            search.parameters[static_cast<std::size_t>(std::ranges::find(known, params.keys[i]) - known.begin())]
                .parameter;
        if (p.is_choice()) {
            if (value.kind != DocumentValue::Kind::text) {
                refuse(fmt::format("\"{}\" is {}; it must be the name of one of its values, e.g. \"{}\"", p.name,
                                   value.shown(), p.choices.front()));
            }
            continue;
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
        const Parameter& p = search.parameters[d].parameter;
        x[i] = value == nullptr ? otherwise[i] : p.is_choice() ? choice_named_at(where, p, value->text) : value->number;
    }
    problem_of(search).space().require_contains(x, where);
    return x;
}

}  // namespace sweetspot
