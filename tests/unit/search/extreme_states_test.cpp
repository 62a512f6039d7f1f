// States with numbers at the ends of what a double can be: each gives a point inside the box, or one sentence with the
// place. They were found by tests/random_states.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "sweetspot/search/description.hpp"

namespace sweetspot {
namespace {

/// "" where there is a suggestion inside the box, or what was said.
std::string outcome_of(const std::string& text) {
    try {
        const SearchState state = read_state(text, "s");
        const Optimizer optimizer = optimizer_of(state);
        return optimizer.problem().space().why_not_inside(optimizer.ask().x);
    } catch (const std::exception& error) {
        return error.what();
    }
}

std::string one_parameter(const std::string& parameter, const std::string& others) {
    return R"({"parameters": [{"name": "x", )" + parameter + R"(}], "method": {"initial": 1}, )" + others + "}";
}

constexpr auto three_observations =
    R"("observations": [{"x": [0.1], "y": 1}, {"x": [0.5], "y": 3}, {"x": [0.9], "y": 2}])";
constexpr auto from_0_to_1 = R"("bounds": [0, 1], "tolerance": 0.1)";

TEST(ExtremeStates, AConfusionBelowRoundingIsRefusedInsteadOfADivisionByZero) {
    const auto with_share = [](const std::string& share) {
        return outcome_of(
            R"({"parameters": [{"name": "x", "bounds": [0, 1], "tolerance": 0.1},
                {"name": "m", "type": "choice", "values": ["oak", "ash"], "confusion": )" +
            share + R"(}], "method": {"initial": 1},
                "observations": [{"x": [0.1, "oak"], "y": 1}, {"x": [0.6, "ash"], "y": 2}]})");
    };
    EXPECT_EQ(with_share("1e-18"),
              "s: parameters[1].confusion: the share is 1e-18; it must differ from 0 and from 1 by "
              "at least 1e-09");
    EXPECT_EQ(with_share(R"([["oak", "ash", 8e-15]])"),
              "s: parameters[1].confusion[0]: the share is 8e-15; it must differ from 0 and from 1 by at least 1e-09");
    EXPECT_EQ(with_share("1e-9"), "");
    EXPECT_EQ(with_share("0.999999999"), "");
}

TEST(ExtremeStates, AnOutputThatNoModelCanTakeInIsRefusedWhereItStands) {
    EXPECT_EQ(outcome_of(one_parameter(from_0_to_1, R"("observations": [{"x": [0.1], "y": 1.7e308}])")),
              "s: observations[0].y: it is 1.7e+308; it must be from -1e+300 to 1e+300");
    EXPECT_EQ(
        outcome_of(one_parameter(from_0_to_1, R"("observations": [{"x": [0.1], "y": 1, "standard_error": 1e301}])")),
        "s: observations[0].standard_error: it is 1e+301; it must be from -1e+300 to 1e+300");
    EXPECT_EQ(outcome_of(one_parameter(from_0_to_1,
                                       R"("observations": [{"x": [0.1], "y": 1e300}, {"x": [0.6], "y": -1e300}])")),
              "");
}

TEST(ExtremeStates, OutputsThatVaryByLessThanCanBeDividedByAreTakenForEqual) {
    EXPECT_EQ(outcome_of(one_parameter(from_0_to_1, R"("observations": [{"x": [0.1], "y": 5e-324, "standard_error": 1},
                                                       {"x": [0.5], "y": 0}, {"x": [0.9], "y": 1e-323}])")),
              "");
}

TEST(ExtremeStates, ARangeWithoutAnInverseIsRefusedAsARange) {
    EXPECT_EQ(outcome_of(one_parameter(R"("bounds": [0, 1e-310])", R"("observations": [])")),
              "s: parameters[0].bounds: bounds of \"x\" are [0, 1e-310]; they must differ by at least 1e-300");
    EXPECT_EQ(outcome_of(one_parameter(R"("bounds": [0, 1e-299], "tolerance": 1e-300)", R"("observations": [])")), "");
}

TEST(ExtremeStates, ANarrowLogarithmicRangeHasTheWidthOfItsLogarithm) {
    // log(upper) - log(lower) is 0 here.
    EXPECT_EQ(outcome_of(one_parameter(
                  R"("bounds": [1e200, 1.0000000000000004e200], "scale": "log")",
                  R"("observations": [{"x": [1e200], "y": 1}, {"x": [1.0000000000000004e200], "y": 2}])")),
              "");
}

TEST(ExtremeStates, AToleranceBelowRoundingIsRefused) {
    EXPECT_EQ(
        outcome_of(one_parameter(R"("bounds": [0, 1], "tolerance": 5.5e-300)", three_observations)),
        "s: parameters: tolerance of \"x\" is 1.1e-299 of half the width of its bounds, which cannot be told from "
        "rounding; it must be 0 (built exactly) or at least 2e-12");
    EXPECT_EQ(outcome_of(one_parameter(R"("bounds": [0, 1], "tolerance": 2e-12)", three_observations)), "");
    EXPECT_EQ(outcome_of(one_parameter(R"("bounds": [0, 1], "tolerance": 0)", three_observations)), "");
}

TEST(ExtremeStates, ALawWithoutDensityAtAnyPointIsAllAtTheCentre) {
    for (const char* shape : {"uniform", "boundary-heavy", "centre-dense"}) {
        EXPECT_EQ(outcome_of(R"({"parameters": [{"name": "x", "bounds": [0, 1], "tolerance": 0.1},
                                                {"name": "y", "bounds": [0, 1], "tolerance": 0.1}],
            "region": {"law": {"name": "normal", "sd": 5e-324}}, "measure": "mean", "method": {"initial": 1},
            "model": {"template": ")" +
                             std::string(shape) + R"("},
            "observations": [{"x": [0.1, 0.3], "y": 1}, {"x": [0.6, 0.2], "y": 2}]})"),
                  "")
            << shape;
    }
}

TEST(ExtremeStates, ATemplateOfTwoPointsUnderALawHasNoPointInsideToWeigh) {
    for (const char* size : {"1", "2", "3"}) {
        EXPECT_EQ(outcome_of(R"({"parameters": [{"name": "x", "bounds": [0, 1], "tolerance": 0.1},
                                                {"name": "y", "bounds": [0, 1], "tolerance": 0.1}],
            "region": {"law": "normal"}, "method": {"initial": 1}, "model": {"template_size": )" +
                             std::string(size) +
                             R"(}, "observations": [{"x": [0.1, 0.3], "y": 1}, {"x": [0.6, 0.2], "y": 2}]})"),
                  "")
            << size;
    }
}

TEST(ExtremeStates, AGivenModelBeyondAllNumbersIsRefusedByItsKey) {
    const auto with_model = [](const std::string& changed, const std::string& value) {
        std::string gp;
        for (const auto& [key, usual] :
             {std::pair("lengthscales", "[1]"), std::pair("variance", "1"), std::pair("noise", "1e-6"),
              std::pair("mean", "0"), std::pair("y_mean", "0"), std::pair("y_std", "1")}) {
            gp += std::string(", \"") + key + "\": " + (changed == key ? value : usual);
        }
        return outcome_of(one_parameter(
            from_0_to_1, std::string(three_observations) + R"(, "fixed": {"gp": {"kernel": "matern52")" + gp + "}}"));
    };
    EXPECT_EQ(with_model("", ""), "");
    EXPECT_EQ(with_model("lengthscales", "[1e300]"),
              "s: fixed.gp.lengthscales[0]: it is 1e+300; it must be from 1e-100 to 1e+100");
    EXPECT_EQ(with_model("variance", "5e-203"), "s: fixed.gp.variance: it is 5e-203; it must be from 1e-100 to 1e+100");
    EXPECT_EQ(with_model("noise", "1e300"), "s: fixed.gp.noise: it is 1e+300; it must be at most 1e+100");
    EXPECT_EQ(with_model("mean", "-1e101"), "s: fixed.gp.mean: it is -1e+101; it must be from -1e+100 to 1e+100");
    EXPECT_EQ(with_model("y_std", "1.7e308"), "s: fixed.gp.y_std: it is 1.7e+308; it must be from 1e-100 to 1e+100");
    EXPECT_EQ(with_model("y_mean", "-1e222"),
              "s: fixed.gp: by y_mean, y_std and warp the output 1 of observation 1 is 1e+222; that must be a number "
              "from -1e+100 to 1e+100, so give those of the model's own observations");
}

TEST(ExtremeStates, ASpreadThatIsCountedWithoutEndIsRefused) {
    EXPECT_EQ(outcome_of(one_parameter(
                  from_0_to_1, std::string(R"("measure": {"kind": "mean-sd", "k": 1e300}, )") + three_observations)),
              "s: measure.k: it is 1e+300; it must be a number from 0 to 1000000");
}

TEST(ExtremeStates, AWarpUndoneBeyondAllNumbersIsStillOne) {
    const OutputWarp warp{0, 1};
    EXPECT_TRUE(std::isfinite(warp.undo(1e4)));
    EXPECT_NEAR(warp.undo(warp.apply(1e299)) / 1e299, 1, 1e-12);
}

}  // namespace
}  // namespace sweetspot
