// The report of a study through the program: where it is written, of what, and every refusal.
#include <gtest/gtest.h>

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
