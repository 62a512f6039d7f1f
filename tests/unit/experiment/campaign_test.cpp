#include "experiment/campaign.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/run_program.hpp"

namespace sweetspot {
namespace {

using support::ScratchDirectory;

ExperimentSpec small() {
    ExperimentSpec spec;
    spec.name = "small";
    spec.profile = "paper";
    spec.problems = {"bumped-bowl"};
    spec.dimensions = {2};
    spec.methods = {"centre", "latin-hypercube"};
    spec.repeats = 3;
    spec.evaluations = 5;
    return spec;
}

void expect_same_runs(const ExperimentStore& a, const ExperimentStore& b) {
    ASSERT_EQ(a.keys(), b.keys());
    for (const RunKey& key : a.keys()) {
        EXPECT_EQ(a.load(key)->inputs, b.load(key)->inputs);
        EXPECT_EQ(a.load(key)->common.qualities, b.load(key)->common.qualities);
    }
}

TEST(Campaign, ShardsAreDisjointAndCoverAll) {
    const std::vector<RunKey> runs = runs_of(small());
    std::multiset<RunKey> seen;
    for (Index i = 1; i <= 4; ++i) {
        for (const RunKey& key : shard_of(runs, {i, 4})) seen.insert(key);
    }
    EXPECT_EQ(seen, std::multiset<RunKey>(runs.begin(), runs.end()));
    EXPECT_THROW((void)shard_of(runs, {5, 4}), std::invalid_argument);
    EXPECT_THROW((void)shard_of(runs, {0, 4}), std::invalid_argument);
}

TEST(Campaign, ResultsDoNotDependOnJobsShardsOrInterruptions) {
    const ScratchDirectory scratch;
    const std::vector<RunKey> runs = runs_of(small());
    ExperimentStore whole(scratch.file("whole.db"));
    run_campaign(runs, whole, {});

    ExperimentStore parallel(scratch.file("parallel.db"));
    run_campaign(runs, parallel, {.jobs = 3});
    expect_same_runs(whole, parallel);

    ExperimentStore merged(scratch.file("merged.db"));
    for (Index i = 1; i <= 2; ++i) {
        ExperimentStore part(scratch.file("part.db" + std::to_string(i)));
        run_campaign(runs, part, {.shard = {i, 2}});
    }
    EXPECT_EQ(merged.merge(scratch.file("part.db1")), 3);
    EXPECT_EQ(merged.merge(scratch.file("part.db2")), 3);
    expect_same_runs(whole, merged);

    ExperimentStore pieces(scratch.file("pieces.db"));
    int asked = 0;
    run_campaign(runs, pieces, {.stop = [&] { return ++asked > 2; }});
    EXPECT_EQ(pieces.keys().size(), 2U);
    std::vector<Index> done;
    run_campaign(runs, pieces, {}, [&](const CampaignProgress& progress) {
        EXPECT_EQ(progress.before, 2);
        EXPECT_EQ(progress.of, 6);
        done.push_back(progress.done);
    });
    EXPECT_EQ(done, (std::vector<Index>{2, 3, 4, 5, 6}));
    expect_same_runs(whole, pieces);
}

TEST(Campaign, ARunThatFailsIsNamedAndTheOthersAreDone) {
    const ScratchDirectory scratch;
    std::vector<RunKey> runs = runs_of(small());
    runs[1].problem = "bertsimas";
    ExperimentStore store(scratch.file("e.db"));
    try {
        run_campaign(runs, store, {});
        FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("bertsimas D = 2 p = 2 latin-hypercube repeat 1: "))
            << error.what();
    }
    EXPECT_EQ(store.keys().size(), runs.size() - 1);
}

}  // namespace
}  // namespace sweetspot
