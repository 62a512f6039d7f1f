#include "figures/experiment_page.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "experiment/campaign.hpp"
#include "statistics/summary.hpp"
#include "support/figures.hpp"
#include "support/made_up_comparisons.hpp"
#include "support/run_program.hpp"

namespace sweetspot {
namespace {

std::vector<std::string> figure_ids(const Section& section) {
    std::vector<std::string> ids;
    for (const PagePart& part : section.parts) {
        if (const auto* figure = std::get_if<Figure>(&part)) ids.push_back(figure->id);
    }
    return ids;
}

TEST(ExperimentPage, HasASectionPerProfileDimensionAndNorm) {
    std::vector<Comparison> comparisons = support::made_up_comparisons(3, 8);
    comparisons[1].dimension = 10;
    comparisons[2].norm = Norm::one;
    comparisons[3].profile = "default";
    comparisons.push_back({"quintic", 2, Norm::two, "paper", 3, {}, {}});  // nothing is finished
    const std::vector<Section> sections = experiment_sections(comparisons);
    ASSERT_EQ(sections.size(), 4U);
    EXPECT_EQ(sections[0].heading, "D = 5, balls (p = 2), profile paper");
    EXPECT_EQ(figure_ids(sections[0]), (std::vector<std::string>{"convergence-d5-p2-paper", "ranks-d5-p2-paper"}));
    EXPECT_EQ(figure_ids(sections[1])[0], "convergence-levy03-d10-p2-paper");
    EXPECT_EQ(figure_ids(sections[2])[0], "convergence-styblinski-tang-d5-p1-paper");
    EXPECT_EQ(figure_ids(sections[3])[0], "convergence-robust-problem-4-d5-p2-default");
}

TEST(ExperimentPage, ItsTableShowsTheQuartilesOfTheLastRegrets) {
    const std::vector<Comparison> one = {support::made_up_comparison("levy03", 5, 7, 9)};
    const Section section = experiment_sections(one).front();
    const auto* table = std::get_if<Table>(&section.parts[1]);
    ASSERT_NE(table, nullptr);
    ASSERT_EQ(table->rows.size(), 7U);
    const Quartiles q = quartiles(one[0].methods[2].regret.col(8));
    EXPECT_EQ(table->rows[2][0], "ucb");
    EXPECT_EQ(table->rows[2][1], fmt::format("{:.3g} [{:.2g}, {:.2g}]", q.median, q.lower, q.upper));
}

TEST(ExperimentPage, SearchPatternsAreThoseOfTheStoredRuns) {
    ExperimentSpec spec;
    spec.name = "patterns";
    spec.profile = "paper";
    spec.problems = {"bumped-bowl"};
    spec.dimensions = {2};
    spec.methods = {"centre", "latin-hypercube"};
    spec.repeats = 1;
    spec.evaluations = 6;
    const support::ScratchDirectory scratch;
    ExperimentStore store(scratch.file("e.db"));
    EXPECT_TRUE(pattern_sections(spec, store).empty());
    run_campaign(runs_of(spec), store, {});
    const std::vector<Section> sections = pattern_sections(spec, store);
    ASSERT_EQ(sections.size(), 1U);
    const auto* figure = std::get_if<Figure>(&sections[0].parts[0]);
    ASSERT_NE(figure, nullptr);
    // The first evaluation of the initial design, from [-4, 4] to the unit square.
    const double x = (store.load(runs_of(spec)[0])->inputs(0, 0) + 4) / 8;
    const auto initial = support::DrawnFigure(*figure).trace("Initial design");
    EXPECT_NEAR(support::numbers(initial["x"])[0], x, support::drawn);
}

}  // namespace
}  // namespace sweetspot
