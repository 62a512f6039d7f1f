#include "search/read_values.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/check.hpp"
#include "base/one_line.hpp"
#include "sweetspot/base/errors.hpp"
#include "sweetspot/space/confusion.hpp"

namespace sweetspot {

bool describes_choice(const DocumentTable& table) {
    return table.holds_text("type") && table.text("type") == "choice";
}

namespace {

/// confusion = 0.02, or confusion = [["steel", "stainless", 0.02], …].
Parameter with_confusion(const DocumentTable& table, Parameter choice) {
    const std::string key = "confusion";
    if (table.holds_number(key)) return table.at(key, [&] { return confused(choice, table.number(key).value()); });
    if (!table.holds_list(key)) {
        table.refuse(key,
                     "give the share of builds in which another one is built, as 0.02, or pairs that are taken "
                     "for each other, as [[\"steel\", \"stainless\", 0.02]]");
    }
    const auto rows = table.rows_of_numbers_and_texts(key).value();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        using Kind = DocumentValue::Kind;
        const std::vector<DocumentValue>& row = rows[i];
        if (row.size() != 3 || row[0].kind != Kind::text || row[1].kind != Kind::text || row[2].kind == Kind::text) {
            table.refuse_item(key, i, "give two values and a share, as [\"steel\", \"stainless\", 0.02]");
        }
        try {
            choice = confused(choice, ConfusedPair{row[0].text, row[1].text, row[2].number});
        } catch (const std::invalid_argument& error) {
            table.refuse_item(key, i, sentence_of(error));
        }
    }
    return choice;
}

}  // namespace

Parameter read_choice(const DocumentTable& table, const std::string& name) {
    for (const char* key : {"bounds", "scale", "step"}) {
        if (table.has(key)) table.refuse(key, "a choice has none, for its values are names; leave it out");
    }
    if (table.has("tolerance")) {
        table.refuse("tolerance", "a choice has none, for it is built as chosen; leave it out");
    }
    if (!table.has("values")) {
        table.refuse("values", "they are missing; give what can be chosen, e.g. values = [\"steel\", \"aluminium\"]");
    }
    if (!table.holds_texts("values")) {
        table.refuse("values",
                     "those of a choice are names, e.g. [\"steel\", \"aluminium\"]; for numbers leave the type out");
    }
    Parameter p = choice_parameter(name, *table.texts("values"));
    for (std::size_t i = 0; i < p.choices.size(); ++i) {
        const std::string& value = p.choices[i];
        if (value.find_first_of("\",") == std::string::npos && !has_control_character(value)) continue;
        table.refuse_item(
            "values", i,
            fmt::format("\"{}\" cannot be used; give a name without commas, quotes and line breaks", value));
    }
    p = table.at("values", [&] { return Space({p}); }).parameters().front();
    return table.has("confusion") ? with_confusion(table, std::move(p)) : p;
}

Parameter read_series(const DocumentTable& table, const std::string& name, const RegionTolerance& tolerance) {
    const std::string type = one_of(table, "type", {"real", "int", "choice"});
    if (table.holds_texts("values")) {
        table.refuse("values", "they are names; give type = \"choice\" as well, or numbers");
    }
    if (table.has("step")) table.refuse("step", "there are values as well; give one of them");
    if (type == "int") {
        table.refuse("type", "the values say all that is allowed; leave it out");
    }
    std::vector<double> values = *table.numbers("values");
    std::sort(values.begin(), values.end());
    table.at("values", [&] {
        require(values.size() >= 2, "there is 1; give at least two, or make it no parameter");
        const auto twice = std::adjacent_find(values.begin(), values.end());
        require(twice == values.end(), "{} is there twice; values must differ", twice == values.end() ? 0 : *twice);
        require(tolerance.of == RegionTolerance::Of::unit || values.front() > 0,
                "the least is {}; with a tolerance in per cent they must be above 0", values.front());
    });
    return series_parameter(name, std::move(values), tolerance);
}

}  // namespace sweetspot
