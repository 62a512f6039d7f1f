// An experiment through the program: killed and resumed, in shards, on several threads, it gives the same bytes.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <chrono>
#include <thread>

#include "experiment/store.hpp"
#include "support/child.hpp"

namespace sweetspot {
namespace {

using support::Child;
using support::ProgramResult;
using support::read_text;
using support::ScratchDirectory;

const std::string spec = R"([experiment]
name = "tiny"
profile = "paper"
problems = ["bumped-bowl", "styblinski-tang"]
dimensions = [2]
norms = [2, 1]
methods = ["most-uncertain", "centre", "stableopt"]
repeats = 2
evaluations = 14
)";
constexpr std::size_t runs = 24;  // 2 problems, 2 norms, 3 methods, 2 repeats

ProgramResult sweetspot(const std::vector<std::string>& arguments) {
    return support::run_program(SWEETSPOT_PROGRAM, arguments);
}

/// The tables of the report, one after the other.
std::string tables(const ScratchDirectory& scratch, const std::string& store) {
    const std::string folder = scratch.file("report of " + std::filesystem::path(store).filename().string());
    const ProgramResult result =
        sweetspot({"experiment", "report", scratch.file("tiny.toml"), "--store", store, "--out", folder});
    EXPECT_EQ(result.exit_status, 0) << result.err;
    return read_text(folder + "/runs.csv") + read_text(folder + "/summary.csv") + read_text(folder + "/tests.csv");
}

/// Everything that was stored but the times, which are no results.
std::string contents(const std::string& store) {
    sqlite3* database = nullptr;
    EXPECT_EQ(sqlite3_open(store.c_str(), &database), SQLITE_OK);
    std::string text;
    const auto add = [](void* to, int columns, char** values, char**) {
        for (int i = 0; i < columns; ++i)
            *static_cast<std::string*>(to) += std::string(values[i] ? values[i] : "-") + "|";
        *static_cast<std::string*>(to) += "\n";
        return 0;
    };
    const char* everything =
        "SELECT problem, dimension, norm, method, profile, repeat, seed, number, hex(x), quote(y), hex(centre), "
        "quote(quality), hex(own_centre), quote(own_quality) FROM runs JOIN evaluations ON run = id "
        "ORDER BY problem, dimension, norm, method, repeat, number";
    EXPECT_EQ(sqlite3_exec(database, everything, add, &text, nullptr), SQLITE_OK);
    sqlite3_close(database);
    return text;
}

std::size_t stored(const std::string& store) {
    return std::filesystem::exists(store) ? ExperimentStore(store).keys().size() : 0;
}

TEST(Experiment, KilledInTheMiddleAndResumedGivesTheSameBytesAsAnUninterruptedOne) {
    const ScratchDirectory scratch;
    const std::string file = scratch.write("tiny.toml", spec);
    ASSERT_EQ(sweetspot({"experiment", "run", file, "-q"}).exit_status, 0);
    const std::string whole = scratch.file("tiny.db");
    ASSERT_EQ(stored(whole), runs);

    const std::string broken = scratch.file("broken.db");
    int kills = 0;
    for (std::size_t before = 0; before < runs;) {
        Child child(SWEETSPOT_PROGRAM, {"experiment", "run", file, "--store", broken, "--jobs", "2", "-q"});
        while (!child.ended() && stored(broken) < before + 5) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        if (!child.ended()) ++kills;
        child.signal(SIGKILL);
        ASSERT_GT(stored(broken), before) << "no run was kept";
        before = stored(broken);
    }
    EXPECT_GE(kills, 2) << "it ended before it could be killed";
    EXPECT_EQ(contents(broken), contents(whole));
    EXPECT_EQ(tables(scratch, broken), tables(scratch, whole));
}

TEST(Experiment, ShardsMergedEqualOneRun) {
    const ScratchDirectory scratch;
    const std::string file = scratch.write("tiny.toml", spec);
    ASSERT_EQ(sweetspot({"experiment", "run", file, "-q", "--jobs", "2"}).exit_status, 0);
    std::vector<std::string> merge = {"experiment", "merge", scratch.file("all.db")};
    for (const std::string i : {"1", "2", "3"}) {
        const std::string part = scratch.file("part" + i + ".db");
        ASSERT_EQ(sweetspot({"experiment", "run", file, "--store", part, "--shard", i + "/3", "-q"}).exit_status, 0);
        merge.push_back(part);
    }
    merge.push_back(merge.back());  // a second time
    const ProgramResult merged = sweetspot(merge);
    EXPECT_EQ(merged.exit_status, 0) << merged.err;
    EXPECT_NE(merged.out.find(": 0 runs taken over\n"), std::string::npos) << merged.out;
    EXPECT_EQ(contents(scratch.file("all.db")), contents(scratch.file("tiny.db")));
    EXPECT_EQ(tables(scratch, scratch.file("all.db")), tables(scratch, scratch.file("tiny.db")));
}

TEST(Experiment, TheFirstInterruptLetsTheRunsUnderWayEndAndSaysHowToGoOn) {
    const ScratchDirectory scratch;
    std::string many = spec;
    many.replace(many.find("repeats = 2"), 11, "repeats = 2000");
    const std::string file = scratch.write("many.toml", many);
    Child child(SWEETSPOT_PROGRAM, {"experiment", "run", file, "-q"});
    while (!child.ended() && stored(scratch.file("many.db")) < 2) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_EQ(child.signal(SIGINT), 1);
    const std::size_t kept = stored(scratch.file("many.db"));
    EXPECT_GE(kept, 2U);
    const ProgramResult status = sweetspot({"experiment", "status", file});
    EXPECT_TRUE(status.out.starts_with("tiny: " + std::to_string(kept) + " of 24000 runs are done\n")) << status.out;
}

}  // namespace
}  // namespace sweetspot
