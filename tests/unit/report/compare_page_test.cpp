// Studies side by side: what is compared, what is not, and that names stay text.
#include "sweetspot/report/compare_page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/compared.hpp"
#include "support/made_up_study.hpp"

namespace sweetspot {
namespace {

using nlohmann::json;
using support::made_up_config;
using support::made_up_parameter;
using support::made_up_plane;
using support::made_up_view;

ComparedStudy given(const StudyConfig& config, Index trials, std::string file) {
    return {Study(config), made_up_view(config, trials), std::move(file)};
}

StudyConfig with_tolerance(double a, std::string name = "wide") {
    StudyConfig config = made_up_plane();
    config.name = std::move(name);
    config.parameters[0].tolerance.amount = a;
    return config;
}

const Table& table_of(const Page& page, std::size_t section, std::size_t part = 0) {
    return std::get<Table>(page.sections[section].parts[part]);
}

std::vector<std::string> row_named(const Table& table, const std::string& name) {
    const auto found = std::ranges::find_if(table.rows, [&](const auto& row) { return row[0] == name; });
    return found == table.rows.end() ? std::vector<std::string>{} : *found;
}

TEST(ComparePage, HasTheAnswersTheDifferencesTheRegionsAndTheCurves) {
    StudyConfig wide = with_tolerance(0.4);
    wide.norm = Norm::infinity;
    const std::vector<ComparedStudy> studies = {given(made_up_plane(), 14, "a.toml"), given(wide, 14, "b.toml")};
    const Page page = compare_page(studies, {.now = "today"});
    EXPECT_EQ(page.title, "made-up · wide");
    std::vector<std::string> headings;
    for (const Section& section : page.sections) headings.push_back(section.heading);
    EXPECT_EQ(headings, (std::vector<std::string>{"Side by side", "What differs", "Each design by each study",
                                                  "Regions", "Convergence"}));
    const Table& answers = table_of(page, 0);
    EXPECT_EQ(answers.header, (std::vector<std::string>{"", "made-up", "wide"}));
    EXPECT_TRUE(row_named(answers, "a")[1].ends_with(" ± 0.2")) << row_named(answers, "a")[1];
    EXPECT_TRUE(row_named(answers, "a")[2].ends_with(" ± 0.4")) << row_named(answers, "a")[2];
    EXPECT_EQ(row_named(answers, "evaluations")[1], "14 with a value");
    EXPECT_EQ(row_named(answers, "verification")[2], "not verified");
    EXPECT_FALSE(row_named(answers, "worst case of the region").empty());
    const Table& differing = table_of(page, 1);
    EXPECT_EQ(differing.rows,
              (std::vector<std::vector<std::string>>{{"tolerance of a", "± 0.2", "± 0.4"},
                                                     {"region", "ellipsoid (norm 2)", "box (norm inf)"}}));
    const auto& strips = std::get<Gallery>(page.sections[3].parts[1]);
    ASSERT_EQ(strips.figures.size(), 2u);
    const auto strip = json::parse(strips.figures[0].json);
    ASSERT_EQ(strip["data"].size(), 2u);
    EXPECT_NEAR(strip["data"][1]["error_x"]["array"][0].get<double>(), 0.4, 1e-5);
    const auto curves = json::parse(std::get<Figure>(page.sections[4].parts[0]).json);
    EXPECT_EQ(curves["data"].size(), 4u) << "a band and a curve each";
    EXPECT_EQ(page_json(page), page_json(compare_page(studies, {.threads = 2, .now = "today"})));
}

TEST(ComparePage, JudgesEachDesignByTheModelAndTheRegionOfEach) {
    const std::vector<ComparedStudy> studies = {given(made_up_plane(), 14, "a.toml"),
                                                given(with_tolerance(0.4), 14, "b.toml")};
    const Page page = compare_page(studies, {});
    const Table& table = table_of(page, 2, 1);
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_EQ(table.header[2], "worst case with the tolerances of wide");
    EXPECT_EQ(table.rows[0][0], "design of made-up");
    // By the library's own words for a region.
    const Parallel parallel(1);
    const auto m = study_report::modelled(studies[0].study, studies[0].view, parallel);
    const auto n = study_report::modelled(studies[1].study, studies[1].view, parallel);
    const RegionMeasure judged = n.model.at(m.answer.robust.x).measure();
    EXPECT_EQ(table.rows[0][2], study_report::estimate_text(judged.estimate, ""));
    EXPECT_EQ(table.rows[1][2], study_report::estimate_text(n.measure().estimate, ""));
    EXPECT_GE(judged.estimate.value, n.measure().estimate.value - 1e-3) << "its own design is the better one";
}

TEST(ComparePage, TellsTwoOfTheSameNameApartByTheirFiles) {
    const std::vector<ComparedStudy> studies = {given(made_up_plane(), 5, "x/s.toml"),
                                                given(made_up_plane(), 5, "y/s.toml"),
                                                given(made_up_plane(), 5, "y/s.toml")};
    EXPECT_EQ(study_report::labels_of(studies),
              (std::vector<std::string>{"made-up (x/s.toml)", "made-up (y/s.toml)", "made-up (y/s.toml), 2"}));
    const Page page = compare_page(studies, {});
    EXPECT_EQ(std::get<Paragraph>(page.sections[1].parts[0]).text,
              "The study files say the same; only their trials differ.");
}

TEST(ComparePage, SaysWhereThingsDoNotCompare) {
    StudyConfig other = made_up_config({made_up_parameter("a", -10, 10, 2), made_up_parameter("c", 0, 1, 0.1)});
    other.name = "other";
    other.parameters[0].unit = "inch";
    other.objective.unit = "kg";
    const std::vector<ComparedStudy> studies = {given(made_up_plane(), 8, "a.toml"), given(other, 8, "b.toml")};
    const Page page = compare_page(studies, {});
    EXPECT_EQ(row_named(table_of(page, 0), "c")[1], "–");
    EXPECT_NE(std::get<Paragraph>(page.sections[2].parts[0]).text.find("means nothing to the model of another"),
              std::string::npos);
    EXPECT_TRUE(
        std::get<Paragraph>(page.sections[3].parts[0]).text.ends_with("a has other units, so it is not drawn."));
    const auto& curves = std::get<Figure>(page.sections[4].parts[0]);
    EXPECT_TRUE(curves.caption.ends_with("other measures something else (value in kg), so it is not drawn."))
        << curves.caption;
}

TEST(ComparePage, OfStudiesWithoutAnAnswerSaysWhatIsMissing) {
    const std::vector<ComparedStudy> studies = {given(made_up_plane(), 1, "a.toml"),
                                                given(with_tolerance(0.4), 0, "b.toml")};
    const Page page = compare_page(studies, {});
    const auto answer = row_named(table_of(page, 0), "answer");
    EXPECT_NE(answer[1].find("it needs 4 values and has 1"), std::string::npos) << answer[1];
    EXPECT_EQ(answer[2], "none: no trial is complete");
    EXPECT_EQ(row_named(table_of(page, 0), "state")[2], "not begun");
    EXPECT_EQ(std::get<Paragraph>(page.sections[4].parts[0]).text, "No study has an answer yet.");
    EXPECT_FALSE(html_page(page, "").empty());
}

TEST(ComparePage, HostileNamesStayText) {
    const std::string evil = "</script><b>\"'&ü";
    StudyConfig config = made_up_config({made_up_parameter(evil, 0, 1, 0.1), made_up_parameter("b", 0, 1, 0.1)});
    config.name = evil;
    config.objective.label = evil;
    const std::vector<ComparedStudy> studies = {given(config, 8, evil), given(config, 9, evil + "2")};
    const std::string html = html_page(compare_page(studies, {}), "");
    EXPECT_EQ(html.find("<b>"), std::string::npos);
}

TEST(ComparePage, OfOneStudyOrNineIsRefused) {
    const std::vector<ComparedStudy> one = {given(made_up_plane(), 5, "a.toml")};
    EXPECT_THROW(static_cast<void>(compare_page(one, {})), std::invalid_argument);
    const std::vector<ComparedStudy> nine(9, one.front());
    EXPECT_THROW(static_cast<void>(compare_page(nine, {})), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
