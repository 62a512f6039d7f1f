// Pages opened in a browser: no error, no request, every figure drawn, in light and dark, on a desktop and on a phone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/made_up_comparisons.hpp"
#include "support/made_up_study.hpp"
#include "support/run_program.hpp"
#include "support/scratch_study.hpp"
#include "sweetspot/report/compare_page.hpp"
#include "sweetspot/report/study_page.hpp"

namespace sweetspot {
namespace {

using support::ProgramResult;
using support::ScratchDirectory;

/// In light and dark on both screens, or in "two" views.
ProgramResult open_in_browser(const std::string& page, const std::string& views = "all") {
    return support::run_program("/usr/bin/env", {"node", SWEETSPOT_SOURCE_DIR "/web/check_page.mjs", page, views});
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

void expect_drawn_in_all_views(const ProgramResult& seen, std::size_t figures, std::size_t count = 4) {
    ASSERT_EQ(seen.exit_status, 0) << seen.err;
    EXPECT_EQ(seen.err, "");
    const auto views = nlohmann::json::parse(seen.out);
    ASSERT_EQ(views.size(), count);
    for (const auto& view : views) EXPECT_EQ(view["figures"].size(), figures) << view;
}

TEST(PageInABrowser, TheIllustrationsAreDrawnOffline) {
    const ScratchDirectory scratch;
    const ProgramResult made = support::run_program(SWEETSPOT_PROGRAM, {"figures", "--out", scratch.file("figures")});
    ASSERT_EQ(made.exit_status, 0) << made.err;
    expect_drawn_in_all_views(open_in_browser(scratch.file("figures/index.html"), "two"), 14, 2);
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
    expect_drawn_in_all_views(open_in_browser(study.file("s-report.html")), 12);
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
    expect_drawn_in_all_views(open_in_browser(page), 13);
    const std::string csv = use_table(page, "trials", "cmd")["csv"];
    EXPECT_NE(csv.find(",'=cmd|"), std::string::npos) << "a spreadsheet would compute it: " << csv;
}

nlohmann::json use_trials(const std::string& page) {
    const std::string script = std::string(SWEETSPOT_SOURCE_DIR) + "/web/check_trials.mjs";
    const ProgramResult seen = support::run_program("/usr/bin/env", {"node", script, page});
    EXPECT_EQ(seen.exit_status, 0) << seen.err;
    return seen.exit_status == 0 ? nlohmann::json::parse(seen.out) : nlohmann::json();
}

/// Three parameters, one failed trial that left hostile output.
StudyPageOptions make_failure(StudyView& view) {
    support::make_failed(view.trials[6], "mesh </script><b>bad</b>");
    view.trials[6].work_directory = "made-up-work/trial-6";
    const std::string evil = "<img src=x onerror=alert(1)>";
    return {.file = "made up.toml",
            .kept = {{.number = 6,
                      .files = {{"mesh/", std::nullopt}, {"stderr", 12345}},
                      .more_files = 2,
                      .stdout_end = "",
                      .stderr_end = "element 4711 " + evil}}};
}

TEST(PageInABrowser, ATrialThatIsClickedIsSeenEverywhereAndAPairCanBeChosen) {
    StudyConfig config = support::made_up_config({support::made_up_parameter("a", 0, 1, 0.1),
                                                  support::made_up_parameter("b", 1, 10, 0.5),
                                                  support::made_up_parameter("c", -1, 1, 0.2)});
    config.parameters[0].label = "width";
    config.parameters[0].unit = "mm";
    config.objective.unit = "N";
    config.objective.command = {"./simulate"};
    StudyView view = support::made_up_view(config, 16);
    for (Trial& trial : view.trials) trial.measurement->standard_error = 0.1;
    const StudyPageOptions options = make_failure(view);
    const ScratchDirectory scratch;
    const auto seen = use_trials(scratch.write("index.html", html_page(study_page(config, view, options), plotly())));
    ASSERT_EQ(seen.size(), 2u) << "on a desktop and on a phone";
    for (const auto& screen : seen) {
        // Another pair: the axes and the landscapes are its own, and choosing one twice turns the pair round.
        EXPECT_EQ(screen["selects"], 2);
        EXPECT_NE(screen["first"]["title"], screen["other"]["title"]);
        EXPECT_EQ(screen["first"]["across"], screen["other"]["across"]);
        EXPECT_NE(screen["first"]["up"], screen["other"]["up"]);
        EXPECT_EQ(screen["other"]["up"], screen["swapped"]["across"]);
        EXPECT_EQ(screen["other"]["across"], screen["swapped"]["up"]);
        EXPECT_EQ(screen["first"]["failures"].is_number(), true);
        // A click in one figure.
        const std::string number = std::to_string(screen["clicked"].get<int>());
        EXPECT_EQ(screen["row"], number);
        const std::string panel = screen["panel"];
        const std::vector<std::string> parts = {"Trial " + number, "width\n", "\u00a0mm", "\u00a0N ± 0.1\u00a0N",
                                                "Attempts\n1"};
        for (const std::string& part : parts) {
            EXPECT_NE(panel.find(part), std::string::npos) << part << " in " << panel;
        }
        for (const char* figure : {"convergence", "slice-1", "slice-2", "slice-3", "coordinates", "model-check"}) {
            EXPECT_NE(std::ranges::find(screen["marked"], figure), screen["marked"].end()) << figure;
        }
        EXPECT_TRUE(screen["closed"].is_null()) << "Escape";
        EXPECT_EQ(screen["left"], 0);
        // A row, by keyboard.
        const std::string failed = screen["by_keyboard"];
        for (const char* part : {"Trial 6", "mesh </script><b>bad</b>", "made-up-work/trial-6", "mesh/",
                                 "stderr, 12.3 kB", "and 2 more", "element 4711 <img src=x onerror=alert(1)>"}) {
            EXPECT_NE(failed.find(part), std::string::npos) << part << " in " << failed;
        }
        EXPECT_EQ(screen["markup"], 0);
        EXPECT_EQ(screen["focus"], "trial-panel");
        EXPECT_EQ(screen["focus_after"], "TR");
        EXPECT_EQ(screen["row_again"], number) << "although the search had hidden it";
        // Commands.
        EXPECT_EQ(screen["copied"], screen["commands"][0]);
        EXPECT_EQ(screen["copied"], "sweetspot run 'made up.toml'");
    }
}

TEST(PageInABrowser, WhatIsChosenStaysWhenALivePageIsUpdated) {
    const ScratchDirectory scratch;
    std::string text = "[study]\nname = \"live\"\n";
    for (const char* name : {"a", "b", "c"}) {
        text += "[[parameter]]\nname = \"" + std::string(name) + "\"\nbounds = [0, 1]\ntolerance = 0.05\n";
    }
    const std::string study = scratch.write("live.toml", text + "[budget]\nevaluations = 40\n");
    std::string rows = "a,b,c,value\n";
    for (int i = 0; i < 12; ++i) {
        const double a = 0.08 * i;
        const double b = 0.3 + 0.05 * (i % 7);
        const double c = 0.9 - 0.1 * (i % 5);
        rows += fmt::format("{},{},{},{}\n", a, b, c, 1 + 4 * (a - 0.4) * (a - 0.4) + (b - c) * (b - c));
    }
    ASSERT_EQ(support::run_program(SWEETSPOT_PROGRAM, {"import", study, scratch.write("data.csv", rows)}).exit_status,
              0);
    const std::string script = std::string(SWEETSPOT_SOURCE_DIR) + "/web/check_live_choice.mjs";
    const ProgramResult result = support::run_program("/usr/bin/env", {"node", script, SWEETSPOT_PROGRAM, study});
    ASSERT_EQ(result.exit_status, 0) << result.err;
    const auto seen = nlohmann::json::parse(result.out);
    EXPECT_EQ(seen["same_page"], true) << "it was updated in place";
    EXPECT_EQ(seen["before"]["rings"], 1);
    EXPECT_EQ(seen["before"]["panel"], "Trial 3");
    for (const char* later : {"after", "surprised"}) {
        EXPECT_EQ(seen[later]["rings"], 1) << later;
        EXPECT_EQ(seen[later]["panel"], "Trial 3") << later;
        EXPECT_EQ(seen[later]["row"], "3") << later;
        EXPECT_EQ(seen[later]["pair"], seen["before"]["pair"]) << later;
        EXPECT_EQ(seen[later]["across"], seen["before"]["across"]) << later;
    }
    EXPECT_EQ(seen["after"]["rows"], 13);
    EXPECT_EQ(seen["surprised"]["rows"], 14);
    EXPECT_EQ(seen["after"]["commands"][0], "sweetspot ask " + study);
}

TEST(PageInABrowser, StudiesSideBySideAreDrawn) {
    StudyConfig wide = support::made_up_plane();
    wide.name = "</script><b>wide";
    wide.parameters[0].tolerance.amount = 0.4;
    const StudyConfig config = support::made_up_plane();
    const std::vector<ComparedStudy> studies = {{Study(config), support::made_up_view(config, 12), "a.toml"},
                                                {Study(wide), support::made_up_view(wide, 12), "b.toml"}};
    const ScratchDirectory scratch;
    const std::string page = scratch.write("index.html", html_page(compare_page(studies, {}), plotly()));
    expect_drawn_in_all_views(open_in_browser(page), 3);
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
    expect_drawn_in_all_views(open_in_browser(page, "two"), 40, 2);
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
