#include "experiment/claims.hpp"

#include <gtest/gtest.h>

#include <map>

namespace sweetspot {
namespace {

const std::vector<std::string> methods = {"most-uncertain", "random",    "ucb",      "centre",
                                          "worst-case",     "stableopt", "ur-rehman"};

/// Final regrets spread a little around a level per method; earlier ones are ten times the level of `early`.
Comparison comparison(const std::string& problem, Index dimension, const std::map<std::string, double>& levels,
                      double early = 20) {
    Comparison c{problem, dimension, Norm::two, "paper", dimension + 1, {}, {}};
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const std::string& method = methods[m];
        const double level = levels.contains(method) ? levels.at(method) : 1;
        Matrix regret(10, 2);
        for (Index r = 0; r < 10; ++r) {
            // Repeats differ, and each method's differently, so that ties do not decide.
            const double own = static_cast<double>((37 * m + 53 * static_cast<std::size_t>(r * r)) % 97) / 1e4;
            regret.row(r) << early, level * (1 + 0.01 * static_cast<double>(r) + own);
        }
        c.methods.push_back({method, regret, regret});
    }
    return c;
}

const std::map<std::string, double> as_published = {{"most-uncertain", 1}, {"random", 1.5},    {"ucb", 2},
                                                    {"worst-case", 2.5},   {"stableopt", 1.8}, {"centre", 4},
                                                    {"ur-rehman", 5}};

std::vector<Comparison> published() {
    std::vector<Comparison> all;
    for (const std::string problem : {"bumped-bowl", "levy03", "stepped-sphere"}) {
        for (const Index dimension : {5, 10}) {
            auto levels = as_published;
            if (problem == "stepped-sphere") {
                for (auto& [method, level] : levels) level += static_cast<double>(dimension);
                if (dimension == 5) levels["most-uncertain"] = levels["stableopt"] = 0.5;
            }
            all.push_back(comparison(problem, dimension, levels));
        }
    }
    return all;
}

Verdict verdict(const std::vector<Comparison>& all, const std::string& part) {
    for (const Claim& c : paper_claims(all)) {
        if (c.claim.find(part) != std::string::npos) return c.verdict;
    }
    ADD_FAILURE() << "no claim with " << part;
    return Verdict::not_measured;
}

TEST(PaperClaims, NothingMeasuredIsSaidSo) {
    for (const Claim& c : paper_claims({})) {
        EXPECT_EQ(c.verdict, Verdict::not_measured) << c.claim;
        EXPECT_EQ(c.measured, "");
    }
}

TEST(PaperClaims, ResultsLikeThePapersReproduceIt) {
    const auto all = published();
    EXPECT_EQ(verdict(all, "most-uncertain is best"), Verdict::reproduced);
    EXPECT_EQ(verdict(all, "most-uncertain and random generally"), Verdict::reproduced);
    EXPECT_EQ(verdict(all, "Only most-uncertain and StableOpt"), Verdict::reproduced);
    EXPECT_EQ(verdict(all, "Nobody finds"), Verdict::reproduced);
    EXPECT_EQ(verdict(all, "ahead of ur Rehman"), Verdict::reproduced);
    EXPECT_EQ(verdict(all, "do poorly alike"), Verdict::reproduced);
    EXPECT_EQ(verdict(all, "On Push4"), Verdict::not_measured);
}

TEST(PaperClaims, OtherResultsDoNot) {
    auto all = published();
    for (Comparison& c : all) {
        for (MethodScores& m : c.methods) {
            if (m.method == "ur-rehman") m.regret /= 100;
        }
    }
    EXPECT_EQ(verdict(all, "ahead of ur Rehman"), Verdict::not_reproduced);
    EXPECT_EQ(verdict(all, "Only most-uncertain and StableOpt"), Verdict::in_part);  // ur Rehman's finds it too
    EXPECT_EQ(verdict(all, "Nobody finds"), Verdict::not_reproduced);
    EXPECT_EQ(verdict(all, "do poorly alike"), Verdict::in_part);
    auto worse = published();
    for (Comparison& c : worse) {
        for (MethodScores& m : c.methods) {
            if (m.method == "most-uncertain") m.regret *= 1000;
        }
    }
    EXPECT_EQ(verdict(worse, "most-uncertain is best"), Verdict::not_reproduced);
    EXPECT_EQ(verdict(worse, "most-uncertain and random generally"), Verdict::not_reproduced);
}

TEST(PaperClaims, PushesAreJudgedByTheirOwnComparisons) {
    const std::map<std::string, double> good = {{"most-uncertain", 0.5}, {"random", 0.6}, {"centre", 0.55}};
    std::vector<Comparison> all = {comparison("push4", 4, good), comparison("push8", 8, {})};
    EXPECT_EQ(verdict(all, "On Push4"), Verdict::reproduced);
    EXPECT_EQ(verdict(all, "On Push8 no two"), Verdict::reproduced);
    EXPECT_EQ(verdict(all, "On Push8 every rule"), Verdict::in_part);
    all[1].methods[2].regret(0, 1) = 0;
    EXPECT_EQ(verdict(all, "On Push8 every rule"), Verdict::reproduced);
    all[1].methods[3].regret.col(1) *= 5;
    EXPECT_NE(verdict(all, "On Push8 no two"), Verdict::reproduced);
}

TEST(PaperClaims, WithoutTheRivalsNothingIsMeasured) {
    auto all = published();
    for (Comparison& c : all) c.methods.pop_back();
    for (const Claim& c : paper_claims(all)) EXPECT_EQ(c.verdict, Verdict::not_measured) << c.claim;
}

TEST(PaperClaims, ProfilesAreJudgedApart) {
    auto all = published();
    all.back().profile = "default";
    EXPECT_THROW((void)paper_claims(all), std::invalid_argument);
}

TEST(PaperClaims, TheTableHasARowEach) {
    const std::vector<Claim> claims = paper_claims(published());
    const std::string table = claims_table(claims);
    EXPECT_EQ(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')), claims.size() + 2);
    EXPECT_NE(table.find("**reproduced**"), std::string::npos);
}

}  // namespace
}  // namespace sweetspot
