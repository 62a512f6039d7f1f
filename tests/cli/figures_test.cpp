// `sweetspot figures`: a page and the figures' data in a folder.
#include "cli/program.hpp"

namespace sweetspot::cli {
namespace {

TEST(FiguresCommand, WritesThePageAndOneFileOfPlotlyDataPerFigure) {
    const support::ScratchDirectory scratch;
    const std::string folder = scratch.file("new/figures");
    const ProgramResult result = sweetspot({"figures", "--out", folder});
    ASSERT_EQ(result.exit_status, 0) << result.err;
    EXPECT_EQ(std::ranges::count(result.out, '\n'), 15);
    const std::string page = support::read_text(folder + "/index.html");
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    expect_contains(page, "plotly.js (strict");
    expect_contains(result.out, folder + "/toy-landscape.json\n");
    const Json figure = Json::parse(support::read_text(folder + "/toy-landscape.json"));
    EXPECT_TRUE(figure["data"].is_array());
    EXPECT_TRUE(figure["layout"].is_object());
}

TEST(FiguresCommand, IsTheSameEveryTime) {
    const support::ScratchDirectory scratch;
    for (const char* name : {"a", "b"}) {
        ASSERT_EQ(sweetspot({"figures", "--out", scratch.file(name)}).exit_status, 0);
    }
    EXPECT_EQ(support::read_text(scratch.file("a/index.html")), support::read_text(scratch.file("b/index.html")));
}

TEST(FiguresCommand, RefusesAFolderThatCannotBeMade) {
    const support::ScratchDirectory scratch;
    const std::string file = scratch.write("file", "");
    expect_refused(sweetspot({"figures", "--out", file}), {"sweetspot figures: the folder " + file, "cannot be made"});
    expect_refused(sweetspot({"figures", "--out", file + "/below"}), {"sweetspot figures: the folder "});
}

}  // namespace
}  // namespace sweetspot::cli
