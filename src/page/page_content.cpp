#include "page/page_content.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/check.hpp"

namespace sweetspot {
namespace page {
namespace {

SortedJson number_in(const std::string& cell, const DataTable& table, const std::string& column) {
    if (cell.empty()) return nullptr;
    double value = 0;
    const char* end = cell.data() + cell.size();
    const auto [rest, error] = std::from_chars(cell.data(), end, value);
    require(error == std::errc() && rest == end && std::isfinite(value),
            "page: the cell \"{}\" of the table \"{}\" is in the number column \"{}\"; it must be a finite number or "
            "empty",
            cell, table.id, column);
    // A whole number stays one: 12, not 12.0.
    if (value == std::trunc(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);
    return value;
}

/// "−12 345.7", "1.2×10⁻⁷", "5 %" or what strtod reads.
bool is_number(std::string_view cell) {
    static constexpr std::array<std::string_view, 17> marks = {"\u202f", "\u00a0", "−", "×10", "⁻", "⁰", "¹", "²", "³",
                                                               "⁴",      "⁵",      "⁶", "⁷",   "⁸", "⁹", "%", " "};
    std::string rest;
    while (!cell.empty()) {
        const auto mark = std::ranges::find_if(marks, [&](std::string_view known) { return cell.starts_with(known); });
        if (mark == marks.end()) rest += cell.front();
        cell.remove_prefix(mark == marks.end() ? 1 : mark->size());
    }
    char* end = nullptr;
    std::strtod(rest.c_str(), &end);
    return !rest.empty() && *end == '\0';
}

bool is_number_column(const Table& table, std::size_t column) {
    bool any = false;
    for (const auto& row : table.rows) {
        if (row[column].empty() || row[column] == "–") continue;
        if (!is_number(row[column])) return false;
        any = true;
    }
    return any;
}

}  // namespace

std::string_view to_string(Card::Tone tone) {
    static constexpr std::array<std::string_view, 3> names = {"good", "fair", "poor"};
    return names[static_cast<std::size_t>(tone)];
}

std::vector<bool> number_columns(const Table& table) {
    for (const auto& row : table.rows) {
        require(row.size() == table.header.size(),
                "html_page: a row of the table \"{}\" has {} cells; the header has {}", table.caption, row.size(),
                table.header.size());
    }
    std::vector<bool> result;
    for (std::size_t i = 0; i < table.header.size(); ++i) result.push_back(is_number_column(table, i));
    return result;
}

SortedJson figure_content(const Figure& figure) {
    SortedJson content = SortedJson::parse(figure.json, nullptr, false);
    require(content.is_object() && content.contains("data") && content["data"].is_array() &&
                content.contains("layout") && content["layout"].is_object(),
            "page: figure \"{}\" is not a Plotly figure, a JSON object with an array data and an object layout",
            figure.id);
    return content;
}

SortedJson data_table_json(const DataTable& table) {
    using Kind = DataTable::Column::Kind;
    SortedJson columns = SortedJson::array();
    for (const auto& [name, kind] : table.columns) {
        columns.push_back({{"name", name}, {"kind", kind == Kind::number ? "number" : "text"}});
    }
    SortedJson rows = SortedJson::array();
    for (const auto& cells : table.rows) {
        require(cells.size() == table.columns.size(), "page: a row of the table \"{}\" has {} cells; it has {} columns",
                table.id, cells.size(), table.columns.size());
        SortedJson row = SortedJson::array();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto& [name, kind] = table.columns[i];
            row.push_back(kind == Kind::number ? number_in(cells[i], table, name) : SortedJson(cells[i]));
        }
        rows.push_back(std::move(row));
    }
    return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

SortedJson data_content(const PageData& data) {
    SortedJson content = SortedJson::parse(data.json, nullptr, false);
    require(!content.is_discarded(), "page: the data \"{}\" is not JSON", data.id);
    return content;
}

namespace {

/// Each part as its object.
struct PartJson {
    [[nodiscard]] static SortedJson of(const Figure& figure) {
        return {{"id", figure.id},
                {"title", figure.title},
                {"caption", figure.caption},
                {"figure", figure_content(figure)}};
    }

    SortedJson operator()(const Paragraph& paragraph) const {
        return {{"kind", "paragraph"}, {"text", paragraph.text}};
    }
    [[nodiscard]] static SortedJson of(const Table& table) {
        return {{"caption", table.caption}, {"header", table.header}, {"rows", table.rows}};
    }
    [[nodiscard]] static SortedJson of(const Card::Fact& fact) {
        return {{"name", fact.name}, {"value", fact.value}, {"note", fact.note}};
    }

    SortedJson operator()(const Table& table) const {
        SortedJson part = of(table);
        part["kind"] = "table";
        return part;
    }
    SortedJson operator()(const Figure& figure) const {
        SortedJson part = of(figure);
        part["kind"] = "figure";
        return part;
    }
    SortedJson operator()(const Gallery& gallery) const {
        SortedJson figures = SortedJson::array();
        for (const Figure& figure : gallery.figures) figures.push_back(of(figure));
        return {{"kind", "gallery"}, {"figures", std::move(figures)}};
    }
    SortedJson operator()(const DataTable& table) const {
        SortedJson part = data_table_json(table);
        part.update({{"kind", "data-table"}, {"id", table.id}, {"caption", table.caption}});
        return part;
    }
    SortedJson operator()(const Card& card) const {
        SortedJson facts = SortedJson::array();
        for (const Card::Fact& fact : card.facts) facts.push_back(of(fact));
        SortedJson copies = SortedJson::array();
        for (const auto& [name, text] : card.copies) copies.push_back({{"name", name}, {"text", text}});
        SortedJson table = of(card.table);
        table["numbers"] = number_columns(card.table);
        return {{"kind", "card"},
                {"id", card.id},
                {"name", card.name},
                {"tone", to_string(card.tone)},
                {"verdict", card.verdict},
                {"why", card.why},
                {"large", of(card.large)},
                {"table", std::move(table)},
                {"facts", std::move(facts)},
                {"copies", std::move(copies)}};
    }
    SortedJson operator()(const Ask& ask) const {
        return {{"kind", "ask"}, {"id", ask.id}, {"data", SortedJson::parse(ask.json)}};
    }
    SortedJson operator()(const Commands& commands) const {
        SortedJson items = SortedJson::array();
        for (const auto& [words, command] : commands.items) items.push_back({{"words", words}, {"command", command}});
        return {{"kind", "commands"}, {"items", std::move(items)}};
    }
    SortedJson operator()(const PageData& data) const {
        return {{"kind", "data"}, {"id", data.id}, {"data", data_content(data)}};
    }
};

}  // namespace
}  // namespace page

std::string page_json(const Page& given) {
    using page::SortedJson;
    SortedJson sections = SortedJson::array();
    for (const Section& section : given.sections) {
        SortedJson parts = SortedJson::array();
        for (const PagePart& part : section.parts) parts.push_back(std::visit(page::PartJson(), part));
        sections.push_back({{"heading", section.heading}, {"parts", std::move(parts)}});
    }
    return SortedJson{
        {"title", given.title}, {"intro", given.intro}, {"alert", given.alert}, {"sections", std::move(sections)}}
        .dump(-1, ' ', false, page::replace_bad_text);
}

}  // namespace sweetspot
