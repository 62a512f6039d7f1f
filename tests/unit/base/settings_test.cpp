#include "sweetspot/base/family.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace sweetspot {
namespace {

using support::refusal;

const std::vector<Setting> known = {
    {.name = "beta", .summary = "b", .standard = 2.0, .least = 0, .most = 10},
    {.name = "size", .summary = "s", .kind = Setting::Kind::whole, .otherwise = "as many as fit", .least = 1},
    {.name = "shape", .summary = "w", .kind = Setting::Kind::word, .standard = "round", .words = {"round", "square"}},
    {.name = "loud", .summary = "f", .kind = Setting::Kind::flag, .standard = false}};

TEST(Settings, DefaultsAreFilledInAndWhatHasNoneStaysAway) {
    const Settings all = complete({{"loud", true}}, known, "thing");
    EXPECT_EQ(all.number("beta"), 2);
    EXPECT_EQ(all.word("shape"), "round");
    EXPECT_TRUE(all.flag("loud"));
    EXPECT_FALSE(all.has("size"));
}

TEST(Settings, AWholeNumberIsANumberAndAWholeDoubleIsWhole) {
    const Settings all = complete({{"beta", std::int64_t{3}}, {"size", 4.0}}, known, "thing");
    EXPECT_EQ(all.number("beta"), 3);
    EXPECT_EQ(all.whole("size"), 4);
}

TEST(Settings, WhatIsWrongIsRefusedWithWhatIsAllowed) {
    const auto refused = [](const Settings& given) { return refusal([&] { (void)complete(given, known, "thing"); }); };
    EXPECT_EQ(refused({{"beta", 11.0}}), "thing: beta: it is 11; it must be a number from 0 to 10");
    EXPECT_EQ(refused({{"beta", "x"}}), "thing: beta: it is \"x\"; it must be a number from 0 to 10");
    EXPECT_EQ(refused({{"size", 1.5}}), "thing: size: it is 1.5; it must be a whole number of at least 1");
    EXPECT_EQ(refused({{"loud", 1.0}}), "thing: loud: it is 1; it must be true or false");
    EXPECT_EQ(refused({{"shape", "squre"}}),
              "thing: shape: unknown shape \"squre\"; did you mean \"square\"? Known: round, square");
    EXPECT_EQ(refused({{"beat", 1.0}}),
              "thing: unknown setting \"beat\"; did you mean \"beta\"? Known: beta, size, shape, loud");
    EXPECT_EQ(refusal([&] {
                  (void)complete({{"a", 1.0}}, {}, "thing");
              }),
              "thing has no settings, and \"a\" was given; remove it");
}

TEST(Family, MakesMembersByNameAndSettings) {
    const Family<double> family("number", {{{"one", "always 1"}, [](const Settings&) { return 1.0; }},
                                           {{"beta", "as it is set", {known[0]}},
                                            [](const Settings& settings) { return settings.number("beta"); }}});
    EXPECT_EQ(family.make("one"), 1);
    EXPECT_EQ(family.make("beta"), 2);
    EXPECT_EQ(family.make({"beta", {{"beta", 3.0}}}), 3);
    EXPECT_EQ(family.names(), (std::vector<std::string>{"one", "beta"}));
    EXPECT_EQ(all_of(family), (std::vector<double>{1, 2}));
    EXPECT_EQ(refusal([&] { (void)family.make("bata"); }),
              "unknown number \"bata\"; did you mean \"beta\"? Known: one, beta");
    EXPECT_EQ(refusal([&] {
                  (void)family.make({"one", {{"beta", 3.0}}});
              }),
              "number \"one\" has no settings, and \"beta\" was given; remove it");
}

}  // namespace
}  // namespace sweetspot
