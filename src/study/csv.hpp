// Comma-separated values as spreadsheets write and read them: with a byte order mark, semicolons or tabs, decimal
// commas, blanks around cells, quotes, line breaks in quotes, and lines that end as in Windows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sweetspot::csv {

struct Row {
    std::size_t line = 1;  ///< on which it begins
    std::vector<std::string> cells;
};

struct Table {
    std::vector<Row> rows;  ///< those with something in them; the first is the header
    char separator = ',';
};

/// `wanted` are names that the header is to have: of comma, semicolon and tab that one separates with which most of
/// them are found. Refuses text that is not UTF-8, and quotes that are not closed; `where` begins every sentence.
[[nodiscard]] Table read(std::string_view text, const std::vector<std::string>& wanted, const std::string& where);

/// How the numbers of a file are written, as far as was seen.
class Numbers {
  public:
    explicit Numbers(char separator) : separator_(separator) {}

    /// A cell is looked at before any is read, for one may tell how another is meant.
    void look_at(const std::string& cell);
    /// The number, finite; a decimal comma only where it can be nothing else. Refuses without a place: "it is …; …".
    [[nodiscard]] double read(const std::string& cell) const;

  private:
    char separator_;
    bool points_ = false;            ///< there is a number with a point
    bool commas_ = false;            ///< … with a comma
    bool comma_is_decimal_ = false;  ///< … with a comma that separates no thousands
};

/// A cell for a text: in quotes where it must be, and with an apostrophe before a first character that would make a
/// spreadsheet take it for a formula.
[[nodiscard]] std::string text_cell(std::string_view text);
/// The text without that apostrophe.
[[nodiscard]] std::string text_of_cell(const std::string& cell);

}  // namespace sweetspot::csv
