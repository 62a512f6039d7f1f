#include "cli/program.hpp"

namespace sweetspot::cli {
namespace {

using support::ScratchDirectory;

const std::string spec = R"([experiment]
name = "tiny"
problems = ["bumped-bowl"]
dimensions = [2]
methods = ["centre", "latin-hypercube"]
repeats = 2
evaluations = 5
)";

TEST(ExperimentCommand, RunsSaysHowFarItCameAndReports) {
    const ScratchDirectory scratch;
    const std::string file = scratch.write("tiny.toml", spec);
    const ProgramResult run = sweetspot({"experiment", "run", file});
    EXPECT_EQ(run.exit_status, 0) << run.err;
    EXPECT_EQ(run.out, "");
    expect_contains(run.err, "0/4 runs\n");
    expect_contains(run.err, "4/4 runs");
    EXPECT_EQ(sweetspot({"experiment", "status", file}).out,
              "tiny: 4 of 4 runs are done\n"
              "  centre                     2 of 2\n"
              "  latin-hypercube            2 of 2\n");
    const ProgramResult report = sweetspot({"experiment", "report", file, "--out", scratch.file("report")});
    EXPECT_EQ(report.exit_status, 0) << report.err;
    expect_contains(report.out, "bumped-bowl, D = 2, p = 2");
    for (const std::string name : {"runs.csv", "summary.csv", "tests.csv", "index.html"}) {
        EXPECT_TRUE(std::filesystem::exists(scratch.file("report/" + name))) << name;
    }
}

TEST(ExperimentCommand, MistakesAreOneSentence) {
    const ScratchDirectory scratch;
    const std::string file = scratch.write("tiny.toml", spec);
    const std::string wrong = scratch.write("wrong.toml", spec + "repetitions = 3\n");
    expect_refused(sweetspot({"experiment"}), {"sweetspot experiment: no command was given; use one of run, status"});
    expect_refused(sweetspot({"experiment", "rn"}),
                   {"sweetspot experiment: unknown command \"rn\"; did you mean \"run\"?"});
    expect_refused(sweetspot({"experiment", "run", scratch.file("none.toml")}),
                   {"sweetspot experiment: ", "none.toml cannot be read; give the name of a spec file that exists"});
    expect_refused(sweetspot({"experiment", "run", wrong}),
                   {"sweetspot experiment: ", "wrong.toml:8: unknown key \"repetitions\""});
    expect_refused(sweetspot({"experiment", "run", file, "--shard", "3/2"}),
                   {"sweetspot experiment: --shard: 3/2 was given; it must be i/n with i from 1 to n, e.g. 1/2"});
    expect_refused(sweetspot({"experiment", "run", file, "--jobs", "0"}), {"sweetspot experiment run: --jobs"});
    expect_refused(sweetspot({"experiment", "status", file}),
                   {"sweetspot experiment: ", "tiny.db: there is no such experiment file; run the experiment first"});
    expect_refused(
        sweetspot({"experiment", "run", file, "--store", file}),
        {"sweetspot experiment: ", "tiny.toml: the file is no experiment of sweetspot, not even a database"});
    EXPECT_EQ(support::read_text(file), spec);
}

TEST(ExperimentCommand, JudgesThePapersClaimsByTablesOfRuns) {
    const ScratchDirectory scratch;
    const std::string file = scratch.write("tiny.toml", spec);
    ASSERT_EQ(sweetspot({"experiment", "run", file, "-q"}).exit_status, 0);
    ASSERT_EQ(sweetspot({"experiment", "report", file, "--out", scratch.file("report")}).exit_status, 0);
    const ProgramResult judged = sweetspot({"experiment", "claims", scratch.file("report/runs.csv")});
    EXPECT_EQ(judged.exit_status, 0) << judged.err;
    expect_contains(judged.out, "| Nobody finds the step of f5 at D = 10 |");
    expect_contains(judged.out, "**not measured**");
    expect_refused(sweetspot({"experiment", "claims", file}),
                   {"sweetspot experiment: ", "tiny.toml:1: this is no table of runs"});
}

const std::string runs_header = "problem,dimension,norm,profile,method,report,repeat,regret_10,distance_10\n";

TEST(ExperimentCommand, ComparesOneMethodWithAllOthersByTablesOfRuns) {
    const ScratchDirectory scratch;
    const std::string a = scratch.write("a.csv", runs_header + "levy03,5,2,warped,alternating,common,1,0.5,0.1\n");
    const std::string b = scratch.write("b.csv", runs_header + "levy03,5,2,default,most-uncertain,common,1,1,0.1\n");
    const ProgramResult bars = sweetspot({"experiment", "bars", a, b});
    EXPECT_EQ(bars.exit_status, 0) << bars.err;
    expect_contains(bars.out, "## ranks\n\n| method | profile |");
    expect_contains(bars.out, "| most-uncertain | default | 0.50 | 0.50 |\n");
    expect_contains(bars.out, "## step\n\nbars: there are no runs on stepped-sphere; give tables that have them\n");
    const ProgramResult other =
        sweetspot({"experiment", "bars", a, b, "--method", "most-uncertain", "--profile", "default"});
    expect_contains(other.out, "| alternating | warped | 2.00 | 2.00 |\n");
    expect_refused(sweetspot({"experiment", "bars", a, b, "--family", "pusch"}),
                   {"sweetspot experiment: bars: there are no runs of the family \"pusch\""});
    expect_refused(sweetspot({"experiment", "bars", scratch.file("none.csv")}),
                   {"sweetspot experiment: ", "none.csv cannot be read"});
    expect_refused(sweetspot({"experiment", "bars"}), {"sweetspot experiment: bars: give tables of runs to print"});
}

TEST(ExperimentCommand, MakesTheTablesOfADocumentAnew) {
    const ScratchDirectory scratch;
    const std::string a =
        scratch.write("a.csv", runs_header + "stepped-sphere,5,2,warped,alternating,common,1,0.5,0\n");
    const std::string text = "# Title\n<!-- bars: step " + a + " -->\nwhat was there\n<!-- end -->\nand after\n";
    const std::string document = scratch.write("d.md", text);
    const ProgramResult made = sweetspot({"experiment", "bars", "--update", document});
    EXPECT_EQ(made.exit_status, 0) << made.err;
    EXPECT_EQ(made.out, document + ": tables made anew\n");
    const std::string fresh = support::read_text(document);
    expect_contains(fresh, "| alternating | warped | 1 of 1 |\n");
    EXPECT_EQ(fresh.find("what was there"), std::string::npos);
    EXPECT_TRUE(fresh.ends_with("<!-- end -->\nand after\n"));
    EXPECT_EQ(sweetspot({"experiment", "bars", "--update", document}).out, document + ": its tables are up to date\n");
    EXPECT_EQ(support::read_text(document), fresh);
    const std::string broken = scratch.write("broken.md", "<!-- bars: step " + a + " -->\n");
    expect_refused(sweetspot({"experiment", "bars", "--update", broken}),
                   {"sweetspot experiment: ", "broken.md:1: the table has no end"});
    EXPECT_EQ(support::read_text(broken), "<!-- bars: step " + a + " -->\n") << "left as it was";
    expect_refused(sweetspot({"experiment", "bars", a, "--update", document}),
                   {"sweetspot experiment: bars: ", "and not both"});
}

TEST(ExperimentCommand, AReportOfNothingIsRefused) {
    const ScratchDirectory scratch;
    const std::string file = scratch.write("tiny.toml", spec);
    ASSERT_EQ(sweetspot({"experiment", "run", file, "-q", "--shard", "4/4"}).exit_status, 0);
    expect_refused(sweetspot({"experiment", "report", file, "--out", scratch.file("report")}),
                   {"sweetspot experiment: ", "no repeat is finished by every method; let the experiment run on"});
}

}  // namespace
}  // namespace sweetspot::cli
