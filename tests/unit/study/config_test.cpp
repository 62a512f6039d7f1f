#include "sweetspot/study/config.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/bracket_study.hpp"
#include "support/refusal.hpp"

namespace sweetspot {
namespace {

const std::string& shortest = support::shortest_study;

StudyConfig read(const std::string& text) {
    return read_study(text, "s.toml", "folder");
}

std::string refusal(const std::string& text) {
    return support::refusal([&] { (void)read(text); });
}

std::string with(const std::string& from, const std::string& to) {
    std::string text = shortest;
    return text.replace(text.find(from), from.size(), to);
}

TEST(StudyConfig, TheShortestFileIsEnough) {
    const StudyConfig config = read(shortest);
    EXPECT_EQ(config.name, "bracket");
    EXPECT_EQ(config.storage, (StorageConfig{"sqlite", "folder/bracket.db"}));
    EXPECT_EQ(config.seed, 1U);
    ASSERT_EQ(config.parameters.size(), 2U);
    EXPECT_EQ(config.parameters[0].tolerance, (RegionTolerance{0.2, RegionTolerance::Of::unit}));
    EXPECT_EQ(config.parameters[1].tolerance, (RegionTolerance{0.05, RegionTolerance::Of::nominal}));
    EXPECT_EQ(config.norm, Norm::two);
    EXPECT_EQ(config.measure.name, "worst");
    EXPECT_TRUE(config.objective.command.empty());
    EXPECT_EQ(config.objective.then, AfterFailure::avoid);
    EXPECT_EQ(config.budget.evaluations, 100);
    EXPECT_EQ(verifications(config), 5);
    EXPECT_FALSE(config.budget.stop_when);
    EXPECT_EQ(method_of(config)->name(), "alternating");
}

const std::string on_slurm = shortest + "\n[objective]\ncommand = [\"./simulate\"]\nrun_on = \"slurm\"\n";

TEST(StudyConfig, ReadsHowJobsAreAskedOfSlurm) {
    EXPECT_EQ(read(shortest).objective.run_on, RunOn::here);
    const StudyConfig plain = read(on_slurm);
    EXPECT_EQ(plain.objective.run_on, RunOn::slurm);
    EXPECT_EQ(plain.slurm, SlurmConfig());
    const StudyConfig config = read(on_slurm + R"([slurm]
partition = "main"
account = "project7"
time = "02:00:00"
memory = "4G"
cpus = 8
arguments = ["--constraint=fast", "--gres=gpu:1"]
pilots = 4
look_every = 10
)");
    const SlurmConfig expected = {.partition = "main",
                                  .account = "project7",
                                  .time = "02:00:00",
                                  .memory = "4G",
                                  .cpus = 8,
                                  .arguments = {"--constraint=fast", "--gres=gpu:1"},
                                  .pilots = 4,
                                  .look_every = 10};
    EXPECT_EQ(config.slurm, expected);
    EXPECT_EQ(to_string(RunOn::here), "here");
    EXPECT_EQ(to_string(RunOn::slurm), "slurm");
    EXPECT_EQ(to_string(RunOn::workers), "workers");
}

TEST(StudyConfig, RefusesWhatSlurmCannotBeAsked) {
    EXPECT_EQ(
        refusal(shortest + "[slurm]\npartition = \"main\"\n"),
        "s.toml:13: slurm: the objective runs on \"here\", so no jobs are asked of Slurm; write run_on = \"slurm\" "
        "under [objective], or leave the table out");
    const auto table_refusal = [](const std::string& line) { return refusal(on_slurm + "[slurm]\n" + line + "\n"); };
    EXPECT_EQ(refusal(shortest + "[objective]\nrun_on = \"slrum\"\n"),
              "s.toml:14: run_on: unknown run_on \"slrum\"; did you mean \"slurm\"? Known: here, slurm, workers");
    EXPECT_NE(table_refusal("partiton = \"main\"").find("partition"), std::string::npos);
    EXPECT_NE(table_refusal("look_every = 0.1").find("it is 0.1 seconds; it must be 1 to 3600"), std::string::npos);
    EXPECT_NE(table_refusal("time = \"-t 5\"").find("it must be one word as sbatch takes it"), std::string::npos);
    EXPECT_NE(table_refusal("memory = \"\"").find("e.g. \"4G\""), std::string::npos);
    EXPECT_NE(table_refusal("arguments = [\"--mem\", \"4G\"]").find("with its value in one text"), std::string::npos);
    EXPECT_NE(table_refusal("arguments = [\"--job-name=x\"]").find("leave it out"), std::string::npos);
    EXPECT_NE(table_refusal("arguments = [\"-Jx\"]").find("leave it out"), std::string::npos);
    EXPECT_NE(table_refusal("pilots = -1").find("pilots"), std::string::npos);
    EXPECT_NE(table_refusal("arguments = [\"--clusters=x\"]").find("would hide its jobs"), std::string::npos);
}

TEST(StudyConfig, ASamplingRuleStandsForThePapersMethod) {
    const std::string text = shortest + "\n[method]\nsampling = \"random\"\n";
    EXPECT_EQ(method_of(read(text))->name(), "bayesian-robust-search");
}

TEST(StudyConfig, ReadsEveryKey) {
    const StudyConfig config = read(R"([study]
name = "all"
storage = "sqlite:////tmp/elsewhere.db"
seed = 7
[[parameter]]
name = "n"
bounds = [1, 100]
tolerance = "10%"
scale = "log"
type = "int"
[region]
norm = "inf"
[measure]
kind = "mean"
[objective]
command = ["./simulate", "{params}"]
format = "numbers"
timeout = 3600
parallel = 4
on_failure = { retry = 2, then = "stop" }
keep = "all"
[budget]
evaluations = 30
hours = 1.5
stop_when = { improvement_below = 0.001, for = 3 }
verify = 8
[method]
name = "bayesian-robust-search"
sampling = "ucb"
initial = 6
)");
    EXPECT_EQ(config.storage, (StorageConfig{"sqlite", "/tmp/elsewhere.db"}));
    EXPECT_EQ(config.seed, 7U);
    EXPECT_EQ(config.parameters[0].parameter.scale, Scale::log);
    EXPECT_EQ(config.parameters[0].parameter.step, 1);
    EXPECT_EQ(config.norm, Norm::infinity);
    EXPECT_EQ(config.measure.name, "mean");
    EXPECT_EQ(config.objective.command, (std::vector<std::string>{"./simulate", "{params}"}));
    EXPECT_EQ(config.objective.format, "numbers");
    EXPECT_EQ(config.objective.timeout, 3600);
    EXPECT_EQ(config.objective.parallel, 4);
    EXPECT_EQ(config.objective.retry, 2);
    EXPECT_EQ(config.objective.then, AfterFailure::stop);
    EXPECT_EQ(config.objective.keep, "all");
    EXPECT_EQ(config.budget.evaluations, 30);
    EXPECT_EQ(config.budget.hours, 1.5);
    EXPECT_EQ(config.budget.improvement_below, 0.001);
    EXPECT_EQ(config.budget.for_suggestions, 3);
    EXPECT_EQ(verifications(config), 8);
    EXPECT_EQ(config.method.sampling->name, "ucb");
    EXPECT_EQ(config.method.initial, 6);
}

TEST(StudyConfig, APercentageIsOfTheNominalValueEverywhere) {
    const Problem problem = problem_of(read(shortest));
    for (const double height : {2.5, 5.0, 18.0}) {
        const Vector centre = problem.space().to_unit(Vector{{5.0, height}});
        for (const double factor : {0.95, 1.05}) {
            const Vector edge = problem.space().to_unit(Vector{{5.0, height * factor}});
            EXPECT_NEAR(problem.robust_set().gauge(edge - centre), 1, 1e-9) << height << " x " << factor;
        }
    }
}

TEST(StudyConfig, MistakesAreNamedWithFileLineAndRemedy) {
    EXPECT_EQ(refusal(""), "s.toml: name: it is missing; give the study a name, name = \"…\" under [study]");
    EXPECT_TRUE(refusal("[study]\nname = \"a\"\n").starts_with("s.toml:1: parameter: there is none; describe each"));
    EXPECT_EQ(refusal(with("[1.0, 10.0]", "[10.0, 1.0]")),
              "s.toml:6: bounds: they are [10, 1]; the first must be less than the second");
    EXPECT_EQ(refusal(with("tolerance = 0.2", "tolerance = -1")),
              "s.toml:7: tolerance: it is -1; it must be at least 0 (0: built exactly)");
    EXPECT_TRUE(
        refusal(with("\"5%\"", "\"5 percent\"")).starts_with("s.toml:12: tolerance: the tolerance of \"height\""));
    EXPECT_TRUE(
        refusal(with("[2.0, 20.0]", "[-2, 20]")).starts_with("s.toml:11: bounds: they are [-2, 20]; with a log scale"));
    EXPECT_EQ(refusal(with("\"height\"", "\"width\"")), "s.toml:10: name: \"width\" is there twice; names must differ");
    EXPECT_TRUE(refusal(with("tolerance = 0.2", "tolerence = 0.2"))
                    .starts_with("s.toml:7: unknown key \"tolerence\"; did you mean \"tolerance\"?"));
    EXPECT_TRUE(refusal(shortest + "[measure]\nkind = \"wrost\"\n")
                    .starts_with("s.toml:14: kind: unknown measure \"wrost\"; did you mean \"worst\"?"));
    EXPECT_TRUE(
        refusal(shortest + "[objectives]\n").starts_with("s.toml:13: unknown key \"objectives\"; did you mean"));
    EXPECT_TRUE(refusal(with("tolerance = 0.2", "tolerance = 6")).starts_with("s.toml:4: parameter: "));
    EXPECT_TRUE(refusal(with("name = \"bracket\"", "name = \"bracket\"\nstorage = \"mysql://x\""))
                    .starts_with("s.toml:3: storage: it is \"mysql://x\"; it must be a SQLite file"));
    EXPECT_NE(
        refusal(with("name = \"bracket\"", "name = \"bracket\"\nstorage = \"sqlite:/x.db\"")).find("three slashes"),
        std::string::npos);
    EXPECT_NE(refusal(with("name = \"bracket\"", "name = \"bracket\"\nstorage = \"sqlite:///\"")).find("no name"),
              std::string::npos);
    EXPECT_NE(refusal(with("name = \"bracket\"", "name = \"bracket\"\nstorage = \"memory:x\"")).find("nothing follows"),
              std::string::npos);
    EXPECT_NE(
        refusal(with("name = \"bracket\"", "name = \"bracket\"\nstorage = \"memory:\"") +
                "[objective]\ncommand = [\"x\"]\nrun_on = \"workers\"\n")
            .find("run_on: it is \"workers\", which are other programs, and none of them can see a study in memory; "
                  "give another storage under [study]"),
        std::string::npos);
}

TEST(StudyConfig, TheLastEvaluationsVerifyWhereThereAreEnough) {
    const auto with_budget = [](const std::string& lines) { return shortest + "[budget]\n" + lines; };
    EXPECT_EQ(verifications(read(with_budget("evaluations = 29\n"))), 0);
    EXPECT_EQ(verifications(read(with_budget("evaluations = 30\n"))), 5);
    EXPECT_EQ(verifications(read(with_budget("evaluations = 100\nverify = 0\n"))), 0);
    EXPECT_EQ(verifications(read(with_budget("evaluations = 6\nverify = 2\n"))), 2);
    EXPECT_EQ(refusal(with_budget("evaluations = 6\nverify = 6\n")),
              "s.toml:15: verify: it is 6 of 6 evaluations; it must be less, so that there is an answer to verify");
    EXPECT_TRUE(refusal(with_budget("verify = -1\n")).starts_with("s.toml:14: verify: "));
    EXPECT_TRUE(refusal(with_budget("verify = 1.5\n")).starts_with("s.toml:14: verify: "));
}

TEST(StudyConfig, StopWhenTakesAShareOfTheRangeAnAmountOrATable) {
    const auto stop = [](const std::string& value) { return shortest + "[budget]\nstop_when = " + value + "\n"; };
    const GainLimit share{0.01, GainLimit::Of::range};
    EXPECT_EQ(read(stop("\"1%\"")).budget.stop_when, share);
    EXPECT_EQ(read(stop("\"1 % of the range\"")).budget.stop_when, share);
    EXPECT_EQ(read(stop("0.5")).budget.stop_when, (GainLimit{0.5, GainLimit::Of::unit}));
    EXPECT_EQ(read(stop("{ improvement_below = 0.1 }")).budget.improvement_below, 0.1);
    EXPECT_EQ(refusal(stop("-1")), "s.toml:14: stop_when: it is -1; it must be at least 0");
    for (const std::string wrong :
         {"\"\"", "\"1\"", "\"0%\"", "\"100%\"", "\"x% of the range\"", "\"1% of the moon\""}) {
        EXPECT_TRUE(refusal(stop(wrong)).starts_with("s.toml:14: stop_when: it is ")) << wrong;
    }
}

TEST(StudyConfig, TolerancesAreReadFromText) {
    EXPECT_EQ(tolerance_from("0.25", "w"), (RegionTolerance{0.25, RegionTolerance::Of::unit}));
    EXPECT_EQ(tolerance_from("12.5 %", "w"), (RegionTolerance{0.125, RegionTolerance::Of::nominal}));
    for (const char* wrong : {"", "%", "5%%", "-1", "nan", "100%", "a"}) {
        EXPECT_THROW((void)tolerance_from(wrong, "w"), std::invalid_argument) << wrong;
    }
}

TEST(StudyConfig, RefusalsAndNamesHaveNoControlCharacters) {
    EXPECT_EQ(refusal(with("\"width\"", R"("wi\u001b[31mdth")")),
              "s.toml:5: name: \"wi [31mdth\" cannot be used; give a name without commas, quotes, line breaks "
              "and the like");
    EXPECT_TRUE(refusal(with("tolerance = 0.2", "tolerance = 0.2\n\"a\\nb\\u0085c\" = 1"))
                    .starts_with("s.toml:8: unknown key \"a b c\""));
    EXPECT_EQ(refusal(with("\"bracket\"", R"("a\u0000b")")), "s.toml:2: name: it has a character of code 0; remove it");
}

TEST(StudyConfig, HasLabelsUnitsDescriptionAndNotesForPeople) {
    const StudyConfig config = read(R"([study]
name = "shop/bracket"
description = "The bracket of the gate"
notes = """two lines
of notes"""
[[parameter]]
name = "w"
label = "width"
unit = "mm"
bounds = [1, 10]
[[parameter]]
name = "material/grade"
type = "choice"
values = ["steel", "aluminium"]
label = "material"
[[environment]]
name = "t"
bounds = [-20, 60]
unit = "°C"
[objective]
label = "deflection"
unit = "µm"
)");
    EXPECT_EQ(config.parameters[0].label, "width");
    EXPECT_EQ(config.parameters[0].unit, "mm");
    EXPECT_EQ(config.parameters[0].shown_name(), "width");
    EXPECT_EQ(config.parameters[1].shown_name(), "material");
    EXPECT_EQ(config.parameters[2].unit, "°C");
    EXPECT_EQ(config.parameters[2].shown_name(), "t");
    EXPECT_EQ(config.objective.shown_name(), "deflection");
    EXPECT_EQ(config.objective.unit, "µm");
    EXPECT_EQ(config.description, "The bracket of the gate");
    EXPECT_EQ(config.notes, "two lines\nof notes");
    EXPECT_EQ(read(shortest).objective.shown_name(), "value");
}

TEST(StudyConfig, ASlashInANameMakesNoFolder) {
    const StudyConfig config = read(with("\"bracket\"", "\"shop/bracket\""));
    EXPECT_EQ(config.name, "shop/bracket");
    EXPECT_EQ(config.storage.place, "folder/shop-bracket.db");
}

TEST(StudyConfig, AUnitIsOneLine) {
    EXPECT_EQ(refusal(with("tolerance = 0.2", "tolerance = 0.2\nunit = \"m\\nm\"")),
              "s.toml:8: unit: it has a line break or the like; give one line of text");
}

TEST(StudyConfig, AnIntThatNoWholeNumberHoldsIsRefused) {
    EXPECT_EQ(refusal(with("[1.0, 10.0]", "[-1e300, 1e300]\ntype = \"int\"")),
              "s.toml:6: bounds: they are [-1e+300, 1e+300]; those of an int must be from -9007199254740992 to "
              "9007199254740992");
}

TEST(StudyConfig, VeryManyParametersAreRefusedBeforeTheyAreCompared) {
    std::string text = "study.name = \"s\"\n";
    for (int i = 0; i < 1001; ++i) text += "[[parameter]]\n";
    EXPECT_EQ(refusal(text), "s.toml:2: parameter: there are 1001; at most 1000 are supported");
}

}  // namespace
}  // namespace sweetspot
