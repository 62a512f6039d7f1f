// The pairs that a reader may choose: what the model says, small enough for a page.
#include <gtest/gtest.h>

#include <cmath>

#include "report/axes.hpp"
#include "report/pair_choice.hpp"
#include "report/sections.hpp"
#include "support/made_up_study.hpp"

namespace sweetspot::study_report {
namespace {

using nlohmann::json;
using support::made_up_config;
using support::made_up_parameter;
using support::made_up_view;

StudyConfig of_many(int parameters) {
    std::vector<StudyParameter> all;
    all.reserve(static_cast<std::size_t>(parameters));
    for (int d = 0; d < parameters; ++d) {
        all.push_back(made_up_parameter("p" + std::to_string(d), 0, 1 + d, 0.02 * (1 + d)));
    }
    return made_up_config(std::move(all));
}

/// The last parameters matter most.
double uneven_bowl(const StudyConfig& config, const Vector& x) {
    const Vector u = problem_of(config).space().to_unit(x);
    double sum = 1;
    for (Index d = 0; d < u.size(); ++d) sum += (1.0 + static_cast<double>(d)) * (u[d] - 0.5) * (u[d] - 0.5);
    return sum;
}

TEST(PairChoice, HasTheMeanAndTheMeasureOfTheModelToFourDigits) {
    const StudyConfig config = of_many(3);
    const StudyView view = made_up_view(config, 20, uneven_bowl);
    const Parallel parallel(1);
    const Modelled m = modelled(Study(config), view, parallel);
    const std::vector<Index> order = {2, 0, 1};
    const auto choice = pair_choice(m, order);
    ASSERT_EQ(choice["parameters"].size(), 3u);
    EXPECT_EQ(choice["parameters"][0]["name"], "p2");
    ASSERT_EQ(choice["pairs"].size(), 2u) << "the first pair is that of the figure";
    const auto& pair = choice["pairs"][1];
    EXPECT_EQ(pair["a"], 1);
    EXPECT_EQ(pair["b"], 2);
    const auto& across = choice["parameters"][1]["values"];
    const auto& up = choice["parameters"][2]["values"];
    ASSERT_EQ(pair["mean"].size(), up.size());
    ASSERT_EQ(pair["mean"][0].size(), across.size());
    for (const auto& [i, j] : {std::pair<std::size_t, std::size_t>{9, 9}, {3, 12}}) {
        Vector x = m.answer.robust.x;
        x[0] = across[j].get<double>();
        x[1] = up[i].get<double>();
        const Points u = m.problem().space().to_unit(x);
        const double mean = m.model.mean(u)[0];
        EXPECT_NEAR(pair["mean"][i][j].get<double>(), mean, 1e-3 * std::abs(mean));
        const double robust = m.model.measures(u, coarse.most_points, parallel)[0];
        EXPECT_NEAR(pair["robust"][i][j].get<double>(), robust, 1e-3 * std::abs(robust));
        EXPECT_GE(robust, mean - 1e-3);
    }
}

TEST(PairChoice, OfTenParametersHas45PairsThatWeighLessThanAMegabyte) {
    const StudyConfig config = of_many(10);
    const StudyView view = made_up_view(config, 120, uneven_bowl);
    const Parallel parallel(1);
    const Modelled m = modelled(Study(config), view, parallel);
    const Section section = pairs_section(m);
    ASSERT_EQ(section.parts.size(), 3u);
    const auto& data = std::get<PageData>(section.parts[1]);
    EXPECT_LT(data.json.size(), 1000000u);
    EXPECT_EQ(json::parse(data.json)["pairs"].size(), 44u);
    const auto& figure = std::get<Figure>(section.parts[2]);
    EXPECT_EQ(figure.id, "pair-1");
    EXPECT_EQ(figure.title, "p9 and p8") << "the two that matter most";
}

TEST(PairChoice, OfMoreParametersOffersThoseThatMatterMostAndSaysSo) {
    const StudyConfig config = of_many(12);
    const StudyView view = made_up_view(config, 60, uneven_bowl);
    const Parallel parallel(1);
    const Section section = pairs_section(modelled(Study(config), view, parallel));
    EXPECT_TRUE(std::get<Paragraph>(section.parts[0])
                    .text.ends_with("Of the 12 parameters you can choose the 10 that matter most."));
    EXPECT_EQ(json::parse(std::get<PageData>(section.parts[1]).json)["parameters"].size(), 10u);
}

TEST(PairChoice, HasFailuresAndSaysHowFarEveryTrialIsOff) {
    const StudyConfig config = of_many(3);
    StudyView view = made_up_view(config, 15, uneven_bowl);
    support::make_failed(view.trials[4], "it broke");
    const Parallel parallel(1);
    const Modelled m = modelled(Study(config), view, parallel);
    const auto choice = pair_choice(m, {0, 1});
    ASSERT_EQ(choice["trials"].size(), 15u);
    const auto& last = choice["trials"][14];
    EXPECT_EQ(last["number"], 4);
    EXPECT_EQ(last["failed"], true);
    EXPECT_NE(last["words"].get<std::string>().find("failed: it broke"), std::string::npos);
    EXPECT_NEAR(last["beyond"].get<double>(), distance_from_centre(m, view.trials[4].x, {0, 1}), 1e-2);
    EXPECT_EQ(choice["trials"][0]["failed"], false);
}

TEST(PairChoice, ContoursLieAtRoundValues) {
    const auto levels = contour_levels({2.83, 14.9});
    EXPECT_EQ(levels["size"], 1.0);
    EXPECT_EQ(levels["start"], 3.0);
    EXPECT_EQ(levels["end"], 14.0);
    EXPECT_EQ(contour_levels({-0.031, 0.024})["size"], 0.005);
}

TEST(TrialMarks, NameTheTrialOfEveryPoint) {
    StudyConfig config = of_many(2);
    config.objective.unit = "N";
    config.parameters[0].label = "the first";
    config.parameters[0].unit = "mm";
    StudyView view = made_up_view(config, 12, uneven_bowl);
    for (Trial& trial : view.trials) trial.measurement->standard_error = 0.25;
    support::make_failed(view.trials[3], "it broke");
    const Page page = study_page(config, view, {});
    for (const Section& section : page.sections) {
        std::vector<Figure> figures;
        for (const PagePart& part : section.parts) {
            if (const auto* one = std::get_if<Figure>(&part)) figures.push_back(*one);
            if (const auto* some = std::get_if<Gallery>(&part)) figures = some->figures;
        }
        for (const Figure& figure : figures) {
            const auto content = json::parse(figure.json);
            const bool of_trials = figure.id == "convergence" || figure.id.starts_with("slice") ||
                                   figure.id == "pair-1" || figure.id == "model-check";
            bool seen = false;
            bool failed = figure.id == "model-check";
            for (const auto& trace : content["data"]) {
                if (trace.value("name", "") == "Failures" && of_trials) {
                    EXPECT_EQ(trace["customdata"], json::array({3})) << figure.id;
                    EXPECT_EQ(trace["marker"]["symbol"], plot::role::failure.symbol);
                    EXPECT_EQ(trace["marker"]["color"], plot::role::failure.colour);
                    failed = true;
                }
                if (trace.value("name", "") != "Observations") continue;
                seen = true;
                ASSERT_EQ(trace["customdata"].size(), trace["x"].size()) << figure.id;
                const std::string words = trace["text"][0];
                EXPECT_NE(words.find(" ± 0.25\u00a0N<br>the first = "), std::string::npos) << words;
                EXPECT_NE(words.find("\u00a0mm<br>p1 = "), std::string::npos) << words;
                if (figure.id != "pair-1") {
                    EXPECT_EQ(trace["error_y"]["array"][0], 0.25) << figure.id;
                }
            }
            EXPECT_EQ(seen, of_trials) << figure.id;
            EXPECT_TRUE(failed || !of_trials) << figure.id;
            if (figure.id == "coordinates") {
                // A line each: two parameters, the value, and the gap to the next.
                EXPECT_EQ(content["data"][0]["customdata"], (json::array({3, 3, nullptr})));
            }
        }
    }
}

}  // namespace
}  // namespace sweetspot::study_report
