#include "study/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "base/check.hpp"
#include "base/one_line.hpp"

namespace sweetspot::csv {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view blanks = " \t";

/// Spreadsheets take what begins so for a formula.
bool begins_formula(std::string_view text) {
    return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

std::string trimmed_cell(std::string_view text, char separator) {
    const auto is_blank = [&](char c) { return c != separator && blanks.find(c) != std::string_view::npos; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return std::string(text);
}

/// Reads cells one by one. A quote opens at the beginning of a cell only; inside, two of them are one.
class Reader {
  public:
    Reader(std::string_view text, char separator, const std::string& where)
        : text_(text), separator_(separator), where_(where) {}

    [[nodiscard]] bool is_at_end() const { return at_ >= text_.size(); }

    [[nodiscard]] Row row() {
        Row row{line_, {}};
        do {
            row.cells.push_back(cell());
        } while (ends_with_separator());
        return row;
    }

  private:
    [[nodiscard]] bool is_line_end(std::size_t at) const { return text_[at] == '\n' || text_[at] == '\r'; }

    std::string cell() {
        std::size_t begin = at_;
        while (begin < text_.size() && text_[begin] == ' ') ++begin;
        if (begin < text_.size() && text_[begin] == '"') return quoted_cell(begin + 1);
        begin = at_;
        while (at_ < text_.size() && text_[at_] != separator_ && !is_line_end(at_)) ++at_;
        return trimmed_cell(text_.substr(begin, at_ - begin), separator_);
    }

    std::string quoted_cell(std::size_t begin) {
        const std::size_t first_line = line_;
        std::string cell;
        for (at_ = begin; at_ < text_.size(); ++at_) {
            if (text_[at_] == '\n') ++line_;
            if (text_[at_] != '"') {
                cell += text_[at_];
            } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
                cell += text_[++at_];
            } else {
                ++at_;
                while (at_ < text_.size() && text_[at_] == ' ') ++at_;
                require(is_at_end() || text_[at_] == separator_ || is_line_end(at_),
                        "{}:{}: something follows the quotes of \"{}\"; put quotes around the whole cell", where_,
                        line_, one_line(cell));
                return cell;
            }
        }
        throw std::invalid_argument(
            fmt::format("{}:{}: a cell opens with a quote that is not closed; close it", where_, first_line));
    }

    /// Steps over what ends a cell; true if another one follows in this row.
    bool ends_with_separator() {
        if (is_at_end()) return false;
        const char end = text_[at_++];
        if (end == separator_) return true;
        if (end == '\r' && !is_at_end() && text_[at_] == '\n') ++at_;
        ++line_;
        return false;
    }

    std::string_view text_;
    char separator_;
    const std::string& where_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

Table read_with(char separator, std::string_view text, const std::string& where) {
    Table table{{}, separator};
    Reader reader(text, separator, where);
    while (!reader.is_at_end()) {
        Row row = reader.row();
        const bool empty = std::ranges::all_of(row.cells, [](const std::string& cell) { return cell.empty(); });
        if (!empty) table.rows.push_back(std::move(row));
    }
    return table;
}

/// That with which most of the wanted names are in the first row; the first of equals.
char separator_of(std::string_view text, const std::vector<std::string>& wanted, const std::string& where) {
    char best = ',';
    std::ptrdiff_t most = -1;
    for (const char separator : {',', ';', '\t'}) {
        std::vector<std::string> header;
        try {
            header = Reader(text, separator, where).row().cells;
        } catch (const std::invalid_argument&) {
            // Quotes that make no sense with this one.
        }
        const auto found = std::ranges::count_if(wanted, [&](const std::string& name) {
            return std::ranges::any_of(header, [&](const std::string& cell) { return text_of_cell(cell) == name; });
        });
        if (found > most) {
            most = found;
            best = separator;
        }
    }
    return best;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// 1,234 or 12,345,678: where commas separate thousands it would be a whole number.
bool may_be_thousands(const std::string& cell) {
    const std::size_t comma = cell.find(',');
    const std::size_t after = cell.find_first_not_of("0123456789", comma + 1);
    const std::size_t digits = std::min(after, cell.size()) - comma - 1;
    const std::size_t sign = cell.starts_with('-') || cell.starts_with('+') ? 1 : 0;
    return digits == 3 && comma > sign && comma - sign <= 3 && cell[sign] != '0';
}

}  // namespace

Table read(std::string_view text, const std::vector<std::string>& wanted, const std::string& where) {
    require(!text.starts_with("\xFF\xFE") && !text.starts_with("\xFE\xFF"),
            "{}: the file is in UTF-16; save it as comma-separated values in UTF-8", where);
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return read_with(separator_of(text, wanted, where), text, where);
}

void Numbers::look_at(const std::string& cell) {
    const bool comma = cell.find(',') != std::string::npos;
    const bool point = cell.find('.') != std::string::npos;
    if (comma && point) return;  // refused, and no witness
    points_ = points_ || point;
    commas_ = commas_ || comma;
    comma_is_decimal_ = comma_is_decimal_ || (comma && !may_be_thousands(cell));
}

double Numbers::read(const std::string& cell) const {
    std::string text = cell;
    if (const std::size_t comma = cell.find(','); comma != std::string::npos) {
        require(cell.find('.') == std::string::npos && cell.find(',', comma + 1) == std::string::npos,
                "it is \"{}\", where either the comma or the point may be the decimal sign; write it "
                "with a decimal point alone",
                one_line(cell));
        // Semicolons separate where commas are decimal.
        require(separator_ == ';' || (separator_ != ',' && comma_is_decimal_ && !points_),
                "it is \"{}\", which may be a decimal comma or a separator of thousands; write it with a decimal point",
                one_line(cell));
        text[comma] = '.';
    } else {
        require(!commas_ || cell.find('.') == std::string::npos,
                "it is \"{}\" in a file whose other numbers have decimal commas, so the point may separate thousands; "
                "write all numbers in one way",
                one_line(cell));
    }
    const char* begin = text.data();
    const char* end = begin + text.size();
    if (text.size() > 1 && text[0] == '+' && (is_digit(text[1]) || text[1] == '.')) ++begin;
    double value = 0;
    const auto [rest, error] = std::from_chars(begin, end, value);
    require(error == std::errc() && rest == end && std::isfinite(value),
            "it is \"{}\", which is no finite number; correct it, or leave the value empty", one_line(cell));
    return value;
}

std::string text_cell(std::string_view text) {
    std::string cell(text);
    if (begins_formula(text)) cell.insert(0, "'");
    const bool plain =
        cell.find_first_of(",\"\n\r") == std::string::npos && !cell.starts_with(' ') && !cell.ends_with(' ');
    if (plain) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

std::string text_of_cell(const std::string& cell) {
    return cell.starts_with('\'') && begins_formula(std::string_view(cell).substr(1)) ? cell.substr(1) : cell;
}

}  // namespace sweetspot::csv
