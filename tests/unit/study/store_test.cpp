#include "sweetspot/study/store.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "process/process_identity.hpp"
#include "storage/database.hpp"
#include "support/run_program.hpp"

namespace sweetspot {
namespace {

using process::may_be_alive;
using process::own_identity;
using support::ScratchDirectory;

StudyConfig config_in(const ScratchDirectory& scratch, double upper = 10) {
    StudyConfig config;
    config.name = "s";
    config.storage = scratch.file("s.db");
    config.parameters = {{{"width", 1, upper}, {0.2}}, {{"height", 2, 20}, {0.1}}};
    return config;
}

Trial asked(double a, double b) {
    const Vector x{{a, b}};
    return {.asked = x, .x = x};
}

TEST(StudyStore, KeepsTrialsToTheLastBit) {
    const ScratchDirectory scratch;
    {
        StudyStore store(config_in(scratch));
        Trial first = asked(2.5, 0.1 + 0.2);
        first.centre = Vector{{2.4, 0.3}};
        first.expected_improvement = 0.7;
        ASSERT_EQ(store.add(first, store.view().revision), 0);
        Trial told = store.view().trials[0];
        told.state = TrialState::complete;
        told.x = Vector{{2.6, 0.3}};
        told.measurement = Measurement{1.0 / 3, 0.05};
        told.attempts = 1;
        store.update(told);
        ASSERT_EQ(store.add(asked(3, 4), store.view().revision), 1);
        Trial lost = store.view().trials[1];
        lost.state = TrialState::failed;
        lost.failure = EvaluationFailure{FailureKind::timeout, "too slow"};
        store.update(lost);
    }
    const StudyView view = StudyStore(config_in(scratch), StudyStore::Open::existing).view();
    ASSERT_EQ(view.trials.size(), 2U);
    const Trial& first = view.trials[0];
    EXPECT_EQ(first.state, TrialState::complete);
    EXPECT_EQ(first.asked, (Vector{{2.5, 0.1 + 0.2}}));
    EXPECT_EQ(first.x, (Vector{{2.6, 0.3}}));
    EXPECT_EQ(first.measurement, (Measurement{1.0 / 3, 0.05}));
    EXPECT_EQ(first.centre, (Vector{{2.4, 0.3}}));
    EXPECT_EQ(first.expected_improvement, 0.7);
    EXPECT_EQ(view.trials[1].failure, (EvaluationFailure{FailureKind::timeout, "too slow"}));
    EXPECT_TRUE(std::isnan(view.trials[1].expected_improvement));
}

TEST(StudyStore, ATrialThatWasChosenBeforeAnotherChangeIsRefused) {
    const ScratchDirectory scratch;
    StudyStore one(config_in(scratch));
    StudyStore other(config_in(scratch));
    const std::int64_t seen = one.view().revision;
    ASSERT_TRUE(other.add(asked(1, 2), other.view().revision));
    EXPECT_FALSE(one.add(asked(3, 4), seen));
    EXPECT_EQ(one.add(asked(3, 4), one.view().revision), 1);
}

TEST(StudyStore, OnlyOneProcessTakesATrial) {
    const ScratchDirectory scratch;
    StudyStore one(config_in(scratch));
    StudyStore other(config_in(scratch));
    ASSERT_TRUE(one.add(asked(1, 2), one.view().revision));
    EXPECT_TRUE(one.take(0));
    EXPECT_FALSE(other.take(0));
    EXPECT_TRUE(other.release_lost().empty()) << "this process lives";
}

TEST(StudyStore, TrialsOfAProcessThatIsGoneBecomeStale) {
    const ScratchDirectory scratch;
    StudyStore store(config_in(scratch));
    ASSERT_TRUE(store.add(asked(1, 2), store.view().revision));
    ASSERT_TRUE(store.take(0));
    // As if another process had died with it: a process number that cannot be.
    std::string gone = own_identity();
    gone.replace(gone.rfind(' '), std::string::npos, " 1");
    const storage::Format any{.what = "study", .application_id = 0x53775374, .version = 2, .schema = ""};
    storage::Database(scratch.file("s.db"), any).prepare("UPDATE trials SET process = ?").bind(1, gone).run();
    EXPECT_EQ(store.release_lost(), (std::vector<Index>{0}));
    EXPECT_EQ(store.view().trials[0].state, TrialState::stale);
    EXPECT_TRUE(store.take(0));
}

TEST(StudyStore, ThePromiseThatACheckIsHeldAgainstIsKept) {
    const ScratchDirectory scratch;
    StudyStore store(config_in(scratch));
    Trial check = asked(1, 2);
    check.source = TrialSource::verify;
    check.promised = 3.5;
    ASSERT_TRUE(store.add(check, store.view().revision));
    ASSERT_TRUE(store.add(asked(2, 3), store.view().revision));
    const StudyView view = StudyStore(config_in(scratch)).view();
    EXPECT_EQ(view.trials[0].source, TrialSource::verify);
    EXPECT_EQ(view.trials[0].promised, 3.5);
    EXPECT_TRUE(std::isnan(view.trials[1].promised));
}

TEST(StudyStore, AStudyOfOtherParametersIsRefused) {
    const ScratchDirectory scratch;
    { const StudyStore store(config_in(scratch)); }
    try {
        const StudyStore store(config_in(scratch, 12));
        FAIL() << "it was opened";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("width from 1 to 10"), std::string::npos) << error.what();
    }
    EXPECT_THROW(StudyStore(config_in(ScratchDirectory()), StudyStore::Open::existing), std::invalid_argument);
}

TEST(ProcessIdentity, ThisProcessLivesAndAnotherStartOrBootDoesNot) {
    EXPECT_TRUE(may_be_alive(own_identity()));
    std::string other_start = own_identity();
    other_start.back() = other_start.back() == '1' ? '2' : '1';
    EXPECT_FALSE(may_be_alive(other_start));
    std::string other_boot = own_identity();
    other_boot[other_boot.find(' ') + 1] = 'x';
    EXPECT_FALSE(may_be_alive(other_boot));
    EXPECT_TRUE(may_be_alive("another-machine boot 1 1")) << "nothing is known of it";
}

}  // namespace
}  // namespace sweetspot
