// Pages opened in a browser: no error, no request, every figure drawn, in light and dark, on a desktop and on a phone.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/made_up_comparisons.hpp"
#include "support/made_up_study.hpp"
#include "support/run_program.hpp"
#include "support/scratch_study.hpp"
#include "sweetspot/report/study_page.hpp"

namespace sweetspot {
namespace {

using support::ProgramResult;
using support::ScratchDirectory;

ProgramResult open_in_browser(const std::string& page) {
    return support::run_program("/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/check_page.mjs", page});
}

/// The one of studies.
std::string plotly() {
    return support::read_text(SWEETSPOT_SOURCE_DIR
                              "/web/node_modules/plotly.js-cartesian-dist-min/plotly-cartesian.min.js");
}

void expect_in_order(const std::string& script, const std::string& page) {
    const ProgramResult seen =
        support::run_program("/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/" + script, page});
    EXPECT_EQ(seen.exit_status, 0) << script << ": " << seen.err;
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
    expect_in_order("check_axe.mjs", scratch.file("figures/index.html"));
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
    const std::string tiny = scratch.write("tiny.toml",
                                           "[experiment]\nname = \"tiny\"\nproblems = [\"bumped-bowl\"]\n"
                                           "dimensions = [2]\nmethods = [\"centre\", \"random\", \"stableopt\"]\n"
                                           "repeats = 3\nevaluations = 6\n");
    ASSERT_EQ(support::run_program(SWEETSPOT_PROGRAM, {"experiment", "run", tiny, "-q"}).exit_status, 0);
    const ProgramResult made =
        support::run_program(SWEETSPOT_PROGRAM, {"experiment", "report", tiny, "--out", scratch.file("report")});
    ASSERT_EQ(made.exit_status, 0) << made.err;
    expect_drawn_in_all_views(open_in_browser(scratch.file("report/index.html")), 2);
    expect_in_order("check_axe.mjs", scratch.file("report/index.html"));
    expect_in_order("check_look.mjs", scratch.file("report/index.html"));
}

nlohmann::json use_table(const std::string& page, const std::string& id, const std::string& word) {
    const std::string script = std::string(SWEETSPOT_SOURCE_DIR) + "/web/check_table.mjs";
    const ProgramResult seen = support::run_program("/usr/bin/env", {"node", script, page, id, word});
    EXPECT_EQ(seen.exit_status, 0) << seen.err;
    return seen.exit_status == 0 ? nlohmann::json::parse(seen.out) : nlohmann::json();
}

TEST(PageInABrowser, TheReportOfAStudyIsDrawnAndItsTableCanBeUsed) {
    const support::ScratchStudy study("if [ \"$1\" = 5 ]; then echo 'out, of \"luck\"' >&2; exit 3; fi; " +
                                      support::bowl_script);
    study.write(9);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const ProgramResult made = study.sweetspot("report");
    ASSERT_EQ(made.exit_status, 0) << made.err;
    EXPECT_EQ(made.out, study.file("s-report.html") + "\n");
    expect_drawn_in_all_views(open_in_browser(study.file("s-report.html")), 9);
    expect_in_order("check_axe.mjs", study.file("s-report.html"));
    expect_in_order("check_look.mjs", study.file("s-report.html"));
    const auto seen = use_table(study.file("s-report.html"), "trials", "FAILED");
    EXPECT_EQ(seen["first"], "rows 1 to 9 of 9");
    EXPECT_EQ(seen["searched"], "rows 1 to 1 of 1 found of 9");
    EXPECT_EQ(seen["found"], nlohmann::json::array({"5"}));
    EXPECT_EQ(seen["sort"], "descending");
    EXPECT_EQ(seen["sorted"][0], "8");
    EXPECT_EQ(seen["file"], "trials.csv");
    EXPECT_EQ(seen["troubles"], nlohmann::json::array());
    const std::string csv = seen["csv"];
    EXPECT_EQ(std::ranges::count(csv, '\n'), 10);
    EXPECT_TRUE(csv.starts_with("number,state,source,a,b,value,standard_error,failure,seconds\r\n")) << csv;
    EXPECT_NE(csv.find("\"\"luck\"\""), std::string::npos) << csv;
}

/// A study of three parameters with hostile names, on a log scale and whole, with standard errors.
TEST(PageInABrowser, TheReportOfAStudyWithHostileNamesIsDrawn) {
    StudyConfig config = support::made_up_config({support::made_up_parameter("</script><b>\"ü", 0, 1, 0.1),
                                                  support::made_up_parameter("<a href='x'>rate</a>", 1e-3, 10, 0),
                                                  support::made_up_parameter("teeth & gears", 3, 9, 1)});
    config.parameters[1].parameter.scale = Scale::log;
    config.parameters[1].tolerance = {0.1, RegionTolerance::Of::nominal};
    config.parameters[2].parameter.step = 1;
    StudyView view = support::made_up_view(config, 15);
    for (Trial& trial : view.trials) trial.measurement->standard_error = 0.1;
    support::make_failed(view.trials[7], "</script><img src='http://example.invalid/x'>");
    support::make_failed(view.trials[8], "=cmd|' /C calc'!A0");
    const ScratchDirectory scratch;
    const std::string page = scratch.write("index.html", html_page(study_page(config, view, {}), plotly()));
    expect_drawn_in_all_views(open_in_browser(page), 12);
    const std::string csv = use_table(page, "trials", "cmd")["csv"];
    EXPECT_NE(csv.find(",'=cmd|"), std::string::npos) << "a spreadsheet would compute it: " << csv;
}

TEST(PageInABrowser, TwentyParametersWithLongNamesCanBeReadOnAPhoneAndOnPaper) {
    std::vector<StudyParameter> parameters;
    for (int d = 1; d <= 20; ++d) {
        parameters.push_back(
            support::made_up_parameter("reflector/element " + std::to_string(d) + " läng", 0, 10, 0.2));
    }
    parameters[3].parameter.name = "a/" + std::string(90, 'x');
    const StudyConfig config = support::made_up_config(std::move(parameters));
    StudyView view = support::made_up_view(config, 30);
    support::make_failed(view.trials[7], "out of luck");
    const ScratchDirectory scratch;
    const std::string html = html_page(study_page(config, view, {}), plotly());
    EXPECT_LT(html.size(), 3U << 20U);
    expect_in_order("check_look.mjs", scratch.write("index.html", html));
}

TEST(PageInABrowser, TheReportOf5000TrialsOf30ParametersIsDrawnAndHasAllRows) {
    std::vector<StudyParameter> parameters;
    for (int d = 1; d <= 30; ++d) {
        parameters.push_back(support::made_up_parameter("p" + std::to_string(d), 0, 10, 0.2));
    }
    const StudyConfig config = support::made_up_config(std::move(parameters));
    const StudyView view = support::made_up_view(config, 5000);
    const ScratchDirectory scratch;
    const std::string html = html_page(study_page(config, view, {.threads = 2}), plotly());
    EXPECT_LT(html.size(), 10u << 20U);
    const std::string page = scratch.write("index.html", html);
    expect_drawn_in_all_views(open_in_browser(page), 39);
    const auto seen = use_table(page, "trials", "4711");
    EXPECT_EQ(seen["first"], "rows 1 to 50 of 5000");
    EXPECT_EQ(seen["next"], "rows 51 to 100 of 5000");
    const std::string csv = seen["csv"];
    EXPECT_EQ(std::ranges::count(csv, '\n'), 5001);
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
