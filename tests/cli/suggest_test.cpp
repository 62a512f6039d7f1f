// `sweetspot suggest` on states that are right.
#include <cmath>
#include <set>

#include "cli/program.hpp"
#include "sweetspot/methods/catalogue.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot::cli {
namespace {

const std::string instance = SWEETSPOT_TEST_DATA "/instances/styblinski_tang_d10_n100.json";

Json suggestion(const std::vector<std::string>& arguments, const std::string& input = "") {
    const ProgramResult result = sweetspot(arguments, input);
    EXPECT_EQ(result.exit_status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return Json::parse(result.out);
}

Json without_timings(Json object) {
    object.erase("timings_ms");
    return object;
}

/// Two parameters on which f = (x - 0.3)² + (y - 0.6)² was seen at five places.
Json small_state() {
    Json state = Json::parse(R"({"parameters": [{"name": "a", "bounds": [0, 1], "tolerance": 0.1},
                                                {"name": "b", "bounds": [0, 2], "tolerance": 0.2}]})");
    const std::vector<std::vector<double>> places = {{0.1, 0.2}, {0.9, 1.7}, {0.5, 1}, {0.25, 1.5}, {0.75, 0.4}};
    for (const auto& x : places) {
        state["observations"].push_back({{"x", x}, {"y", std::pow(x[0] - 0.3, 2) + std::pow(x[1] - 0.6, 2)}});
    }
    return state;
}

/// All differences between a point and a centre, in units of the tolerances.
double distance_in_tolerances(const Json& x, const Json& centre) {
    return std::hypot((x[0].get<double>() - centre[0].get<double>()) / 0.1,
                      (x[1].get<double>() - centre[1].get<double>()) / 0.2);
}

TEST(SuggestOnTheInstance, HasEveryFieldAndTakesWhatIsFixedAsGiven) {
    const Json s = suggestion({"suggest", instance});
    const Json state = Json::parse(support::read_text(instance));
    std::vector<std::string> keys;
    for (const auto& [key, value] : s.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"next", "centre", "expected_improvement", "incumbent", "gp",
                                              "realisations", "timings_ms"}));
    ASSERT_EQ(s["next"]["x"].size(), 10u);
    EXPECT_EQ(s["next"]["x"], s["centre"]) << "the sampling rule is \"centre\"";
    for (const double x : s["centre"]) EXPECT_LE(std::abs(x), 5 - 1.25 + 1e-9);
    EXPECT_GT(s["expected_improvement"], 0);
    EXPECT_EQ(s["gp"], state["fixed"]["gp"]);
    for (std::size_t d = 0; d < 10; ++d) {
        EXPECT_NEAR(s["incumbent"]["x"][d].get<double>(), state["fixed"]["incumbent"][d].get<double>(), 1e-12);
    }
    EXPECT_TRUE(std::isfinite(s["incumbent"]["quality"].get<double>()));
    const Json& t = s["timings_ms"];
    EXPECT_NEAR(t["fit"].get<double>() + t["incumbent"].get<double>() + t["acquisition"].get<double>() +
                    t["sampling"].get<double>(),
                t["total"].get<double>(), 1e-9 * t["total"].get<double>());
}

TEST(SuggestOnTheInstance, IsTheSameAgainAndAtAnyNumberOfThreads) {
    const Json once = without_timings(suggestion({"suggest", instance}));
    EXPECT_EQ(without_timings(suggestion({"suggest", instance, "--threads", "2"})), once);
    EXPECT_EQ(without_timings(suggestion({"suggest"}, support::read_text(instance))), once);
}

TEST(Suggest, EqualsTheLibrarysAnswerToTheLastBit) {
    const Json state = small_state();
    Vector tolerance(2);
    tolerance << 0.1, 0.2;
    Optimizer optimizer(
        Problem(Space({{.name = "a", .step = {}}, {.name = "b", .upper = 2, .step = {}}}), Norm::two, tolerance));
    for (const Json& observation : state["observations"]) {
        Vector x(2);
        x << observation["x"][0].get<double>(), observation["x"][1].get<double>();
        optimizer.tell(x, observation["y"]);
    }
    const Suggestion expected = optimizer.ask();
    const Json s = suggestion({"suggest", "-"}, state.dump());
    const auto vector = [](const Vector& x) { return Json(std::vector<double>(x.begin(), x.end())); };
    ASSERT_TRUE(expected.reason.has_value());
    EXPECT_EQ(s["next"]["x"], vector(expected.x));
    EXPECT_EQ(s["centre"], vector(expected.reason->centre));
    EXPECT_EQ(s["expected_improvement"], expected.reason->expected_improvement);
    EXPECT_EQ(s["incumbent"]["x"], vector(expected.reason->incumbent));
    EXPECT_EQ(s["incumbent"]["quality"], expected.reason->incumbent_quality);
    EXPECT_EQ(s["gp"]["lengthscales"], vector(expected.reason->gp->hyperparameters().lengthscales));
}

TEST(Suggest, StandardErrorsEqualTheLibrarysAndZeroIsNone) {
    Json state = small_state();
    const Json exact = without_timings(suggestion({"suggest"}, state.dump()));
    for (Json& observation : state["observations"]) observation["standard_error"] = 0;
    EXPECT_EQ(without_timings(suggestion({"suggest"}, state.dump())), exact);
    state["observations"][1]["standard_error"] = 0.3;
    state["observations"][2].erase("standard_error");
    Vector tolerance(2);
    tolerance << 0.1, 0.2;
    Optimizer optimizer(
        Problem(Space({{.name = "a", .step = {}}, {.name = "b", .upper = 2, .step = {}}}), Norm::two, tolerance));
    for (const Json& observation : state["observations"]) {
        Vector x(2);
        x << observation["x"][0].get<double>(), observation["x"][1].get<double>();
        optimizer.tell(x, observation["y"], observation.value("standard_error", 0.0));
    }
    const Suggestion expected = optimizer.ask();
    const Json noisy = suggestion({"suggest"}, state.dump());
    EXPECT_NE(noisy["next"], exact["next"]);
    EXPECT_EQ(noisy["next"]["x"], Json(std::vector<double>(expected.x.begin(), expected.x.end())));
}

TEST(Suggest, FollowsTheInitialDesignUntilItIsComplete) {
    Json state = small_state();
    const Json observations = state["observations"];
    const Optimizer optimizer(
        Problem(Space({{.name = "a", .step = {}}, {.name = "b", .upper = 2, .step = {}}}), Norm::two, 0.1));
    state.erase("observations");
    const Json first = suggestion({"suggest"}, state.dump());
    const Vector x = optimizer.ask().x;
    EXPECT_EQ(first, (Json{{"next", {{"x", {x[0], x[1]}}}}, {"stage", "initial-design"}}));
    state["observations"] = {observations[0], observations[1]};
    const Json third = suggestion({"suggest"}, state.dump());
    EXPECT_EQ(third["stage"], "initial-design");
    EXPECT_NE(third["next"], first["next"]);
    state["observations"].push_back(observations[2]);
    EXPECT_FALSE(suggestion({"suggest"}, state.dump()).contains("stage"));
}

TEST(Suggest, SaysThatWhatIsFixedWaitsForTheInitialDesign) {
    Json state = small_state();
    state.erase("observations");
    state["fixed"] = {{"incumbent", {0.5, 1.0}}};
    const Json s = suggestion({"suggest"}, state.dump());
    EXPECT_EQ(s["stage"], "initial-design");
    EXPECT_TRUE(s.contains("note"));
}

TEST(Suggest, AnotherSeedGivesAnotherDesign) {
    Json state = small_state();
    state.erase("observations");
    const Json one = suggestion({"suggest"}, state.dump());
    state["seed"] = 1;
    EXPECT_EQ(suggestion({"suggest"}, state.dump()), one);
    state["seed"] = 2;
    const Json two = suggestion({"suggest"}, state.dump());
    EXPECT_NE(two, one);
    state["seed"] = 2.0;
    EXPECT_EQ(suggestion({"suggest"}, state.dump()), two);
    state["seed"] = 18446744073709551615u;
    EXPECT_NE(suggestion({"suggest"}, state.dump()), two);
}

TEST(Suggest, EverySamplingRuleStaysInTheRegionOfTheSameCentre) {
    Json state = small_state();
    Json centre;
    for (const SamplingRulePtr& rule : sampling_rules()) {
        state["method"] = {{"name", "bayesian-robust-search"}, {"sampling", std::string(rule->name())}};
        const Json s = suggestion({"suggest"}, state.dump());
        if (centre.is_null()) centre = s["centre"];
        EXPECT_EQ(s["centre"], centre) << rule->name();
        EXPECT_LE(distance_in_tolerances(s["next"]["x"], s["centre"]), 1 + 1e-6) << rule->name();
        EXPECT_EQ(s["next"]["x"] == centre, rule->name() == "centre") << rule->name();
    }
}

TEST(Suggest, MethodsWithTheSameSettingsSuggestFromTheSameModelAndIncumbent) {
    Json state = small_state();
    state["method"] = {{"name", "bayesian-robust-search"}};
    const Json paper = suggestion({"suggest"}, state.dump());
    std::set<Json> points;
    for (const ListedMethod& method : method_family().members()) {
        state["method"] = {{"name", method.name}};
        const Json s = suggestion({"suggest"}, state.dump());
        const bool same =
            method.name != default_method && method.has_model;  // these have a model of their own, or none
        EXPECT_EQ(s["gp"] == paper["gp"], same) << method.name;
        EXPECT_EQ(s["incumbent"] == paper["incumbent"], same) << method.name;
        points.insert(s["next"]["x"]);
    }
    EXPECT_EQ(points.size(), method_family().members().size());
}

TEST(Suggest, UcbTakesItsBetaFromTheState) {
    Json state = small_state();
    state["method"] = {{"sampling", "ucb"}, {"beta", 0}};
    const Json without_uncertainty = suggestion({"suggest"}, state.dump());
    state["method"] = {{"sampling", "worst-case"}};
    EXPECT_EQ(without_uncertainty["next"], suggestion({"suggest"}, state.dump())["next"]);
    state["method"] = {{"sampling", "ucb"}, {"beta", 50}};
    EXPECT_NE(without_uncertainty["next"], suggestion({"suggest"}, state.dump())["next"]);
}

TEST(Suggest, TheMeanMeasureNeedsNoRealisationsAndFindsABetterQuality) {
    Json state = small_state();
    state["method"]["name"] = "bayesian-robust-search";  // of the default search's steps only one draws any
    const Json worst = suggestion({"suggest"}, state.dump());
    state["measure"] = "mean";
    const Json mean = suggestion({"suggest"}, state.dump());
    EXPECT_FALSE(mean.contains("realisations"));
    ASSERT_TRUE(worst.contains("realisations")) << worst;
    EXPECT_GT(worst["realisations"], 0);
    EXPECT_LT(mean["incumbent"]["quality"], worst["incumbent"]["quality"]);
}

TEST(Suggest, NormsMayBeNumbersOrNames) {
    Json state = small_state();
    const Json by_default = without_timings(suggestion({"suggest"}, state.dump()));
    state["region"]["norm"] = 2;
    EXPECT_EQ(without_timings(suggestion({"suggest"}, state.dump())), by_default);
    state["region"]["norm"] = "2";
    EXPECT_EQ(without_timings(suggestion({"suggest"}, state.dump())), by_default);
    state["region"]["norm"] = "inf";
    const Json box = without_timings(suggestion({"suggest"}, state.dump()));
    EXPECT_GT(box["incumbent"]["quality"], by_default["incumbent"]["quality"]) << "the box contains the ellipsoid";
    state["region"]["norm"] = 1;
    EXPECT_NE(without_timings(suggestion({"suggest"}, state.dump())), by_default);
}

TEST(Suggest, StepsAndLogScalesAreKept) {
    Json state = Json::parse(R"({"parameters": [
        {"name": "resistance", "bounds": [10, 100000], "scale": "log", "tolerance": "5%"},
        {"name": "turns", "bounds": [1, 9], "step": 1},
        {"name": "length", "bounds": [0, 1], "step": 0.25, "tolerance": 0.1}],
        "comment": "a log scale, an integer that is built exactly, and a coarse step"})");
    for (int i = 0; i < 6; ++i) {
        const Json s = suggestion({"suggest"}, state.dump());
        EXPECT_EQ(s.contains("stage"), i < 4);
        const Json& x = s["next"]["x"];
        const double resistance = x[0], turns = x[1], length = x[2];
        EXPECT_TRUE(resistance >= 10 && resistance <= 100000) << s;
        EXPECT_TRUE(turns >= 1 && turns <= 9 && turns == std::round(turns)) << s;
        EXPECT_TRUE(length >= 0 && length <= 1 && 4 * length == std::round(4 * length)) << s;
        if (!s.contains("stage")) {
            const double factor = resistance / s["centre"][0].get<double>();
            EXPECT_TRUE(factor >= 0.95 - 1e-9 && factor <= 1.05 + 1e-9) << s;
        }
        const double y = std::pow(std::log10(resistance) - 3, 2) + std::abs(turns - 4) + length;
        state["observations"].push_back({{"x", x}, {"y", y}});
    }
}

TEST(Suggest, AModelWithMainEffectsAndAWarpCanBeFixed) {
    Json state = Json::parse(R"({"parameters": [
        {"name": "a", "bounds": [0, 1], "tolerance": 0.05}, {"name": "b", "bounds": [0, 1], "tolerance": 0.05},
        {"name": "c", "bounds": [0, 1], "tolerance": 0.05}]})");
    // 4 points of the initial design and 12 of the search: the turn of improvement, whose model has main effects.
    for (int i = 0; i < 16; ++i) {
        const std::vector<double> x = {0.05 + 0.9 * i / 15, 0.05 + 0.9 * (7 * i % 16) / 15,
                                       0.05 + 0.9 * (5 * i % 16) / 15};
        const double sum = std::sin(5 * x[0]) + 2 * x[1] * x[1] + std::cos(4 * x[2]);
        state["observations"].push_back({{"x", x}, {"y", std::exp(3 * sum)}});
    }
    const Json free = suggestion({"suggest"}, state.dump());
    ASSERT_TRUE(free["gp"].contains("effects")) << free["gp"];
    ASSERT_TRUE(free["gp"].contains("warp")) << free["gp"];
    state["fixed"] = {{"gp", free["gp"]}};
    const Json fixed = suggestion({"suggest"}, state.dump());
    EXPECT_EQ(fixed["gp"], free["gp"]);
    EXPECT_EQ(fixed["next"], free["next"]);
}

TEST(Suggest, ItsOwnModelCanBeFixed) {
    Json state = small_state();
    const Json free = suggestion({"suggest"}, state.dump());
    state["fixed"] = {{"gp", free["gp"]}, {"incumbent", free["incumbent"]["x"]}, {"template", Json::parse("[[0, 0]]")}};
    const Json fixed = suggestion({"suggest"}, state.dump());
    EXPECT_EQ(fixed["gp"], free["gp"]);
    EXPECT_NEAR(fixed["incumbent"]["x"][0].get<double>(), free["incumbent"]["x"][0].get<double>(), 1e-12);
    EXPECT_LT(fixed["incumbent"]["quality"], free["incumbent"]["quality"]) << "one point is not worse than all";
}

TEST(Suggest, TheExampleOfItsHelpWorks) {
    const std::string help = sweetspot({"suggest", "--help"}).out;
    const std::size_t begin = help.find("echo '") + 6;
    const Json s = suggestion({"suggest"}, help.substr(begin, help.find('\'', begin) - begin));
    EXPECT_TRUE(s.contains("centre"));
}

TEST(Suggest, ArraysOfNumbersStandOnOneLine) {
    const ProgramResult result = sweetspot({"suggest"}, small_state().dump());
    expect_contains(result.out, "{\n  \"next\": {\"x\": [");
    expect_contains(result.out, "\n    \"lengthscales\": [");
    EXPECT_EQ(result.out.back(), '\n');
}

TEST(Suggest, IgnoresWhatIsKeptForReference) {
    Json state = small_state();
    const Json plain = without_timings(suggestion({"suggest"}, state.dump()));
    state["reference"] = {{"anything", {1, nullptr, "at all"}}};
    EXPECT_EQ(without_timings(suggestion({"suggest"}, state.dump())), plain);
}

// Text of another length puts every matrix at another address.
TEST(Suggest, IsTheSameWhereverItsMatricesLieInMemory) {
    Json state = small_state();
    const Json plain = without_timings(suggestion({"suggest"}, state.dump()));
    for (std::size_t length = 16; length < 100; length += 17) {
        state["comment"] = std::string(length, 'x');
        EXPECT_EQ(without_timings(suggestion({"suggest"}, state.dump())), plain) << length;
    }
}

}  // namespace
}  // namespace sweetspot::cli
