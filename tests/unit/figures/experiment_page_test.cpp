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

TEST(ExperimentPage, TheVerdictSaysWhoIsBestAndFromWhomTheTestsSeparateIt) {
    std::vector<Comparison> comparisons = {support::made_up_comparison("levy03", 5, 30, 9)};
    auto& methods = comparisons[0].methods;
    methods.resize(3);
    for (Index run = 0; run < 30; ++run) {
        const double shift = 0.001 * static_cast<double>(run);
        methods[0].regret(run, 8) = 1 + shift;
        methods[1].regret(run, 8) = 2 + shift;
        // Now better and now worse than the first, by as much.
        methods[2].regret(run, 8) = 1 + shift + (run % 2 == 0 ? 1e-4 : -1e-4) * static_cast<double>(1 + run);
    }
    const Section section = experiment_sections(comparisons).front();
    const auto* verdict = std::get_if<Paragraph>(&section.parts[0]);
    ASSERT_NE(verdict, nullptr);
    EXPECT_NE(verdict->text.find("has the best average rank, 1.50 of 3 over 30 paired runs."), std::string::npos)
        << verdict->text;
    EXPECT_NE(verdict->text.find(" It is significantly better than " + methods[1].method + "."), std::string::npos);
    EXPECT_NE(verdict->text.find(" The tests do not separate it from "), std::string::npos);
}

TEST(ExperimentPage, OneRunHasNoVerdict) {
    const Section section = experiment_sections({support::made_up_comparison("levy03", 5, 1, 9)}).front();
    const auto* verdict = std::get_if<Paragraph>(&section.parts[0]);
    ASSERT_NE(verdict, nullptr);
    EXPECT_EQ(verdict->text, "There are too few runs or methods to say which method is better.");
}

TEST(ExperimentPage, ItsTableShowsTheQuartilesOfTheLastRegrets) {
    const std::vector<Comparison> one = {support::made_up_comparison("levy03", 5, 7, 9)};
    const Section section = experiment_sections(one).front();
    const auto* table = std::get_if<DataTable>(&section.parts[2]);
    ASSERT_NE(table, nullptr);
    ASSERT_EQ(table->rows.size(), 7U);
    const Quartiles q = quartiles(one[0].methods[2].regret.col(8));
    EXPECT_EQ(table->rows[2][0], "levy03");
    EXPECT_EQ(table->rows[2][1], "ucb");
    EXPECT_EQ(table->rows[2][2], fmt::format("{:.6g}", q.median));
    EXPECT_EQ(table->rows[2][3], fmt::format("{:.6g}", q.lower));
    EXPECT_EQ(table->rows[2][4], fmt::format("{:.6g}", q.upper));
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
