// Pages opened in a browser: no error, no request, every figure drawn, in light and dark, on a desktop and on a phone.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/made_up_comparisons.hpp"
#include "support/run_program.hpp"
#include "sweetspot/report/page.hpp"

namespace sweetspot {
namespace {

using support::ProgramResult;
using support::ScratchDirectory;

ProgramResult open_in_browser(const std::string& page) {
    return support::run_program("/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/check_page.mjs", page});
}

std::string plotly() {
    return support::read_text(SWEETSPOT_SOURCE_DIR "/web/node_modules/plotly.js-dist-min/plotly.min.js");
}

void expect_drawn_in_all_views(const ProgramResult& seen, std::size_t figures) {
    ASSERT_EQ(seen.exit_status, 0) << seen.err;
    EXPECT_EQ(seen.err, "");
    const auto views = nlohmann::json::parse(seen.out);
    ASSERT_EQ(views.size(), 4u);
    for (const auto& view : views) EXPECT_EQ(view["figures"].size(), figures) << view;
}

TEST(PageInABrowser, TheIllustrationsAreDrawnOffline) {
    const ScratchDirectory scratch;
    const ProgramResult made = support::run_program(SWEETSPOT_PROGRAM, {"figures", "--out", scratch.file("figures")});
    ASSERT_EQ(made.exit_status, 0) << made.err;
    expect_drawn_in_all_views(open_in_browser(scratch.file("figures/index.html")), 14);
}

TEST(PageInABrowser, TheFiguresOfAnExperimentAreDrawnAndTextStaysText) {
    const std::string evil = "</script><img src='http://example.invalid/x'><b>";
    std::vector<SearchPattern> patterns;
    for (const std::string& method : support::seven_methods()) patterns.push_back(support::made_up_pattern(method));
    CriticalDifference difference = critical_difference(
        Matrix{{1, 2, 3, 4, 5, 6, 7}, {1, 3, 2, 4, 6, 5, 7}, {2, 1, 3, 5, 4, 6, 7}, {1, 2, 4, 3, 5, 7, 6}});
    Figure hostile{"hostile", evil, evil,
                   R"({"data":[{"type":"bar","y":[1,2],"name":")" + evil + R"("}],"layout":{}})"};
    std::vector<PagePart> parts = {
        critical_difference_figure(difference, support::seven_methods(), "cd", "Ranks"),
        search_pattern_figure(*benchmark_named("bumped-bowl"), Norm::two, 1, patterns, "patterns", "Search patterns"),
        hostile, Table{evil, {evil, "a long header"}, {{"1", "a cell that does not fit on a phone's screen by far"}}}};
    parts.emplace_back(convergence_figure(support::made_up_comparisons(5, 30), "convergence", "Convergence"));
    const ScratchDirectory scratch;
    const std::string page = scratch.write("index.html", html_page({evil, evil, {{evil, parts}}}, plotly()));
    expect_drawn_in_all_views(open_in_browser(page), 4);
}

TEST(PageInABrowser, TheReportOfAnExperimentIsDrawn) {
    const ScratchDirectory scratch;
    const std::string spec = scratch.write("tiny.toml",
                                           "[experiment]\nname = \"tiny\"\nproblems = [\"bumped-bowl\"]\n"
                                           "dimensions = [2]\nmethods = [\"centre\", \"random\", \"stableopt\"]\n"
                                           "repeats = 3\nevaluations = 6\n");
    ASSERT_EQ(support::run_program(SWEETSPOT_PROGRAM, {"experiment", "run", spec, "-q"}).exit_status, 0);
    const ProgramResult made =
        support::run_program(SWEETSPOT_PROGRAM, {"experiment", "report", spec, "--out", scratch.file("report")});
    ASSERT_EQ(made.exit_status, 0) << made.err;
    expect_drawn_in_all_views(open_in_browser(scratch.file("report/index.html")), 2);
}

TEST(PageInABrowser, AFigureThatFailsSaysSoAndTheCheckSeesIt) {
    const ScratchDirectory scratch;
    const Figure figure{"dry", "Dry", "", R"({"data":[{"type":"bar","y":[1,2]}],"layout":{}})"};
    const std::string without_ink = "window.Plotly = { react() { throw new Error('out of ink'); } };";
    const std::string page = scratch.write("index.html", html_page({"T", "", {{"H", {figure}}}}, without_ink));
    const ProgramResult seen = open_in_browser(page);
    EXPECT_EQ(seen.exit_status, 1);
    EXPECT_NE(seen.err.find("figure dry was not drawn: This figure could not be drawn: out of ink."), std::string::npos)
        << seen.err;
}

}  // namespace
}  // namespace sweetspot
