#include "page/page_content.hpp"

#include <charconv>
#include <cmath>

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

}  // namespace

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
    SortedJson operator()(const Table& table) const {
        return {{"kind", "table"}, {"caption", table.caption}, {"header", table.header}, {"rows", table.rows}};
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
    return SortedJson{{"title", given.title}, {"intro", given.intro}, {"sections", std::move(sections)}}.dump(
        -1, ' ', false, page::replace_bad_text);
}

}  // namespace sweetspot
