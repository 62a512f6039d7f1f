// Parameters that are a series of values or a choice among names.
#include <gtest/gtest.h>

#include "support/refusal.hpp"
#include "sweetspot/space/space.hpp"

namespace sweetspot {
namespace {

using support::refusal;

Parameter e12(Scale scale = Scale::log) {
    return {.name = "r",
            .lower = 9.5,
            .upper = 86.1,
            .scale = scale,
            .step = {},
            .values = {10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82},
            .choices = {}};
}

TEST(Series, ComesBackFromTheUnitCubeExactly) {
    for (const Scale scale : {Scale::linear, Scale::log}) {
        const Space space({e12(scale)});
        for (const double value : e12().values) {
            EXPECT_EQ(space.from_unit(space.to_unit(Vector::Constant(1, value)))[0], value);
        }
        // What is built may be off: such a point stays where it is.
        EXPECT_NEAR(space.from_unit(space.to_unit(Vector::Constant(1, 10.3)))[0], 10.3, 1e-13);
    }
}

TEST(Series, SnapsToTheNearestValueOnItsScale) {
    const auto snapped = [](Scale scale, double x) { return Space({e12(scale)}).snap(Vector::Constant(1, x))[0]; };
    EXPECT_EQ(snapped(Scale::linear, 10.9), 10);
    EXPECT_EQ(snapped(Scale::linear, 11.01), 12);
    EXPECT_EQ(snapped(Scale::linear, 74.9), 68);
    EXPECT_EQ(snapped(Scale::log, 74.9), 82);  // √(68 · 82) = 74.67
    EXPECT_EQ(snapped(Scale::log, 9), 10);
    EXPECT_EQ(snapped(Scale::log, 1000), 82);
}

TEST(Series, RefusesWhatIsNone) {
    const auto refused = [](std::vector<double> values) {
        Parameter p = e12();
        p.values = std::move(values);
        return refusal([&] { Space({p}); });
    };
    EXPECT_EQ(refused({10}), "Space: \"r\" has 1 value; give at least two, or make it no parameter");
    EXPECT_EQ(refused({10, 10}), "Space: \"r\" has the value 10 after 10; values must differ and ascend");
    EXPECT_EQ(refused({12, 10}), "Space: \"r\" has the value 10 after 12; values must differ and ascend");
    EXPECT_EQ(refused({10, 100}), "Space: \"r\" has the value 100; it must lie in its bounds [9.5, 86.1]");
    Parameter p = e12();
    p.step = 1;
    EXPECT_EQ(refusal([&] { Space({p}); }), "Space: \"r\" has values and a step; give one of them");
}

TEST(Choice, IsThePlaceOfAName) {
    const Parameter p = choice_parameter("material", {"steel", "aluminium", "brass"});
    const Space space({p, {"width", 1, 10}});
    EXPECT_EQ(space.choice_sizes(), (std::vector<Index>{3, 0}));
    EXPECT_EQ(choice_named(p, "aluminium"), 1);
    EXPECT_EQ(choice_at(p, 2), "brass");
    EXPECT_EQ(space.to_unit(Vector{{1, 1}}), (Vector{{0.5, 0}}));
    EXPECT_EQ(space.from_unit(Vector{{0.7, 0}}), (Vector{{1, 1}}));
    EXPECT_EQ(space.snap(Vector{{1.6, 1}}), (Vector{{2, 1}}));
    EXPECT_EQ(space.why_not_inside(Vector{{2, 1}}), "");
    EXPECT_EQ(space.why_not_inside(Vector{{0.5, 1}}),
              "\"material\" is 0.5; it must be the place of one of its values, a whole number from 0 to 2");
    EXPECT_EQ(refusal([&] { (void)choice_named(p, "stel"); }),
              "unknown value of \"material\" \"stel\"; did you mean \"steel\"? Known: steel, aluminium, brass");
    EXPECT_TRUE(Space::cube(2, 0, 1).choice_sizes().empty());
}

TEST(Choice, RefusesWhatIsNone) {
    const auto refused = [](const Parameter& p) { return refusal([&] { Space({p}); }); };
    EXPECT_EQ(refused(choice_parameter("m", {"steel"})),
              "Space: \"m\" has 1 value to choose; give at least two, or make it no parameter");
    EXPECT_EQ(refused(choice_parameter("m", {"steel", "steel"})),
              "Space: \"m\" has the value \"steel\" twice; values must differ");
    EXPECT_EQ(refused(choice_parameter("m", {"steel", ""})), "Space: value 2 of \"m\" is empty; give it a name");
    Parameter p = choice_parameter("m", {"steel", "brass"});
    p.upper = 2;
    EXPECT_EQ(refused(p),
              "Space: \"m\" is a choice; it has no bounds, scale, step or series, so make it with choice_parameter");
}

}  // namespace
}  // namespace sweetspot
