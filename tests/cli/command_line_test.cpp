// The program's own help, version and usage mistakes.
#include <regex>

#include "cli/program.hpp"

namespace sweetspot::cli {
namespace {

TEST(CommandLine, HelpOfEveryCommandShowsAnExample) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                      {"list", "--help"},
                                                      {"suggest", "--help"},
                                                      {"minimize", "--help"},
                                                      {"evaluate", "--help"},
                                                      {"optimum", "--help"}}) {
        const ProgramResult result = sweetspot(arguments);
        EXPECT_EQ(result.exit_status, 0);
        EXPECT_EQ(result.err, "");
        expect_contains(result.out, "Example");
        expect_contains(result.out, "\n  sweetspot ");
    }
}

TEST(CommandLine, VersionIsPrinted) {
    const ProgramResult result = sweetspot({"--version"});
    EXPECT_EQ(result.exit_status, 0);
    EXPECT_TRUE(std::regex_match(result.out, std::regex("sweetspot [0-9]+\\.[0-9]+\\.[0-9]+\n"))) << result.out;
}

TEST(CommandLine, NoCommandIsRefusedWithTheCommands) {
    expect_refused(sweetspot({}),
                   {"sweetspot: no command was given", "list, suggest, minimize, evaluate, optimum", "--help"});
}

TEST(CommandLine, UnknownCommandGetsASuggestion) {
    expect_refused(sweetspot({"sugest"}), {"sweetspot: unknown command \"sugest\"", "did you mean \"suggest\"?"});
    expect_refused(sweetspot({"frobnicate"}),
                   {"sweetspot: unknown command", "Known: list, suggest, minimize, evaluate, optimum"});
}

TEST(CommandLine, UnknownOptionGetsASuggestion) {
    expect_refused(sweetspot({"suggest", "--treads", "2"}),
                   {"sweetspot suggest: unknown option \"--treads\"", "did you mean \"--threads\"?"});
    expect_refused(sweetspot({"list", "--fromat=json"}),
                   {"sweetspot list: unknown option", "did you mean \"--format\"?"});
    expect_refused(sweetspot({"--verison"}), {"sweetspot: unknown option", "did you mean \"--version\"?"});
}

TEST(CommandLine, UnknownFamilyAndFormatGetASuggestion) {
    expect_refused(sweetspot({"list", "kernel"}),
                   {"sweetspot list: ", "unknown family \"kernel\"", "did you mean \"kernels\"?"});
    expect_refused(sweetspot({"list", "--format", "jsno"}),
                   {"sweetspot list: ", "unknown format \"jsno\"", "did you mean \"json\"?"});
}

TEST(CommandLine, ThreadsMustBeAWholeNumberOfAtLeastOne) {
    for (const std::string given : {"0", "-1", "two", "1.5", "99999999999"}) {
        expect_refused(sweetspot({"suggest", "--threads", given}),
                       {"sweetspot suggest: --threads: " + given, "whole number from 1"});
    }
    expect_refused(sweetspot({"suggest", "--threads"}), {"sweetspot suggest: --threads"});
}

TEST(CommandLine, OneArgumentTooManyIsRefused) {
    expect_refused(sweetspot({"suggest", "a.json", "b.json"}),
                   {"sweetspot suggest: \"b.json\" is one argument too many"});
    expect_refused(sweetspot({"list", "norms", "1", "list"}), {"sweetspot list: \"list\" is one argument too many"});
}

TEST(CommandLine, AResultThatCannotBeWrittenIsAFailure) {
    const ProgramResult result = support::run_program(SWEETSPOT_PROGRAM, {"list"}, "", "/dev/full");
    EXPECT_EQ(result.exit_status, 1);
    expect_contains(result.err, "could not be written");
}

}  // namespace
}  // namespace sweetspot::cli
