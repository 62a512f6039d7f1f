#include "experiment/comparison.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "experiment/tables.hpp"
#include "statistics/wilcoxon.hpp"
#include "support/run_program.hpp"

namespace sweetspot {
namespace {

using support::ScratchDirectory;

ExperimentSpec spec_of(Index repeats) {
    ExperimentSpec spec;
    spec.name = "by hand";
    spec.profile = "paper";
    spec.problems = {"bumped-bowl", "stepped-sphere"};
    spec.dimensions = {2};
    spec.methods = {"centre", "stableopt"};
    spec.repeats = repeats;
    spec.evaluations = 12;
    return spec;
}

/// A run that reported the centre (x, 0) of that quality from the first evaluation to the last.
RunRecord reporting(double x, double quality) {
    RunRecord run{Points::Zero(2, 12), Vector::Zero(12), {}, {}, 1};
    run.common.centres = Points::Zero(2, 12);
    run.common.centres.row(0).setConstant(x);
    run.common.qualities = Vector::Constant(12, quality);
    return run;
}

/// Of bumped-bowl: centre regrets r + 1, stableopt 2 (r + 1) with its own report at 0.5; repeat 3 lacks a method.
void fill(ExperimentStore& store) {
    for (const RunKey& key : runs_of(spec_of(3))) {
        if (key.repeat == 3 && key.method == "stableopt") continue;
        const bool centre = key.method == "centre";
        RunRecord run = reporting(centre ? 4 : -2, static_cast<double>(key.repeat) * (centre ? 1 : 2));
        if (!centre) run.own = reporting(0, 0.5).common;
        store.save(key, run);
    }
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

TEST(Comparison, RegretAndDistanceAreThoseOfTheReportedCentre) {
    const ScratchDirectory scratch;
    ExperimentStore store(scratch.file("e.db"));
    fill(store);
    const std::vector<Comparison> found = comparisons(spec_of(3), store);
    ASSERT_EQ(found.size(), 2U);
    const Comparison& bowl = found.front();
    EXPECT_EQ(bowl.problem, "bumped-bowl");
    EXPECT_EQ(bowl.initial, 3);
    ASSERT_EQ(bowl.methods.size(), 2U);
    ASSERT_EQ(bowl.methods[0].regret.rows(), 2) << "only what every method has finished counts";
    const double optimum = std::log(1 + std::exp(-10));  // at the origin, closed form
    EXPECT_NEAR(bowl.methods[0].regret(1, 11), 2 - optimum, 1e-12);
    EXPECT_NEAR(bowl.methods[1].regret(1, 0), 4 - optimum, 1e-12);
    EXPECT_NEAR(bowl.methods[0].distance(0, 5), 0.5, 1e-12);  // 4 of an edge of 8
    EXPECT_NEAR(bowl.methods[1].distance(0, 5), 0.25, 1e-12);
    ASSERT_EQ(bowl.own.size(), 1U);
    EXPECT_EQ(bowl.own[0].method, "stableopt");
    EXPECT_NEAR(bowl.own[0].regret(0, 11), 0.5 - optimum, 1e-12);
}

TEST(Comparison, NothingFinishedIsNothingCompared) {
    const ScratchDirectory scratch;
    const ExperimentStore store(scratch.file("e.db"));
    const std::vector<Comparison> found = comparisons(spec_of(2), store);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_TRUE(found[0].methods.empty());
    EXPECT_EQ(lines_of(runs_table(found)).size(), 1U);
    EXPECT_EQ(lines_of(summary_table(found)).size(), 1U);
    EXPECT_EQ(lines_of(tests_table(found)).size(), 1U);
}

TEST(Comparison, ARunThatBeatsASearchedReferenceBecomesTheReference) {
    const ScratchDirectory scratch;
    ExperimentSpec spec = spec_of(1);
    spec.problems = {"push4"};
    ExperimentStore store(scratch.file("e.db"));
    for (const RunKey& key : runs_of(spec)) {
        RunRecord run{Points::Zero(4, 12), Vector::Zero(12), {}, {}, 1};
        run.common = {Points::Constant(4, 12, 0.5), Vector::Constant(12, key.method == "centre" ? -1.0 : 3.0)};
        store.save(key, run);
    }
    const Comparison push = comparisons(spec, store).front();
    EXPECT_EQ(push.methods[0].regret(0, 11), 0);
    EXPECT_EQ(push.methods[1].regret(0, 11), 4);
    EXPECT_EQ(push.methods[1].distance(0, 11), 0);
}

TEST(Comparison, OfAProblemWithoutInstancesTheBestOfAllRepeatsIsTheReference) {
    const ScratchDirectory scratch;
    ExperimentStore store(scratch.file("e.db"));
    const ExperimentSpec spec = spec_of(2);
    for (const RunKey& key : runs_of(spec)) {
        store.save(key, reporting(0, key.repeat == 2 && key.method == "centre" ? -7.0 : -3.0));
    }
    const Comparison bowl = comparisons(spec, store).front();
    EXPECT_EQ(bowl.methods[0].regret(0, 11), 4);
    EXPECT_EQ(bowl.methods[0].regret(1, 11), 0);
    EXPECT_EQ(bowl.methods[1].regret(0, 11), 4);
}

TEST(Comparison, PairedRegretsWeighEveryProblemAlike) {
    Comparison a;
    a.problem = "a";
    a.methods = {{"m", Matrix(2, 1), Matrix(2, 1)}, {"n", Matrix(2, 1), Matrix(2, 1)}};
    a.methods[0].regret << 1, 2;
    a.methods[1].regret << 3, 4;
    Comparison b = a;
    b.problem = "b";
    for (MethodScores& m : b.methods) m.regret *= 1000;
    const std::vector<Comparison> both = {a, b};
    const Matrix scores = paired_regrets(both, 1);
    Matrix expected(4, 2);
    expected << 1, 3, 2, 4, 1, 3, 2, 4;
    EXPECT_TRUE(scores.isApprox(expected / 2.5, 1e-14)) << scores;
    EXPECT_THROW((void)paired_regrets(both, 2), std::invalid_argument);
}

TEST(ExperimentTables, HoldWhatWasCompared) {
    const ScratchDirectory scratch;
    ExperimentStore store(scratch.file("e.db"));
    fill(store);
    const std::vector<Comparison> found = comparisons(spec_of(3), store);
    const std::vector<std::string> runs = lines_of(runs_table(found));
    ASSERT_EQ(runs.size(), 1U + 2U * (2U + 2U + 2U));
    EXPECT_EQ(runs[0],
              "problem,dimension,norm,profile,method,report,repeat,regret_10,regret_12,distance_10,distance_12");
    EXPECT_EQ(runs[2], "bumped-bowl,2,2,paper,centre,common,2,2,2,0.5,0.5");
    EXPECT_EQ(runs[5], "bumped-bowl,2,2,paper,stableopt,own,1,0.49995,0.49995,0,0");
    const std::vector<std::string> summary = lines_of(summary_table(found));
    ASSERT_EQ(summary.size(), 1U + 2U * 3U);
    EXPECT_EQ(summary[1], "bumped-bowl,2,2,paper,centre,common,2,1.25,1.5,1.75,0.5,0.5,0.5,1.000");
    EXPECT_EQ(summary[3], "bumped-bowl,2,2,paper,stableopt,own,2,0.49995,0.49995,0.49995,0,0,0,");
    const std::vector<std::string> tests = lines_of(tests_table(found));
    ASSERT_EQ(tests.size(), 1U + 2U + 1U);
    EXPECT_TRUE(tests[3].starts_with("all,2,2,paper,4,")) << tests[3];
    const Matrix scores = paired_regrets(found, 12);
    const double p = wilcoxon_signed_rank(scores.col(0), scores.col(1)).p;
    EXPECT_NE(tests[3].find(fmt::format(",centre,stableopt,1.000,2.000,{:.4g},", p)), std::string::npos) << tests[3];
}

TEST(ExperimentTables, TheTableOfRunsCanBeReadBack) {
    const ScratchDirectory scratch;
    ExperimentStore store(scratch.file("e.db"));
    fill(store);
    const std::vector<Comparison> found = comparisons(spec_of(3), store);
    const std::string table = runs_table(found);
    std::istringstream in(table);
    const std::vector<Comparison> back = read_runs_table(in, "runs.csv");
    ASSERT_EQ(back.size(), found.size());
    for (std::size_t i = 0; i < back.size(); ++i) {
        EXPECT_EQ(back[i].problem, found[i].problem);
        EXPECT_EQ(back[i].initial, found[i].initial);
        ASSERT_EQ(back[i].methods.size(), 2U);
        ASSERT_EQ(back[i].own.size(), 1U);
        for (const Index column : {0, 1}) {
            const Index after = column == 0 ? 9 : 11;
            EXPECT_TRUE(back[i].methods[1].regret.col(column).isApprox(found[i].methods[1].regret.col(after), 1e-4));
            EXPECT_TRUE(
                back[i].methods[0].distance.col(column).isApprox(found[i].methods[0].distance.col(after), 1e-4));
        }
    }
}

/// 60 evaluations, two promises in repeat 1 and none in repeat 4; repeats 2 and 3 are not finished.
std::vector<Comparison> with_promises(const ScratchDirectory& scratch) {
    ExperimentSpec spec = spec_of(4);
    spec.problems = {"bumped-bowl"};
    spec.evaluations = 60;
    ExperimentStore store(scratch.file("p.db"));
    for (const RunKey& key : runs_of(spec)) {
        if (key.repeat == 2 || (key.repeat == 3 && key.method == "centre")) continue;
        RunRecord run{Points::Zero(2, 60), Vector::Zero(60), {}, {}, 1};
        run.common = {Points::Zero(2, 60), Vector::LinSpaced(60, 1, 60)};
        if (key.method == "stableopt") run.own = run.common;
        if (key.method == "stableopt" && key.repeat == 1) run.promises = {{25, {24.5, 1.0 / 3}}, {50, {-1, 49.75}}};
        store.save(key, run);
    }
    return comparisons(spec, store);
}

TEST(ExperimentTables, ANumberThatIsNoDimensionIsRefusedByItsLine) {
    const auto refusal = [](const std::string& row) -> std::string {
        std::istringstream in("problem,dimension,norm,profile,method,report,repeat,regret_10,distance_10\n" + row);
        try {
            static_cast<void>(read_runs_table(in, "runs.csv"));
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(refusal("toy,2,2,paper,centre,common,1,4,3\n"), "");
    for (const std::string dimension : {"", "nan", "1e30", "2.5", "-1", "9223372036854775807"}) {
        EXPECT_EQ(refusal("toy," + dimension + ",2,paper,centre,common,1,4,3\n"),
                  "runs.csv:2: \"" + dimension + "\" is no whole number; give a table of runs as sweetspot writes it");
    }
    EXPECT_TRUE(refusal("toy,2,2,paper,centre,common,nan,4,3\n").starts_with("runs.csv:2: \"nan\" is no whole number"));
    EXPECT_TRUE(refusal("toy,2,max,paper,centre,common,1,4,3\n").starts_with("runs.csv:2: unknown norm \"max\""));
}

TEST(ExperimentTables, HoldPromisesAndTheTruthBesideThem) {
    const ScratchDirectory scratch;
    const std::vector<std::string> runs = lines_of(runs_table(with_promises(scratch)));
    ASSERT_EQ(runs.size(), 1U + 2U + 2U + 2U);
    const auto tail = [](const std::string& line, int cells) {
        std::size_t at = line.size();
        for (int i = 0; i < cells; ++i) at = line.rfind(',', at - 1);
        return line.substr(at + 1);
    };
    EXPECT_EQ(tail(runs[0], 6), "worst_25,lower_25,upper_25,worst_50,lower_50,upper_50");
    EXPECT_EQ(tail(runs[1], 6), "25,,,50,,");
    EXPECT_EQ(tail(runs[3], 6), "25,24.5,0.333333333,50,-1,49.75");
    EXPECT_TRUE(runs[4].starts_with("bumped-bowl,2,2,paper,stableopt,common,4,")) << "the repeat's own number";
    EXPECT_EQ(tail(runs[4], 6), "25,,,50,,");
    EXPECT_EQ(tail(runs[5], 6), ",,,,,") << "the own rule promises nothing";
}

TEST(ExperimentTables, PromisesAreReadBackAndTablesWithoutThemToo) {
    const ScratchDirectory scratch;
    const std::vector<Comparison> found = with_promises(scratch);
    std::istringstream in(runs_table(found));
    const Comparison back = read_runs_table(in, "runs.csv").front();
    EXPECT_EQ(back.moments, (std::vector<Index>{10, 20, 30, 40, 50, 60}));
    EXPECT_EQ(back.methods[1].repeats, (std::vector<Index>{1, 4}));
    const Promises& promises = back.methods[1].promises;
    EXPECT_TRUE(promises.worst.isApprox((Matrix(2, 2) << 25, 50, 25, 50).finished()));
    EXPECT_TRUE(promises.upper.row(0).isApprox(found[0].methods[1].promises.upper.row(0), 1e-8));
    EXPECT_TRUE(promises.lower.row(0).isApprox(found[0].methods[1].promises.lower.row(0), 1e-8));
    EXPECT_TRUE(promises.lower.row(1).array().isNaN().all());
    std::istringstream old(
        "problem,dimension,norm,profile,method,report,repeat,regret_10,regret_20,distance_10,distance_20\n"
        "bumped-bowl,2,2,paper,centre,common,1,4,3,0.5,0.25\n");
    const Comparison without = read_runs_table(old, "old.csv").front();
    EXPECT_EQ(without.methods[0].regret(0, 1), 3);
    EXPECT_EQ(without.methods[0].distance(0, 1), 0.25);
    EXPECT_EQ(without.methods[0].promises.worst.size(), 0);
}

TEST(ExperimentTables, ATableOfSomethingElseIsRefusedWithItsLine) {
    std::istringstream other("a,b\n1,2\n");
    EXPECT_THROW((void)read_runs_table(other, "x.csv"), std::invalid_argument);
    for (const std::string columns :
         {"regret_10,distance_20", "regret_10,distance_10,worst_25", "regret_10,distance_10,worst_30,lower_30,upper_30",
          "regret_10,distance_10,worst_25,upper_25,lower_25"}) {
        std::istringstream crooked("problem,dimension,norm,profile,method,report,repeat," + columns + "\n");
        EXPECT_THROW((void)read_runs_table(crooked, "x.csv"), std::invalid_argument) << columns;
    }
    std::istringstream wrong(
        "problem,dimension,norm,profile,method,report,repeat,regret_5,distance_5\nf,2,2,paper,centre,common,1,abc,0\n");
    try {
        (void)read_runs_table(wrong, "x.csv");
        FAIL() << "it was read";
    } catch (const std::invalid_argument& error) {
        EXPECT_EQ(std::string(error.what()),
                  "x.csv:2: \"abc\" is not a number; give a table of runs as sweetspot writes it");
    }
}

}  // namespace
}  // namespace sweetspot
