// The commands on a study through the program: what they print, and every refusal.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "cli/bench.hpp"
#include "cli/program.hpp"
#include "support/bracket_study.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::cli {
namespace {

using support::ScratchDirectory;

using support::full_study;

TEST(StudyCommands, CheckSaysWhatWasUnderstoodAndRunsNothing) {
    const ScratchDirectory scratch;
    const std::string file = scratch.write("study.toml", full_study);
    const ProgramResult missing = sweetspot({"run", file, "--check"});
    EXPECT_EQ(missing.exit_status, 2);
    EXPECT_EQ(missing.err, "sweetspot run: " + file + ": " + scratch.file("simulate") +
                               " does not exist; a path in the command is relative to the study file's folder\n");
    chmod(scratch.write("simulate", "#!/bin/sh\n").c_str(), 0755);
    const ProgramResult result = sweetspot({"run", file, "--check"});
    EXPECT_EQ(result.exit_status, 0) << result.err;
    const unsigned cores = std::thread::hardware_concurrency();
    const std::string on_cores = cores >= 4 ? "" : cores == 1 ? " on 1 core" : fmt::format(" on {} cores", cores);
    EXPECT_EQ(result.out,
              "bracket: 2 parameters\n"
              "  width            1 … 10, built to ± 0.2\n"
              "  height           2 … 20, built to ± 5%\n"
              "region: ellipsoid (norm 2); measure: worst; method: bayesian-robust-search, sampling most-uncertain\n"
              "objective: ./simulate {params} {results}; 4 at a time" +
                  on_cores +
                  ", at most 3600 s each\n"
                  "an evaluation that fails: 2 retries, then avoid\n"
                  "budget: 100 evaluations; the last 5 verify the answer; seed: 1; storage: " +
                  scratch.file("bracket.db") + "\n");
    EXPECT_FALSE(std::filesystem::exists(scratch.file("bracket.db")));
}

TEST(StudyCommands, TryEvaluatesTheCentreOnceAndStoresNothing) {
    const support::ScratchStudy study("echo once >> $2; " + support::bowl_script);
    study.write(5);
    const ProgramResult works = study.sweetspot("run", {"--try"});
    EXPECT_EQ(works.exit_status, 0) << works.err;
    expect_contains(works.out, "it gave 0.161797");  // at a = 0 and b = sqrt(3)
    EXPECT_EQ(study.log(), "once\n");
    EXPECT_FALSE(std::filesystem::exists(study.file("s.db")));

    const support::ScratchStudy broken("echo no licence >&2; exit 1");
    broken.write(5);
    const ProgramResult fails = broken.sweetspot("run", {"--check", "--try"});
    EXPECT_EQ(fails.exit_status, 1);
    EXPECT_TRUE(fails.err.starts_with("sweetspot run: the objective failed at the centre: ")) << fails.err;
    expect_contains(fails.err, "no licence");
}

TEST(StudyCommands, AskPrintsOneLineOfJsonPerPointAndPendingPointsDiffer) {
    const Bench bench;
    const ProgramResult asked = bench("ask", {"-n", "3"});
    EXPECT_EQ(asked.exit_status, 0) << asked.err;
    std::istringstream lines(asked.out);
    std::string line;
    std::vector<Json> points;
    while (std::getline(lines, line)) points.push_back(Json::parse(line));
    ASSERT_EQ(points.size(), 3U);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(points[i].size(), 2U);
        EXPECT_EQ(points[i]["number"], i);
        EXPECT_TRUE(points[i]["params"]["count"].is_number_integer());
        for (int j = 0; j < i; ++j) EXPECT_NE(points[i]["params"], points[j]["params"]);
    }
}

TEST(StudyCommands, TellTakesValuesErrorsFailuresOtherPointsAndCorrections) {
    const Bench bench;
    ASSERT_EQ(bench("ask", {"-n", "3"}).exit_status, 0);
    EXPECT_EQ(bench("tell", {"0", "-1.5"}).out, "trial 0 is complete\n");
    EXPECT_EQ(bench("tell", {"0", "-1.25±0.5"}).out, "trial 0 is complete (it was -1.5)\n");
    EXPECT_EQ(bench("tell", {"1", "2", "--standard-error", "0.1", "--actual", R"({"width": 2.6, "count": 4.5})"}).out,
              "trial 1 is complete\n");
    EXPECT_EQ(bench("tell", {"2", "--failed", "the probe fell off"}).out, "trial 2 is failed\n");
    EXPECT_EQ(bench("tell", {"--params", R"({"width": 3, "count": 8})", "1.9"}).out, "trial 3 is complete\n");
    const Json trials = Json::parse(bench("trials", {"--format", "json"}).out);
    ASSERT_EQ(trials.size(), 4U);
    EXPECT_EQ(trials[0]["value"], -1.25);
    EXPECT_EQ(trials[0]["standard_error"], 0.5);
    EXPECT_EQ(trials[1]["params"], (Json{{"width", 2.6}, {"count", 4.5}})) << "also where it is no whole number";
    EXPECT_TRUE(trials[1].contains("asked")) << "and what was asked is kept apart";
    EXPECT_EQ(trials[2]["reason"], "the probe fell off");
    EXPECT_EQ(trials[3]["source"], "told");
    EXPECT_EQ(bench("status").out,
              "bench: 4 of 100 evaluations done\n  complete       3\n  failed         1\n"
              "trial 2 failed: the probe fell off\n");
}

TEST(StudyCommands, TellRefusesWhatItCannotMean) {
    const Bench bench;
    expect_refused(bench("tell", {"0", "1"}), {"sweetspot tell: there is no trial 0, for none was asked for yet"});
    ASSERT_EQ(bench("ask").exit_status, 0);
    expect_refused(bench("tell"), {"sweetspot tell: say of which trial, and its value"});
    expect_refused(bench("tell", {"0"}), {"sweetspot tell: give a value, or --failed \"why\", and not both"});
    expect_refused(bench("tell", {"0", "1", "--failed", "why"}), {"sweetspot tell: give a value, or --failed"});
    expect_refused(bench("tell", {"7", "1"}), {"sweetspot tell: there is no trial 7; they are numbered 0 to 0"});
    expect_refused(bench("tell", {"0", "nan"}), {"sweetspot tell: the value is \"nan\"; it must be a finite number"});
    expect_refused(bench("tell", {"0", "1±-1"}), {"sweetspot tell: the standard error is -1"});
    expect_refused(bench("tell", {"--params", R"({"width": 2})", "1"}),
                   {"sweetspot tell: --params: \"count\" is missing"});
    expect_refused(bench("tell", {"0", "1", "--actual", R"({"widht": 2, "count": 3})"}),
                   {"sweetspot tell: --actual: ", "did you mean \"width\""});
    expect_refused(bench("tell", {"0", "1", "--actual", R"({"width": 200, "count": 3})"}),
                   {"sweetspot tell: --actual", "width", "200"});
    expect_refused(bench("tell", {"0", "1", "--actual", "{"}), {"sweetspot tell: --actual"});
    EXPECT_EQ(Json::parse(bench("trials", {"--format", "json"}).out)[0]["state"], "waiting") << "nothing was stored";
}

TEST(StudyCommands, ExportAndImportAreInverse) {
    const Bench bench;
    bench.fill(5);
    const std::string csv = bench("export").out;
    EXPECT_TRUE(csv.starts_with("number,state,source,width,count,value,standard_error,failure\n0,complete,search,"))
        << csv;
    const Bench other;
    const std::string data = other.scratch.write("data.csv", csv);
    EXPECT_EQ(other("import", {data}).out, "5 trials were imported\n");
    EXPECT_EQ(other("import", {data}).out, "0 trials were imported; 5 were there already\n");
    const Json mine = Json::parse(bench("export", {"--format", "json"}).out);
    const Json theirs = Json::parse(other("export", {"--format", "json"}).out);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(theirs[i]["params"], mine[i]["params"]);
        EXPECT_EQ(theirs[i]["value"], mine[i]["value"]);
    }
    EXPECT_EQ(other("status").out, "bench: 0 of 100 evaluations done\n  complete       5\n");
    EXPECT_EQ(other("best", {"--format", "json"}).out, bench("best", {"--format", "json"}).out);
}

TEST(StudyCommands, ExportQuotesAndImportReadsCommasAndQuotes) {
    const Bench bench;
    bench.fill(1);
    ASSERT_EQ(bench("ask").exit_status, 0);
    ASSERT_EQ(bench("tell", {"1", "--failed", "it said \"no\", twice"}).exit_status, 0);
    const std::string csv = bench("export").out;
    EXPECT_TRUE(csv.ends_with(",\"it said \"\"no\"\", twice\"\n")) << csv;
    const Bench other;
    EXPECT_EQ(other("import", {other.scratch.write("data.csv", csv)}).out, "1 trial was imported\n");
}

TEST(StudyCommands, WhatIsLeftOutOfActualIsAsAsked) {
    const Bench bench;
    const Json asked = Json::parse(bench("ask").out);
    ASSERT_EQ(bench("tell", {"0", "1", "--actual", R"({"width": 2.5})"}).exit_status, 0);
    const Json trial = Json::parse(bench("trials", {"--format", "json"}).out)[0];
    EXPECT_EQ(trial["params"]["width"], 2.5);
    EXPECT_EQ(trial["params"]["count"], asked["params"]["count"]);
}

TEST(StudyCommands, AskBeyondTheBudgetSaysSo) {
    const ScratchDirectory scratch;
    const std::string file = scratch.write("s.toml",
                                           "[study]\nname = \"s\"\n[[parameter]]\nname = \"a\"\nbounds = [0, 1]\n"
                                           "tolerance = 0.1\n[budget]\nevaluations = 1\n");
    EXPECT_EQ(sweetspot({"ask", file}).err, "");
    EXPECT_EQ(sweetspot({"ask", file}).err, "sweetspot ask: the budget of 1 evaluation is spent; asked all the same\n");
}

TEST(StudyCommands, AStudyThatHasNotBegunHasNothingToShow) {
    const Bench bench;
    for (const std::string command : {"best", "trials", "status", "verify", "retry", "export"}) {
        expect_refused(bench(command), {"sweetspot " + command + ": the study bench has not begun, for there is no "});
    }
    ASSERT_EQ(bench("ask").exit_status, 0);
    expect_refused(bench("best"), {"sweetspot best: no trial is complete yet, so there is no answer"});
}

TEST(StudyCommands, FailuresFromTheStartEndAStudyAndRetryGoesOnWhenItIsMended) {
    const support::ScratchStudy study("test -e $2.mended || { echo no licence >&2; exit 1; }; " + support::bowl_script);
    study.write(9);
    const ProgramResult hopeless = study.sweetspot("run", {"-q"});
    EXPECT_EQ(hopeless.exit_status, 1);
    EXPECT_TRUE(hopeless.err.starts_with("sweetspot run: all of the first 5 trials failed, the last with: "))
        << hopeless.err;
    expect_contains(hopeless.err, "sweetspot retry");
    std::ofstream(study.file("log.mended")) << "";
    expect_refused(study.sweetspot("retry", {"77"}), {"sweetspot retry: trial 77 is not one that failed"});
    EXPECT_EQ(study.sweetspot("retry", {"1"}).out, "1 trial waits to be evaluated again\n");
    EXPECT_EQ(study.sweetspot("retry").out, "4 trials wait to be evaluated again\n");
    EXPECT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    for (const Json& trial : study.trials()) EXPECT_EQ(trial["state"], "complete");
    EXPECT_EQ(study.trials().size(), 9U);
}

TEST(StudyCommands, WhenItSaysStopTheFirstFailureEndsItWithAStatus) {
    const support::ScratchStudy study("test $1 = 2 && exit 3; " + support::bowl_script);
    study.write(9, "on_failure = { then = \"stop\" }");
    const ProgramResult stopped = study.sweetspot("run", {"-q"});
    EXPECT_EQ(stopped.exit_status, 1);
    EXPECT_TRUE(stopped.err.starts_with("sweetspot run: trial 2 failed (")) << stopped.err;
    EXPECT_EQ(study.trials().size(), 3U);
}

TEST(StudyCommands, ImportRefusesABadFileAsAWholeWithItsLine) {
    const Bench bench;
    const auto import = [&](const std::string& text) {
        return bench("import", {bench.scratch.write("data.csv", text)});
    };
    const std::string place = "sweetspot import: " + bench.scratch.file("data.csv");
    expect_refused(import("width,value\n1,2\n"), {place + ":1: there is no column count"});
    expect_refused(import("width,count,value\n2,3,4\n2,3\n"), {place + ":3: there are 2 columns; the header has 3"});
    expect_refused(import("width,count,value\n2,3,4\n2,x,4\n"), {place + ":3: the column count: it is \"x\""});
    expect_refused(import("width,count,value\n2,3,4\n200,3,4\n"), {place + ":3", "width", "200"});
    expect_refused(bench("import", {bench.scratch.file("none.csv")}), {"sweetspot import: ", "cannot be read"});
    EXPECT_FALSE(std::filesystem::exists(bench.scratch.file("bench.db"))) << "nothing was stored";
}

TEST(StudyCommands, BestAnswersForAnotherRegionAndMeasureWithoutEvaluations) {
    const Bench bench;
    bench.fill(9);
    const Json best = Json::parse(bench("best", {"--format", "json"}).out);
    EXPECT_EQ(best["evaluations"], 9);
    EXPECT_EQ(best["model"]["kind"], "exact");
    EXPECT_EQ(best["model"]["observations"], 9);
    EXPECT_EQ(best["model"]["in_covariances"], 9);
    EXPECT_TRUE(best["robust"]["params"]["count"].is_number_integer()) << "what can be built";
    for (const std::string key : {"lower", "template", "searched", "at", "upper", "upper_at"}) {
        EXPECT_TRUE(best["robust"]["worst"].contains(key)) << key;
    }
    const Json wide =
        Json::parse(bench("best", {"--format", "json", "--tolerance", "width=1", "--measure", "mean"}).out);
    const double from = wide["region"]["width"][0];
    const double to = wide["region"]["width"][1];
    EXPECT_NEAR(to - from, 2, 1e-9);
    const Json percent = Json::parse(bench("best", {"--format", "json", "--tolerance", "width=10%"}).out);
    EXPECT_NEAR(percent["region"]["width"][1].get<double>() / percent["robust"]["params"]["width"].get<double>(), 1.1,
                1e-9);
    expect_refused(bench("best", {"--tolerance", "widht=1"}), {"sweetspot best: --tolerance: widht=1 was given"});
    expect_refused(bench("best", {"--tolerance", "width=x"}), {"sweetspot best: ", "\"x\""});
    expect_refused(bench("best", {"--measure", "wrost"}), {"sweetspot best: ", "did you mean \"worst\""});
}

TEST(StudyCommands, VerifyByHandPrintsPlacesAndThenTheVerdict) {
    const Bench bench;
    bench.fill(9);
    const ProgramResult places = bench("verify", {"-n", "2"});
    EXPECT_EQ(places.exit_status, 0) << places.err;
    EXPECT_EQ(bench("verify", {"-n", "2"}).out, places.out) << "the same until they are told";
    std::istringstream lines(places.out);
    std::string line;
    while (std::getline(lines, line)) {
        const Json place = Json::parse(line);
        const double width = place["params"]["width"];
        const double value = width * width + place["params"]["count"].get<double>();
        ASSERT_EQ(bench("tell", {place["number"].dump(), std::to_string(value)}).exit_status, 0);
    }
    const ProgramResult verdict = bench("verify");
    EXPECT_EQ(verdict.exit_status, 0) << verdict.err;
    EXPECT_TRUE(verdict.out.ends_with("\npass\n")) << verdict.out;
    ASSERT_EQ(bench("tell", {"10", "1000"}).exit_status, 0);
    const ProgramResult fails = bench("verify", {"--format", "json"});
    EXPECT_EQ(fails.exit_status, 1);
    EXPECT_EQ(Json::parse(fails.out)["verdict"], "fail");
    expect_contains(fails.err, "sweetspot verify: the region does not keep what the model promised");
}

TEST(StudyCommands, VerifyRunsTheObjectiveWhereTheRegionLooksWorst) {
    const support::ScratchStudy study(support::bowl_script);
    study.write(12);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const ProgramResult result = study.sweetspot("verify", {"-n", "3"});
    EXPECT_EQ(result.exit_status, 0) << result.err;
    EXPECT_TRUE(result.out.ends_with("\npass\n")) << result.out;
    const Json trials = study.trials();
    ASSERT_EQ(trials.size(), 15U);
    for (std::size_t i = 12; i < 15; ++i) {
        EXPECT_EQ(trials[i]["source"], "verified");
        EXPECT_EQ(trials[i]["state"], "complete");
    }
}

TEST(StudyCommands, ADatabaseIsEnoughAlsoWhenItWasMoved) {
    const Bench bench;
    bench.fill(6);
    const Arguments json = {"--format", "json"};  // the table names the file
    const std::string best = bench("best", json).out;
    EXPECT_EQ(sweetspot(with({"best", bench.scratch.file("bench.db")}, json)).out, best);
    const ScratchDirectory elsewhere;
    std::filesystem::copy(bench.scratch.file("bench.db"), elsewhere.file("moved.db"));
    EXPECT_EQ(sweetspot(with({"best", elsewhere.file("moved.db")}, json)).out, best);
    EXPECT_FALSE(std::filesystem::exists(elsewhere.file("bench.db")));
}

TEST(StudyCommands, AForeignDamagedOrOtherStudysFileIsRefusedInOneSentenceAndLeftAsItIs) {
    const Bench bench;
    const std::string database = bench.scratch.file("bench.db");
    for (const std::string& text : {std::string("this is no database, but it is long enough to be looked at"),
                                    "SQLite format 3" + std::string(1, '\0') + std::string(4000, 'x')}) {
        std::ofstream(database, std::ios::binary) << text;
        expect_refused(bench("ask"), {"sweetspot ask: " + database + ": ", "give another storage in the study file"});
        EXPECT_EQ(support::read_text(database), text);
        std::filesystem::remove(database);
    }
    bench.fill(1);
    const std::string other = bench.scratch.write("other.toml", R"([study]
name = "bench"
[[parameter]]
name = "depth"
bounds = [1, 10]
tolerance = 0.2
)");
    expect_refused(sweetspot({"ask", other}),
                   {"sweetspot ask: " + database + ": the study was begun with other parameters"});
    std::fstream(database, std::ios::in | std::ios::out | std::ios::binary).seekp(4096) << std::string(4096, 'x');
    const ProgramResult damaged = bench("ask");
    EXPECT_NE(damaged.exit_status, 0);
    EXPECT_EQ(std::ranges::count(damaged.err, '\n'), 1) << damaged.err;
    expect_contains(damaged.err, database + ": ");
}

TEST(StudyCommands, MistakesInTheFileNameItsLineAndTheRemedy) {
    const ScratchDirectory scratch;
    const auto check = [&](const std::string& from, const std::string& to) {
        std::string text = full_study;
        text.replace(text.find(from), from.size(), to);
        return sweetspot({"run", scratch.write("study.toml", text), "--check"});
    };
    const std::string place = "sweetspot run: " + scratch.file("study.toml");
    expect_refused(check("\"worst\"", "\"wrost\""), {place + ":17: kind: ", "did you mean \"worst\""});
    expect_refused(check("timeout", "timeuot"), {place + ":21: ", "timeuot", "did you mean \"timeout\""});
    expect_refused(check("norm = 2", "norm = 3"), {place + ":15: norm: "});
    expect_refused(check("parallel = 4", "parallel = 0"), {place + ":22: parallel: "});
    expect_refused(check("retry = 2", "retry = -2"), {place + ":23: retry: "});
    expect_refused(check("\"avoid\"", "\"avoyd\""), {place + ":23: then: ", "did you mean \"avoid\""});
    expect_refused(check("tolerance = \"5%\"", "tolerance = \"5 percent\""), {place + ":12: tolerance: "});
    expect_refused(check("tolerance = 0.2", "tolerance = 20"), {place, "width"});
    expect_refused(check("[1.0, 10.0]", "[1.0]"), {place + ":6: bounds: "});
    expect_refused(check("name = \"height\"", "name = \"width\""), {place + ":10: name: "});
    expect_refused(check("[study]", "[study"), {place + ":1: "});
    expect_refused(check("\"./simulate\"", "\"\""), {place + ":19: command: "});
    expect_refused(check("{params}", "{parms}"), {place + ":19: command: ", "{params}"});
    expect_refused(sweetspot({"run", scratch.file("none.toml")}),
                   {"sweetspot run: ", "cannot be read; give the name of a study"});
}

}  // namespace
}  // namespace sweetspot::cli
