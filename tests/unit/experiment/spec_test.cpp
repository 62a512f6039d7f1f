#include "experiment/spec.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "support/refusal.hpp"
#include "support/run_program.hpp"

namespace sweetspot {
namespace {

const std::string plain = R"([experiment]
name = "small"
problems = ["bumped-bowl", "push4"]
dimensions = [2, 5]
norms = [1, 2, "inf"]
methods = ["most-uncertain", "stableopt"]
repeats = 3
)";

std::string refusal(const std::string& text) {
    return support::refusal([&] { (void)read_spec(text, "e.toml"); });
}

std::string with(const std::string& from, const std::string& to) {
    std::string text = plain;
    return text.replace(text.find(from), from.size(), to);
}

TEST(ExperimentSpec, ReadsWhatIsThereAndFillsInTheRest) {
    const ExperimentSpec spec = read_spec(plain, "e.toml");
    EXPECT_EQ(spec.name, "small");
    EXPECT_EQ(spec.profile, "default");
    EXPECT_EQ(spec.dimensions, (std::vector<Index>{2, 5}));
    EXPECT_EQ(spec.norms, (std::vector<Norm>{Norm::one, Norm::two, Norm::infinity}));
    EXPECT_EQ(spec.repeats, 3);
    EXPECT_EQ(spec.evaluations, 100);
    EXPECT_EQ(spec.score_every, 1);
    EXPECT_EQ(spec.seed, 1U);
}

TEST(ExperimentSpec, EveryCombinationIsRunOnceAndRepeatsAreOutermost) {
    const std::vector<RunKey> runs = runs_of(read_spec(plain, "e.toml"));
    // bumped-bowl in two dimensions, push4 in its only one; three norms, two methods, three repeats.
    EXPECT_EQ(runs.size(), (2U + 1U) * 3U * 2U * 3U);
    EXPECT_EQ(std::set<RunKey>(runs.begin(), runs.end()).size(), runs.size());
    for (std::size_t i = 1; i < runs.size(); ++i) EXPECT_LE(runs[i - 1].repeat, runs[i].repeat);
    for (const RunKey& key : runs) {
        if (key.problem == "push4") {
            EXPECT_EQ(key.dimension, 4);
        }
    }
}

TEST(ExperimentSpec, WithoutNormsAProblemIsRunInTheNormOfItsOwnRegion) {
    const std::string text =
        "[experiment]\nname = \"n\"\nproblems = [\"bertsimas\", \"ladder-5\", \"ladder-9\"]\n"
        "methods = [\"random\"]\nrepeats = 1\n";
    const std::vector<RunKey> runs = runs_of(read_spec(text, "e.toml"));
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(runs[0].norm, Norm::two);  // has none
    EXPECT_EQ(runs[1].norm, Norm::infinity);
    EXPECT_EQ(runs[2].norm, Norm::two);
    for (const RunKey& key : runs_of(read_spec(text + "norms = [1]\n", "e.toml"))) EXPECT_EQ(key.norm, Norm::one);
}

TEST(ExperimentSpec, HalfOfTheBenchStandsForItsMembers) {
    const std::string text = "[experiment]\nname = \"n\"\nproblems = [\"confirmation\"]\nmethods = [\"random\"]\n";
    const ExperimentSpec spec = read_spec(text, "e.toml");
    std::vector<std::string> members;
    for (const BenchmarkPtr& problem : bench_problems(BenchHalf::confirmation)) members.emplace_back(problem->name());
    EXPECT_EQ(spec.problems, members);
    EXPECT_EQ(runs_of(spec).size(), 30 * members.size());
    EXPECT_TRUE(refusal("[experiment]\nname = \"n\"\nproblems = [\"tuning\", \"toy\"]\n")
                    .starts_with("e.toml:3: problems: \"tuning\" is half of the bench and stands beside other names"));
}

TEST(ExperimentSpec, EverySpecOfTheRepositoryIsUnderstood) {
    Index specs = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SWEETSPOT_SOURCE_DIR "/experiments")) {
        if (entry.path().extension() != ".toml") continue;
        const std::string name = entry.path().filename().string();
        EXPECT_EQ(support::refusal([&] {
                      const ExperimentSpec spec = read_spec(support::read_text(entry.path().string()), name);
                      EXPECT_FALSE(runs_of(spec).empty()) << name;
                  }),
                  "");
        ++specs;
    }
    EXPECT_GE(specs, 10);
}

TEST(ExperimentSpec, MistakesAreNamedWithTheirLine) {
    EXPECT_EQ(refusal("[experiment]\n"), "e.toml:1: name: it is missing; give the experiment a name, name = \"…\"");
    EXPECT_TRUE(refusal(with("\"stableopt\"", "\"stablopt\""))
                    .starts_with("e.toml:6: methods: unknown method \"stablopt\"; did you mean \"stableopt\"?"));
    EXPECT_TRUE(refusal(with("\"push4\"", "\"push5\"")).starts_with("e.toml:3: problems: unknown problem \"push5\""));
    EXPECT_EQ(refusal(with("[2, 5]", "[2, 2]")), "e.toml:4: dimensions: 2 is there twice; name each once");
    EXPECT_TRUE(refusal(with("dimensions = [2, 5]", ""))
                    .starts_with("e.toml:1: dimensions: they are missing, and bumped-bowl exists in many"));
    EXPECT_TRUE(refusal(with("repeats = 3", "repeats = 0"))
                    .starts_with("e.toml:7: repeats: it is 0; it must be a whole number from 1"));
    EXPECT_TRUE(refusal(with("repeats", "repeat")).starts_with("e.toml:7: unknown key \"repeat\"; did you mean"));
    EXPECT_TRUE(refusal(plain + "profile = \"papers\"\n")
                    .starts_with("e.toml:8: profile: unknown profile \"papers\"; did you mean \"paper\"?"));
    EXPECT_TRUE(refusal("[experiments]\n" + plain).starts_with("e.toml:1: unknown key \"experiments\""));
}

}  // namespace
}  // namespace sweetspot
