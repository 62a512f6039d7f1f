#include "base/document.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace sweetspot {
namespace {

using support::refusal;

TEST(Document, GivesTypedValuesAndNothingWhereThereIsNone) {
    const DocumentTable table =
        DocumentTable::toml("[a]\nname = \"x\"\nn = 3\nl = [1, \"inf\"]\n", "f.toml").table("a");
    EXPECT_EQ(table.text("name"), "x");
    EXPECT_EQ(table.whole("n", 1, 5), 3);
    EXPECT_EQ(table.names("l"), (std::vector<std::string>{"1", "inf"}));
    EXPECT_FALSE(table.text("other"));
    EXPECT_FALSE(table.wholes("others", 0, 1));
}

TEST(Document, NumbersNamesAndListsOfTables) {
    const DocumentTable file = DocumentTable::toml(
        "[[p]]\nname = \"a\"\nbounds = [1, 2.5]\ntolerance = \"5%\"\n[[p]]\nname = 7\ntolerance = 0.1\n[q]\nx = inf\n",
        "f.toml");
    const std::vector<DocumentTable> p = file.tables("p");
    ASSERT_EQ(p.size(), 2U);
    EXPECT_EQ(p[0].numbers("bounds"), (std::vector<double>{1, 2.5}));
    EXPECT_TRUE(p[0].holds_text("tolerance"));
    EXPECT_FALSE(p[1].holds_text("tolerance"));
    EXPECT_EQ(p[1].number("tolerance"), 0.1);
    EXPECT_EQ(p[0].name("name"), "a");
    EXPECT_EQ(p[1].name("name"), "7");
    EXPECT_TRUE(file.tables("r").empty());
    EXPECT_EQ(refusal([&] { (void)p[1].text("name"); }), "f.toml:6: name: it is 7; it must be a text in quotes");
    EXPECT_EQ(refusal([&] { (void)file.tables("q"); }),
              "f.toml:8: q: it is a table; it must be a list of tables, each [[q]]");
    EXPECT_EQ(refusal([&] { (void)file.table("q").number("x"); }),
              "f.toml:9: x: it is inf; it must be a finite number");
}

TEST(Document, AMissingTableIsEmpty) {
    const DocumentTable table = DocumentTable::toml("", "f.toml").table("a");
    EXPECT_FALSE(table.text("name"));
    table.refuse_unknown();
}

TEST(Document, AMistakeIsNamedWithFileLineAndRemedy) {
    const DocumentTable table = DocumentTable::toml("[a]\nname = 2\nn = 9\nl = []\nm = \"two\"\n", "f.toml").table("a");
    EXPECT_EQ(refusal([&] { (void)table.text("name"); }), "f.toml:2: name: it is 2; it must be a text in quotes");
    EXPECT_EQ(refusal([&] { (void)table.whole("n", 1, 5); }),
              "f.toml:3: n: it is 9; it must be a whole number from 1 to 5");
    EXPECT_EQ(refusal([&] { (void)table.texts("l"); }), "f.toml:4: l: the list is empty; give at least one value");
    EXPECT_EQ(refusal([&] { (void)table.whole("m", 1, 5); }),
              "f.toml:5: m: it is \"two\"; it must be a whole number from 1 to 5");
    EXPECT_EQ(refusal([&] { (void)table.texts("m"); }), "f.toml:5: m: it is \"two\"; it must be a list in brackets");
    EXPECT_EQ(refusal([&] { (void)table.table("n"); }), "f.toml:3: n: it is 9; it must be a table, [a.n]");
}

TEST(Document, AKeyNobodyAskedForIsRefusedWithASuggestion) {
    const DocumentTable table = DocumentTable::toml("[a]\nname = \"x\"\nrepeat = 3\n", "f.toml").table("a");
    (void)table.text("name");
    (void)table.whole("repeats", 1, 5);
    EXPECT_EQ(refusal([&] { table.refuse_unknown(); }),
              "f.toml:3: unknown key \"repeat\"; did you mean \"repeats\"? Known: name, repeats");
}

TEST(Document, TextThatIsNotTomlIsRefusedWithItsLine) {
    const std::string sentence = refusal([] { (void)DocumentTable::toml("[a]\nname = \n", "f.toml"); });
    EXPECT_TRUE(sentence.starts_with("f.toml:2: this is not TOML (")) << sentence;
}

TEST(Document, ManyLevelsAreRefusedInEitherSyntax) {
    const std::string list = std::string(120, '[') + std::string(120, ']');
    const std::string toml = refusal([&] { (void)DocumentTable::toml("\na = " + list, "f.toml"); });
    EXPECT_EQ(toml, "f.toml:2: lists and tables are nested more than 100 deep; flatten them");
    const std::string json = refusal([&] { (void)DocumentTable::json(R"({"a": )" + list + "}", "f.json"); });
    EXPECT_NE(json.find("nested more than 100 deep"), std::string::npos) << json;
}

TEST(Document, JsonIsReadByTheSameCodeAndPlacesAreItsPaths) {
    const DocumentTable file = DocumentTable::json(
        R"({"a": {"name": "x", "n": 3, "l": [1, "inf"]}, "p": [{"b": [1, null]}], "rows": [[1, 2], [3, "x"]]})",
        "f.json");
    const DocumentTable a = file.table("a");
    EXPECT_EQ(a.text("name"), "x");
    EXPECT_EQ(a.whole("n", 1, 5), 3);
    EXPECT_EQ(a.names("l"), (std::vector<std::string>{"1", "inf"}));
    EXPECT_EQ(refusal([&] { (void)a.whole("n", 4, 5); }),
              "f.json: a.n: it is 3; it must be a whole number from 4 to 5");
    EXPECT_EQ(refusal([&] { (void)file.tables("p").front().numbers("b"); }),
              "f.json: p[0].b[1]: it is null; it must be a finite number");
    EXPECT_EQ(refusal([&] { (void)file.rows("rows"); }), "f.json: rows[1][1]: it is \"x\"; it must be a finite number");
    EXPECT_EQ(refusal([&] { file.tables("p").front().refuse_unknown(); }), "f.json: p[0]: unknown key \"b\"; Known:");
}

TEST(Document, SettingsAndSeedsAreReadAsTheyAreWritten) {
    const DocumentTable file = DocumentTable::json(
        R"({"number": 1.5, "whole": 3, "flag": true, "word": "x", "seed": 18446744073709551615, "list": [1]})",
        "f.json");
    EXPECT_EQ(file.setting("number"), SettingValue(1.5));
    EXPECT_EQ(file.setting("whole"), SettingValue(std::int64_t{3}));
    EXPECT_EQ(file.setting("flag"), SettingValue(true));
    EXPECT_EQ(file.setting("word"), SettingValue(std::string("x")));
    EXPECT_EQ(file.seed("seed"), 18446744073709551615U);
    EXPECT_NE(refusal([&] { (void)file.setting("list"); }), "");
    EXPECT_NE(refusal([&] { (void)file.whole("seed", 0, 10); }), "");
}

TEST(Document, AMistypedKeyIsNamedInsteadOfTheOneThatIsMissing) {
    const DocumentTable file = DocumentTable::toml("[studdy]\nname = \"s\"\n[a]\nbouds = 1\nx = 2\n", "f.toml");
    EXPECT_EQ(refusal([&] { (void)file.table("study"); }),
              "f.toml:1: unknown key \"studdy\"; did you mean \"study\"? Known: study");
    const DocumentTable table = file.table("a");
    EXPECT_EQ(refusal([&] { table.refuse("bounds", "they are missing"); }),
              "f.toml:4: unknown key \"bouds\"; did you mean \"bounds\"? Known: bounds");
    EXPECT_EQ(refusal([&] { table.refuse("y", "it is missing"); }), "f.toml:3: y: it is missing")
        << "one letter is close to any other";
    (void)table.number("bouds");
    EXPECT_EQ(refusal([&] { table.refuse("bounds", "they are missing"); }), "f.toml:3: bounds: they are missing")
        << "what was asked for is no slip";
}

}  // namespace
}  // namespace sweetspot
