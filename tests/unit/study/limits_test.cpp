// Limits on other outputs in a study: its file, the objective's protocol, the tables and the answer.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "study/objective_protocol.hpp"
#include "study/study_table.hpp"
#include "support/refusal.hpp"
#include "support/stored_study.hpp"
#include "sweetspot/study/answer.hpp"

namespace sweetspot {
namespace {

const std::string two_parameters = R"([study]
name = "s"
storage = "memory:"
[[parameter]]
name = "a"
bounds = [-2, 2]
tolerance = 0.3
[[parameter]]
name = "b"
bounds = [-2, 2]
tolerance = 0.3
)";

StudyConfig read_limited(const std::string& more) {
    return read_study(two_parameters + more, "s.toml", "folder");
}

std::string limits_refusal(const std::string& more) {
    return support::refusal([&] { (void)read_limited(more); });
}

TEST(LimitsOfAStudy, AreReadWithWhatTheyAreFor) {
    const StudyConfig config = read_limited(R"(
[[limit]]
of = "stress"
at_most = 250
[[limit]]
of = "frequency"
at_least = 30
for = 0.99
[[limit]]
of = "stress"
at_least = -250
for = "centre"
[objective]
minimise = "mass"
)");
    ASSERT_EQ(config.limits.size(), 3U);
    EXPECT_EQ(config.limits[0], limit_at_most("stress", 250));
    EXPECT_EQ(config.limits[1], (Limit{"frequency", Limit::Side::at_least, 30, Limit::For::share, 0.99}));
    EXPECT_EQ(config.limits[2], (Limit{"stress", Limit::Side::at_least, -250, Limit::For::centre}));
    EXPECT_EQ(config.objective.minimise, "mass");
    EXPECT_EQ(outputs_of(problem_of(config).limits()), (std::vector<std::string>{"stress", "frequency"}));
}

TEST(LimitsOfAStudy, AreRefusedWithTheirPlaceAndTheRemedy) {
    const auto refused = [](const std::string& lines) { return limits_refusal("[[limit]]\n" + lines); };
    EXPECT_EQ(refused("at_most = 1\n"),
              "s.toml:12: of: it is missing; name the output that is limited, e.g. of = \"stress\"");
    EXPECT_EQ(refused("of = \"g\"\n"),
              "s.toml:12: at_most: it is missing; give at_most or at_least, e.g. at_most = 250");
    EXPECT_EQ(
        refused("of = \"g\"\nat_most = 1\nat_least = 0\n"),
        "s.toml:15: at_least: there is at_most as well; give one of them, and the other in a [[limit]] of its own");
    EXPECT_EQ(refused("of = \"g\"\nat_most = 1\nfor = 1\n"),
              "s.toml:15: for: it is 1; a probability must be above 0 and below 1 (\"worst\" is for the whole region)");
    EXPECT_EQ(
        refused("of = \"g\"\nat_most = 1\nfor = \"best\"\n"),
        "s.toml:15: for: it is \"best\"; it must be \"worst\" (the whole region), \"centre\", or a probability such "
        "as 0.99");
    EXPECT_EQ(refused("of = \"g\"\nat_most = 1\n[[limit]]\nof = \"g\"\nat_most = 2\n"),
              "s.toml:16: of: \"g\" has two limits on the same side; give one");
    EXPECT_EQ(refused("of = \"a\"\nat_most = 1\n"),
              "s.toml:13: of: \"a\" is a parameter, whose limits are its bounds; name an output");
    EXPECT_EQ(refused("of = \"value\"\nat_most = 1\n"),
              "s.toml:13: of: \"value\": it is what is minimised; give its limit under [objective], limit = …");
    EXPECT_EQ(refused("of = \"value\"\nat_most = 1\n[objective]\nminimise = \"mass\"\n"),
              "s.toml:13: of: \"value\": it is the column of what is minimised, \"mass\"; name the output otherwise");
    EXPECT_EQ(refused("of = \"mass\"\nat_most = 1\n[objective]\nminimise = \"mass\"\n"),
              "s.toml:13: of: \"mass\": it is what is minimised; give its limit under [objective], limit = …");
    EXPECT_EQ(refused("of = \"error\"\nat_most = 1\n"),
              "s.toml:13: of: an output cannot be called \"error\", for something else is; give it another name");
    EXPECT_EQ(refused("of = \"g\"\nat_most = 1\n[method]\nname = \"stableopt\"\n"),
              "s.toml:12: limit: the method stableopt knows no limits on other outputs; use alternating or "
              "bayesian-robust-search");
    EXPECT_NE(refused("of = \"g\"\nat_mots = 1\n").find("did you mean \"at_most\""), std::string::npos);
    EXPECT_NE(refused("of = \"g\"\nat_most = 1\nmargin = 2\n").find("margin"), std::string::npos);
    EXPECT_EQ(
        limits_refusal("[objective]\nminimise = \"\"\n"),
        "s.toml:13: minimise: it is \"\"; give the name of the number that is minimised, as the command prints it");
}

TEST(LimitsOfAState, HaveTheSameWordsAndObservationsCarryTheOutputs) {
    const SearchState state = read_state(R"({"parameters": [{"name": "a", "bounds": [-2, 2], "tolerance": 0.3}],
        "limits": [{"of": "g", "at_least": 1}],
        "observations": [{"x": [1], "y": 1, "g": 1.5}, {"x": [0], "y": 0}, {"x": [1.9], "y": 3.6, "g": 1.9}]})",
                                         "state.json");
    ASSERT_EQ(state.search.limits.size(), 1U);
    const Optimizer optimizer = optimizer_of(state);
    EXPECT_EQ(optimizer.limited_outputs()(0, 0), 1.5);
    EXPECT_TRUE(std::isnan(optimizer.limited_outputs()(0, 1)));
    EXPECT_TRUE(optimizer.problem().space().to_unit(optimizer.ask().x).allFinite());
    EXPECT_EQ(support::refusal([] {
                  (void)read_state(R"({"parameters": [{"name": "a", "bounds": [0, 1]}],
                      "limits": [{"of": "y", "at_least": 1}]})",
                                   "state.json");
              }),
              "state.json: limits[0].of: \"y\": it is what is minimised, and has no limit; name another output");
}

Outcome parsed(ObjectiveFormat format, std::string_view text) {
    return study::parse_result(format, text, "it", {"mass", {"stress", "frequency"}});
}

TEST(ProtocolOfLimits, JsonHasTheOutputsBesideTheValue) {
    const auto both = std::get<Measurement>(
        parsed(ObjectiveFormat::json, R"({"mass": 2, "stress": 240.5, "frequency": 31, "else": "x"})"));
    EXPECT_EQ(both, (Measurement{2, std::nullopt, {{"stress", 240.5}, {"frequency", 31}}}));
    for (const char* lacking : {R"({"mass": 2, "stress": 240.5})", R"({"mass": 2, "stress": 240.5, "frequency": null})",
                                R"({"mass": 2, "stress": 240.5, "frequency": NaN})"}) {
        EXPECT_EQ(std::get<Measurement>(parsed(ObjectiveFormat::json, lacking)),
                  (Measurement{2, std::nullopt, {{"stress", 240.5}}}))
            << lacking;
    }
    EXPECT_EQ(
        std::get<EvaluationFailure>(parsed(ObjectiveFormat::json, R"({"value": 2, "stress": 1})")).reason,
        "it has no \"mass\": {\"value\": 2, \"stress\": 1}; print only {\"mass\": 0.7} or {\"error\": \"why\"} there");
    EXPECT_EQ(std::get<EvaluationFailure>(parsed(ObjectiveFormat::json, R"({"mass": 2, "stress": "high"})")).reason,
              "\"stress\" in it is \"high\"; it must be a number");
}

TEST(ProtocolOfLimits, NumbersAreTheValueTheOutputsAndTheStandardError) {
    EXPECT_EQ(std::get<Measurement>(parsed(ObjectiveFormat::numbers, "2 240.5 31\n")),
              (Measurement{2, std::nullopt, {{"stress", 240.5}, {"frequency", 31}}}));
    EXPECT_EQ(std::get<Measurement>(parsed(ObjectiveFormat::numbers, "2 240.5 nan 0.1\n")),
              (Measurement{2, 0.1, {{"stress", 240.5}}}));
    EXPECT_EQ(std::get<EvaluationFailure>(parsed(ObjectiveFormat::numbers, "2 240.5")).reason,
              "it is \"2 240.5\"; print the value, then stress, frequency (one more number is the standard error), or "
              "FAIL");
}

/// A study of x² + y² with x + y ≥ 1, whose evaluations are a grid, of which some lack the output.
StudyView grid_of_trials(int lacking_every) {
    StudyView view;
    for (double a = -1.8; a <= 1.81; a += 0.6) {
        for (double b = -1.8; b <= 1.81; b += 0.6) {
            const Vector x{{a, b}};
            Trial trial{.number = std::ssize(view.trials), .state = TrialState::complete, .asked = x, .x = x};
            trial.measurement = Measurement{x.squaredNorm()};
            if (trial.number % lacking_every != 0) trial.measurement->outputs = {{"g", x.sum()}, {"unlimited", 7}};
            view.trials.push_back(std::move(trial));
        }
    }
    return view;
}

TEST(AnswerWithinLimits, IsTheBestCentreThatKeepsThemAndSaysHowSurely) {
    const StudyConfig config = read_limited("[[limit]]\nof = \"g\"\nat_least = 1\n");
    const Study study(config);
    const StudyView view = grid_of_trials(7);
    const Answer answer = answer_of(study, view);
    EXPECT_TRUE(answer.feasible);
    EXPECT_EQ(answer.lacking, 7);
    const double least = answer.robust.x.sum() - 0.3 * std::numbers::sqrt2;
    EXPECT_GE(least, 1 - 0.02);
    EXPECT_LT(answer.robust.worst.by_search, std::pow(1.4243 / std::numbers::sqrt2 + 0.3, 2) + 0.1);
    ASSERT_EQ(answer.robust.limits.size(), 1U);
    EXPECT_NEAR(answer.robust.limits[0].value.value, least, 0.03);
    EXPECT_TRUE(answer.robust.limits[0].binds);
    EXPECT_GE(answer.single.x.sum(), 1) << "the best single point keeps the limit itself";
    const std::vector<std::string> sentences = limit_sentences(config, answer);
    ASSERT_EQ(sentences.size(), 2U);
    EXPECT_TRUE(sentences[0].starts_with("g ≥ 1 in the whole region: the worst is expected to be ")) << sentences[0];
    EXPECT_NE(sentences[0].find("it binds. g is closest to it at a = "), std::string::npos) << sentences[0];
    EXPECT_EQ(sentences[1], "7 evaluations lack an output that has a limit, and count for the others.");
}

TEST(AnswerWithinLimits, SaysThatNoRegionIsKnownThatKeepsThem) {
    const StudyConfig config = read_limited("[[limit]]\nof = \"g\"\nat_least = 4\n");
    const Study study(config);
    const Answer answer = answer_of(study, grid_of_trials(1000));
    EXPECT_FALSE(answer.feasible);
    EXPECT_GT(answer.robust.x.minCoeff(), 1.6) << "the nearest to it is the corner";
    EXPECT_LT(answer.robust.limits[0].probability, 0.01);
    EXPECT_EQ(limit_sentences(config, answer).front(),
              "No region is known that keeps every limit surely enough; this one comes nearest to it.");
}

TEST(AnswerWithinLimits, OfAnOutputWithoutAValueSaysThatNothingIsKnown) {
    const StudyConfig config = read_limited("[[limit]]\nof = \"h\"\nat_least = 4\n");
    const Study study(config);
    const Answer answer = answer_of(study, grid_of_trials(1000));
    EXPECT_FALSE(answer.feasible);
    EXPECT_EQ(limit_sentences(config, answer)[1],
              "h ≥ 4 in the whole region: no evaluation gave a h, so nothing is known of it.");
}

TEST(TablesOfLimits, ExportAndImportKeepTheOutputs) {
    const StudyConfig config = read_limited("[[limit]]\nof = \"g\"\nat_least = 1\n");
    const StudyView view = grid_of_trials(7);
    const std::string csv = csv_of(config, view);
    EXPECT_TRUE(csv.starts_with("number,state,source,a,b,value,standard_error,failure,g\n")) << csv;
    std::istringstream in(csv);
    const std::vector<Trial> back = read_csv(config, in, "t.csv");
    ASSERT_EQ(back.size(), view.trials.size());
    for (std::size_t i = 0; i < back.size(); ++i) {
        const auto& outputs = view.trials[i].measurement->outputs;
        EXPECT_EQ(back[i].measurement->outputs.contains("g"), outputs.contains("g"));
        if (outputs.contains("g")) {
            EXPECT_EQ(back[i].measurement->outputs.at("g"), outputs.at("g"));
        }
    }
    EXPECT_NE(table_of(config, view).find("            g\n"), std::string::npos);
    // Without limits the table is as it always was.
    EXPECT_TRUE(csv_of(read_limited(""), view).starts_with("number,state,source,a,b,value,standard_error,failure\n"));
}

TEST(SqliteStore, AStudyFromBeforeThereWereLimitsOpensAsBefore) {
    const support::StoredStudy stored = support::stored_study("clamped", "foil.toml");
    ASSERT_FALSE(stored.view.trials.empty());
    for (const Trial& trial : stored.view.trials) {
        EXPECT_TRUE(!trial.measurement || trial.measurement->outputs.empty());
    }
}

}  // namespace
}  // namespace sweetspot
