// What best and verify say through the program: of the answer, of a design of one's own, and of what is missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "cli/bench.hpp"
#include "cli/program.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::cli {
namespace {

TEST(StudyAnswer, BestAtTellsWhatADesignOfOnesOwnIsWorth) {
    const Bench bench;
    bench.fill(9);
    const Json plain = Json::parse(bench("best", {"--format", "json"}).out);
    EXPECT_FALSE(plain.contains("at"));
    const Json best = Json::parse(bench("best", {"--format", "json", "--at", "width=5, count=3"}).out);
    EXPECT_EQ(best["robust"], plain["robust"]) << "all keys are as without it";
    EXPECT_EQ(best["at"]["params"], (Json{{"width", 5.0}, {"count", 3}}));
    EXPECT_NEAR(best["at"]["region"]["width"][0].get<double>(), 4.8, 1e-9);
    EXPECT_NEAR(best["at"]["region"]["width"][1].get<double>(), 5.2, 1e-9);
    EXPECT_TRUE(best["at"]["measured"].is_null());
    EXPECT_LE(best["at"]["mean_over_region"], best["at"]["worst"]["searched"]);
    EXPECT_LE(best["at"]["worst"]["searched"], best["at"]["worst"]["upper"]);
    EXPECT_EQ(best["at"]["measure"], (Json{{"name", "worst"},
                                           {"value", best["at"]["worst"]["searched"]},
                                           {"lower", best["at"]["worst"]["lower"]},
                                           {"upper", best["at"]["worst"]["upper"]},
                                           {"settings", Json::object()}}));
    const Json average = Json::parse(bench("best", {"--format", "json", "--measure", "mean"}).out)["robust"];
    EXPECT_EQ(average["measure"], (Json{{"name", "mean"},
                                        {"value", average["mean_over_region"]},
                                        {"lower", average["mean"]["lower"]},
                                        {"upper", average["mean"]["upper"]},
                                        {"settings", Json::object()}}));
    EXPECT_NEAR(best["at"]["price"]["worst"].get<double>(),
                best["at"]["worst"]["searched"].get<double>() - best["robust"]["worst"]["searched"].get<double>(),
                1e-9);
    const std::string text = bench("best", {"--at", "width=5,count=3"}).out;
    expect_contains(text, "bench: a design of your own, after 9 evaluations\n");
    expect_contains(text, "your design");
    expect_contains(text, "4.8 … 5.2");
    expect_contains(text, "Against the robust centre your design costs ");
}

TEST(StudyAnswer, ADesignOfOnesOwnIsRefusedWithTheRemedy) {
    const Bench bench;
    bench.fill(4);
    for (const std::string command : {"best", "verify"}) {
        const std::string start = "sweetspot " + command + ": --at: ";
        const auto at = [&](const std::string& design) { return bench(command, {"--at", design}); };
        expect_refused(at("5,3"), {start + "\"5\" has no \"=\"; give every parameter with its value"});
        expect_refused(at("widht=5,count=3"), {start, "did you mean \"width\""});
        expect_refused(at("width=5"), {start + "\"count\" is missing; give every parameter"});
        expect_refused(at("width=5,width=6,count=3"), {start + "\"width\" is given twice"});
        expect_refused(at("width=five,count=3"), {start + "\"width\" is \"five\"; it must be a finite number"});
        expect_refused(at("width=5,count=3.5"), {start + "\"count\" is 3.5; it must be a whole number"});
        expect_refused(at("width=50,count=3"), {"sweetspot " + command + ": --at", "width", "50"});
        expect_refused(at("width=1.1,count=3"),
                       {start + "width = 1.1 is too close to its bounds [1, 10]", "give a value from 1.2 to 9.8"});
    }
    EXPECT_EQ(Json::parse(bench("trials", {"--format", "json"}).out).size(), 4U) << "nothing was stored";
}

TEST(StudyAnswer, TooFewValuesGiveNoAnswerAndNoInterval) {
    const Bench bench;
    bench.fill(3);
    const ProgramResult few = bench("best");
    EXPECT_EQ(few.exit_status, 0);
    EXPECT_EQ(few.out,
              "bench: there is no answer yet: with 2 parameters it needs 4 values and has 3, so evaluate 1 more\n");
    const Json json = Json::parse(bench("best", {"--format", "json"}).out);
    EXPECT_TRUE(json["robust"]["worst"]["lower"].is_null());
    EXPECT_TRUE(json["robust"]["worst"]["upper"].is_null());
    expect_contains(json["note"], "there is no answer yet");
    bench.fill(1);
    const Json enough = Json::parse(bench("best", {"--format", "json"}).out);
    EXPECT_TRUE(enough["robust"]["worst"]["upper"].is_number());
    EXPECT_FALSE(enough.contains("note"));
}

TEST(StudyAnswer, SaysHowFewEvaluationsLieInTheRegion) {
    const Bench bench;
    bench.fill(6);
    const Json best = Json::parse(bench("best", {"--format", "json", "--tolerance", "width=0.001"}).out);
    const std::string text = bench("best", {"--tolerance", "width=0.001"}).out;
    ASSERT_LE(best["evaluations_in_region"], 1);
    expect_contains(text, best["evaluations_in_region"] == 0 ? "None of 6 evaluations lies in this region"
                                                             : "Only 1 of 6 evaluations lies in this region");
}

TEST(StudyAnswer, TheSinglePointIsToldWithWhatWasMeasuredThere) {
    const Bench bench;
    bench.fill(8);
    double least = std::numeric_limits<double>::infinity();
    for (const Json& trial : Json::parse(bench("trials", {"--format", "json"}).out)) {
        least = std::min(least, trial["value"].get<double>());
    }
    const Json best = Json::parse(bench("best", {"--format", "json"}).out);
    EXPECT_EQ(best["single"]["measured"], least);
    const Json& robust = best["robust"]["measured"].is_null() ? best["robust"]["value"] : best["robust"]["measured"];
    EXPECT_NEAR(best["price"]["value"].get<double>(), robust.get<double>() - least, 1e-9);
    expect_contains(bench("best").out, "\n  measured ");
}

TEST(StudyAnswer, TheLastEvaluationsOfTheBudgetVerifyItAndBestSaysSo) {
    const support::ScratchStudy study(support::bowl_script);
    study.write(12);
    study.append("verify = 3\n");
    const ProgramResult run = study.sweetspot("run", {"-q"});
    ASSERT_EQ(run.exit_status, 0) << run.err;
    expect_contains(run.out, "Verified at 3 worst places, worst ");
    const Json trials = study.trials();
    ASSERT_EQ(trials.size(), 12U) << "within the budget";
    for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(trials[i]["source"], i < 9 ? "search" : "verify") << i;
    const Json best = Json::parse(study.sweetspot("best", {"--format", "json"}).out);
    EXPECT_EQ(best["verification"]["state"], "verified");
    EXPECT_EQ(best["verification"]["evaluations"], 3);
    EXPECT_EQ(best["verification"]["centre"], best["robust"]["params"]);
    EXPECT_LE(best["verification"]["worst_measured"], best["verification"]["promised"]);
    EXPECT_EQ(Json::parse(study.sweetspot("status", {"--format", "json"}).out)["spent"], 12);
    const Json other = Json::parse(study.sweetspot("best", {"--format", "json", "--norm", "inf"}).out);
    EXPECT_EQ(other["verification"]["state"], "not verified") << "another region was not";
    const Json by_law = Json::parse(study.sweetspot("best", {"--format", "json", "--law", "normal"}).out);
    ASSERT_EQ(by_law["robust"]["params"], best["robust"]["params"]) << "the worst case asks no law";
    EXPECT_EQ(by_law["verification"]["state"], "verified") << "the same region, whatever its law";
}

TEST(StudyAnswer, ABrokenPromiseIsToldAndTheStudyGoesOnWithinItsBudget) {
    // The checks, the last three, come out far worse than anything before.
    const support::ScratchStudy study("test $1 -ge 9 && { echo 50; exit; }; " + support::bowl_script);
    study.write(12);
    study.append("verify = 3\n");
    const ProgramResult run = study.sweetspot("run", {"-q"});
    ASSERT_EQ(run.exit_status, 0) << run.err;
    ASSERT_EQ(study.trials().size(), 12U);
    const Json best = Json::parse(study.sweetspot("best", {"--format", "json"}).out);
    EXPECT_NE(best["verification"]["state"], "verified");
    EXPECT_GE(best["verification"]["broken"], 1);
    EXPECT_TRUE(run.out.find("Verification failed: ") != std::string::npos ||
                run.out.find("Not verified: ") != std::string::npos)
        << run.out;
}

TEST(StudyAnswer, VerifyAtChecksADesignOfOnesOwn) {
    const Bench bench;
    bench.fill(9);
    const ProgramResult places = bench("verify", {"-n", "2", "--at", "width=5,count=3"});
    EXPECT_EQ(places.exit_status, 0) << places.err;
    std::istringstream lines(places.out);
    std::string line;
    int count = 0;
    while (std::getline(lines, line)) {
        const Json place = Json::parse(line);
        const double width = place["params"]["width"];
        EXPECT_NEAR(width, 5, 0.2 + 1e-9);
        EXPECT_EQ(place["params"]["count"], 3);
        ASSERT_EQ(bench("tell", {place["number"].dump(), std::to_string(width * width + 3)}).exit_status, 0);
        ++count;
    }
    EXPECT_EQ(count, 2);
    const ProgramResult verdict = bench("verify", {"--format", "json", "--at", "width=5,count=3"});
    const Json json = Json::parse(verdict.out);
    EXPECT_EQ(json["verdict"], "pass");
    EXPECT_NEAR(json["promise"]["params"]["width"].get<double>(), 5, 1e-9);
    EXPECT_EQ(Json::parse(bench("best", {"--format", "json"}).out)["verification"]["state"], "not verified");
    EXPECT_EQ(bench("status").out, "bench: 9 of 100 evaluations done\n  complete      11\n");
}

}  // namespace
}  // namespace sweetspot::cli
