// `import` and `export` through the program: tables as spreadsheets write and read them.
#include <gtest/gtest.h>

#include "cli/bench.hpp"
#include "cli/program.hpp"

namespace sweetspot::cli {
namespace {

TEST(Import, TakesATableAsASpreadsheetWritesItAnywhere) {
    const std::vector<std::string> tables = {
        "\xEF\xBB\xBFwidth,count,value\r\n2.5,3,4.25\r\n",  // Excel, UTF-8
        "\xEF\xBB\xBFwidth;count;value\r\n2,5;3;4,25\r\n",  // … where commas are decimal
        "width\tcount\tvalue\n2.5\t3\t4.25\n",              // a copied range
        "width, count, value\n2.5, 3, 4.25\n",              // by hand
        "\"width\",\"count\",\"value\"\n\"2.5\",\"3\",\"4.25\"\n",
        "value;comment;count;width\n4,25;\"a; b\";3;2,5\n;;;\n",
    };
    for (const std::string& text : tables) {
        const Bench bench;
        const ProgramResult result = bench("import", {bench.scratch.write("data.csv", text)});
        EXPECT_EQ(result.out, "1 trial was imported\n") << text << result.err;
        if (result.exit_status != 0) continue;
        const Json trial = Json::parse(bench("trials", {"--format", "json"}).out)[0];
        EXPECT_EQ(trial["params"], (Json{{"width", 2.5}, {"count", 3}}));
        EXPECT_EQ(trial["value"], 4.25);
    }
}

TEST(Import, RefusesWhatIsThereTwiceOrCanBeReadInTwoWays) {
    const Bench bench;
    const std::string file = bench.scratch.file("data.csv");
    const auto import = [&](const std::string& text) {
        return bench("import", {bench.scratch.write("data.csv", text)});
    };
    expect_refused(
        import("width,count,value,width\n2,3,4,5\n"),
        {"sweetspot import: " + file + ":1: the column \"width\" is there twice; remove or rename one of them"});
    expect_refused(import("width;count;value\n2,5;3;1.234,5\n"),
                   {"sweetspot import: " + file + ":2: the column value: it is \"1.234,5\"", "decimal point"});
    expect_refused(import("width;count;value\n2,5;3;1.234\n"),
                   {"sweetspot import: " + file + ":2: the column value: it is \"1.234\"", "decimal commas"});
    expect_refused(import("Width,count,value\n2,3,4\n"),
                   {"sweetspot import: " + file + ":1: there is no column width (there is \"Width\")"});
    expect_refused(import(""), {"sweetspot import: " + file + ": the file is empty"});
    EXPECT_FALSE(std::filesystem::exists(bench.scratch.file("bench.db"))) << "nothing was stored";
}

TEST(Export, TextsThatBeginAsAFormulaAreHarmlessInASpreadsheet) {
    const support::ScratchDirectory scratch;
    const std::string file = scratch.write("s.toml", R"([study]
name = "s"
[[parameter]]
name = "=width"
bounds = [-10, 10]
[[parameter]]
name = "kind"
type = "choice"
values = ["-a", "@b"]
)");
    ASSERT_EQ(sweetspot({"tell", file, "--params", R"({"=width": -2.5, "kind": "-a"})", "-1.5"}).exit_status, 0);
    ASSERT_EQ(sweetspot({"tell", file, "--params", R"({"=width": 1, "kind": "@b"})", "--failed", "=cmd|' /C calc'!A0"})
                  .exit_status,
              0);
    const std::string csv = sweetspot({"export", file}).out;
    EXPECT_EQ(csv,
              "number,state,source,'=width,kind,value,standard_error,failure\n"
              "0,complete,told,-2.5,'-a,-1.5,,\n"
              "1,failed,told,1,'@b,,,'=cmd|' /C calc'!A0\n")
        << "numbers stay numbers";
    std::filesystem::remove(scratch.file("s.db"));
    EXPECT_EQ(sweetspot({"import", file, scratch.write("data.csv", csv)}).out, "1 trial was imported\n");
    const Json trial = Json::parse(sweetspot({"trials", file, "--format", "json"}).out)[0];
    EXPECT_EQ(trial["params"], (Json{{"=width", -2.5}, {"kind", "-a"}}));
}

}  // namespace
}  // namespace sweetspot::cli
