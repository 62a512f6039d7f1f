// A study with a parameter that nobody chooses, and questions of measure, law and limit, through the program.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/bench.hpp"
#include "cli/program.hpp"
#include "support/scratch_study.hpp"

namespace sweetspot::cli {
namespace {

constexpr auto oven = R"([study]
name = "oven"
[[parameter]]
name = "width"
bounds = [0, 4]
tolerance = 0.2
[[environment]]
name = "heat"
bounds = [-1, 1]
law = "triangular"
)";

/// Asks and tells (width - 3)² + width·heat², n times.
struct Oven {
    explicit Oven(int n) {
        for (int i = 0; i < n; ++i) {
            const Json asked = Json::parse((*this)("ask").out);
            const double width = asked["params"]["width"];
            const double heat = asked["params"]["heat"];
            const double value = (width - 3) * (width - 3) + width * heat * heat;
            EXPECT_EQ((*this)("tell", {asked["number"].dump(), std::to_string(value)}).exit_status, 0);
        }
    }
    [[nodiscard]] ProgramResult operator()(const std::string& command,
                                           const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words = {command, file};
        words.insert(words.end(), more.begin(), more.end());
        return sweetspot(words);
    }
    [[nodiscard]] Json best(std::vector<std::string> more = {}) const {
        more.insert(more.end(), {"--format", "json"});
        return Json::parse((*this)("best", more).out);
    }

    support::ScratchDirectory scratch;
    std::string file = scratch.write("oven.toml", oven);
};

TEST(EnvironmentStudy, AnswersWithADesignForAllOfIt) {
    const Oven study(14);
    const Json best = study.best();
    EXPECT_EQ(best["robust"]["params"].size(), 1U) << "nobody chooses the heat";
    EXPECT_NEAR(best["robust"]["params"]["width"].get<double>(), 2.5, 0.1);
    EXPECT_NEAR(std::abs(best["robust"]["worst"]["at"]["heat"].get<double>()), 1, 1e-6);
    EXPECT_EQ(best["region"]["heat"], (Json{-1.0, 1.0}));
    EXPECT_TRUE(best["single"]["measured_at"].contains("heat"));
    const std::string text = study("best").out;
    expect_contains(text, "  heat                     environment                      −1 … 1");
    expect_contains(study("run", {"--check"}).out, "  heat             −1 … 1, environment, triangular\n");
    const Json at = study.best({"--at", "width=2"});
    EXPECT_EQ(at["at"]["region"]["heat"], (Json{-1.0, 1.0}));
}

TEST(EnvironmentStudy, IsAskedForOtherMeasuresLawsAndLimits) {
    const Oven study(14);
    const Json quantile = study.best({"--measure", "quantile,q=0.9"})["robust"]["measure"];
    EXPECT_EQ(quantile["name"], "quantile");
    EXPECT_EQ(quantile["settings"], (Json{{"q", 0.9}}));
    EXPECT_LE(quantile["lower"], quantile["value"]);
    EXPECT_LE(quantile["value"], quantile["upper"]);
    // Of (w - 3)² + w t² the average is (w - 3)² + 0.2²/3 + w/6, for t triangular on ±1 has a variance of 1/6.
    const Json mean = study.best({"--measure", "mean", "--at", "width=2.9"})["at"]["measure"];
    const double average = 0.01 + 0.04 / 3 + 2.9 / 6;
    EXPECT_LE(mean["lower"], average);
    EXPECT_GE(mean["upper"], average);
    EXPECT_NEAR(mean["value"].get<double>(), average, 0.05);
    const Json limited = study.best({"--limit", "2"})["limit"];
    EXPECT_EQ(limited["at_most"], 2);
    EXPECT_GE(limited["robust"]["yield"]["value"], 0.5);
    EXPECT_LE(limited["robust"]["yield"]["upper"], 1);
    const Json yield =
        study.best({"--limit", "2", "--measure", "yield", "--law", "normal,sd=0.5"})["robust"]["measure"];
    EXPECT_EQ(yield["settings"], (Json{{"limit", 2.0}}));
    EXPECT_LT(yield["value"], 0.5);
}

TEST(EnvironmentStudy, BadInputIsRefusedWithItsPlaceAndTheRemedy) {
    const Oven study(4);
    const auto best = [&](const std::string& option, const std::string& value) {
        return study("best", {option, value});
    };
    expect_refused(best("--measure", "quantile,q=1.5"), {"sweetspot best: ", "q: it is 1.5", "between 0 and 1"});
    expect_refused(best("--measure", "quantile,p=0.5"), {"sweetspot best: ", "unknown setting \"p\"; Known: q"});
    expect_refused(best("--measure", "quantile,0.5"), {"sweetspot best: --measure: ", "has no \"=\""});
    expect_refused(best("--measure", "yield"), {"sweetspot best: ", "limit is missing"});
    expect_refused(best("--law", "norml"), {"sweetspot best: ", "did you mean \"normal\""});
    const auto check = [&](const std::string& more) {
        const std::string file = study.scratch.write("other.toml", oven + more);
        return sweetspot({"run", file, "--check"});
    };
    const auto expect_wrong = [&](const std::string& more, const std::vector<std::string>& words) {
        std::vector<std::string> said = {"sweetspot run: "};
        said.insert(said.end(), words.begin(), words.end());
        expect_refused(check(more), said);
    };
    expect_wrong("tolerance = 0.1\n", {"other.toml:11: tolerance: ", "its whole range counts"});
    expect_wrong("[method]\nname = \"cma-es\"\n", {"other.toml:12: name: ", "knows of no environment"});
    expect_wrong("[measure]\nkind = \"yield\"\n", {"other.toml:11: measure: ", "needs a limit", "[objective] limit"});
    expect_wrong("[measure]\nkind = \"quantile\"\nq = 2\n", {"other.toml:13: q: ", "between 0 and 1"});
    expect_wrong("[[environment]]\nname = \"width\"\nbounds = [0, 1]\n", {"\"width\" is there twice"});
    expect_wrong("[region]\ncorrelation = [[1]]\n", {"correlation: ", "normal law"});
    EXPECT_EQ(check("[measure]\nkind = \"yield\"\n[objective]\nlimit = 2\n").exit_status, 0);
}

}  // namespace
}  // namespace sweetspot::cli
