// What a kind of store has of its own; what all have in common is in laws/store_laws_test.cpp.
#include "sweetspot/study/store.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "storage/database.hpp"
#include "study/sqlite_format.hpp"
#include "support/run_program.hpp"

namespace sweetspot {
namespace {

using support::ScratchDirectory;

StudyConfig config_in(const ScratchDirectory& scratch, double upper = 10) {
    StudyConfig config;
    config.name = "s";
    config.storage.place = scratch.file("s.db");
    config.parameters = {{{"width", 1, upper}, {0.2}}, {{"height", 2, 20}, {0.1}}};
    return config;
}

TEST(SqliteStore, KeepsTrialsAndTheStudyFileWhenItIsClosed) {
    const ScratchDirectory scratch;
    StudyConfig config = config_in(scratch);
    config.text = "the study file";
    EXPECT_FALSE(store_exists(config.storage));
    const Vector x{{2.5, 0.1 + 0.2}};
    {
        const auto store = open_store(config);
        ASSERT_EQ(store->add({.asked = x, .x = x}, store->revision()), 0);
    }
    EXPECT_TRUE(store_exists(config.storage));
    EXPECT_EQ(stored_study_file(config.storage), "the study file");
    const StudyView view = open_store(config, Store::Open::existing)->view();
    ASSERT_EQ(view.trials.size(), 1U);
    EXPECT_EQ(view.trials[0].x, x);
}

TEST(SqliteStore, OfTrialsOfWhichOneCannotBeStoredNoneIs) {
    const ScratchDirectory scratch;
    const auto store = open_store(config_in(scratch));
    const Vector x{{2.5, 3.0}};
    const Trial good{.asked = x, .x = x};
    Trial bad = good;
    bad.seconds = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Trial> both = {good, bad};
    EXPECT_THROW((void)store->add_all(both, 0), std::runtime_error);
    EXPECT_EQ(store->view().trials.size(), 0U);
    EXPECT_EQ(store->add(good, 0), 0) << "the study is as it was";
}

TEST(SqliteStore, NumbersThatNobodyCouldHaveStoredAreDamage) {
    const auto complaint_after = [](const std::string& change) -> std::string {
        const ScratchDirectory scratch;
        const auto store = open_store(config_in(scratch));
        const Vector x{{2.5, 3.0}};
        const Trial trial{.state = TrialState::complete, .asked = x, .x = x, .measurement = Measurement{1, 0.1}};
        EXPECT_EQ(store->add(trial, 0), 0);
        EXPECT_EQ(store->view().trials.size(), 1U);
        storage::Database(scratch.file("s.db"), study_format, storage::Database::Open::existing).execute(change);
        try {
            static_cast<void>(store->view());
        } catch (const std::runtime_error& error) {
            const std::string sentence = error.what();
            const std::string beginning = scratch.file("s.db") + ": the file is damaged (";
            EXPECT_TRUE(sentence.starts_with(beginning)) << sentence;
            return sentence.substr(beginning.size(), sentence.find(')') - beginning.size());
        }
        return "";
    };
    const std::string nan_and_one = "X'000000000000F87F000000000000F03F'";
    EXPECT_EQ(complaint_after("UPDATE trials SET x = " + nan_and_one), "trial 0 has a parameter that is no number");
    EXPECT_EQ(complaint_after("UPDATE trials SET asked = " + nan_and_one), "trial 0 has a parameter that is no number");
    EXPECT_EQ(complaint_after("UPDATE trials SET value = 9e999"), "trial 0 has a value that is no number");
    EXPECT_EQ(complaint_after("UPDATE trials SET standard_error = -1"), "trial 0 has a value that is no number");
    EXPECT_EQ(complaint_after("UPDATE trials SET x = X'00'"), "trial 0 has no value for every parameter");
    EXPECT_EQ(complaint_after("UPDATE trials SET value = 2"), "");
}

TEST(SqliteStore, AStudyOfOtherParametersIsRefused) {
    const ScratchDirectory scratch;
    (void)open_store(config_in(scratch));
    try {
        (void)open_store(config_in(scratch, 12));
        FAIL() << "it was opened";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("width from 1 to 10"), std::string::npos) << error.what();
    }
    EXPECT_THROW((void)open_store(config_in(ScratchDirectory()), Store::Open::existing), std::invalid_argument);
}

TEST(StoreKinds, AStudyInMemoryIsANewOneEachTime) {
    StudyConfig config = config_in(ScratchDirectory());
    config.storage = {"memory", ""};
    config.folder = "folder";
    const Vector x{{2.5, 3.0}};
    const auto store = open_store(config);
    ASSERT_TRUE(store->add({.asked = x, .x = x}, 0));
    EXPECT_TRUE(open_store(config)->view().trials.empty());
    EXPECT_FALSE(store_exists(config.storage));
    EXPECT_THROW((void)open_store(config, Store::Open::existing), std::invalid_argument);
    EXPECT_EQ(work_folder(config), std::filesystem::path("folder/s-work"));
}

TEST(StoreKinds, AnUnknownKindIsRefusedWithTheKnownOnes) {
    StudyConfig config;
    config.storage.kind = "sqlit";
    try {
        (void)open_store(config);
        FAIL() << "it was opened";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("did you mean \"sqlite\"?"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace sweetspot
