// The report of a study through the program: where it is written, of what, and every refusal.
#include <gtest/gtest.h>

#include <fstream>

#include "cli/program.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::cli {
namespace {

using support::ScratchStudy;

TEST(StudyReport, IsOneFileBesideTheStudyOrWhereItIsAskedFor) {
    const ScratchStudy study(support::bowl_script);
    study.write(4);
    ASSERT_EQ(study.sweetspot("ask").exit_status, 0);
    const ProgramResult empty = study.sweetspot("report");
    ASSERT_EQ(empty.exit_status, 0) << empty.err;
    EXPECT_EQ(empty.out, study.file("s-report.html") + "\n");
    expect_contains(support::read_text(study.file("s-report.html")), "No trial is complete");
    ASSERT_EQ(study.sweetspot("tell", {"0", "3.5"}).exit_status, 0);
    const ProgramResult made = study.sweetspot("report", {"-o", study.file("other.html")});
    ASSERT_EQ(made.exit_status, 0) << made.err;
    EXPECT_EQ(made.out, study.file("other.html") + "\n");
    const std::string html = support::read_text(study.file("other.html"));
    expect_contains(html, "here is no answer yet");
    expect_contains(html, " UTC</td>");
}

TEST(StudyReport, OfTheDatabaseIsThatOfTheStudy) {
    const ScratchStudy study(support::bowl_script);
    study.write(4);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const ProgramResult made = sweetspot({"report", study.file("s.db")});
    ASSERT_EQ(made.exit_status, 0) << made.err;
    EXPECT_EQ(made.out, study.file("s-report.html") + "\n");
    expect_contains(support::read_text(study.file("s-report.html")), "<p>Build a = ");
}

/// Another study beside the first, of the same name, with a wider tolerance.
void write_wider(const ScratchStudy& study) {
    std::string text = support::read_text(study.study());
    const auto replace = [&](const std::string& what, const std::string& by) {
        const auto at = text.find(what);
        ASSERT_NE(at, std::string::npos) << what;
        text.replace(at, what.size(), by);
    };
    replace("tolerance = 0.1", "tolerance = 0.3");
    replace("s.db", "wider.db");
    std::ofstream(study.file("wider.toml")) << text;
}

TEST(StudyReport, OfSeveralStudiesPutsThemSideBySide) {
    const ScratchStudy study(support::bowl_script);
    study.write(6);
    write_wider(study);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    ASSERT_EQ(sweetspot({"run", study.file("wider.toml"), "-q"}).exit_status, 0);
    const ProgramResult made = study.sweetspot("report", {study.file("wider.toml")});
    ASSERT_EQ(made.exit_status, 0) << made.err;
    EXPECT_EQ(made.out, study.file("compare.html") + "\n");
    const std::string html = support::read_text(study.file("compare.html"));
    expect_contains(html, "<h2>Each design by each study</h2>");
    expect_contains(html, "<td>tolerance of a</td><td>± 0.1</td><td>± 0.3</td>");
    // Of the same name, they are told apart by their files.
    expect_contains(html, "<th scope=\"col\">s (" + study.study() + ")</th>");
    const ProgramResult named =
        study.sweetspot("report", {study.file("wider.db"), "-o", study.file("both.html"), "--threads", "2"});
    ASSERT_EQ(named.exit_status, 0) << named.err;
    EXPECT_EQ(named.out, study.file("both.html") + "\n");
}

TEST(StudyReport, OfSeveralRefusesWhatOneWouldRefuseAndMoreThanEight) {
    const ScratchStudy study(support::bowl_script);
    study.write(4);
    ASSERT_EQ(study.sweetspot("ask").exit_status, 0);
    expect_refused(study.sweetspot("report", {study.file("none.toml")}), {"sweetspot report: ", "none.toml"});
    const std::vector<std::string> nine(8, study.study());
    EXPECT_EQ(study.sweetspot("report", nine).exit_status, 2);
}

TEST(StudyReport, HasTheCommandsThatComeNextAndWhatAFailedTrialLeft) {
    const ScratchStudy study("if [ \"$1\" = 2 ]; then echo 'no licence' >&2; exit 3; fi; " + support::bowl_script);
    study.write(7);
    ASSERT_EQ(study.sweetspot("run", {"-q"}).exit_status, 0);
    const ProgramResult made = study.sweetspot("report");
    ASSERT_EQ(made.exit_status, 0) << made.err;
    const std::string html = support::read_text(study.file("s-report.html"));
    expect_contains(html, "<code>sweetspot verify " + study.study() + " -n 5</code>");
    expect_contains(html, "\"stderr\":\"no licence\"");
    expect_contains(html, "\"folder\":\"s-work/trial-2");
}

TEST(StudyReport, OfAStudyThatWasNeverBegunIsRefused) {
    const ScratchStudy study(support::bowl_script);
    study.write(4);
    expect_refused(study.sweetspot("report"), {"sweetspot report: ", study.file("s.db")});
}

TEST(StudyReport, ThatCannotBeWrittenIsAFailure) {
    const ScratchStudy study(support::bowl_script);
    study.write(4);
    ASSERT_EQ(study.sweetspot("ask").exit_status, 0);
    const ProgramResult failed = study.sweetspot("report", {"-o", study.file("nowhere/r.html")});
    EXPECT_EQ(failed.exit_status, 1);
    EXPECT_EQ(failed.out, "");
    expect_contains(failed.err, "nowhere/r.html could not be written");
}

}  // namespace
}  // namespace sweetspot::cli
