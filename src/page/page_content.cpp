#include "page/page_content.hpp"

#include <charconv>
#include <cmath>

#include "base/check.hpp"

namespace sweetspot {
namespace page {
namespace {

Json number_in(const std::string& cell, const DataTable& table, const std::string& column) {
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

Json figure_content(const Figure& figure) {
    Json content = Json::parse(figure.json, nullptr, false);
    require(content.is_object() && content.contains("data") && content["data"].is_array() &&
                content.contains("layout") && content["layout"].is_object(),
            "page: figure \"{}\" is not a Plotly figure, a JSON object with an array data and an object layout",
            figure.id);
    return content;
}

Json data_table_json(const DataTable& table) {
    using Kind = DataTable::Column::Kind;
    Json columns = Json::array();
    for (const auto& [name, kind] : table.columns) {
        columns.push_back({{"name", name}, {"kind", kind == Kind::number ? "number" : "text"}});
    }
    Json rows = Json::array();
    for (const auto& cells : table.rows) {
        require(cells.size() == table.columns.size(), "page: a row of the table \"{}\" has {} cells; it has {} columns",
                table.id, cells.size(), table.columns.size());
        Json row = Json::array();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto& [name, kind] = table.columns[i];
            row.push_back(kind == Kind::number ? number_in(cells[i], table, name) : Json(cells[i]));
        }
        rows.push_back(std::move(row));
    }
    return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

namespace {

/// Each part as its object.
struct PartJson {
    [[nodiscard]] static Json of(const Figure& figure) {
        return {{"id", figure.id},
                {"title", figure.title},
                {"caption", figure.caption},
                {"figure", figure_content(figure)}};
    }

    Json operator()(const Paragraph& paragraph) const { return {{"kind", "paragraph"}, {"text", paragraph.text}}; }
    Json operator()(const Table& table) const {
        return {{"kind", "table"}, {"caption", table.caption}, {"header", table.header}, {"rows", table.rows}};
    }
    Json operator()(const Figure& figure) const {
        Json part = of(figure);
        part["kind"] = "figure";
        return part;
    }
    Json operator()(const Gallery& gallery) const {
        Json figures = Json::array();
        for (const Figure& figure : gallery.figures) figures.push_back(of(figure));
        return {{"kind", "gallery"}, {"figures", std::move(figures)}};
    }
    Json operator()(const DataTable& table) const {
        Json part = data_table_json(table);
        part.update({{"kind", "data-table"}, {"id", table.id}, {"caption", table.caption}});
        return part;
    }
};

}  // namespace
}  // namespace page

std::string page_json(const Page& given) {
    using page::Json;
    Json sections = Json::array();
    for (const Section& section : given.sections) {
        Json parts = Json::array();
        for (const PagePart& part : section.parts) parts.push_back(std::visit(page::PartJson(), part));
        sections.push_back({{"heading", section.heading}, {"parts", std::move(parts)}});
    }
    return Json{{"title", given.title}, {"intro", given.intro}, {"sections", std::move(sections)}}.dump(
        -1, ' ', false, page::replace_bad_text);
}

}  // namespace sweetspot
