// The report of a study as a page: complete, safe and the same every time, whatever the study holds.
#include "sweetspot/report/study_page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/made_up_study.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot {
namespace {

using nlohmann::json;
using support::made_up_config;
using support::made_up_parameter;
using support::made_up_plane;
using support::made_up_view;

const StudyPageOptions options{.threads = 1, .version = "1.2.3", .now = "today"};

std::vector<std::string> headings(const Page& page) {
    std::vector<std::string> found;
    for (const Section& section : page.sections) found.push_back(section.heading);
    return found;
}

const std::vector<std::string> all_headings = {"Answer",      "What next",   "Price of robustness",
                                               "Ask",         "Convergence", "Slices",
                                               "Pairs",       "Tolerances",  "Trials in parallel coordinates",
                                               "Model check", "Trials",      "Settings"};

std::vector<std::string> figure_ids(const Page& page) {
    std::vector<std::string> ids;
    for (const Section& section : page.sections) {
        for (const PagePart& part : section.parts) {
            if (const auto* figure = std::get_if<Figure>(&part)) ids.push_back(figure->id);
            if (const auto* gallery = std::get_if<Gallery>(&part)) {
                for (const Figure& figure : gallery->figures) ids.push_back(figure.id);
            }
        }
    }
    return ids;
}

const Figure& figure_of(const Page& page, const std::string& id) {
    for (const Section& section : page.sections) {
        for (const PagePart& part : section.parts) {
            if (const auto* figure = std::get_if<Figure>(&part); figure != nullptr && figure->id == id) return *figure;
            if (const auto* gallery = std::get_if<Gallery>(&part)) {
                for (const Figure& figure : gallery->figures) {
                    if (figure.id == id) return figure;
                }
            }
        }
    }
    throw std::runtime_error("no figure " + id);
}

const DataTable& trials_of(const Page& page) {
    return std::get<DataTable>(page.sections[page.sections.size() - 2].parts[0]);
}

TEST(StudyPage, HasEverySectionAndFigureInOrderAndIsTheSameAtAnyNumberOfThreads) {
    const StudyConfig config = made_up_plane();
    const StudyView view = made_up_view(config, 14);
    const Page page = study_page(config, view, options);
    EXPECT_EQ(page.title, "made-up");
    EXPECT_EQ(headings(page), all_headings);
    EXPECT_EQ(figure_ids(page),
              (std::vector<std::string>{"price", "ask-spread", "ask-within", "ask-region", "convergence", "slice-1",
                                        "slice-2", "pair-1", "tolerance-each", "tolerance-all", "coordinates",
                                        "model-check"}));
    StudyPageOptions two = options;
    two.threads = 2;
    EXPECT_EQ(page_json(page), page_json(study_page(config, view, two)));
}

TEST(StudyPage, OfAStudyWithALimitHasTheCheapestTolerances) {
    StudyConfig config = made_up_plane();
    const StudyView view = made_up_view(config, 14);
    const Page without = study_page(config, view, options);
    config.objective.limit = 3;
    const Page page = study_page(config, view, options);
    std::vector<std::string> expected = all_headings;
    expected.insert(std::ranges::find(expected, "Trials in parallel coordinates"), "Allocation of tolerances");
    EXPECT_EQ(headings(page), expected);
    EXPECT_EQ(headings(without), all_headings);
    const Section& section = *std::ranges::find(page.sections, "Allocation of tolerances", &Section::heading);
    const auto& table = std::get<Table>(section.parts[1]);
    EXPECT_EQ(table.header, (std::vector<std::string>{"", "now", "by expectation", "safely"}));
    EXPECT_EQ(table.rows[0][0], "tolerance of a");
    EXPECT_EQ(table.rows[0][1], "± 0.2");
    EXPECT_EQ(table.rows[2][0], "cost");
    EXPECT_EQ(table.rows[2][1], "2");
    EXPECT_EQ(std::get<Figure>(section.parts[2]).id, "allocation-cost");
    EXPECT_EQ(page_json(page), page_json(study_page(config, view, {.threads = 2, .version = "1.2.3", .now = "today"})));
}

TEST(StudyPage, TheAnswerSaysWhatToBuildAndWhatItCosts) {
    const StudyConfig config = made_up_plane();
    const Page page = study_page(config, made_up_view(config, 14), options);
    const std::string& words = std::get<Paragraph>(page.sections[0].parts[1]).text;
    EXPECT_TRUE(words.starts_with("Build a = 0.")) << words;
    const auto& table = std::get<Table>(page.sections[0].parts[3]);
    EXPECT_EQ(table.rows.size(), 6u);
    EXPECT_EQ(table.rows[3][0], "measured");
    EXPECT_EQ(table.rows[5][0], "worst of the region");
    const std::string& costs = std::get<Paragraph>(page.sections[0].parts[2]).text;
    EXPECT_TRUE(costs.ends_with("Not verified: say \"sweetspot verify STUDY.toml\".")) << costs;
}

const Card& card_of(const Page& page) {
    return std::get<Card>(page.sections[0].parts[0]);
}

std::string fact(const Card& card, const std::string& name) {
    for (const Card::Fact& found : card.facts) {
        if (found.name == name) return found.value + "|" + found.note;
    }
    return "none";
}

TEST(StudyPage, TheCardHasWhatToBuildWhatItPromisesAndWhatWasMeasured) {
    StudyConfig config = made_up_plane();
    config.parameters[0].label = "breadth";
    config.parameters[0].unit = "mm";
    config.objective.unit = "N";
    StudyView view = made_up_view(config, 14);
    const Answer answer = answer_of(config, view);
    const Page page = study_page(config, view, options);
    const Card& card = card_of(page);
    ASSERT_EQ(card.table.header, (std::vector<std::string>{"", "build", "±", "to draw"}));
    EXPECT_EQ(card.table.rows[0][0], "breadth in mm");
    EXPECT_EQ(card.table.rows[0][2], "± 0.2");
    EXPECT_NEAR(std::stod(card.table.rows[0][1]), answer.robust.x[0], 1e-4);
    EXPECT_LE(card.table.rows[0][3].size(), 4U) << card.table.rows[0][3];
    EXPECT_EQ(card.large.name, "worst case of the region");
    EXPECT_TRUE(card.large.value.ends_with("\u00a0N")) << card.large.value;
    EXPECT_NE(card.large.note.find(" … "), std::string::npos);
    const Trial& best = *std::ranges::min_element(view.trials, {}, [](const Trial& t) { return t.measurement->value; });
    EXPECT_NE(fact(card, "best measured").find("trial " + std::to_string(best.number) + ": breadth = "),
              std::string::npos);
    EXPECT_NE(fact(card, "price of robustness").find("measured at the best single point"), std::string::npos);
    EXPECT_NE(fact(card, "rounded so that it could be drawn").find("rounding costs "), std::string::npos);
    EXPECT_EQ(card.copies.size(), 3U);
    EXPECT_TRUE(card.copies[0].text.starts_with("a = ")) << "the plain name";
}

/// Checks of the answer's region that came out so.
StudyView checked(const StudyConfig& config, StudyView view, double value) {
    const std::vector<Trial> checks = trials_to_verify(config, view, 2);
    for (Trial trial : checks) {
        trial.number = std::ssize(view.trials);
        trial.state = TrialState::complete;
        trial.measurement = Measurement{value, std::nullopt};
        trial.changed_at = 1'772'366'400;
        view.trials.push_back(trial);
    }
    return view;
}

TEST(StudyPage, AFailedVerificationIsTheFirstThingOnThePageUntilTheAnswerChanges) {
    const StudyConfig config = made_up_plane();
    const StudyView view = made_up_view(config, 14);
    const Page fine = study_page(config, checked(config, view, 1.2), options);
    EXPECT_EQ(fine.alert, "");
    EXPECT_EQ(card_of(fine).verdict, "verified");
    EXPECT_TRUE(
        fact(card_of(fine), "verification").starts_with("Verified at 2 worst places on 2026-03-01, worst 1.2 "));
    // Worse than promised, but there is nothing better: the only other value of the series is far worse.
    constexpr RegionTolerance five_percent{0.05, RegionTolerance::Of::nominal};
    const StudyConfig two_values = made_up_config({{series_parameter("r", {1, 10}, five_percent), five_percent}});
    const StudyView before = made_up_view(
        two_values, 8, [](const StudyConfig&, const Vector& x) { return x[0] < 5 ? 1 + x[0] : 5000 + x[0]; });
    const StudyView broken = checked(two_values, before, 4000);
    const Page failed = study_page(two_values, broken, options);
    EXPECT_TRUE(failed.alert.starts_with("Verification failed on 2026-03-01: ")) << failed.alert;
    EXPECT_NE(failed.alert.find(" measured where "), std::string::npos);
    EXPECT_EQ(card_of(failed).tone, Card::Tone::poor);
    const std::string html = html_page(failed, "");
    EXPECT_LT(html.find("role=\"alert\">Verification failed"), html.find("class=\"card\""));
    // Far worse: the answer moves away, and what failed is no longer what is recommended.
    const Page moved = study_page(config, checked(config, view, 50), options);
    EXPECT_EQ(moved.alert, "");
}

TEST(StudyPage, EveryMeasureIsNamedAsItself) {
    StudyConfig config = made_up_plane();
    config.objective.unit = "N";
    struct Case {
        Choice measure;
        std::string large;
    };
    std::vector<Case> cases = {{{"mean"}, "average of the region"},
                               {{"quantile"}, "95 % quantile of the region"},
                               {{"cvar"}, "average of the worst 10 % of the region"},
                               {{"mean-sd"}, "average plus 3 standard deviations of the region"},
                               {{"yield"}, "share of builds within 2\u00a0N"}};
    cases.back().measure.settings.set("limit", 2.0);
    for (const auto& [measure, large] : cases) {
        config.measure = measure;
        const Page page = study_page(config, made_up_view(config, 14), options);
        const Card& card = card_of(page);
        EXPECT_EQ(card.large.name, large);
        const bool is_share = measure.name == "yield";
        EXPECT_TRUE(card.large.value.ends_with(is_share ? "\u00a0%" : "\u00a0N")) << card.large.value;
        const std::string& sentence = std::get<Paragraph>(page.sections[0].parts[1]).text;
        EXPECT_EQ(sentence.find("worst that is expected"), std::string::npos) << sentence;
        const std::string& costs = std::get<Paragraph>(page.sections[0].parts[2]).text;
        EXPECT_EQ(costs.find("worst case"), std::string::npos) << costs;
        EXPECT_EQ(page_json(page).find("share beyond"), std::string::npos) << measure.name;
    }
}

TEST(StudyPage, DescriptionAndNotesAreShownAndKeepTheirLines) {
    StudyConfig config = made_up_plane();
    config.description = "A bowl.";
    config.notes = "One.\nTwo.";
    const Page page = study_page(config, made_up_view(config, 6), options);
    EXPECT_TRUE(page.intro.starts_with("A bowl.\n")) << page.intro;
    EXPECT_EQ(page.sections[1].heading, "Notes");
    EXPECT_EQ(std::get<Paragraph>(page.sections[1].parts[0]).text, "One.\nTwo.");
}

TEST(StudyPage, OfTooFewValuesPromisesNothing) {
    const StudyConfig config = made_up_plane();
    const Page page = study_page(config, made_up_view(config, 1), options);
    ASSERT_EQ(page.sections[0].parts.size(), 1u);
    EXPECT_EQ(std::get<Paragraph>(page.sections[0].parts[0]).text,
              "There is no answer yet: with 2 parameters it needs 4 values and has 1, so evaluate 3 more.");
}

TEST(StudyPage, OfAnEmptyStudyHasASentence) {
    const StudyConfig config = made_up_plane();
    const Page page = study_page(config, {}, options);
    EXPECT_EQ(headings(page), (std::vector<std::string>{"Answer", "What next", "Convergence", "Trials", "Settings"}));
    EXPECT_EQ(std::get<Paragraph>(page.sections[0].parts[0]).text,
              "No trial is complete, so there is no answer yet; 0 are open and 0 failed.");
    EXPECT_TRUE(trials_of(page).rows.empty());
    EXPECT_FALSE(html_page(page, "").empty());
}

TEST(StudyPage, WhereEveryTrialFailedShowsTheFailures) {
    const StudyConfig config = made_up_plane();
    StudyView view = made_up_view(config, 3);
    for (Trial& trial : view.trials) support::make_failed(trial, "it broke");
    const Page page = study_page(config, view, options);
    const auto figure = json::parse(figure_of(page, "convergence").json);
    EXPECT_EQ(figure["data"][0]["x"], json::array({0, 1, 2}));
    EXPECT_EQ(trials_of(page).rows[1][7], "it broke");
}

TEST(StudyPage, OfOneParameterHasNoPairs) {
    const StudyConfig config = made_up_config({made_up_parameter("only", 0, 1, 0.1)});
    const Page page = study_page(config, made_up_view(config, 7), options);
    EXPECT_EQ(headings(page), all_headings);
    const auto ids = figure_ids(page);
    EXPECT_EQ(std::ranges::count_if(ids, [](const std::string& id) { return id.starts_with("pair"); }), 0);
}

TEST(StudyPage, OfTooFewValuesShowsOnlyWhatWasMeasured) {
    const StudyConfig config = made_up_plane();
    for (const Index values : {1, 3}) {
        const Page page = study_page(config, made_up_view(config, values), options);
        EXPECT_EQ(headings(page), (std::vector<std::string>{"Answer", "What next", "Convergence",
                                                            "Trials in parallel coordinates", "Trials", "Settings"}));
        EXPECT_EQ(figure_ids(page), (std::vector<std::string>{"convergence", "coordinates"}));
        EXPECT_EQ(figure_of(page, "convergence").json.find("Interval"), std::string::npos);
    }
    EXPECT_EQ(headings(study_page(config, made_up_view(config, 4), options)), all_headings);
}

TEST(StudyPage, OfEqualValuesAndOfParametersThatAreBuiltExactlyIsThere) {
    StudyConfig config = made_up_plane();
    EXPECT_EQ(headings(study_page(
                  config, made_up_view(config, 6, [](const StudyConfig&, const Vector&) { return 2.0; }), options)),
              all_headings);
    for (StudyParameter& p : config.parameters) p.tolerance.amount = 0;
    EXPECT_EQ(headings(study_page(config, made_up_view(config, 6), options)), all_headings);
}

TEST(StudyPage, TheAverageMayBeTheMeasure) {
    StudyConfig config = made_up_plane();
    config.measure = {"mean"};
    const Page page = study_page(config, made_up_view(config, 10), options);
    EXPECT_NE(figure_of(page, "convergence").json.find("Best robust quality: average"), std::string::npos);
}

TEST(StudyPage, LogScalesAndWholeNumbersAreShownAsSuch) {
    StudyConfig config = made_up_config({made_up_parameter("rate", 1e-3, 10, 0), made_up_parameter("teeth", 3, 9, 1)});
    config.parameters[0].parameter.scale = Scale::log;
    config.parameters[0].tolerance = {0.1, RegionTolerance::Of::nominal};
    config.parameters[1].parameter.step = 1;
    const Page page = study_page(config, made_up_view(config, 12), options);
    const auto rate = json::parse(figure_of(page, "slice-1").json);
    EXPECT_EQ(rate["layout"]["xaxis"]["type"], "log");
    EXPECT_EQ(rate["layout"]["xaxis"]["range"], json::array({-3.0, 1.0}));
    const auto teeth = json::parse(figure_of(page, "slice-2").json);
    EXPECT_EQ(teeth["data"][1]["x"], json::array({3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0}));
    const auto lines = json::parse(figure_of(page, "coordinates").json);
    // At the ends of the first axis, and 0.1 in the middle of it.
    EXPECT_EQ(lines["layout"]["annotations"][0]["text"], "0.001");
    EXPECT_EQ(lines["layout"]["annotations"][1]["text"], "10");
    for (const auto& trace : lines["data"]) {
        for (std::size_t i = 0; i < trace["x"].size(); ++i) {
            if (trace["x"][i] != 0) continue;
            const std::string words = trace["text"][i];
            ASSERT_TRUE(words.starts_with("rate = ")) << words;
            EXPECT_NEAR(trace["y"][i].get<double>(), (std::log10(std::stod(words.substr(7))) + 3) / 4, 1e-4);
        }
    }
}

/// Oak is best.
double best_of_oak(const StudyConfig& config, const Vector& x) {
    return support::bowl_of(config, Vector{{0, x[1]}}) + (x[0] == 2 ? 0 : 1);
}

TEST(StudyPage, NamesOfChoicesAreOnTheAxesAndInTheTables) {
    const StudyConfig config = made_up_config(
        {{choice_parameter("material", {"steel", "<b>", "oak"}), {}}, made_up_parameter("width", 1, 6, 0.2)});
    const Page page = study_page(config, made_up_view(config, 18, best_of_oak), options);
    const auto figure = [&](const std::string& id) { return json::parse(figure_of(page, id).json); };
    const auto names = json::array({"steel", "&lt;b&gt;", "oak"});
    const auto slice = figure("slice-1");
    EXPECT_EQ(slice["layout"]["xaxis"]["ticktext"], names);
    EXPECT_EQ(slice["layout"]["xaxis"]["tickvals"], json::array({0, 1, 2}));
    EXPECT_EQ(slice["data"][0]["x"], json::array({0.0, 1.0, 2.0}));
    EXPECT_EQ(slice["data"][0]["mode"], "markers") << "there is nothing between two choices";
    EXPECT_EQ(slice["data"][0]["error_y"]["array"].size(), 3U);
    // The other number has a curve for each of the other choices.
    const std::string width = figure("slice-2").dump();
    EXPECT_NE(width.find("material = steel"), std::string::npos);
    EXPECT_EQ(width.find("material = oak:"), std::string::npos);
    EXPECT_EQ(figure("pair-1")["data"][0]["type"], "heatmap");
    const std::string coordinates = figure("coordinates")["layout"]["annotations"].dump();
    for (const auto& name : names) EXPECT_NE(coordinates.find(name.dump()), std::string::npos) << name;
    const std::string html = html_page(page, "");
    EXPECT_EQ(html.find("<b>"), std::string::npos);
    EXPECT_NE(html.find("material = oak"), std::string::npos);
    EXPECT_NE(html.find("choice of steel, "), std::string::npos);
    EXPECT_NE(html.find("length scale of material, where another choice is 1 away"), std::string::npos);
}

TEST(StudyPage, ASeriesIsNamedInTheSettings) {
    constexpr RegionTolerance five_percent{0.05, RegionTolerance::Of::nominal};
    const StudyConfig config = made_up_config(
        {{series_parameter("r", {10, 12, 15}, five_percent), five_percent}, made_up_parameter("width", 1, 6, 0.2)});
    const Page page = study_page(config, made_up_view(config, 12), options);
    EXPECT_NE(html_page(page, "").find("series of 10, 12, 15"), std::string::npos);
}

TEST(StudyPage, HostileNamesAndReasonsStayText) {
    const std::string evil = "</script><b>\"'&ü";
    StudyConfig config = made_up_config({made_up_parameter(evil, 0, 1, 0.1), made_up_parameter("b", 0, 1, 0.1)});
    config.name = evil;
    StudyView view = made_up_view(config, 8);
    support::make_failed(view.trials[2], evil + "\xff");
    const Page page = study_page(config, view, options);
    const std::string html = html_page(page, "");
    EXPECT_EQ(html.find(evil), std::string::npos);
    EXPECT_EQ(html.find("<b>"), std::string::npos);
    const auto slice = json::parse(figure_of(page, "slice-1").json);
    EXPECT_EQ(slice["layout"]["xaxis"]["title"]["text"], "&lt;/script&gt;&lt;b&gt;\"'&amp;ü");
    EXPECT_TRUE(json::accept(page_json(page)));
}

TEST(StudyPage, TheTableOfTrialsHasEverythingToTheLastDigit) {
    const StudyConfig config = made_up_plane();
    StudyView view = made_up_view(config, 5);
    view.trials[0].measurement->standard_error = 0.125;
    view.trials[0].seconds = 1.5;
    const Page page = study_page(config, view, options);
    const DataTable& table = trials_of(page);
    ASSERT_EQ(table.columns.size(), 9u);
    const auto& row = table.rows[0];
    EXPECT_EQ(row[0], "0");
    EXPECT_EQ(row[1], "complete");
    EXPECT_EQ(row[2], "search");
    EXPECT_EQ(std::stod(row[3]), view.trials[0].x[0]);
    EXPECT_EQ(std::stod(row[5]), view.trials[0].measurement->value);
    EXPECT_EQ(row[6], "0.125");
    EXPECT_EQ(row[8], "1.5");
}

TEST(StudyPage, TheSettingsTellHowToRepeatIt) {
    StudyConfig config = made_up_plane();
    config.seed = 77;
    config.objective.command = {"./simulate", "--fast"};
    const std::string text = page_json(study_page(config, made_up_view(config, 4), options));
    for (const char* part : {"[\"seed\",\"77\"]", "--fast", "1.2.3", "today", "± 0.2", "instruction set"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part;
    }
}

TEST(StudyPage, OfManyTrialsSaysThatTheModelIsOfASelection) {
    const StudyConfig config = made_up_plane();
    const StudyView view = made_up_view(config, 520);
    const Page page = study_page(config, view, options);
    const std::string& words = std::get<Paragraph>(page.sections[0].parts[3]).text;
    EXPECT_NE(words.find("520 evaluations. The model of this report is made of 500 of them"), std::string::npos)
        << words;
    EXPECT_EQ(trials_of(page).rows.size(), 520u);
}

}  // namespace
}  // namespace sweetspot
