// What goes to the command, what comes back, and what each way to fail is called.
#include "study/command.hpp"

#include <cmath>

#include "unit/study/objective.hpp"

namespace sweetspot::study {
namespace {

std::string refusal(const CommandOptions& options) {
    try {
        const CommandEvaluator evaluator(options);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "nothing was refused";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(CommandEvaluator, SpeaksJsonOnStandardStreams) {
    const Objective objective(R"(cat > "$1"/seen; echo '{"value": 0.75, "standard_error": 0.5}')");
    const EvaluationResult result = evaluate(objective.options({objective.file("")}));
    EXPECT_EQ(result.outcome, Outcome(Measurement{0.75, 0.5}));
    EXPECT_EQ(objective.text("seen"), "{\"width\": 2.5, \"count\": 7}\n");
    EXPECT_GT(result.seconds, 0);
}

TEST(CommandEvaluator, SpeaksNumbersOnStandardStreams) {
    const Objective objective(R"(read width; read count; echo "$width$count 0.25")");
    CommandOptions options = objective.options();
    options.format = ObjectiveFormat::numbers;
    EXPECT_EQ(evaluate(options).outcome, Outcome(Measurement{2.57, 0.25}));
}

TEST(CommandEvaluator, SpeaksThroughFilesAlsoInsideALongerArgument) {
    const Objective objective(
        R"(in=${1#--in=}; cp "$in" "$3/seen"; echo '{"value": 3}' > "${2#--out=}"; echo noise; ! grep -q .)");
    const EvaluationResult result =
        evaluate(objective.options({"--in={params}", "--out={results}", objective.file("")}));
    EXPECT_EQ(value_of(result), 3);
    EXPECT_EQ(objective.text("seen"), "{\"width\": 2.5, \"count\": 7}\n");
}

TEST(CommandEvaluator, FillsInNumberFolderAndWorkDirectory) {
    const Objective objective(
        R"([ "$PWD" = "$2" ] && [ -x "$3/objective.sh" ] && [ "$4" = '{a b}' ] && echo "{\"value\": $1}")");
    EXPECT_EQ(value_of(evaluate(objective.options({"{number}{number}", "{workdir}", "{folder}", "{a b}"}))), 77);
}

TEST(CommandEvaluator, FindsAProgramInThePathAndPassesArgumentsWithoutAShell) {
    const Objective objective("");
    CommandOptions options = objective.options();
    options.command = {"printf", "%s", R"({"value": 1, "note": "$HOME; a  b * "})"};
    EXPECT_EQ(value_of(evaluate(options)), 1);
}

TEST(CommandEvaluator, PathsMayHoldBlanks) {
    const Objective objective("");
    const std::filesystem::path folder = objective.file("a folder {number}");
    std::filesystem::create_directory(folder);
    std::filesystem::copy_file("/bin/cp", folder / "copy it");
    std::ofstream(folder / "an answer") << R"({"value": 4})";
    CommandOptions options = objective.options();
    options.base_folder = folder;
    options.work_root = folder / "work here";
    options.command = {"./copy it", "{folder}/an answer", "{results}"};
    EXPECT_EQ(value_of(evaluate(options)), 4);
}

TEST(CommandEvaluator, RemovesTheWorkDirectoryOfASuccessUnlessAsked) {
    const Objective objective(R"(mkdir sub; touch sub/file; echo '{"value": 1}')");
    CommandOptions options = objective.options();
    EXPECT_FALSE(evaluate(options).work_directory);
    EXPECT_TRUE(std::filesystem::is_empty(objective.file("work")));
    options.keep = KeepWork::all;
    EXPECT_EQ(evaluate(options).work_directory, objective.file("work/trial-7"));
    EXPECT_TRUE(objective.has("work/trial-7/sub/file"));
}

TEST(CommandEvaluator, KeepsTheWorkDirectoryOfEveryFailedAttempt) {
    const Objective objective("echo to out; echo to err >&2; exit 3");
    EXPECT_EQ(evaluate(objective.options()).work_directory, objective.file("work/trial-7"));
    EXPECT_EQ(evaluate(objective.options(), 2).work_directory, objective.file("work/trial-7-2"));
    for (const std::string folder : {"work/trial-7/", "work/trial-7-2/"}) {
        EXPECT_EQ(objective.text(folder + "stdout"), "to out\n");
        EXPECT_EQ(objective.text(folder + "stderr"), "to err\n");
        EXPECT_EQ(objective.text(folder + "parameters.json"), "{\"width\": 2.5, \"count\": 7}\n");
    }
}

TEST(CommandEvaluator, TheWorkDirectoryIsInTheEnvironment) {
    const Objective objective("test \"$SWEETSPOT_WORKDIR\" = \"$PWD\" && echo '{\"value\": 4}'");
    EXPECT_EQ(value_of(evaluate(objective.options())), 4);
}

TEST(CommandEvaluator, WhatAnAttemptThatWasCutShortLeftIsEndedAndRemoved) {
    // As after a SIGKILL of the program: a folder, and a process in a session of its own that would write to it.
    const Objective objective("test -e old && exit 1; sleep 0.3; test -e late && exit 2; echo '{\"value\": 4}'");
    const std::string folder = objective.file("work/trial-7");
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/old") << "old";
    const std::string left = "env SWEETSPOT_WORKDIR='" + folder + "' setsid sh -c 'echo $$ > " + objective.file("pid") +
                             "; while :; do echo late > " + folder + "/late; sleep 0.01; done' 2>/dev/null &";
    ASSERT_EQ(std::system(left.c_str()), 0);
    const pid_t orphan = process_in(objective.file("pid"));
    EXPECT_EQ(value_of(evaluate(objective.options())), 4);
    EXPECT_TRUE(eventually([&] { return is_gone(orphan); }));
}

TEST(CommandEvaluator, ANonZeroExitSaysItsStatusAndLastWords) {
    EXPECT_EQ(failure_of(evaluate("for i in 1 2 3 4 5; do echo line $i >&2; done; echo '{\"value\": 1}'; exit 3")),
              "exit-status: it ended with status 3; its standard error ends: line 3 | line 4 | line 5");
    EXPECT_EQ(failure_of(evaluate("echo no licence; exit 1")),
              "exit-status: it ended with status 1; its standard output ends: no licence");
    EXPECT_EQ(failure_of(evaluate("exit 1")), "exit-status: it ended with status 1; it printed nothing");
}

TEST(CommandEvaluator, AReportedReasonIsKeptWhateverTheExitStatus) {
    EXPECT_EQ(failure_of(evaluate("echo '{\"error\": \"mesh is tangled\"}'")), "reported: mesh is tangled");
    EXPECT_EQ(failure_of(evaluate("echo '{\"error\": \"mesh is tangled\"}'; exit 1")), "reported: mesh is tangled");
}

TEST(CommandEvaluator, ASignalIsNamed) {
    EXPECT_EQ(failure_of(evaluate("echo '{\"value\": 1}'; kill -SEGV $$")),
              "signal: signal 11 (Segmentation fault) ended it; its standard output ends: {\"value\": 1}");
    EXPECT_TRUE(contains(failure_of(evaluate("kill -KILL $$")), "memory is short"));
}

TEST(CommandEvaluator, ACommandThatCannotBeStartedSaysWhatToDo) {
    const Objective objective("");
    CommandOptions options = objective.options();
    const auto failure_with = [&](const std::string& program) {
        options.command = {program};
        return failure_of(evaluate(options));
    };
    EXPECT_EQ(failure_with("./none"),
              "not-started: " + objective.file("none") +
                  " does not exist; a path in the command is relative to the study file's folder");
    EXPECT_EQ(failure_with("no-such-program-anywhere"),
              "not-started: no program \"no-such-program-anywhere\" in PATH; install it, or write "
              "./no-such-program-anywhere if it is beside the study file");
    std::ofstream(objective.file("plain")) << "#!/bin/sh\n";
    chmod(objective.file("plain").c_str(), 0644);
    EXPECT_TRUE(contains(failure_with("./plain"), "chmod +x"));
    std::ofstream(objective.file("plain")) << "echo 1\n";
    chmod(objective.file("plain").c_str(), 0755);
    EXPECT_TRUE(contains(failure_with("./plain"), "a script begins with"));
    std::ofstream(objective.file("plain")) << "#!/bin/sh\r\necho 1\r\n";
    EXPECT_TRUE(contains(failure_with("./plain"), "interpreter"));
    EXPECT_TRUE(contains(failure_with("/"), "is a folder"));
}

TEST(CommandEvaluator, ANotANumberIsAFailure) {
    EXPECT_EQ(failure_of(evaluate("echo '{\"value\": NaN}'")),
              "not-finite: the value in its standard output is NaN; it must be a finite number");
    Objective objective("echo inf");
    CommandOptions options = objective.options();
    options.format = ObjectiveFormat::numbers;
    EXPECT_EQ(failure_of(evaluate(options)),
              "not-finite: the value in its standard output is inf; it must be a finite number");
}

TEST(CommandEvaluator, RubbishIsQuotedInShort) {
    EXPECT_EQ(failure_of(evaluate("echo; echo 'Segmentation  fault'")),
              "unparsable: its standard output is not JSON but \"Segmentation fault\"; print only {\"value\": 0.7} or "
              "{\"error\": \"why\"} there");
    EXPECT_EQ(failure_of(evaluate("true")), "unparsable: its standard output is empty; the result was expected there");
    EXPECT_LT(failure_of(evaluate("head -c 100000 /dev/urandom")).size(), 500);
}

TEST(CommandEvaluator, AMissingResultsFileIsAFailure) {
    EXPECT_EQ(failure_of(evaluate("echo '{\"value\": 1}'", {"{results}"})),
              "no-results-file: it ended well but left no results file results.json; its standard output ends: "
              "{\"value\": 1}");
    // A pipe would make a reader wait for ever.
    EXPECT_TRUE(contains(failure_of(evaluate("mkfifo \"$1\"", {"{results}"})), "no-results-file"));
    EXPECT_TRUE(contains(failure_of(evaluate("mkdir \"$1\"", {"{results}"})), "no-results-file"));
}

TEST(CommandEvaluator, MegabytesOnBothStreamsDoNotMatterBesideAResultsFile) {
    const std::string flood = "head -c 5000000 /dev/zero | tr '\\0' x";
    EXPECT_EQ(value_of(evaluate(flood + "; " + flood + " >&2; echo '{\"value\": 1}' > \"$1\"", {"{results}"})), 1);
    const std::string failure = failure_of(evaluate(flood + " >&2; " + flood));
    EXPECT_TRUE(contains(failure, "unparsable: its standard output has more than 1048576 bytes")) << failure;
}

TEST(CommandEvaluator, ACommandMayCloseItsStreams) {
    EXPECT_EQ(value_of(evaluate("exec <&- >&- 2>&-; echo '{\"value\": 1}' > \"$1\"", {"{results}"})), 1);
}

TEST(CommandEvaluator, OptionsThatCannotWorkAreRefused) {
    const Objective objective("");
    const auto changed = [&](const std::function<void(CommandOptions&)>& change) {
        CommandOptions options = objective.options();
        change(options);
        return refusal(options);
    };
    EXPECT_TRUE(contains(changed([](auto& o) { o.command = {}; }), "it names no program"));
    EXPECT_TRUE(contains(changed([](auto& o) { o.command = {""}; }), "it names no program"));
    EXPECT_TRUE(contains(changed([](auto& o) { o.command.emplace_back("a\0b", 3); }), "zero byte"));
    EXPECT_EQ(changed([](auto& o) { o.command.emplace_back("-i={parms}"); }),
              "unknown placeholder {parms} in \"-i={parms}\"; did you mean {params}?");
    EXPECT_TRUE(contains(changed([](auto& o) { o.parameters = {}; }), "no parameters"));
    EXPECT_TRUE(contains(changed([](auto& o) { o.parameters[1].name = "width"; }), "two parameters"));
    EXPECT_TRUE(contains(changed([](auto& o) { o.parameters[1].name = "\xff"; }), "printable"));
    EXPECT_TRUE(contains(changed([](auto& o) { o.timeout = 0; }), "timeout is 0"));
    EXPECT_TRUE(contains(changed([](auto& o) { o.timeout = NAN; }), "timeout is nan"));
    EXPECT_TRUE(contains(changed([](auto& o) { o.grace = -1; }), "grace is -1"));
    EXPECT_TRUE(contains(changed([](auto& o) { o.work_root = ""; }), "work directories"));
    EXPECT_EQ(changed([](auto&) {}), "nothing was refused");
}

TEST(CommandEvaluator, AFolderThatCannotBeMadeIsSaidAndLeavesNothingInFlight) {
    const Objective objective("");
    CommandOptions options = objective.options();
    options.work_root = objective.file("objective.sh/work");
    CommandEvaluator evaluator(options);
    EXPECT_THROW(evaluator.start(1, some_point()), std::runtime_error);
    EXPECT_TRUE(evaluator.in_flight().empty());
    EXPECT_FALSE(evaluator.wait_any(0));
}

}  // namespace
}  // namespace sweetspot::study
