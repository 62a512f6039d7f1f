#include "base/toml_table.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace sweetspot {
namespace {

using support::refusal;

TEST(TomlTable, GivesTypedValuesAndNothingWhereThereIsNone) {
    const TomlTable table = TomlTable::parse("[a]\nname = \"x\"\nn = 3\nl = [1, \"inf\"]\n", "f.toml").table("a");
    EXPECT_EQ(table.text("name"), "x");
    EXPECT_EQ(table.whole("n", 1, 5), 3);
    EXPECT_EQ(table.names("l"), (std::vector<std::string>{"1", "inf"}));
    EXPECT_FALSE(table.text("other"));
    EXPECT_FALSE(table.wholes("others", 0, 1));
}

TEST(TomlTable, NumbersNamesAndListsOfTables) {
    const TomlTable file = TomlTable::parse(
        "[[p]]\nname = \"a\"\nbounds = [1, 2.5]\ntolerance = \"5%\"\n[[p]]\nname = 7\ntolerance = 0.1\n[q]\nx = inf\n",
        "f.toml");
    const std::vector<TomlTable> p = file.tables("p");
    ASSERT_EQ(p.size(), 2U);
    EXPECT_EQ(p[0].numbers("bounds"), (std::vector<double>{1, 2.5}));
    EXPECT_TRUE(p[0].holds_text("tolerance"));
    EXPECT_FALSE(p[1].holds_text("tolerance"));
    EXPECT_EQ(p[1].number("tolerance"), 0.1);
    EXPECT_EQ(p[0].name("name"), "a");
    EXPECT_EQ(p[1].name("name"), "7");
    EXPECT_TRUE(file.tables("r").empty());
    EXPECT_EQ(refusal([&] { (void)p[1].text("name"); }),
              "f.toml:6: name: it is a whole number; it must be a text in quotes");
    EXPECT_EQ(refusal([&] { (void)file.tables("q"); }),
              "f.toml:8: q: it is a table; it must be a list of tables, each [[q]]");
    EXPECT_EQ(refusal([&] { (void)file.table("q").number("x"); }),
              "f.toml:9: x: it is inf; it must be a finite number");
}

TEST(TomlTable, AMissingTableIsEmpty) {
    const TomlTable table = TomlTable::parse("", "f.toml").table("a");
    EXPECT_FALSE(table.text("name"));
    table.refuse_unknown();
}

TEST(TomlTable, AMistakeIsNamedWithFileLineAndRemedy) {
    const TomlTable table = TomlTable::parse("[a]\nname = 2\nn = 9\nl = []\nm = \"two\"\n", "f.toml").table("a");
    EXPECT_EQ(refusal([&] { (void)table.text("name"); }),
              "f.toml:2: name: it is a whole number; it must be a text in quotes");
    EXPECT_EQ(refusal([&] { (void)table.whole("n", 1, 5); }), "f.toml:3: n: it is 9; it must be from 1 to 5");
    EXPECT_EQ(refusal([&] { (void)table.texts("l"); }), "f.toml:4: l: the list is empty; give at least one value");
    EXPECT_EQ(refusal([&] { (void)table.whole("m", 1, 5); }),
              "f.toml:5: m: it is a text; it must be a whole number from 1 to 5");
    EXPECT_EQ(refusal([&] { (void)table.texts("m"); }), "f.toml:5: m: it is a text; it must be a list in brackets");
    EXPECT_EQ(refusal([&] { (void)table.table("n"); }), "f.toml:3: n: it is a whole number; it must be a table, [n]");
}

TEST(TomlTable, AKeyNobodyAskedForIsRefusedWithASuggestion) {
    const TomlTable table = TomlTable::parse("[a]\nname = \"x\"\nrepeat = 3\n", "f.toml").table("a");
    (void)table.text("name");
    (void)table.whole("repeats", 1, 5);
    EXPECT_EQ(refusal([&] { table.refuse_unknown(); }),
              "f.toml:3: unknown key \"repeat\"; did you mean \"repeats\"? Known: name, repeats");
}

TEST(TomlTable, TextThatIsNotTomlIsRefusedWithItsLine) {
    const std::string sentence = refusal([] { (void)TomlTable::parse("[a]\nname = \n", "f.toml"); });
    EXPECT_TRUE(sentence.starts_with("f.toml:2: this is not TOML (")) << sentence;
}

}  // namespace
}  // namespace sweetspot
