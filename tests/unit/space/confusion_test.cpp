// Choices that may be built as another one: the scenarios against the shares that they are made of.
#include "sweetspot/space/confusion.hpp"

#include <gtest/gtest.h>

#include "space/confusion_text.hpp"
#include "space/value_text.hpp"
#include "support/refusal.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {
namespace {

using support::refusal;

const Parameter material = choice_parameter("material", {"steel", "stainless", "brass", "oak"});

Space two_confused() {
    Parameter pairs = confused(material, ConfusedPair{"steel", "stainless", 0.1});
    pairs = confused(pairs, ConfusedPair{"stainless", "brass", 0.05});
    return Space({{"width", 1, 2}, pairs, confused(choice_parameter("glue", {"a", "b", "c"}), 0.2)});
}

std::vector<std::vector<double>> random_shares(std::size_t size, Rng& rng) {
    std::vector<std::vector<double>> shares(size, std::vector<double>(size));
    for (std::size_t i = 0; i < size; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < size; ++j) {
            // Some never come out.
            shares[i][j] = i == j ? 1 : rng.uniform() < 0.4 ? 0 : rng.uniform();
            sum += shares[i][j];
        }
        for (double& share : shares[i]) share /= sum;
    }
    return shares;
}

/// The weights of the scenarios in which what is ordered (inner index: built) comes out.
Matrix shares_by_scenario(const Confusion& confusion, Index size) {
    Matrix shares = Matrix::Zero(size, size);
    for (Index c = 0; c < size; ++c) {
        for (Index m = 0; m < confusion.scenarios(); ++m) {
            shares(c, confusion.built(c, m).front()) += confusion.weights()[m];
        }
    }
    return shares;
}

TEST(Confusion, ScenariosReproduceTheSharesOfAnyTable) {
    Rng rng(3);
    int tables = 0;
    for (const std::size_t size : {2U, 3U, 5U}) {
        for (int repeat = 0; repeat < 20; ++repeat) {
            std::vector<std::string> names;
            for (std::size_t k = 0; k < size; ++k) names.emplace_back(1, static_cast<char>('a' + k));
            Parameter choice = choice_parameter("m", names);
            choice.confusion = random_shares(size, rng);
            if (confusion_of(Space({choice})) == nullptr) continue;  // nothing but zeros beside the diagonal
            ++tables;
            const Confusion confusion(Space({choice}));
            EXPECT_NEAR(confusion.weights().sum(), 1, tolerance::rounding);
            EXPECT_GT(confusion.weights().minCoeff(), 0);
            const Matrix shares = shares_by_scenario(confusion, static_cast<Index>(size));
            for (std::size_t i = 0; i < size; ++i) {
                EXPECT_EQ(confusion.built(static_cast<Index>(i), 0).front(), static_cast<Index>(i)) << "as ordered";
                for (std::size_t j = 0; j < size; ++j) {
                    EXPECT_NEAR(shares(static_cast<Index>(i), static_cast<Index>(j)), choice.confusion[i][j], 1e-11);
                }
            }
        }
    }
    EXPECT_GT(tables, 50);
}

TEST(Confusion, OfOneShareHasAScenarioPerName) {
    const Confusion confusion(Space({confused(material, 0.03)}));
    ASSERT_EQ(confusion.scenarios(), 4);
    EXPECT_NEAR(confusion.weights()[0], 0.97, tolerance::rounding);
    for (Index m = 1; m < 4; ++m) EXPECT_NEAR(confusion.weights()[m], 0.01, tolerance::rounding);
    for (Index ordered = 0; ordered < 4; ++ordered) {
        for (Index m = 0; m < 4; ++m) EXPECT_EQ(confusion.built(ordered, m).front(), (ordered + m) % 4);
    }
}

TEST(Confusion, OfTwoChoicesIsTheProduct) {
    const Space space = two_confused();
    const Confusion confusion(space);
    EXPECT_EQ(confusion.coordinates(), (std::vector<Index>{1, 2}));
    EXPECT_EQ(confusion.combinations(), 12);
    EXPECT_NEAR(confusion.weights().sum(), 1, tolerance::rounding);
    for (Index c = 0; c < 12; ++c) {
        const std::vector<Index> ordered = confusion.ordered(c);
        Matrix shares = Matrix::Zero(4, 3);
        for (Index m = 0; m < confusion.scenarios(); ++m) {
            const std::vector<Index> built = confusion.built(c, m);
            shares(built[0], built[1]) += confusion.weights()[m];
        }
        for (Index i = 0; i < 4; ++i) {
            for (Index j = 0; j < 3; ++j) {
                const auto share = [&](Index d, Index from, Index to) {
                    return space.parameters()[static_cast<std::size_t>(d)]
                        .confusion[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
                };
                EXPECT_NEAR(shares(i, j), share(1, ordered[0], i) * share(2, ordered[1], j), tolerance::rounding);
            }
        }
    }
}

TEST(Confusion, MovesPointsOfTheUnitCube) {
    const Space space = two_confused();
    const Confusion confusion(space);
    const Vector u = space.to_unit(Vector{{1.5, 1, 2}});
    EXPECT_EQ(confusion.built(u, 0), u);
    for (Index m = 0; m < confusion.scenarios(); ++m) {
        const Vector x = space.from_unit(confusion.built(u, m));
        EXPECT_EQ(space.why_not_inside(x), "");
        EXPECT_EQ(x[0], 1.5);
        const std::vector<Index> built = confusion.built(confusion.combination(u), m);
        EXPECT_EQ(x[1], static_cast<double>(built[0]));
        EXPECT_EQ(x[2], static_cast<double>(built[1]));
        const auto found = confusion.scenario(u, confusion.built(u, m));
        ASSERT_TRUE(found.has_value());
        EXPECT_EQ(confusion.built(u, *found), confusion.built(u, m));
    }
    EXPECT_FALSE(confusion.scenario(u, space.to_unit(Vector{{1.5, 3, 2}}))) << "stainless is never taken for oak";
    Vector shares = Vector::Zero(confusion.scenarios());
    for (int i = 0; i < 100000; ++i) shares[confusion.scenario_at((i + 0.5) / 100000)] += 1e-5;
    EXPECT_LT((shares - confusion.weights()).cwiseAbs().maxCoeff(), 2e-5);
}

TEST(Confusion, OrdersAreAllThatMayHaveComeOutSo) {
    const Space space = two_confused();
    const Confusion confusion(space);
    const Points built = space.points_to_unit(Points{{1.2, 1.9}, {0, 3}, {2, 1}});
    const Points orders = confusion.orders(built);
    // Steel comes from steel and stainless, oak from oak; a glue from any.
    ASSERT_EQ(orders.cols(), 2 * 3 + 1 * 3);
    for (Index n = 0; n < orders.cols(); ++n) {
        EXPECT_TRUE(confusion.scenario(orders.col(n), built.col(n < 6 ? 0 : 1)));
        EXPECT_EQ(orders(0, n), built(0, n < 6 ? 0 : 1));
        for (Index other = 0; other < n; ++other) EXPECT_NE(orders.col(n), orders.col(other));
    }
}

TEST(Confusion, RefusesSharesThatAreNone) {
    EXPECT_EQ(refusal([] { (void)confused(material, 0); }),
              "the share is 0; it must be above 0 and below 1, as 0.02 for 2 % of the builds");
    EXPECT_EQ(refusal([] { (void)confused(material, 1); }),
              "the share is 1; it must be above 0 and below 1, as 0.02 for 2 % of the builds");
    EXPECT_EQ(refusal([] {
                  (void)confused({"w", 1, 2}, 0.1);
              }),
              "\"w\" is no choice; only a choice can be taken for another one");
    const Parameter once = confused(material, ConfusedPair{"steel", "brass", 0.6});
    EXPECT_EQ(refusal([&] {
                  (void)confused(once, ConfusedPair{"brass", "steel", 0.1});
              }),
              "\"brass\" and \"steel\" are there twice; give each pair once");
    EXPECT_EQ(refusal([&] {
                  (void)confused(once, ConfusedPair{"oak", "steel", 0.4});
              }),
              "in a share of 1 another one is built where \"steel\" is ordered; it must be below 1");
    Parameter number{"w", 1, 2};
    number.confusion = {{1}};
    EXPECT_EQ(refusal([&] { (void)Space({number}); }),
              "Space: \"w\" has a confusion; only a choice can be taken for another one, so leave it out");
    Parameter table = once;
    table.confusion[1][1] = 0.9;
    EXPECT_EQ(refusal([&] { (void)Space({table}); }),
              "Space: where \"material\" is \"stainless\", it is built so in a share of 0.9 and the shares add up to "
              "0.9; the first must be above 0 and the sum 1");
    std::vector<std::string> many;
    many.reserve(65);
    for (int k = 0; k < 65; ++k) many.push_back(std::to_string(k));
    EXPECT_EQ(refusal([&] { (void)confusion_of(Space({confused(choice_parameter("m", many), 0.1)})); }),
              "Problem: the choices with a confusion have more than 64 combinations, or more than 64 ways to be "
              "confused; give fewer of them a confusion, or fewer different shares");
    EXPECT_EQ(confusion_of(Space({material})), nullptr);
    Parameter never = choice_parameter("m", {"a", "b"});
    never.confusion = {{1, 0}, {0, 1}};
    EXPECT_EQ(confusion_of(Space({never})), nullptr) << "all is built as ordered";
}

TEST(Confusion, IsSaidInWords) {
    const Parameter equal = confused(material, 0.03);
    EXPECT_EQ(confusion_text(equal), "another one in 3 %");
    EXPECT_EQ(range_text(equal, 0, 0, 5), "steel, or another in 3 %");
    EXPECT_EQ(
        confusion_sentence(equal, 2),
        "Where brass is ordered as material, steel is built in 1 %, stainless in 1 % and oak in 1 % of the builds.");
    Parameter pairs = confused(material, ConfusedPair{"steel", "stainless", 0.02});
    EXPECT_EQ(confusion_text(pairs), "steel and stainless in 2 %");
    EXPECT_EQ(range_text(pairs, 1, 1, 5), "stainless, or steel in 2 %");
    EXPECT_EQ(range_text(pairs, 3, 3, 5), "oak");
    EXPECT_EQ(confusion_sentence(pairs, 0),
              "Where steel is ordered as material, stainless is built in 2 % of the builds.");
    EXPECT_EQ(confusion_sentence(pairs, 3), "");
    pairs.confusion[0] = {0.9, 0.1, 0, 0};
    EXPECT_EQ(confusion_text(pairs), "steel as stainless in 10 %, stainless as steel in 2 %");
    const Parameter seven = confused(choice_parameter("m", {"a", "b", "c", "d", "e", "f", "g"}), 0.06);
    EXPECT_EQ(confusion_sentence(seven, 1),
              "Where b is ordered as m, each of the 6 others is built in 1 % of the builds.");
    EXPECT_EQ(confusion_text(material), "");
}

}  // namespace
}  // namespace sweetspot
