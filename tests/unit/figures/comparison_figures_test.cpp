// Figures of experiments: the numbers drawn are those of the statistics.
#include "figures/comparison_figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "statistics/summary.hpp"
#include "support/figures.hpp"
#include "support/made_up_comparisons.hpp"

namespace sweetspot {
namespace {

using support::drawn;
using support::DrawnFigure;
using support::made_up_comparison;
using support::numbers;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Two methods, three repeats, four evaluations; the last repeat of the first method stopped early.
Comparison small() {
    return {"bumped-bowl",
            5,
            Norm::one,
            "paper",
            2,
            {{"most-uncertain", Matrix{{nan, 8, 4, 1}, {nan, 6, 2, 0}, {nan, 7, nan, nan}},
              Matrix{{nan, 0.8, 0.4, 0.1}, {nan, 0.6, 0.2, 0.3}, {nan, 0.7, nan, nan}}},
             {"stableopt", Matrix{{9, 8, 8, 7}, {9, 9, 9, 9}, {9, 7, 5, 3}}, Matrix::Constant(3, 4, 0.5)}},
            {}};
}

TEST(ConvergenceFigure, DrawsMedianAndQuartilesOfTheRepeatsThatWereScored) {
    const DrawnFigure figure(convergence_figure({small()}, "c", "C"));
    const auto regret = figure.traces("Most uncertain");
    ASSERT_EQ(regret.size(), 4u);  // band and median, regret and distance
    EXPECT_EQ(numbers(regret[1]["x"]), (Vector{{2, 3, 4}}));
    EXPECT_NEAR(numbers(regret[1]["y"])[0], 7, drawn);
    EXPECT_NEAR(numbers(regret[1]["y"])[1], 3, drawn);
    EXPECT_NEAR(numbers(regret[1]["y"])[2], 0.5, drawn);
    EXPECT_EQ(regret[1]["xaxis"], "x");
    EXPECT_EQ(regret[3]["xaxis"], "x2");
    EXPECT_NEAR(numbers(regret[3]["y"])[2], 0.2, drawn);

    // The band goes forth along the lower quartiles and back along the upper ones.
    const Comparison big = made_up_comparison("levy03", 5, 30, 40);
    const DrawnFigure drawn_big(convergence_figure({big}, "c", "C"));
    const auto stableopt = drawn_big.traces("StableOpt");
    const Vector band = numbers(stableopt[0]["y"]);
    const Vector median = numbers(stableopt[1]["y"]);
    ASSERT_EQ(band.size(), 80);
    for (Index n = 0; n < 40; ++n) {
        const Vector column = big.methods[5].regret.col(n);
        EXPECT_NEAR(band[n], quantile(column, 0.25), drawn * band[n]);
        EXPECT_NEAR(median[n], quantile(column, 0.5), drawn * band[n]);
        EXPECT_NEAR(band[79 - n], quantile(column, 0.75), drawn * band[79 - n]);
    }
}

TEST(ConvergenceFigure, ARegretBelowTheFloorIsDrawnAtTheFloorAndTheCaptionSaysSo) {
    const Figure clipped = convergence_figure({small()}, "c", "C", {.regret_floor = 0.4});
    EXPECT_NE(clipped.caption.find("Regrets below 0.4 are drawn at 0.4."), std::string::npos) << clipped.caption;
    const Vector band = numbers(DrawnFigure(clipped).traces("Most uncertain")[0]["y"]);
    EXPECT_EQ(band[2], 0.4);            // 0.25, the lower quartile of 0 and 1
    EXPECT_NEAR(band[3], 0.75, drawn);  // its upper quartile
    EXPECT_EQ(band.minCoeff(), 0.4);
    Comparison negative = small();
    negative.methods[1].regret.setConstant(-1e-9);
    const Figure below = convergence_figure({negative}, "c", "C");
    EXPECT_EQ(numbers(DrawnFigure(below).traces("StableOpt")[1]["y"]), Vector::Constant(4, 1e-4));
    const Figure above = convergence_figure({made_up_comparison("levy03", 5, 5, 10)}, "c", "C");
    EXPECT_EQ(above.caption.find("are drawn at"), std::string::npos);
    EXPECT_THROW((void)convergence_figure({small()}, "c", "C", {.regret_floor = 0}), std::invalid_argument);
    EXPECT_THROW((void)convergence_figure({}, "c", "C"), std::invalid_argument);
}

TEST(ConvergenceFigure, OneLegendEntryPerMethodSwitchesItEverywhere) {
    const DrawnFigure figure(convergence_figure(support::made_up_comparisons(4, 12), "c", "C"));
    std::map<std::string, int> shown;
    std::map<std::string, std::set<std::string>> colours;
    for (const auto& trace : figure.data()) {
        const std::string group = trace["legendgroup"];
        shown[group] += trace["showlegend"] == true ? 1 : 0;
        if (trace.contains("fill")) continue;
        colours[trace["line"]["color"]].insert(group);
    }
    ASSERT_EQ(shown.size(), 7u);
    for (const auto& [group, times] : shown) EXPECT_EQ(times, 1) << group;
    EXPECT_EQ(colours.size(), 7u);
    for (const auto& [colour, groups] : colours) EXPECT_EQ(groups.size(), 1u) << colour;
    EXPECT_EQ(figure.layout()["yaxis"]["type"], "log");
    EXPECT_FALSE(figure.layout()["yaxis2"].contains("type"));
    // The initial design of six points ends between the sixth evaluation and the seventh, in all twelve panels.
    ASSERT_EQ(figure.layout()["shapes"].size(), 12u);
    for (const auto& shape : figure.layout()["shapes"]) EXPECT_EQ(shape["x0"], 6.5);
}

CriticalDifference seven_with_groups() {
    CriticalDifference difference{};
    difference.friedman.average_ranks = Vector{{2.0, 3.5, 3.6, 4.0, 4.4, 4.5, 6.0}};
    difference.friedman.f_p = 1e-5;
    difference.order = {0, 1, 2, 3, 4, 5, 6};
    difference.groups = {{1, 2, 3}, {2, 3, 5}, {0, 6}};
    return difference;
}

TEST(CriticalDifferenceFigure, PutsEveryMethodAtItsRankWithItsNameOnARowOfItsOwn) {
    const DrawnFigure figure(critical_difference_figure(seven_with_groups(), support::seven_methods(), "cd", "CD"));
    const auto best = figure.trace("Most uncertain");
    EXPECT_EQ(numbers(best["x"])[0], 2.0);
    EXPECT_EQ(numbers(best["x"])[2], 1);  // out to the right end, which is best
    EXPECT_EQ(numbers(figure.trace("ur Rehman")["x"])[2], 7);
    EXPECT_EQ(figure.layout()["xaxis"]["range"], nlohmann::json({7, 1}));
    std::set<std::pair<std::string, double>> rows;
    for (const auto& name : figure.layout()["annotations"]) {
        EXPECT_TRUE(rows.emplace(name["xanchor"].get<std::string>(), name["y"].get<double>()).second);
    }
    EXPECT_EQ(rows.size(), 7u);
    // Leaders of one side are nested: the nearer to the end, the higher.
    for (const auto& [outer, inner] : {std::pair{"Most uncertain", "Random"}, std::pair{"ur Rehman", "StableOpt"}}) {
        EXPECT_GT(numbers(figure.trace(outer)["y"])[1], numbers(figure.trace(inner)["y"])[1]);
    }
}

TEST(CriticalDifferenceFigure, ABarSpansEachGroupWithADotPerMethodAndNoBarHidesAnother) {
    const DrawnFigure figure(critical_difference_figure(seven_with_groups(), support::seven_methods(), "cd", "CD"));
    const auto bars = figure.traces("Not separated");
    ASSERT_EQ(bars.size(), 3u);
    EXPECT_EQ(numbers(bars[0]["x"]), (Vector{{3.5, 3.6, 4.0}}));
    EXPECT_EQ(numbers(bars[1]["x"]), (Vector{{3.6, 4.0, 4.5}}));
    EXPECT_EQ(numbers(bars[2]["x"]), (Vector{{2.0, 6.0}}));
    std::set<double> levels;
    for (const auto& bar : bars) levels.insert(numbers(bar["y"])[0]);
    EXPECT_EQ(levels.size(), 3u);
    // Bars are between the axis and the first name.
    EXPECT_LT(*levels.rbegin(), 0);
    EXPECT_GT(*levels.begin(), numbers(figure.trace("Most uncertain")["y"])[1]);
    EXPECT_THROW((void)critical_difference_figure(seven_with_groups(), {"one"}, "cd", "CD"), std::invalid_argument);
}

TEST(SearchPatternFigure, DrawsInitialPointsDotsFromBlackToWhiteAndBothCentresWithTheirRegions) {
    std::vector<SearchPattern> patterns;
    for (const std::string& method : support::seven_methods()) patterns.push_back(support::made_up_pattern(method));
    const BenchmarkPtr bowl = benchmark_named("bumped-bowl");
    const DrawnFigure figure(search_pattern_figure(*bowl, Norm::two, 1, patterns, "s", "S"));
    const auto triangles = figure.traces("Initial design");
    const auto dots = figure.traces("Evaluations, first black, last white");
    ASSERT_EQ(triangles.size(), 7u);
    for (std::size_t i = 0; i < 7; ++i) {
        const Points& evaluated = patterns[i].evaluated;
        EXPECT_TRUE(numbers(triangles[i]["x"]).isApprox(evaluated.row(0).head(3).transpose(), drawn));
        EXPECT_TRUE(numbers(dots[i]["y"]).isApprox(evaluated.row(1).tail(30).transpose(), drawn));
        EXPECT_EQ(dots[i]["marker"]["color"].front(), "rgb(0,0,0)");
        EXPECT_EQ(dots[i]["marker"]["color"].back(), "rgb(255,255,255)");
    }
    // The optimum of the bowl is the middle of [-4, 4]², and its region's radius an eighth of the side.
    const auto optimum = figure.traces("Robust optimum and its region");
    EXPECT_NEAR(numbers(optimum[1]["x"])[0], 0.5, 1e-6);
    EXPECT_NEAR(support::area_inside(optimum[0]), M_PI / 64, 1e-3);
    const auto recommended = figure.traces("Recommended centre and its region");
    EXPECT_NEAR(numbers(recommended[1]["y"])[0], patterns[0].recommended[1], drawn);
    const auto background = figure.data()[0];
    EXPECT_NEAR(numbers(background["z"][0])[0], std::log(32), 0.01);
    EXPECT_FALSE(figure.layout().contains("xaxis8")) << "the eighth panel is empty";

    patterns[0].initial = 33;
    EXPECT_THROW((void)search_pattern_figure(*bowl, Norm::two, 1, patterns, "s", "S"), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
