// Series and choices as they are written in study files and states.
#include <gtest/gtest.h>

#include "search/read_description.hpp"
#include "support/refusal.hpp"
#include "sweetspot/study/config.hpp"

namespace sweetspot {
namespace {

using support::refusal;

SearchDescription described(const std::string& parameter) {
    return read_search(DocumentTable::toml("[[parameter]]\nname = \"p\"\n" + parameter, "s.toml"));
}

std::string refused(const std::string& parameter) {
    return refusal([&] { (void)described(parameter); });
}

TEST(DescribedValues, ASeriesHasRoomForItsTolerance) {
    const SearchDescription search = described("values = [15, 10, 12]\ntolerance = \"5%\"\n");
    const Parameter& p = search.parameters[0].parameter;
    EXPECT_EQ(p.values, (std::vector<double>{10, 12, 15}));
    EXPECT_LE(p.lower, 9.5);
    EXPECT_GE(p.upper, 15.75);
    EXPECT_EQ(problem_of(search).levels().of(0).size(), 3U);
    const Parameter linear = described("values = [10, 12, 15]\ntolerance = 0.5\n").parameters[0].parameter;
    EXPECT_EQ(linear.lower, 9.5);
    EXPECT_EQ(linear.upper, 15.5);
    // A smaller tolerance has the same bounds, so that it may be changed in a study.
    EXPECT_EQ(described("values = [10, 12, 15]\ntolerance = 0.1\n").parameters[0].parameter, linear);
    const Parameter wide = described("values = [10, 12]\nbounds = [5, 20]\ntolerance = 0.5\n").parameters[0].parameter;
    EXPECT_EQ(wide.lower, 5);
    EXPECT_EQ(wide.upper, 20);
}

TEST(DescribedValues, AChoiceHasNames) {
    const SearchDescription search = described("type = \"choice\"\nvalues = [\"steel\", \"aluminium\"]\n");
    EXPECT_EQ(search.parameters[0].parameter, choice_parameter("p", {"steel", "aluminium"}));
    EXPECT_EQ(search.parameters[0].tolerance, RegionTolerance{});
}

TEST(DescribedValues, RefusesWhatDoesNotGoTogether) {
    EXPECT_EQ(refused("values = [10]\n"), "s.toml:3: values: there is 1; give at least two, or make it no parameter");
    EXPECT_EQ(refused("values = [10, 12, 10]\n"), "s.toml:3: values: 10 is there twice; values must differ");
    EXPECT_EQ(refused("values = [10, 12]\nstep = 1\n"), "s.toml:4: step: there are values as well; give one of them");
    EXPECT_EQ(refused("values = [10, 12]\ntype = \"int\"\n"),
              "s.toml:4: type: the values say all that is allowed; leave it out");
    EXPECT_EQ(refused("values = [\"a\", \"b\"]\n"),
              "s.toml:3: values: they are names; give type = \"choice\" as well, or numbers");
    EXPECT_EQ(refused("values = [-1, 12]\ntolerance = \"5%\"\n"),
              "s.toml:3: values: the least is -1; with a tolerance in per cent they must be above 0");
    EXPECT_EQ(refused("values = [10, 30]\nbounds = [9, 20]\n"),
              "s.toml:3: values: \"p\" has the value 30; it must lie in its bounds [9, 20]");
    const std::string choice = "type = \"choice\"\nvalues = [\"a\", \"b\"]\n";
    EXPECT_EQ(refused(choice + "bounds = [0, 1]\n"),
              "s.toml:5: bounds: a choice has none, for its values are names; leave it out");
    EXPECT_EQ(refused(choice + "scale = \"log\"\n"),
              "s.toml:5: scale: a choice has none, for its values are names; leave it out");
    EXPECT_EQ(refused(choice + "step = 1\n"),
              "s.toml:5: step: a choice has none, for its values are names; leave it out");
    EXPECT_EQ(refused(choice + "tolerance = 0.1\n"),
              "s.toml:5: tolerance: a choice has none, for it is built as chosen; leave it out");
    EXPECT_EQ(refused("type = \"choice\"\n"),
              "s.toml:1: values: they are missing; give what can be chosen, e.g. values = [\"steel\", \"aluminium\"]");
    EXPECT_EQ(refused("type = \"choice\"\nvalues = [1, 2]\n"),
              "s.toml:4: values: those of a choice are names, e.g. [\"steel\", \"aluminium\"]; for numbers leave the "
              "type out");
    EXPECT_EQ(refused("type = \"choice\"\nvalues = [\"a\"]\n"),
              "s.toml:4: values: \"p\" has 1 value to choose; give at least two, or make it no parameter");
    EXPECT_EQ(refused("type = \"choice\"\nvalues = [\"a\", \"a\"]\n"),
              "s.toml:4: values: \"p\" has the value \"a\" twice; values must differ");
    EXPECT_EQ(refused("type = \"choice\"\nvalues = [\"a,b\", \"a\"]\n"),
              "s.toml:4: values[0]: \"a,b\" cannot be used; give a name without commas, quotes and line breaks");
    EXPECT_NE(refused("type = \"choise\"\nvalues = [\"a\", \"b\"]\n").find("did you mean \"choice\""),
              std::string::npos);
}

TEST(DescribedValues, PointsAreGivenByName) {
    const SearchDescription search = read_search(
        DocumentTable::toml("[[parameter]]\nname = \"m\"\ntype = \"choice\"\nvalues = [\"steel\", \"brass\"]\n"
                            "[[parameter]]\nname = \"w\"\nbounds = [1, 10]\n",
                            "s.toml"));
    EXPECT_EQ(point_from_json(search, R"({"m": "brass", "w": 3})", "--params"), (Vector{{1, 3}}));
    EXPECT_EQ(refusal([&] { (void)point_from_json(search, R"({"m": "bras", "w": 3})", "--params"); }),
              "--params: unknown value of \"m\" \"bras\"; did you mean \"brass\"? Known: steel, brass");
    EXPECT_EQ(refusal([&] { (void)point_from_json(search, R"({"m": 1, "w": 3})", "--params"); }),
              "--params: \"m\" is 1; it must be the name of one of its values, e.g. \"steel\"");
}

TEST(DescribedValues, AStateHoldsNames) {
    const std::string start =
        R"({"parameters": [{"name": "m", "type": "choice", "values": ["steel", "brass"]},
                           {"name": "w", "bounds": [1, 10], "tolerance": 0.5}], "observations": [)";
    const SearchState state = read_state(start + R"({"x": ["brass", 3], "y": 1}]})", "state.json");
    EXPECT_EQ(state.x.col(0), (Vector{{1, 3}}));
    EXPECT_EQ(refusal([&] { (void)read_state(start + R"({"x": [1, 3], "y": 1}]})", "state.json"); }),
              "state.json: observations[0].x[0]: it is 1; it must be the name of a value of \"m\", e.g. \"steel\"");
    EXPECT_EQ(refusal([&] { (void)read_state(start + R"({"x": ["brass", "3"], "y": 1}]})", "state.json"); }),
              "state.json: observations[0].x[1]: it is \"3\"; it must be a number");
    EXPECT_EQ(refusal([&] { (void)read_state(start + R"({"x": ["iron", 3], "y": 1}]})", "state.json"); }),
              "state.json: observations[0].x: unknown value of \"m\" \"iron\"; Known: steel, brass");
}

}  // namespace
}  // namespace sweetspot
