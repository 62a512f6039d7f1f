#include "study/csv.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace sweetspot::csv {
namespace {

using support::refusal;
using Cells = std::vector<std::string>;

const Cells wanted = {"width", "value"};

TEST(Csv, TheSeparatorIsThatWithWhichTheWantedColumnsAreFound) {
    for (const char separator : {',', ';', '\t'}) {
        const Table table = read(fmt::format("width{0}value\n1{0}2\n", separator), wanted, "f");
        EXPECT_EQ(table.separator, separator);
        ASSERT_EQ(table.rows.size(), 2U);
        EXPECT_EQ(table.rows[1].cells, (Cells{"1", "2"}));
    }
    EXPECT_EQ(read("a;b,width,value\n", wanted, "f").separator, ',') << "a name may hold a semicolon";
}

TEST(Csv, ReadsWhatSpreadsheetsWrite) {
    const Table table =
        read("\xEF\xBB\xBF\"width\" ; value;why\r\n 1,5 ;2; \"a \"\"b\"\";\r\nc\" \r\n;;\r\n3;4;x", wanted, "f");
    ASSERT_EQ(table.rows.size(), 3U) << "a row of empty cells is none";
    EXPECT_EQ(table.rows[0].cells, (Cells{"width", "value", "why"}));
    EXPECT_EQ(table.rows[1].cells, (Cells{"1,5", "2", "a \"b\";\r\nc"}));
    EXPECT_EQ(table.rows[2].cells, (Cells{"3", "4", "x"}));
    EXPECT_EQ(table.rows[2].line, 5U);
}

TEST(Csv, RefusesQuotesThatMakeNoSenseAndUtf16) {
    EXPECT_EQ(refusal([] { (void)read("width,value\n\"1,2\n", wanted, "f"); }),
              "f:2: a cell opens with a quote that is not closed; close it");
    EXPECT_EQ(refusal([] { (void)read("width,value\n\"1\"x,2\n", wanted, "f"); }),
              "f:2: something follows the quotes of \"1\"; put quotes around the whole cell");
    EXPECT_EQ(refusal([] { (void)read("\xFF\xFEw", wanted, "f"); }),
              "f: the file is in UTF-16; save it as comma-separated values in UTF-8");
}

double read_number(const std::string& cell, char separator, const Cells& others = {}) {
    Numbers numbers(separator);
    numbers.look_at(cell);
    for (const std::string& other : others) numbers.look_at(other);
    return numbers.read(cell);
}

TEST(Csv, ADecimalCommaIsReadWhereItCanBeNothingElse) {
    EXPECT_EQ(read_number("1.5", ','), 1.5);
    EXPECT_EQ(read_number("+1.5e3", ','), 1500);
    EXPECT_EQ(read_number("1,5", ';'), 1.5);
    EXPECT_EQ(read_number("-1,5E-3", ';'), -0.0015);
    EXPECT_EQ(read_number("1,234", ';'), 1.234) << "semicolons separate where commas are decimal";
    EXPECT_EQ(read_number("1,5", '\t'), 1.5);
    EXPECT_EQ(read_number("1,234", '\t', {"0,25"}), 1.234) << "another number tells";
    EXPECT_EQ(read_number("0,125", '\t'), 0.125);
}

TEST(Csv, ANumberThatCanBeReadInTwoWaysIsRefused) {
    const auto expect_refused = [](const std::string& cell, char separator, const Cells& others = {}) {
        const std::string sentence = refusal([&] { (void)read_number(cell, separator, others); });
        EXPECT_TRUE(sentence.starts_with("it is \"" + cell + "\"")) << sentence;
    };
    expect_refused("1.234,5", ';');
    expect_refused("1,234.5", ';');
    expect_refused("1,234,567", ';');
    expect_refused("1,234", '\t');
    expect_refused("1,5", ',');
    expect_refused("1.234", ';', {"0,5"});
    expect_refused("1,5", '\t', {"0.5"});
    expect_refused("x", ',');
    expect_refused("inf", ',');
    expect_refused("", ',');
}

TEST(Csv, ATextThatBeginsAsAFormulaIsHarmlessAndComesBack) {
    for (const std::string text :
         {"=1+1", "+a", "-a", "@sum", "=HYPERLINK(\"x\",\"y\")", "plain", "a,b", " a ", "'quoted"}) {
        const std::string cell = text_cell(text);
        EXPECT_EQ(std::string("=+-@").find(cell.starts_with('"') ? cell[1] : cell[0]), std::string::npos) << cell;
        const Table table = read("width,value\n" + cell + ",1\n", wanted, "f");
        EXPECT_EQ(text_of_cell(table.rows[1].cells[0]), text);
    }
}

}  // namespace
}  // namespace sweetspot::csv
