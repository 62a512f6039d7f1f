// What the HTML and the JSON form of a page share: the content of figures and data tables, checked.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "sweetspot/page/page.hpp"

namespace sweetspot::page {

using SortedJson = nlohmann::json;

/// Text of other programs may be no UTF-8; it is shown with a replacement character.
inline constexpr auto replace_bad_text = SortedJson::error_handler_t::replace;

/// {"data": […], "layout": {…}}; anything else is refused.
[[nodiscard]] SortedJson figure_content(const Figure& figure);
/// {"columns": [{"name", "kind"}], "rows": […]}; a row of another length and a cell that is no number in a number
/// column are refused.
[[nodiscard]] SortedJson data_table_json(const DataTable& table);
/// What is no JSON is refused.
[[nodiscard]] SortedJson data_content(const PageData& data);

/// good, fair, poor
[[nodiscard]] std::string_view to_string(Card::Tone tone);

/// Which columns read as numbers, as people write them or programs do; empty cells and a dash say nothing. A row of
/// another length than the header is refused.
[[nodiscard]] std::vector<bool> number_columns(const Table& table);

}  // namespace sweetspot::page
