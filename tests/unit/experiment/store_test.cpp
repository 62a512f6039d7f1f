#include "experiment/store.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <limits>

#include "support/run_program.hpp"

namespace sweetspot {
namespace {

using support::ScratchDirectory;
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

RunKey key_of(Index repeat, const std::string& method = "centre") {
    return {"bumped-bowl", 2, Norm::one, method, "paper", repeat, 3, 1, std::numeric_limits<std::uint64_t>::max()};
}

RunRecord run_of(double first) {
    RunRecord run{Points::Constant(2, 3, 0.1 * first), Vector::LinSpaced(3, first, first + 1), {}, {}, 1.5};
    run.common = {Points::Random(2, 3), Vector::LinSpaced(3, 1, 2)};
    run.common.qualities[1] = no_value;
    return run;
}

void expect_same(const RunRecord& a, const RunRecord& b) {
    const auto same = [](const auto& x, const auto& y) {
        return x.rows() == y.rows() && x.cols() == y.cols() &&
               ((x.array() == y.array()) || (x.array().isNaN() && y.array().isNaN())).all();
    };
    EXPECT_TRUE(same(a.inputs, b.inputs));
    EXPECT_TRUE(same(a.outputs, b.outputs));
    EXPECT_TRUE(same(a.common.centres, b.common.centres));
    EXPECT_TRUE(same(a.common.qualities, b.common.qualities));
    EXPECT_TRUE(same(a.own.centres, b.own.centres));
    EXPECT_TRUE(same(a.own.qualities, b.own.qualities));
    EXPECT_EQ(a.seconds, b.seconds);
    EXPECT_EQ(a.promises, b.promises);
}

TEST(ExperimentStore, GivesBackWhatWasSavedAfterReopening) {
    const ScratchDirectory scratch;
    const RunRecord nominal = run_of(0.1);
    RunRecord own = run_of(0.3);
    own.own = {Points::Random(2, 3), Vector::LinSpaced(3, 5, 6)};
    own.own.centres.col(0).setConstant(no_value);
    own.own.qualities[0] = no_value;
    own.promises = {{1, {-0.25, 0.125}}, {3, {-1e300, 1.0 / 3}}};
    {
        ExperimentStore store(scratch.file("e.db"));
        store.save(key_of(1), nominal);
        store.save(key_of(1, "stableopt"), own);
    }
    const ExperimentStore store(scratch.file("e.db"), ExperimentStore::Open::existing);
    EXPECT_EQ(store.keys(), (std::set<RunKey>{key_of(1), key_of(1, "stableopt")}));
    expect_same(store.load(key_of(1)).value(), nominal);
    expect_same(store.load(key_of(1, "stableopt")).value(), own);
    EXPECT_FALSE(store.load(key_of(2)));
}

/// Brings a file back to what the program wrote before promises were recorded.
void make_version_1(const std::string& path) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, "DROP TABLE promises; PRAGMA user_version = 1", nullptr, nullptr, nullptr),
              SQLITE_OK);
    sqlite3_close(database);
}

TEST(ExperimentStore, AFileOfTheTimeBeforePromisesIsReadAndGoesOn) {
    const ScratchDirectory scratch;
    const RunRecord old = run_of(0.1);
    ExperimentStore(scratch.file("e.db")).save(key_of(1), old);
    make_version_1(scratch.file("e.db"));
    RunRecord promising = run_of(0.2);
    promising.promises = {{2, {1, 2}}};
    {
        ExperimentStore store(scratch.file("e.db"), ExperimentStore::Open::existing);
        expect_same(store.load(key_of(1)).value(), old);
        store.save(key_of(2), promising);
    }
    const ExperimentStore store(scratch.file("e.db"));
    expect_same(store.load(key_of(1)).value(), old);
    expect_same(store.load(key_of(2)).value(), promising);
}

TEST(ExperimentStore, ARunThatIsThereIsLeftAsItIs) {
    const ScratchDirectory scratch;
    ExperimentStore store(scratch.file("e.db"));
    const RunRecord first = run_of(0.1);
    store.save(key_of(1), first);
    store.save(key_of(1), run_of(0.2));
    expect_same(store.load(key_of(1)).value(), first);
}

TEST(ExperimentStore, MergingTakesWhatIsMissingOnce) {
    const ScratchDirectory scratch;
    const RunRecord shared = run_of(0.1);
    const RunRecord fresh = run_of(0.2);
    ExperimentStore store(scratch.file("a.db"));
    store.save(key_of(1), shared);
    {
        ExperimentStore other(scratch.file("b.db"));
        other.save(key_of(1), shared);
        other.save(key_of(2), fresh);
    }
    EXPECT_EQ(store.merge(scratch.file("b.db")), 1);
    EXPECT_EQ(store.merge(scratch.file("b.db")), 0);
    EXPECT_EQ(store.keys().size(), 2U);
    expect_same(store.load(key_of(2)).value(), fresh);
}

TEST(ExperimentStore, MergingRefusesARunWithAnotherResultAndTakesNothing) {
    const ScratchDirectory scratch;
    ExperimentStore store(scratch.file("a.db"));
    store.save(key_of(2), run_of(0.1));
    {
        ExperimentStore other(scratch.file("b.db"));
        other.save(key_of(1), run_of(0.2));
        other.save(key_of(2), run_of(0.3));
    }
    try {
        (void)store.merge(scratch.file("b.db"));
        FAIL() << "it was merged";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("bumped-bowl D = 2 p = 1 centre repeat 2 is in"), std::string::npos)
            << error.what();
    }
    EXPECT_EQ(store.keys().size(), 1U);
    RunRecord promising = store.load(key_of(2)).value();
    promising.promises = {{3, {1, 2}}};
    ExperimentStore(scratch.file("c.db")).save(key_of(2), promising);
    EXPECT_THROW((void)store.merge(scratch.file("c.db")), std::invalid_argument) << "another promise";
    EXPECT_THROW((void)store.merge(scratch.file("none.db")), std::invalid_argument);
}

}  // namespace
}  // namespace sweetspot
