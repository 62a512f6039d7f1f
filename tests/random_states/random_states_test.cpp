// Random states, few enough for every day; `make random-states` tries as many as one likes.
#include <gtest/gtest.h>

#include <array>

#include "random_states/check_state.hpp"

namespace sweetspot::random_states {
namespace {

constexpr std::uint64_t seed = 1;
constexpr std::uint64_t states = 300;

TEST(RandomStates, GiveAPointInsideTheBoxOrOneSentence) {
    std::array<int, 4> verdicts{};
    for (std::uint64_t number = 0; number < states; ++number) {
        const DrawnState drawn = draw_state(seed, number, Numbers::wild);
        const Verdict verdict = verdict_of(drawn, number % 8 == 0 ? Asked::best_as_well : Asked::suggestion);
        EXPECT_NE(verdict.kind, Verdict::Kind::wrong) << "state " << number << ": " << verdict.text;
        ++verdicts[static_cast<std::size_t>(verdict.kind)];
    }
    // Where nearly all are refused nothing is tried.
    EXPECT_GT(verdicts[static_cast<std::size_t>(Verdict::Kind::point)], static_cast<int>(states) / 3);
    EXPECT_GT(verdicts[static_cast<std::size_t>(Verdict::Kind::refused)], 0);
}

TEST(RandomStates, AreTheSameForTheSameNumber) {
    for (std::uint64_t number = 0; number < 20; ++number) {
        const DrawnState one = draw_state(seed, number, Numbers::wild);
        const DrawnState two = draw_state(seed, number, Numbers::wild);
        EXPECT_EQ(one.state, two.state);
        EXPECT_EQ(one.pending, two.pending);
    }
}

TEST(RandomStates, TheTameOneHasTheSizeOfTheWildOne) {
    for (std::uint64_t number = 0; number < 50; ++number) {
        const Json wild = draw_state(seed, number, Numbers::wild).state;
        const Json tame = draw_state(seed, number, Numbers::tame).state;
        for (const char* list : {"parameters", "observations"}) EXPECT_EQ(wild[list].size(), tame[list].size());
        EXPECT_EQ(wild.contains("fixed"), tame.contains("fixed"));
        EXPECT_EQ(wild.contains("method") && wild["method"].contains("name") ? wild["method"]["name"] : Json(),
                  tame.contains("method") && tame["method"].contains("name") ? tame["method"]["name"] : Json());
    }
}

TEST(RandomStates, ASentenceOfTheLibrarysOwnInsidesIsSeen) {
    EXPECT_EQ(sentence_complaint("stdin: observations[1].y: it is null; it must be a finite number"), "");
    EXPECT_EQ(sentence_complaint("stdin:2:11: JSON has no NaN and no infinity"), "");
    EXPECT_NE(sentence_complaint("stdin: vector::_M_range_check: __n (which is 2) >= this->size() (which is 2)"), "");
    EXPECT_NE(sentence_complaint("RobustSet: tolerance of \"a\" is 2; it must be at most 1"), "");
    EXPECT_NE(sentence_complaint("[json.exception.type_error.302] type must be number, but is string"), "");
    EXPECT_NE(sentence_complaint("one line\nand another"), "");
    EXPECT_NE(sentence_complaint(""), "");
}

}  // namespace
}  // namespace sweetspot::random_states
