// States that `sweetspot suggest` refuses: each in one sentence that begins with the place.
#include "cli/program.hpp"

namespace sweetspot::cli {
namespace {

Json right_state() {
    return Json::parse(R"({
        "parameters": [{"name": "a", "bounds": [0, 1], "tolerance": 0.1}, {"name": "b", "bounds": [-1, 1]}],
        "region": {"norm": 2}, "measure": "worst",
        "method": {"name": "bayesian-robust-search", "sampling": "centre"}, "seed": 1,
        "observations": [{"x": [0.5, 0], "y": 1}, {"x": [0.2, 0.5], "y": 2}],
        "fixed": {"gp": {"kernel": "matern52", "lengthscales": [1, 1], "variance": 1, "noise": 1e-6, "mean": 0,
                         "y_mean": 1.5, "y_std": 0.5},
                  "template": [[0, 0], [0.1, 0]], "incumbent": [0.5, 0]}})");
}

/// The right state with one place changed; `pointer` as in RFC 6901.
ProgramResult suggest_with(const std::string& pointer, const Json& value) {
    Json state = right_state();
    state[Json::json_pointer(pointer)] = value;
    return sweetspot({"suggest"}, state.dump());
}

ProgramResult suggest_from(const std::string& text) {
    return sweetspot({"suggest"}, text);
}

TEST(RefusedStates, TheRightOneIsNot) {
    const ProgramResult result = suggest_from(right_state().dump());
    EXPECT_EQ(result.exit_status, 0) << result.err;
}

TEST(RefusedStates, BadJsonGetsFileLineAndColumn) {
    const support::ScratchDirectory scratch;
    const std::string path = scratch.write("state.json", "{\"parameters\": [\n  {\"name\": \"a\", oops}]}\n");
    expect_refused(sweetspot({"suggest", path}), {path + ":2:17: "});
    expect_refused(suggest_from("{\"seed\": 1,\n}"), {"stdin:2:1: "});
    expect_refused(suggest_from("{\"seed\": 1"), {"stdin:1:11: ", "unexpected end of input"});
    expect_refused(suggest_from("{\"seed\": 1} 2"), {"stdin:1:13: "});
    expect_refused(suggest_from(" \n"), {"stdin:1:1: there is no JSON here"});
    expect_refused(suggest_from(""), {"stdin:1:1: there is no JSON here"});
}

TEST(RefusedStates, ADocumentThatIsNoObject) {
    expect_refused(suggest_from("[1, 2]"), {"stdin: it is [1, 2]; it must be an object in braces"});
    expect_refused(suggest_from("\"worst\""), {"stdin: it is \"worst\"; it must be an object in braces"});
}

TEST(RefusedStates, AKeyThatIsGivenTwice) {
    expect_refused(suggest_from(R"({"seed": 1, "seed": 2})"), {"stdin: the key \"seed\" is given twice"});
}

TEST(RefusedStates, NestingWithoutEnd) {
    const std::size_t depth = 1000000;
    expect_refused(suggest_from("{\"seed\": " + std::string(depth, '[') + std::string(depth, ']') + "}"),
                   {"stdin: arrays and objects are nested more than 100 deep"});
}

TEST(RefusedStates, AFileThatCannotBeRead) {
    const support::ScratchDirectory scratch;
    const std::string path = scratch.file("absent.json");
    expect_refused(sweetspot({"suggest", path}), {path + ": the file cannot be read (No such file or directory)"});
    expect_refused(sweetspot({"suggest", "/tmp"}), {"/tmp: the file cannot be read (it is a directory)"});
}

TEST(RefusedStates, NaNAndInfinityAreNoJson) {
    for (const std::string word : {"NaN", "nan", "-Infinity", "inf"}) {
        expect_refused(suggest_from("{\n  \"seed\": " + word + "}"), {"stdin:2:11: JSON has no NaN and no infinity"});
    }
    expect_refused(suggest_from("{\"seed\": 1e999}"), {"stdin:1:10: the number 1e999 is too large"});
    expect_refused(suggest_from("{\"seed\": [-1e400, 2]}"), {"stdin:1:11: the number -1e400 is too large"});
}

TEST(RefusedStates, ObservationsThatAreNotFinite) {
    expect_refused(suggest_with("/observations/1/y", nullptr),
                   {"stdin: observations[1].y: it is null", "finite number"});
    expect_refused(suggest_with("/observations/1/y", "nan"), {"stdin: observations[1].y: it is \"nan\""});
    expect_refused(suggest_with("/observations/0/x/1", nullptr), {"stdin: observations[0].x[1]: it is null"});
    expect_refused(suggest_with("/observations/0/y", true), {"stdin: observations[0].y: it is true"});
}

TEST(RefusedStates, StandardErrorsThatAreNotRight) {
    for (const Json& wrong : {Json(-0.1), Json(nullptr), Json("0.1"), Json::array({0.1})}) {
        expect_refused(suggest_with("/observations/1/standard_error", wrong),
                       {"stdin: observations[1].standard_error: it is " + wrong.dump() + "; it must be "});
    }
    expect_refused(suggest_with("/observations/1/standard_eror", 0.1),
                   {"stdin: observations[1]: unknown key", "did you mean \"standard_error\"?"});
}

TEST(RefusedStates, ObservationsOutOfBounds) {
    expect_refused(suggest_with("/observations/1/x", {0.5, 1.5}),
                   {"stdin: observations[1].x: \"b\" is 1.5; it must lie in [-1, 1]"});
}

TEST(RefusedStates, ObservationsOfAnotherDimension) {
    expect_refused(suggest_with("/observations/1/x", {0.5}),
                   {"stdin: observations[1].x: the point has 1 coordinates; it must have 2"});
    expect_refused(suggest_with("/observations/1/x", 0.5), {"stdin: observations[1].x: it is 0.5", "a list"});
    expect_refused(suggest_with("/observations/1", Json{{"y", 1}}), {"stdin: observations[1].x: it is missing"});
    expect_refused(suggest_with("/observations/1", Json{{"x", {0, 0}}}), {"stdin: observations[1].y: it is missing"});
    expect_refused(suggest_with("/observations", 3), {"stdin: observations: it is 3; it must be a list of objects"});
}

TEST(RefusedStates, EmptySpaces) {
    expect_refused(suggest_from(R"({"parameters": []})"), {"stdin: parameters: there is none; describe each"});
    expect_refused(suggest_from("{}"), {"stdin: parameter: there is none; describe each"});
}

TEST(RefusedStates, ParametersThatAreNotRight) {
    expect_refused(suggest_with("/parameters/1/bounds", {1, -1}),
                   {"stdin: parameters[1].bounds: they are [1, -1]; the first must be less than the second"});
    expect_refused(suggest_with("/parameters/1/bounds", {1, 1}),
                   {"stdin: parameters[1].bounds: they are [1, 1]; the first must be less than the second"});
    expect_refused(suggest_with("/parameters/1/bounds", {0, 1, 2}),
                   {"stdin: parameters[1].bounds: 3 numbers; give the least and the greatest value"});
    expect_refused(suggest_with("/parameters/1/bounds", {0, "1"}), {"stdin: parameters[1].bounds[1]: it is \"1\""});
    expect_refused(suggest_with("/parameters/1/name", "a"),
                   {"stdin: parameters[1].name: \"a\" is there twice; names must differ"});
    expect_refused(suggest_with("/parameters/1/name", ""),
                   {"stdin: parameters[1].name: \"\" cannot be used; give a name"});
    expect_refused(suggest_with("/parameters/1/name", 7), {"stdin: parameters[1].name: it is 7", "a text in quotes"});
    expect_refused(suggest_with("/parameters/1", Json{{"name", "b"}}),
                   {"stdin: parameters[1].bounds: they are missing"});
    expect_refused(suggest_with("/parameters/1/step", 0), {"stdin: parameters[1].step: it is 0", "above 0"});
    expect_refused(suggest_with("/parameters/1/step", 5), {"stdin: parameters[1].step: step of \"b\" is 5"});
    expect_refused(suggest_with("/parameters/1/scale", "lgo"),
                   {"stdin: parameters[1].scale: ", "did you mean \"log\"?"});
    expect_refused(suggest_with("/parameters/1/scale", "log"),
                   {"stdin: parameters[1].bounds: they are [-1, 1]; with a log scale"});
}

TEST(RefusedStates, TolerancesThatAreNotRight) {
    expect_refused(suggest_with("/parameters/0/tolerance", -0.1),
                   {"stdin: parameters[0].tolerance: it is -0.1; it must be at least 0"});
    expect_refused(suggest_with("/parameters/0/tolerance", "5%"),
                   {"stdin: parameters[0].bounds: they are [0, 1]; with a log scale or a tolerance in per cent"});
    expect_refused(suggest_with("/parameters/0/tolerance", nullptr), {"stdin: parameters[0].tolerance: it is null"});
    const auto on_log_scale = [](const Json& tolerance) {
        Json p = {{"name", "c"}, {"bounds", {1, 4}}, {"scale", "log"}, {"tolerance", tolerance}};
        return suggest_from(Json{{"parameters", Json::array({p})}}.dump());
    };
    EXPECT_EQ(on_log_scale("5%").exit_status, 0);
    EXPECT_EQ(on_log_scale("12.5 %").exit_status, 0);
    expect_refused(on_log_scale(0.05),
                   {"stdin: parameters[0].tolerance: it is in the parameter's unit; on a log scale", "\"5%\""});
    EXPECT_EQ(on_log_scale("0").exit_status, 0);
    expect_refused(on_log_scale("5"), {"stdin: parameters[0].tolerance: it is in the parameter's unit"});
    for (const std::string wrong : {"-5%", "%", "five%", "5%%", "inf%", "nan%", ""}) {
        expect_refused(on_log_scale(wrong),
                       {"stdin: parameters[0].tolerance: the tolerance of \"c\" is \"" + wrong + "\"", "5%"});
    }
}

TEST(RefusedStates, ARegionThatDoesNotFitSaysTheLargestTolerance) {
    expect_refused(suggest_with("/parameters/0/tolerance", 0.6),
                   {"stdin: parameters: tolerance of \"a\" is 0.6; it must be at most 0.5"});
    expect_refused(suggest_from(R"({"parameters":
                       [{"name": "c", "bounds": [1, 4], "scale": "log", "tolerance": "150%"}]})"),
                   {"stdin: parameters[0].tolerance: the tolerance of \"c\" is \"150%\"; it must be below 100%"});
    expect_refused(suggest_from(R"({"parameters":
                       [{"name": "c", "bounds": [1, 4], "scale": "log", "tolerance": "61%"}]})"),
                   {"stdin: parameters: tolerance of \"c\" is 61% of the nominal value; it must be at most 60%"});
}

TEST(RefusedStates, ASamplingRuleForAMethodThatHasItsOwn) {
    expect_refused(suggest_with("/method/name", "stableopt"),
                   {"stdin: method.sampling: the method stableopt has its own rule where to evaluate; leave it out"});
}

TEST(RefusedStates, AMeasureForWhichTheMethodIsNotDefined) {
    expect_refused(suggest_from(R"({"parameters": [{"name": "a", "bounds": [0, 1], "tolerance": 0.1}],
                       "measure": "mean", "method": {"name": "ur-rehman"},
                       "observations": [{"x": [0.1], "y": 1}, {"x": [0.7], "y": 2}]})"),
                   {"stdin: ur-rehman: the quality is \"mean\"; this method is defined for the worst case only"});
}

TEST(RefusedStates, UnknownNamesGetASuggestion) {
    expect_refused(suggest_with("/measure", "wrost"),
                   {"stdin: measure: unknown measure \"wrost\"", "did you mean \"worst\"?"});
    expect_refused(suggest_with("/method/name", "bayesian-robust-serach"),
                   {"stdin: method.name: ", "did you mean \"bayesian-robust-search\"?"});
    expect_refused(suggest_with("/method/sampling", "center"),
                   {"stdin: method.sampling: ", "did you mean \"centre\"?"});
    expect_refused(suggest_with("/fixed/gp/kernel", "matern25"),
                   {"stdin: fixed.gp.kernel: ", "did you mean \"matern52\"?"});
    expect_refused(suggest_with("/region/norm", 3), {"stdin: region.norm: unknown norm \"3\"", "Known: 1, 2, inf"});
    expect_refused(suggest_with("/region/norm", "max"), {"stdin: region.norm: unknown norm \"max\""});
    expect_refused(suggest_with("/measure", 1), {"stdin: measure: it is 1; it must be a text in quotes"});
}

TEST(RefusedStates, UnknownKeysGetASuggestion) {
    expect_refused(suggest_with("/mesure", "worst"), {"stdin: unknown key \"mesure\"", "did you mean \"measure\"?"});
    expect_refused(suggest_with("/parameters/0/tolerence", 1),
                   {"stdin: parameters[0]: unknown key \"tolerence\"", "did you mean \"tolerance\"?"});
    expect_refused(suggest_with("/region/nrom", 2), {"stdin: region: unknown key", "did you mean \"norm\"?"});
    expect_refused(suggest_with("/method/samplng", "centre"),
                   {"stdin: method: unknown key", "did you mean \"sampling\"?"});
    expect_refused(suggest_with("/observations/0/Y", 2), {"stdin: observations[0]: unknown key \"Y\""});
    expect_refused(suggest_with("/fixed/incumbant", 2), {"stdin: fixed: unknown key", "did you mean \"incumbent\"?"});
    expect_refused(suggest_with("/fixed/gp/nois", 2), {"stdin: fixed.gp: unknown key", "did you mean \"noise\"?"});
}

TEST(RefusedStates, SeedsThatAreNotWhole) {
    for (const Json& seed : {Json(-1), Json(1.5), Json("1"), Json(1e300), Json(nullptr)}) {
        expect_refused(suggest_with("/seed", seed), {"stdin: seed: it is ", "whole number"});
    }
}

TEST(RefusedStates, ABetaWithoutUcb) {
    expect_refused(suggest_with("/method/beta", 2), {"stdin: method: unknown key \"beta\""});
    expect_refused(suggest_with("/method", Json{{"sampling", "ucb"}, {"beta", -1}}),
                   {"stdin: method.beta: it is -1; it must be a number of at least 0"});
}

TEST(RefusedStates, FixedModelsThatAreNotRight) {
    expect_refused(suggest_with("/fixed/gp/lengthscales", {1, 1, 1}),
                   {"stdin: fixed.gp.lengthscales: there are 3 length scales for 2 parameters"});
    expect_refused(suggest_with("/fixed/gp/lengthscales", {1, 0}),
                   {"stdin: fixed.gp.lengthscales[1]: it is 0", "above 0"});
    expect_refused(suggest_with("/fixed/gp/variance", 0), {"stdin: fixed.gp.variance: it is 0", "above 0"});
    expect_refused(suggest_with("/fixed/gp/noise", -1), {"stdin: fixed.gp.noise: it is -1", "at least 0"});
    expect_refused(suggest_with("/fixed/gp/y_std", 0), {"stdin: fixed.gp.y_std: it is 0", "above 0"});
    expect_refused(suggest_with("/fixed/gp/effects", {{"share", 2}, {"lengthscale", 0.3}}),
                   {"stdin: fixed.gp.effects.share: it is 2; it must be at most 1"});
    expect_refused(suggest_with("/fixed/gp/effects", {{"share", 0.5}}), {"stdin: fixed.gp.effects", "lengthscale"});
    expect_refused(suggest_with("/fixed/gp/warp", {{"origin", 0}, {"scale", 0}}),
                   {"stdin: fixed.gp.warp.scale: it is 0", "above 0"});
    expect_refused(suggest_with("/fixed/gp", Json{{"kernel", "matern52"}}),
                   {"stdin: fixed.gp.lengthscales: it is missing"});
}

TEST(RefusedStates, OutputsBeyondTheModelsRange) {
    Json state = right_state();
    state.erase("fixed");
    for (const double y : {1e308, -1e308, 0.0}) state["observations"].push_back({{"x", {0.5, 0.5}}, {"y", y}});
    expect_refused(suggest_from(state.dump()),
                   {"stdin: observations[2].y: it is 1e+308; it must be from -1e+300 to 1e+300"});
}

TEST(RefusedStates, AModelWhoseResultsCouldNotBeFinite) {
    Json state = right_state();
    state["observations"].push_back({{"x", {0.9, 0.9}}, {"y", 1.5}});
    state["fixed"]["gp"]["y_std"] = 1e308;
    expect_refused(suggest_from(state.dump()),
                   {"stdin: fixed.gp.y_std: it is 1e+308; it must be from 1e-100 to 1e+100"});
}

TEST(RefusedStates, FixedTemplatesThatAreNotRight) {
    expect_refused(suggest_with("/fixed/template", Json::array()), {"stdin: fixed.template: the template is empty"});
    expect_refused(suggest_with("/fixed/template/1", {0.1}),
                   {"stdin: fixed.template[1]: the perturbation has 1 coordinates; it must have 2"});
    expect_refused(suggest_with("/fixed/template/1", {0.2, 0}),
                   {"stdin: fixed.template[1]: the perturbation is outside the region", "is 2;"});
    expect_refused(suggest_with("/fixed/template/1", {0, 0.1}),
                   {"stdin: fixed.template[1]: the perturbation is outside the region"});
    Json state = right_state();
    state["parameters"][1] = {{"name", "b"}, {"bounds", {1, 4}}, {"scale", "log"}};
    state["observations"] = Json::array();
    expect_refused(suggest_from(state.dump()), {"stdin: fixed.template: ", "\"b\" is on a log scale"});
}

TEST(RefusedStates, FixedIncumbentsThatAreNotRight) {
    expect_refused(suggest_with("/fixed/incumbent", {0.5}), {"stdin: fixed.incumbent: the point has 1 coordinates"});
    expect_refused(suggest_with("/fixed/incumbent", {0.5, 3}), {"stdin: fixed.incumbent: \"b\" is 3"});
    expect_refused(suggest_with("/fixed/incumbent", {0.95, 0}),
                   {"stdin: fixed.incumbent: \"a\" is 0.95; it must lie in [0.1, 0.9]"});
}

}  // namespace
}  // namespace sweetspot::cli
