// A search is described in the same words in JSON and TOML, whichever program reads it, and is refused by the same
// sentence.
#include "sweetspot/search/description.hpp"

#include <gtest/gtest.h>

#include "search/read_description.hpp"
#include "support/refusal.hpp"
#include "sweetspot/study/config.hpp"

namespace sweetspot {
namespace {

using support::refusal;

constexpr auto toml_text = R"(seed = 7
measure = "mean"
[[parameter]]
name = "width"
bounds = [1, 10]
tolerance = "5%"
[[parameter]]
name = "teeth"
bounds = [10, 40]
type = "int"
[[parameter]]
name = "gap"
bounds = [0.01, 1]
scale = "log"
step = 0.01
[region]
norm = "inf"
[method]
sampling = {name = "ucb", beta = 1.5}
maximiser = {name = "multistart", screening = 300}
design = "sobol"
initial = 9
realisations = 200
[model]
kernel = "matern32"
lengthscales = "isotropic"
noise = 0.001
)";
constexpr auto json_text = R"({"seed": 7, "measure": {"kind": "mean"},
  "parameters": [{"name": "width", "bounds": [1, 10], "tolerance": "5%"},
                 {"name": "teeth", "bounds": [10, 40], "type": "int"},
                 {"name": "gap", "bounds": [0.01, 1], "scale": "log", "step": 0.01}],
  "region": {"norm": "inf"},
  "method": {"sampling": "ucb", "beta": 1.5, "maximiser": {"name": "multistart", "screening": 300}, "design": "sobol",
             "initial": 9, "realisations": 200},
  "model": {"kernel": "matern32", "lengthscales": "isotropic", "noise": 0.001}})";

TEST(SearchDescription, IsTheSameFromBothSyntaxes) {
    const SearchDescription from_toml = read_search(DocumentTable::toml(toml_text, "s.toml"));
    EXPECT_EQ(from_toml, read_search(DocumentTable::json(json_text, "s.json")));
    EXPECT_EQ(from_toml.seed, 7U);
    EXPECT_EQ(from_toml.measure.name, "mean");
    EXPECT_EQ(from_toml.norm, Norm::infinity);
    EXPECT_EQ(from_toml.method.name, "bayesian-robust-search");
    EXPECT_EQ(to_string(*from_toml.method.sampling), "ucb, beta 1.5");
    EXPECT_EQ(from_toml.parameters[1].parameter.step, 1);
    EXPECT_EQ(from_toml.parameters[1].tolerance.amount, 0);
}

TEST(SearchDescription, IsTheSameFromAStateAndAStudyFile) {
    const SearchState toml_state = read_state(toml_text, "s.toml", Syntax::toml);
    const SearchState json_state = read_state(json_text, "s.json");
    EXPECT_EQ(toml_state.search, json_state.search);
    const StudyConfig study = read_study("study.name = \"a\"\n" + std::string(toml_text), "s.toml", "");
    const StudyConfig in_json =
        read_study("{\"study\": {\"name\": \"a\"}, " + std::string(json_text).substr(1), "s.json", "");
    EXPECT_EQ(static_cast<const SearchDescription&>(study), toml_state.search);
    EXPECT_EQ(static_cast<const SearchDescription&>(in_json), toml_state.search);
}

TEST(SearchDescription, MakesWhatItSays) {
    const SearchDescription search = read_search(DocumentTable::toml(toml_text, "s.toml"));
    const Problem problem = problem_of(search);
    EXPECT_EQ(problem.quality().name(), "mean");
    EXPECT_EQ(problem.space().parameters()[0].scale, Scale::log) << "a tolerance in per cent grows with its centre";
    const Options options = options_of(search);
    EXPECT_EQ(options.initial, 9);
    EXPECT_EQ(options.design->name(), "sobol");
    Optimizer optimizer(problem, options);
    for (Index n = 0; n < 9; ++n) {
        const Vector x = optimizer.ask().x;
        optimizer.tell(x, x.sum());
    }
    const Suggestion s = optimizer.ask();
    EXPECT_EQ(s.reason->gp->kernel().name(), "matern32");
    EXPECT_EQ(s.reason->gp->hyperparameters().noise, 0.001);
    EXPECT_EQ(s.reason->gp->hyperparameters().lengthscales[0], s.reason->gp->hyperparameters().lengthscales[2]);
}

/// The sentence behind the place.
std::string sentence(const std::string& refused, const std::string& key) {
    const std::size_t at = refused.find(key + ": ");
    return at == std::string::npos ? refused : refused.substr(at);
}

TEST(SearchDescription, IsRefusedByTheSameSentenceInBothSyntaxes) {
    const auto refused = [](const std::string& key, const std::string& toml, const std::string& json) {
        std::string one = sentence(
            refusal([&] { (void)read_search(DocumentTable::toml("[[parameter]]\nname = \"a\"\n" + toml, "s")); }), key);
        const std::string other =
            sentence(refusal([&] {
                         (void)read_search(DocumentTable::json("{\"parameters\": [{\"name\": \"a\", " + json, "s"));
                     }),
                     key);
        EXPECT_EQ(one, other);
        EXPECT_NE(one, "");
        return one;
    };
    refused("bounds", "bounds = [2, 1]", R"("bounds": [2, 1]}]})");
    refused("bounds", "", R"("tolerance": 1}]})");
    refused("tolerance", "bounds = [1, 2]\ntolerance = -1", R"("bounds": [1, 2], "tolerance": -1}]})");
    refused("tolerance", "bounds = [1, 2]\ntolerance = \"x\"", R"("bounds": [1, 2], "tolerance": "x"}]})");
    refused("bounds", "bounds = [-1, 2]\ntolerance = \"5%\"", R"("bounds": [-1, 2], "tolerance": "5%"}]})");
    EXPECT_EQ(refused("beta", "bounds = [1, 2]\n[method]\nname = \"stableopt\"\nbeta = -1",
                      R"("bounds": [1, 2]}], "method": {"name": "stableopt", "beta": -1}})"),
              "beta: it is -1; it must be a number of at least 0");
    EXPECT_EQ(refused("kernel", "bounds = [1, 2]\n[model]\nkernel = \"matern23\"",
                      R"("bounds": [1, 2]}], "model": {"kernel": "matern23"}})"),
              "kernel: unknown kernel \"matern23\"; did you mean \"matern32\"? Known: matern52, matern32, "
              "squared-exponential");
    EXPECT_EQ(
        refused("warp", "bounds = [1, 2]\n[model]\nwarp = \"on\"", R"("bounds": [1, 2]}], "model": {"warp": "on"}})"),
        "warp: unknown warp \"on\"; Known: by-evidence, none");
}

TEST(SearchDescription, ASettingThatAMethodDoesNotHaveIsAnUnknownKey) {
    const std::string text = "[[parameter]]\nname = \"a\"\nbounds = [0, 1]\n[method]\nname = \"stableopt\"\nbta = 1\n";
    EXPECT_EQ(refusal([&] { (void)read_search(DocumentTable::toml(text, "s.toml")); }).substr(0, 56),
              "s.toml:6: unknown key \"bta\"; did you mean \"beta\"? Known:");
}

TEST(SearchDescription, TheLargestRegionNeedsALimitAndNothingElse) {
    const auto text = [](const std::string& more, const std::string& tolerance = "0.1") {
        return "[[parameter]]\nname = \"a\"\nbounds = [0, 1]\ntolerance = " + tolerance +
               "\n[region]\nsize = \"largest\"\n" + more;
    };
    const auto read = [](const std::string& toml) { return read_search(DocumentTable::toml(toml, "s.toml")); };
    const SearchDescription search = read(text("limit = 41\n[method]\ninitial = 9\n"));
    EXPECT_EQ(search.largest_within, 41.0);
    EXPECT_EQ(method_of(search)->name(), "largest-region");
    EXPECT_EQ(read(text("[objective]\nlimit = 40\n")).largest_within, 40.0) << "that of the objective";
    EXPECT_EQ(read_study(text("limit = 41\n[study]\nname = \"s\"\n"), "s.toml", ".").objective.limit, 41.0);
    EXPECT_FALSE(read("[[parameter]]\nname = \"a\"\nbounds = [0, 1]\n[region]\nsize = \"stated\"\n").largest_within);

    const auto refused = [&](const std::string& toml) { return refusal([&] { (void)read(toml); }); };
    EXPECT_EQ(refused(text("")),
              "s.toml:6: size: the largest region needs a limit; say what a build may have at most, limit = … under "
              "[region]");
    EXPECT_EQ(refused(text("limit = 41\n[objective]\nlimit = 40\n")),
              "s.toml:7: limit: it is 41 and that of [objective] is 40; give one of them");
    EXPECT_EQ(refused(text("limit = 41\n[method]\nname = \"stableopt\"\n")),
              "s.toml:9: name: the largest region has a search of its own; leave it out, or size = \"largest\"");
    EXPECT_EQ(refused(text("limit = 41\n[measure]\nkind = \"mean\"\n")),
              "s.toml:6: size: the largest region is that whose worst case keeps the limit, and the measure is "
              "\"mean\"; leave out one of them");
    EXPECT_EQ(refused(text("limit = 41\n", "0")),
              "s.toml:6: size: the largest region has the shape of the tolerances, and every parameter is built "
              "exactly; give one a tolerance");
    EXPECT_EQ(refused("[[parameter]]\nname = \"a\"\nbounds = [0, 1]\n[region]\nlimit = 41\n"),
              "s.toml:5: limit: it belongs to size = \"largest\"; for a limit of builds give [objective] a limit");
    EXPECT_EQ(refused("[[parameter]]\nname = \"a\"\nbounds = [0, 1]\n[region]\nsize = \"lagrest\"\n").substr(0, 31),
              "s.toml:5: size: unknown size \"l");
    EXPECT_EQ(refusal([&] {
                  (void)read_study(text("limit = 41\n[study]\nname = \"s\"\n[budget]\nstop_when = \"1%\"\n"), "s.toml",
                                   ".");
              }),
              "s.toml:11: stop_when: what further evaluations can bring to the largest region is not known; leave it "
              "out");
}

}  // namespace
}  // namespace sweetspot
