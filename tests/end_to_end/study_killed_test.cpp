// Studies whose runner is killed: nothing that finished is lost, nothing that is stored is evaluated again, and the end
// is the same.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "support/child.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot {
namespace {

using support::Child;
using support::ScratchStudy;
using Json = nlohmann::ordered_json;

const std::string logging_script =
    "echo start $1 >> $2; sleep 0.0$((($1 * 7) % 9)); " + support::bowl_script + "; echo end $1 >> $2";

void wait_milliseconds(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

std::map<int, Json> complete(const ScratchStudy& study) {
    std::map<int, Json> trials;
    // A run that was killed at its first step leaves none, or an empty one.
    const std::string database = study.file("s.db");
    if (!std::filesystem::exists(database) || std::filesystem::file_size(database) == 0) return trials;
    for (const Json& trial : study.trials()) {
        if (trial["state"] == "complete") trials[trial["number"].get<int>()] = trial;
    }
    return trials;
}

/// How often each trial was started, in a part of the log.
std::map<int, int> starts(const std::string& log) {
    std::map<int, int> counts;
    std::istringstream lines(log);
    std::string what;
    int number = 0;
    while (lines >> what >> number) {
        if (what == "start") ++counts[number];
    }
    return counts;
}

void expect_all_points_differ(const std::map<int, Json>& trials) {
    std::set<std::string> points;
    for (const auto& [number, trial] : trials) points.insert(trial["params"].dump());
    EXPECT_EQ(points.size(), trials.size());
}

TEST(KilledStudy, AtAHundredRandomMomentsWithFourInFlightNothingFinishedIsLostOrEvaluatedTwice) {
    const ScratchStudy study(logging_script);
    std::mt19937 random(20240617);
    std::map<int, Json> before;
    std::size_t log_before = 0;
    for (int kill = 0; kill < 100;) {
        // Always a little more to do than is done, so that kills meet a study at work; only those are counted.
        study.write(static_cast<Index>(before.size()) + 12, "parallel = 4");
        {
            Child child(SWEETSPOT_PROGRAM, {"run", study.study(), "-q"});
            wait_milliseconds(static_cast<int>(random() % 120));
            if (!child.ended()) ++kill;
            child.signal(SIGKILL);
        }
        const std::map<int, Json> after = complete(study);
        const std::string log = study.log();
        for (const auto& [number, trial] : before) {
            ASSERT_TRUE(after.contains(number)) << "trial " << number << " is lost after kill " << kill;
            EXPECT_EQ(after.at(number), trial);
        }
        for (const auto& [number, count] : starts(log.substr(log_before))) {
            EXPECT_FALSE(before.contains(number)) << "trial " << number << " was evaluated again after kill " << kill;
            EXPECT_EQ(count, 1) << "trial " << number << " within one run";
        }
        before = after;
        // What the killed run's commands still had to say; they are ended with it by the kernel.
        wait_milliseconds(5);
        log_before = study.log().size();
    }
    const std::size_t asked = before.size() + 6;
    study.write(static_cast<Index>(asked), "parallel = 4");
    const auto end = study.sweetspot("run", {"-q"});
    EXPECT_EQ(end.exit_status, 0) << end.err;
    const std::map<int, Json> all = complete(study);
    EXPECT_EQ(all.size(), asked);
    EXPECT_EQ(study.trials().size(), asked) << "and there is no other trial";
    expect_all_points_differ(all);
    EXPECT_FALSE(std::filesystem::exists(study.file("s-work/trial-0")));
    EXPECT_TRUE(std::filesystem::is_empty(study.file("s-work"))) << "what the killed runs left was removed";
}

TEST(KilledStudy, ASerialOneHasTheSameHistoryToTheLastByte) {
    const ScratchStudy whole("test $(($1 % 5)) = 3 && exit 4; sleep 0.02; " + support::bowl_script);
    whole.write(14, "on_failure = { retry = 1 }");
    whole.append("verify = 3\n");
    ASSERT_EQ(whole.sweetspot("run", {"-q"}).exit_status, 0);
    const ScratchStudy broken("test $(($1 % 5)) = 3 && exit 4; sleep 0.02; " + support::bowl_script);
    broken.write(14, "on_failure = { retry = 1 }");
    broken.append("verify = 3\n");
    std::mt19937 random(7);
    int kills = 0;
    while (true) {
        Child child(SWEETSPOT_PROGRAM, {"run", broken.study(), "-q"});
        wait_milliseconds(20 + static_cast<int>(random() % 80));
        if (child.ended()) break;
        child.signal(SIGKILL);
        ++kills;
    }
    EXPECT_GE(kills, 3);
    for (const std::string format : {"json", "csv"}) {
        EXPECT_EQ(broken.sweetspot("export", {"--format", format}).out,
                  whole.sweetspot("export", {"--format", format}).out);
    }
    // What to say next names the file.
    const auto best_of = [](const ScratchStudy& study) {
        std::string text = study.sweetspot("best").out;
        const std::string file = study.file("s.toml");
        const std::size_t at = text.find(file);
        return at == std::string::npos ? text : text.replace(at, file.size(), "FILE");
    };
    EXPECT_EQ(best_of(broken), best_of(whole));
}

TEST(KilledStudy, TwoRunnersAtOnceShareTheBudgetAndNothingIsEvaluatedTwice) {
    const ScratchStudy study(logging_script);
    study.write(24, "parallel = 2");
    {
        Child one(SWEETSPOT_PROGRAM, {"run", study.study(), "-q"});
        Child other(SWEETSPOT_PROGRAM, {"run", study.study(), "-q"});
        while (!one.ended() || !other.ended()) wait_milliseconds(5);
        EXPECT_EQ(one.signal(0), 0);
        EXPECT_EQ(other.signal(0), 0);
    }
    EXPECT_EQ(study.trials().size(), 24U);
    EXPECT_EQ(complete(study).size(), 24U);
    expect_all_points_differ(complete(study));
    for (const auto& [number, count] : starts(study.log())) EXPECT_EQ(count, 1) << "trial " << number;
}

TEST(KilledStudy, ARunnerTakesOverWhatAnotherLeftWhenItWasKilled) {
    const ScratchStudy study("echo start $1 >> $2; test -e $2.go || sleep 100; " + support::bowl_script);
    study.write(6, "parallel = 3");
    {
        Child first(SWEETSPOT_PROGRAM, {"run", study.study(), "-q"});
        while (starts(study.log()).size() < 3) wait_milliseconds(2);
        first.signal(SIGKILL);
    }
    std::ofstream(study.file("log.go")) << "";
    const auto rest = study.sweetspot("run");
    EXPECT_EQ(rest.exit_status, 0);
    EXPECT_NE(rest.err.find("trial 0 was cut short and will be evaluated again"), std::string::npos) << rest.err;
    EXPECT_EQ(complete(study).size(), 6U);
    for (const auto& [number, count] : starts(study.log())) EXPECT_EQ(count, number < 3 ? 2 : 1) << "trial " << number;
}

TEST(KilledStudy, ASecondCtrlCEndsInOrderAndAThirdOneAtOnce) {
    const ScratchStudy study("trap '' TERM; echo start $1 >> $2; sleep 100");
    study.write(6, "parallel = 2");
    Child child(SWEETSPOT_PROGRAM, {"run", study.study(), "-q"});
    while (starts(study.log()).size() < 2) wait_milliseconds(2);
    for (const std::string why : {"it finishes what runs", "it gives commands that do not listen some seconds"}) {
        child.send(SIGINT);
        wait_milliseconds(700);
        EXPECT_FALSE(child.ended()) << why;
    }
    child.send(SIGINT);
    while (!child.ended()) wait_milliseconds(2);
    EXPECT_EQ(child.signal(0), -1) << "ended by the signal";
    for (const Json& trial : study.trials()) EXPECT_EQ(trial["state"], "stale") << "of a process that is gone";

    const ScratchStudy polite("echo start $1 >> $2; exec sleep 100");
    polite.write(6, "parallel = 2");
    Child second(SWEETSPOT_PROGRAM, {"run", polite.study(), "-q"});
    while (starts(polite.log()).size() < 2) wait_milliseconds(2);
    second.send(SIGINT);
    wait_milliseconds(100);
    EXPECT_EQ(second.signal(SIGINT), 1);
    for (const Json& trial : polite.trials()) EXPECT_EQ(trial["state"], "stale");
}

}  // namespace
}  // namespace sweetspot
