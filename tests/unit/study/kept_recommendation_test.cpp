// Answers of studies with many trials, with and without what an earlier question left in the user's cache folder.
#include "study/kept_recommendation.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "study/modelled_study.hpp"
#include "study/tolerance_answers.hpp"
#include "support/made_up_study.hpp"
#include "support/run_program.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot {
namespace {

namespace fs = std::filesystem;

constexpr Index trial_count = 1003;

/// $SWEETSPOT_CACHE for the life of the object.
class Cache {
  public:
    Cache() { use(folder()); }
    ~Cache() { unsetenv("SWEETSPOT_CACHE"); }
    Cache(const Cache&) = delete;
    Cache& operator=(const Cache&) = delete;

    static void use(const std::string& folder) { setenv("SWEETSPOT_CACHE", folder.c_str(), 1); }
    [[nodiscard]] std::string folder() const { return scratch_.file("cache"); }
    [[nodiscard]] std::vector<fs::path> entries() const {
        std::vector<fs::path> result;
        if (!fs::exists(folder())) return result;
        for (const auto& entry : fs::directory_iterator(folder())) result.push_back(entry.path());
        return result;
    }

  private:
    support::ScratchDirectory scratch_;
};

void expect_same_bits(const Answer& a, const Answer& b) {
    const auto expect_same = [](const Candidate& x, const Candidate& y) {
        EXPECT_EQ(x.x, y.x);
        EXPECT_EQ(x.value, y.value);
        EXPECT_EQ(x.sd, y.sd);
        EXPECT_EQ(x.worst.by_search, y.worst.by_search);
        EXPECT_EQ(x.worst.where, y.worst.where);
        EXPECT_EQ(x.worst.lower, y.worst.lower);
        EXPECT_EQ(x.worst.upper, y.worst.upper);
        EXPECT_EQ(x.mean, y.mean);
        EXPECT_EQ(x.mean_lower, y.mean_lower);
        EXPECT_EQ(x.measure.estimate.value, y.measure.estimate.value);
    };
    expect_same(a.robust, b.robust);
    expect_same(a.single, b.single);
    EXPECT_EQ(a.warnings, b.warnings);
    EXPECT_EQ(a.in_covariances, b.in_covariances);
    EXPECT_EQ(a.evaluations_in_region, b.evaluations_in_region);
}

Answer without_cache(const StudyConfig& config, const StudyView& view) {
    const char* folder = std::getenv("SWEETSPOT_CACHE");
    const std::string before = folder == nullptr ? "" : folder;
    Cache::use("off");
    Answer answer = answer_of(config, view);
    Cache::use(before);
    return answer;
}

TEST(KeptRecommendation, AnswersAreTheSameToTheLastBitWithAndWithoutIt) {
    const Cache cache;
    const StudyConfig config = support::made_up_plane();
    StudyView view = support::made_up_view(config, trial_count);
    support::make_failed(view.trials[5], "by chance");  // such points are in the model as well
    const Answer computed = without_cache(config, view);
    EXPECT_TRUE(cache.entries().empty());
    expect_same_bits(answer_of(config, view), computed);
    EXPECT_EQ(cache.entries().size(), 2U) << "the model and the centre";
    std::vector<fs::file_time_type> written;
    for (const fs::path& entry : cache.entries()) written.push_back(fs::last_write_time(entry));
    expect_same_bits(answer_of(config, view), computed);
    for (std::size_t i = 0; i < written.size(); ++i) {
        EXPECT_EQ(fs::last_write_time(cache.entries()[i]), written[i]) << "they were found again";
    }
    expect_same_bits(answer_of(config, view, 3), computed);

    // Damaged, one after the other and all of them.
    for (const fs::path& entry : cache.entries()) {
        fs::resize_file(entry, fs::file_size(entry) - 8);
        expect_same_bits(answer_of(config, view), computed);
        EXPECT_GT(fs::file_size(entry), 8U) << "it was written anew";
    }
    for (const fs::path& entry : cache.entries()) std::ofstream(entry) << "garbage";
    expect_same_bits(answer_of(config, view), computed);

    // No folder can be made there.
    const std::string file = cache.entries().front();
    Cache::use(file + "/below");
    expect_same_bits(answer_of(config, view), computed);
    Cache::use(cache.folder());
}

TEST(KeptRecommendation, AnotherQuestionIsNotAnsweredByIt) {
    const Cache cache;
    const StudyConfig config = support::made_up_plane();
    const StudyView view = support::made_up_view(config, trial_count);
    (void)answer_of(config, view);
    const std::size_t entries = cache.entries().size();
    ASSERT_EQ(entries, 2U);

    StudyView other_value = view;
    other_value.trials[17].measurement->value += 1e-9;
    expect_same_bits(answer_of(config, other_value), without_cache(config, other_value));

    StudyConfig other_seed = config;
    other_seed.seed = 2;
    expect_same_bits(answer_of(other_seed, view), without_cache(other_seed, view));

    StudyConfig other_region = config;
    other_region.parameters[1].tolerance.amount = 0.4;
    expect_same_bits(answer_of(other_region, view), without_cache(other_region, view));

    StudyConfig other_measure = config;
    other_measure.measure = {"mean"};
    expect_same_bits(answer_of(other_measure, view), without_cache(other_measure, view));
    EXPECT_EQ(cache.entries().size(), 5 * entries);
}

TEST(KeptRecommendation, AnExactModelIsKeptAsWell) {
    const Cache cache;
    const StudyConfig config = support::made_up_plane();
    const StudyView view = support::made_up_view(config, 520);
    const Answer computed = without_cache(config, view);
    EXPECT_EQ(computed.in_covariances, 520);
    expect_same_bits(answer_of(config, view), computed);
    EXPECT_EQ(cache.entries().size(), 2U);
    expect_same_bits(answer_of(config, view), computed);
}

TEST(KeptRecommendation, AnswersAboutTolerancesAreTheSameToTheLetter) {
    const Cache cache;
    const StudyConfig config = support::made_up_plane();
    const StudyView view = support::made_up_view(config, 520);
    const auto texts = [&](const std::optional<Vector>& at) {
        const ModelledStudy modelled = modelled_study(config, view, at);
        return std::vector<std::string>{
            contributions_json(config, contributions_answer(modelled)).dump(),
            tolerance_json(config, tolerance_answer(modelled, 2.5, "a")).dump(),
        };
    };
    const Vector elsewhere{{0.1, 2.2}};
    Cache::use("off");
    const std::vector<std::string> computed = texts({});
    Cache::use(cache.folder());
    EXPECT_EQ(texts({}), computed);
    const std::size_t entries = cache.entries().size();
    EXPECT_EQ(entries, 2U + 1 + 2) << "model and centre, contributions, room at the centre and at the best one";
    EXPECT_EQ(texts({}), computed);
    EXPECT_EQ(cache.entries().size(), entries);
    EXPECT_NE(texts(elsewhere)[0], computed[0]) << "of another centre";
}

TEST(KeptRecommendation, IsOfManyTrialsOnly) {
    const Cache cache;
    const StudyConfig config = support::made_up_plane();
    (void)answer_of(config, support::made_up_view(config, 30));
    EXPECT_TRUE(cache.entries().empty());
}

}  // namespace
}  // namespace sweetspot
