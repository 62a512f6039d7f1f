// What the program says and does when something is not as it should be: a program that is missing, files that may not
// be written, databases that were tampered with, names that are taken, study files that changed.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "cli/bench.hpp"
#include "cli/program.hpp"
#include "storage/database.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::cli {
namespace {

using support::ScratchDirectory;
using support::ScratchStudy;

void replace_in(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = support::read_text(file);
    text.replace(text.find(from), from.size(), to);
    std::ofstream(file, std::ios::binary) << text;
}

/// Changes a study's database behind its back.
void tamper(const std::string& file, const std::string& sql) {
    const storage::Format any{.what = "study", .application_id = 0x53775374, .version = 4, .schema = ""};
    storage::Database(file, any).execute(sql);
}

TEST(Manners, TheFolderInTheFirstWordIsUnderstoodByCheckAndTryAsByRun) {
    const ScratchStudy study(support::bowl_script);
    study.write(3);
    replace_in(study.study(), "\"./objective\"", "\"{folder}/objective\"");
    for (const std::string option : {"--check", "--try", "-q"}) {
        const ProgramResult result = study.sweetspot("run", {option});
        EXPECT_EQ(result.exit_status, 0) << option << result.err;
    }
}

TEST(Manners, AProgramThatCannotBeRunIsRefusedBeforeAnythingIsStored) {
    const ScratchStudy study(support::bowl_script);
    study.write(3);
    const std::string objective = study.file("objective");
    const auto expect_nothing = [&](const std::string& why) {
        for (const std::string option : {"-q", "--check"}) {
            const ProgramResult result = study.sweetspot("run", {option});
            EXPECT_EQ(result.exit_status, 2);
            EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
            expect_contains(result.err, objective + why);
        }
        EXPECT_FALSE(std::filesystem::exists(study.file("s.db")));
    };
    chmod(objective.c_str(), 0644);
    expect_nothing(" may not be run; allow it by chmod +x");
    chmod(objective.c_str(), 0755);
    replace_in(objective, "#!/bin/sh", "#!/no/such/shell");
    expect_nothing(" cannot be run: the interpreter named after #! in its first line does not exist");
    std::filesystem::remove(objective);
    expect_nothing(" does not exist; a path in the command is relative to the study file's folder");
    std::filesystem::create_directory(objective);
    expect_nothing(" is a folder, not a program");
}

TEST(Manners, RetryAndVerifyWithoutTheProgramLeaveTheStudyAsItIs) {
    const ScratchStudy study("test $1 = 2 && exit 3; " + support::bowl_script);
    study.write(6);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const std::string before = study.sweetspot("export").out;
    std::filesystem::remove(study.file("objective"));
    for (const std::string command : {"retry", "verify", "run"}) {
        expect_refused(study.sweetspot(command), {"sweetspot " + command + ": the objective cannot be run: "});
    }
    EXPECT_EQ(study.sweetspot("export").out, before);
}

const std::vector<std::string> reading = {"best", "status", "trials", "export", "contributions"};

TEST(Manners, AnEmptyDatabaseIsNoStudyForThoseWhoRead) {
    const Bench bench;
    const std::string database = bench.scratch.write("bench.db", "");
    for (const std::string& command : reading) {
        expect_refused(bench(command), {fmt::format("sweetspot {}: {}: the file is empty", command, database)});
        EXPECT_EQ(std::filesystem::file_size(database), 0U);
    }
    expect_refused(sweetspot({"status", database}), {"sweetspot status: " + database + " is empty"});
    EXPECT_EQ(bench("ask").exit_status, 0) << "a run that was killed at its first step leaves one";
}

TEST(Manners, WhoReadsNeedsNoPermissionToWrite) {
    constexpr auto nobody = "/usr/bin/setpriv";
    const Bench bench;
    bench.fill(7);
    const std::string folder = bench.scratch.file("");
    const std::string database = bench.scratch.file("bench.db");
    const auto as_nobody = [&](const std::vector<std::string>& words) {
        std::vector<std::string> all = {"--reuid=65534", "--regid=65534", "--clear-groups", SWEETSPOT_PROGRAM};
        all.insert(all.end(), words.begin(), words.end());
        return support::run_program(nobody, all);
    };
    chmod(folder.c_str(), 0755);
    if (!std::filesystem::exists(nobody) || as_nobody({"--version"}).exit_status != 0) {
        GTEST_SKIP() << "this user may not become another one";
    }
    chmod(database.c_str(), 0444);
    chmod(folder.c_str(), 0555);
    for (const std::string& command : reading) {
        const ProgramResult result = as_nobody({command, bench.file});
        EXPECT_EQ(result.exit_status, 0) << result.err;
        EXPECT_EQ(result.out, bench(command).out);
        EXPECT_EQ(as_nobody({command, database}).out, sweetspot({command, database}).out) << "by the database alone";
    }
    EXPECT_EQ(as_nobody({"report", bench.file, "-o", "/dev/null"}).exit_status, 0);
    const ProgramResult report = as_nobody({"report", bench.file});
    EXPECT_EQ(report.exit_status, 1);
    EXPECT_EQ(std::ranges::count(report.err, '\n'), 1) << report.err;
    const ProgramResult ask = as_nobody({"ask", bench.file});
    EXPECT_NE(ask.exit_status, 0);
    expect_contains(ask.err, "writ");
    EXPECT_FALSE(std::filesystem::exists(database + "-wal")) << "nothing was left there";
    chmod(database.c_str(), 0);
    const ProgramResult secret = as_nobody({"status", bench.file});
    EXPECT_NE(secret.exit_status, 0);
    expect_contains(secret.err, "it cannot be read (Permission denied)");
}

TEST(Manners, ADatabaseThatWasTamperedWithIsToldInOneSentenceWithItsPath) {
    const std::vector<std::pair<std::string, std::string>> changes = {
        {"DELETE FROM trials WHERE number = 1", "trial 1 is missing"},
        {"DELETE FROM facts WHERE key = 'revision'", "it does not say how often the study was changed"},
        {"UPDATE facts SET value = 'x' WHERE key = 'revision'", "it does not say how often the study was changed"},
        {"UPDATE trials SET value = NULL WHERE number = 2", "trial 2 is complete and has no value"},
        {"UPDATE trials SET x = x'00' WHERE number = 0", "trial 0 has no value for every parameter"},
        {"UPDATE trials SET outputs = '{' WHERE number = 0", "trial 0"},
        {"UPDATE trials SET source = 'nowhere' WHERE number = 0", "nowhere"},
        {"DROP TABLE facts", "facts"},
    };
    for (const auto& [sql, why] : changes) {
        const Bench bench;
        bench.fill(4);
        const std::string database = bench.scratch.file("bench.db");
        tamper(database, sql);
        for (const std::string command : {"best", "status", "trials", "ask"}) {
            const ProgramResult result = bench(command);
            EXPECT_NE(result.exit_status, 0) << sql;
            EXPECT_EQ(result.out, "");
            EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
            EXPECT_TRUE(result.err.starts_with("sweetspot") || result.err.starts_with(database)) << result.err;
            expect_contains(result.err, database + ": the file is damaged (");
            expect_contains(result.err, why);
            for (const std::string raw : {"std::", "vector", "stoll", "json.exception"}) {
                EXPECT_EQ(result.err.find(raw), std::string::npos) << result.err;
            }
        }
    }
}

TEST(Manners, AMisspeltKeyIsNamedBeforeWhatIsMissing) {
    const ScratchDirectory scratch;
    const std::string file = scratch.file("s.toml");
    const auto check = [&](const std::string& text) {
        return sweetspot({"run", scratch.write("s.toml", text), "--check"});
    };
    const std::string study = "[study]\nname = \"s\"\n";
    const std::string parameter = "[[parameter]]\nname = \"a\"\nbounds = [0, 1]\n";
    const std::string place = "sweetspot run: " + file;
    expect_refused(check(study + parameter + "toleranse = 0.1\n"),
                   {place + ":6: unknown key \"toleranse\"; did you mean \"tolerance\"?"});
    expect_refused(check(study + "[[parameter]]\nname = \"a\"\nbouds = [0, 1]\n"),
                   {place + ":5: unknown key \"bouds\"; did you mean \"bounds\"?"});
    expect_refused(check(study + "[[paramter]]\nname = \"a\"\nbounds = [0, 1]\n"),
                   {place + ":3: unknown key \"paramter\"; did you mean \"parameter\"?"});
    expect_refused(check("[studdy]\nname = \"s\"\n" + parameter),
                   {place + ":1: unknown key \"studdy\"; did you mean \"study\"?"});
    expect_refused(check("[study]\nnmae = \"s\"\n" + parameter),
                   {place + ":2: unknown key \"nmae\"; did you mean \"name\"?"});
    expect_refused(check(study + parameter + "[objektive]\ncommand = [\"true\"]\n"),
                   {place + ":6: unknown key \"objektive\"; did you mean \"objective\"?"});
}

TEST(Manners, AWordForOnFailureIsToldHowToBeWritten) {
    const ScratchStudy study(support::bowl_script);
    const std::string place = "sweetspot run: " + study.study() + ":";
    study.write(3, "on_failure = \"skipp\"");
    expect_refused(study.sweetspot("run"), {place, "on_failure: it is \"skipp\"; ", "{ retry = 0, then = \"skip\" }"});
    study.write(3, "on_failure = 2");
    expect_refused(study.sweetspot("run"), {place, "on_failure: it is 2; ", "{ retry = 2, then = \"avoid\" }"});
}

TEST(Manners, ReservedNamesAreForNewStudiesOnly) {
    const ScratchDirectory scratch;
    const std::string text =
        "[study]\nname = \"s\"\n[[parameter]]\nname = \"NAME\"\nbounds = [0, 1]\ntolerance = 0.1\n";
    const auto named = [&](const std::string& name) {
        std::string file = text;
        file.replace(file.find("NAME"), 4, name);
        return scratch.write("s.toml", file);
    };
    for (const std::string name : {"number", "state", "source", "value", "standard_error", "failure", "seconds"}) {
        for (const Arguments& words : {Arguments{"ask"}, Arguments{"run", "--check"}}) {
            const ProgramResult result =
                sweetspot(with({words[0], named(name)}, Arguments(words.begin() + 1, words.end())));
            EXPECT_EQ(result.exit_status, 2) << name;
            expect_contains(result.err,
                            "a parameter is called \"" + name + "\", as a column of every table of trials is");
        }
    }
    EXPECT_FALSE(std::filesystem::exists(scratch.file("s.db")));
    // As an earlier sweetspot has begun it.
    ASSERT_EQ(sweetspot({"ask", named("width")}).exit_status, 0);
    tamper(scratch.file("s.db"), "UPDATE facts SET value = replace(value, 'width', 'value')");
    const std::string old = named("value");
    EXPECT_EQ(sweetspot({"trials", old}).exit_status, 0);
    EXPECT_EQ(sweetspot({"status", old}).exit_status, 0);
    EXPECT_EQ(sweetspot({"tell", old, "0", "1"}).exit_status, 0) << "it is gone on with, too";
}

TEST(Manners, WhatChangedInTheStudyFileIsSaidOnce) {
    const ScratchStudy study(support::bowl_script);
    study.write(3);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).err, "");
    study.write(5);
    replace_in(study.study(), "[[parameter]]", "seed = 7\n[[parameter]]");
    replace_in(study.study(), "tolerance = 0.1", "tolerance = 0.05");
    EXPECT_EQ(study.sweetspot("status").err, "") << "who only reads has nothing to say, and changes nothing";
    EXPECT_EQ(study.sweetspot("run", {"-q"}).err,
              "sweetspot run: the study file is not as it was: the seed was 1 and is 7 now, the tolerance of a was 0.1 "
              "and is 0.05 now; suggestions from here on follow it as it is now\n");
    study.write(6);
    replace_in(study.study(), "[[parameter]]", "seed = 7\n[[parameter]]");
    replace_in(study.study(), "tolerance = 0.1", "tolerance = 0.05");
    EXPECT_EQ(study.sweetspot("run", {"-q"}).err, "") << "a larger budget changes no suggestion";
}

TEST(Manners, SecondsAreInTrialsAndOnRequestInExport) {
    const ScratchStudy study("sleep 0.05; test $1 = 1 && exit 3; " + support::bowl_script);
    study.write(3);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const std::string table = study.sweetspot("trials").out;
    EXPECT_TRUE(table.starts_with(
        fmt::format("number  state     source  {:>13}{:>13}{:>13}{:>10}\n", "a", "b", "value", "seconds")))
        << table;
    for (const Json& trial : study.trials()) {
        EXPECT_GE(trial["seconds"].get<double>(), 0.05);
        expect_contains(table, fmt::format("{:.3g}", trial["seconds"].get<double>()));
    }
    EXPECT_TRUE(study.sweetspot("export").out.starts_with("number,state,source,a,b,value,standard_error,failure\n"));
    EXPECT_FALSE(Json::parse(study.sweetspot("export", {"--format", "json"}).out)[0].contains("seconds"));
    const std::string csv = study.sweetspot("export", {"--seconds"}).out;
    EXPECT_TRUE(csv.starts_with("number,state,source,a,b,value,standard_error,failure,seconds\n")) << csv;
    EXPECT_TRUE(Json::parse(study.sweetspot("export", {"--seconds", "--format", "json"}).out)[0].contains("seconds"));
    std::filesystem::remove(study.file("s.db"));
    std::ofstream(study.file("data.csv")) << csv;
    EXPECT_EQ(study.sweetspot("import", {study.file("data.csv")}).out, "2 trials were imported\n");
}

TEST(Manners, AValueIsStruckOutOrCorrectedByTell) {
    const Bench bench;
    bench.fill(3);
    ASSERT_EQ(bench("tell", {"1", "7"}).exit_status, 0);
    EXPECT_EQ(bench("tell", {"1", "--failed", "the probe was loose"}).out, "trial 1 is failed (it was 7)\n");
    const Json trial = Json::parse(bench("trials", {"--format", "json"}).out)[1];
    EXPECT_FALSE(trial.contains("value"));
    EXPECT_EQ(trial["reason"], "the probe was loose");
    EXPECT_EQ(bench("retry", {"1"}).out, "1 trial waits to be evaluated again\n");
    expect_contains(bench("status").out, "1 trial waits for its value; sweetspot tell " + bench.file + " goes on\n");
    EXPECT_EQ(bench("tell", {"1", "8"}).out, "trial 1 is complete\n");
    EXPECT_EQ(bench("tell", {"1", "9"}).out, "trial 1 is complete (it was 8)\n");
}

}  // namespace
}  // namespace sweetspot::cli
