// Questions asked again of a study's model: the same numbers as the region model's, refusals in one sentence, the grid
// of a page in a file, the share within a limit against plain Monte Carlo.
#include "report/asked.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "report/ask_grid.hpp"
#include "support/made_up_study.hpp"
#include "support/refusal.hpp"

namespace sweetspot::study_report {
namespace {

using support::made_up_plane;
using support::made_up_view;
using Given = std::vector<std::pair<std::string, std::string>>;

/// The bracket of examples/bracket.
double bracket_cost(const StudyConfig& /*config*/, const Vector& x) {
    const double sag = 5000 / (x[0] * std::pow(x[1], 3));
    const double slenderness = x[1] / (4 * x[0]);
    return x[0] * x[1] + 200 * std::max(0.0, sag - 1) + 100 * std::max(0.0, slenderness - 1);
}

StudyConfig bracket() {
    StudyConfig config = support::made_up_config(
        {support::made_up_parameter("width", 1, 10, 0.2), support::made_up_parameter("height", 2, 20, 0)});
    config.parameters[1].tolerance = {0.05, RegionTolerance::Of::nominal};
    return config;
}

const AskedModel& bowl_model() {
    static const AskedModel model = asked_model(made_up_plane(), made_up_view(made_up_plane(), 14));
    return model;
}

AskedQuestion bowl_question(const Given& given) {
    return question_from(bowl_model().study.config, given);
}

TEST(AskedQuestion, TakesWhatIsLeftOutFromTheStudy) {
    const StudyConfig config = made_up_plane();
    EXPECT_EQ(question_from(config, {}), own_question(config));
    const AskedQuestion question = question_from(
        config,
        {{"factor.b", "0.5"}, {"factor", "1.2"}, {"norm", "inf"}, {"measure", "quantile,q=0.9"}, {"limit", "3"}});
    EXPECT_EQ(question.factors, (std::vector<double>{1.2, 0.5}));
    EXPECT_EQ(question.norm, Norm::infinity);
    EXPECT_EQ(question.measure, (Choice{"quantile", {{"q", 0.9}}}));
    EXPECT_EQ(question.limit, 3.0);
    EXPECT_EQ(question_from(config, {{"centre", "best"}}).centre, AskedQuestion::Centre::best);
}

TEST(AskedQuestion, OfAShareTakesTheLimitOfTheQuestion) {
    const AskedQuestion question = bowl_question({{"measure", "yield"}, {"limit", "3"}});
    EXPECT_EQ(question.measure.settings.number("limit"), 3.0);
}

TEST(AskedQuestion, RefusesEachMistakeInOneSentence) {
    const StudyConfig config = support::made_up_config(
        {support::made_up_parameter("a", -1, 1, 0.2), support::made_up_parameter("exact", 0, 4, 0)});
    const auto refused = [&](const Given& given) {
        return support::refusal([&] { static_cast<void>(question_from(config, given)); });
    };
    EXPECT_EQ(refused({{"factor", "much"}}), "factor is \"much\"; it must be a number, e.g. factor=1.2");
    EXPECT_EQ(refused({{"factor", "nan"}}), "factor is \"nan\"; it must be a number, e.g. factor=1.2");
    EXPECT_EQ(refused({{"factor", "2.1"}}), "factor is 2.1; it must be from 0 to 2 times the study's tolerance");
    EXPECT_EQ(refused({{"factor.a", "-1"}}), "factor.a is -1; it must be from 0 to 2 times the study's tolerance");
    EXPECT_EQ(refused({{"factor.exakt", "1"}}), "unknown parameter \"exakt\"; did you mean \"exact\"? Known: a, exact");
    EXPECT_EQ(refused({{"factor.exact", "1"}}),
              "\"exact\" has no tolerance in the study, so there is no multiple of it");
    EXPECT_EQ(refused({{"limit", ""}}), "limit is \"\"; it must be a number, e.g. limit=41");
    EXPECT_EQ(refused({{"limit", "1e999"}}), "limit is \"1e999\"; it must be a number, e.g. limit=41");
    EXPECT_EQ(refused({{"centre", "mine"}}), "centre is \"mine\"; it must be study or best");
    EXPECT_EQ(refused({{"limit", "1"}, {"limit", "2"}}), "limit is given twice; give it once");
    EXPECT_TRUE(refused({{"measure", "wrost"}}).starts_with("unknown measure \"wrost\"; did you mean \"worst\"?"));
    EXPECT_EQ(refused({{"measure", "quantile,0.9"}}),
              "measure: \"0.9\" has no \"=\"; give a setting of quantile with its value, e.g. \"quantile,q=0.99\"");
    EXPECT_NE(refused({{"measure", "quantile,q=2"}}), "");
    EXPECT_NE(refused({{"measure", "yield"}}), "");
    EXPECT_NE(refused({{"norm", "3"}}), "");
    EXPECT_TRUE(refused({{"nrom", "2"}}).starts_with("unknown question \"nrom\"; did you mean \"norm\"? "));
}

TEST(AskedQuestion, IsTheSameAsItsCommand) {
    StudyConfig config = bracket();
    config.name = "the bracket";
    AskedQuestion question = own_question(config);
    const Vector centre = Vector::Constant(2, 2.5);
    EXPECT_EQ(asked_command(config, question, centre), "sweetspot best 'the bracket.toml'");
    question.factors = {1.2, 0.7};
    question.norm = Norm::infinity;
    question.limit = 41;
    EXPECT_EQ(asked_command(config, question, centre),
              "sweetspot best 'the bracket.toml' --tolerance width=0.24 --tolerance height=3.5% --norm inf --limit 41 "
              "--at width=2.5,height=2.5");
    const StudyConfig asked = asked_config(config, question);
    EXPECT_EQ(asked.parameters[0].tolerance, tolerance_from("0.24", "width"));
    EXPECT_EQ(asked.parameters[1].tolerance, tolerance_from("3.5%", "height"));
}

TEST(AskedAnswer, HasTheNumbersOfTheRegionModel) {
    const AskedModel& model = bowl_model();
    for (const char* measure : {"worst", "mean", "quantile,q=0.9", "yield"}) {
        const AskedQuestion question =
            bowl_question({{"factor.a", "1.4"}, {"norm", "inf"}, {"measure", measure}, {"limit", "1.5"}});
        const AskedAnswer answer = answer_to(model, question, Parallel(1));
        const RegionModel regions(problem_of(asked_config(model.study.config, question)), model.gp,
                                  Rng(model.study.config.seed));
        for (const auto& [side, x] :
             {std::pair(&answer.robust, model.own.robust.x), {&answer.single, model.own.single.x}}) {
            const ModelledRegion region = regions.at(x);
            EXPECT_EQ(side->worst.value, region.worst().by_search) << measure;
            EXPECT_EQ(side->worst.lower, region.worst().lower) << measure;
            EXPECT_EQ(side->worst.upper, region.worst().upper) << measure;
            EXPECT_EQ(side->measure.value, region.measure().estimate.value) << measure;
            EXPECT_EQ(side->measure.upper, region.measure().estimate.upper) << measure;
            EXPECT_EQ(side->yield->value, region.share_within(1.5).value) << measure;
            EXPECT_EQ(side->yield->lower, region.share_within(1.5).lower) << measure;
            EXPECT_EQ(side->yield->upper, region.share_within(1.5).upper) << measure;
        }
        EXPECT_EQ(answer.single.measured, model.own.single.measured);
        EXPECT_NEAR(answer.robust.upper[0] - answer.robust.lower[0], 2 * 1.4 * 0.2, 1e-9);
        EXPECT_NEAR(answer.robust.upper[1] - answer.robust.lower[1], 2 * 0.3, 1e-9);
    }
}

TEST(AskedAnswer, ToTheStudysOwnQuestionIsTheStudysAnswer) {
    const AskedModel& model = bowl_model();
    const AskedAnswer answer = answer_to(model, own_question(model.study.config), Parallel(1));
    EXPECT_NEAR(answer.robust.worst.value, model.own.robust.worst.by_search, 1e-12);
    EXPECT_NEAR(answer.robust.worst.upper, model.own.robust.worst.upper, 1e-12);
    EXPECT_NEAR(answer.single.worst.upper, model.own.single.worst.upper, 1e-12);
    AskedQuestion best = answer.question;
    best.centre = AskedQuestion::Centre::best;
    EXPECT_EQ(answer_to(model, best, Parallel(1)).robust.x, answer.robust.x);
}

TEST(AskedAnswer, AtTheBestCentreIsThatOfAStudyWithTheseTolerances) {
    const AskedModel& model = bowl_model();
    const AskedQuestion question = bowl_question({{"factor", "0.5"}, {"centre", "best"}});
    const AskedAnswer answer = answer_to(model, question, Parallel(1));
    const Study study(asked_config(model.study.config, question));
    const Answer expected = answer_of(study, model.used, AnswerOptions{.also = {model.own.robust.x}});
    EXPECT_LT((answer.robust.x - expected.robust.x).norm(), 1e-9);
    EXPECT_NEAR(answer.robust.worst.value, expected.robust.worst.by_search, 1e-9);
    EXPECT_NEAR(answer.robust.worst.upper, expected.robust.worst.upper, 1e-9);
}

TEST(AskedAnswer, IsTheSameBytesAtAnyNumberOfThreads) {
    const AskedQuestion question = bowl_question({{"factor", "1.3"}, {"limit", "2"}});
    const auto text = [&](int threads) {
        return json_of(bowl_model(), answer_to(bowl_model(), question, Parallel(threads))).dump();
    };
    EXPECT_EQ(text(1), text(2));
    EXPECT_EQ(text(2), text(2));
}

TEST(AskedAnswer, RefusesARegionThatFitsNowhere) {
    StudyConfig config = made_up_plane();
    config.parameters[0].tolerance.amount = 0.8;
    const AskedModel model = asked_model(config, made_up_view(config, 14));
    const AskedQuestion question = question_from(config, {{"factor.a", "2"}});
    EXPECT_NE(support::refusal([&] { static_cast<void>(answer_to(model, question, Parallel(1))); }), "");
}

TEST(AskedAnswer, EverythingBuiltExactlyIsThePointItself) {
    const AskedAnswer answer = answer_to(bowl_model(), bowl_question({{"factor", "0"}, {"limit", "100"}}), Parallel(1));
    EXPECT_EQ(answer.robust.lower, answer.robust.upper);
    EXPECT_NEAR(answer.robust.worst.value, answer.robust.value, 1e-9);
    EXPECT_EQ(answer.robust.yield->value, 1);
}

TEST(LimitCurve, RisesFromNoneToAllWithinItsInterval) {
    const AskedAnswer answer = answer_to(bowl_model(), bowl_question({}), Parallel(1));
    for (const AskedSide* side : {&answer.robust, &answer.single}) {
        for (std::size_t k = 0; k < side->within.size(); ++k) {
            const Estimate& e = side->within[k];
            EXPECT_LE(e.lower, e.value);
            EXPECT_LE(e.value, e.upper);
            EXPECT_LE(side->within[k == 0 ? 0 : k - 1].value, e.value);
        }
    }
    EXPECT_LT(answer.robust.within.front().value, 0.1);
    EXPECT_GT(answer.robust.within.back().value, 0.99);
}

/// 2000 builds, each of a realisation of its own: an error of 0.011 at most (one standard deviation), and the places
/// and realisations of the curve have theirs. False alarms: fewer than one in a thousand.
TEST(LimitCurve, AgreesWithMonteCarloOnTheModel) {
    const AskedModel& model = bowl_model();
    const AskedAnswer answer = answer_to(model, bowl_question({}), Parallel(1));
    const Problem& problem = model.study.problem;
    const Vector u = problem.space().to_unit(model.own.robust.x);
    Rng rng = Rng(11).split("limit curve");
    Vector built(2000);
    for (double& value : built) {
        const Vector at = u + problem.robust_set().draw_uniform(rng);
        const double mean = model.gp.mean(at)[0];
        const double sd = std::sqrt(std::max(0.0, model.gp.variance(at)[0]));
        value = model.gp.standardisation().undo(mean + sd * rng.normal());
    }
    for (Index k = 0; k < answer.limits.size(); ++k) {
        const double share = (built.array() <= answer.limits[k]).cast<double>().mean();
        EXPECT_NEAR(answer.robust.within[static_cast<std::size_t>(k)].value, share, 0.05) << answer.limits[k];
    }
}

TEST(AskGrid, HasTheExactAnswersAtItsFactors) {
    const AskedModel& model = bowl_model();
    for (const AskedLine& line : ask_grid(model, planned_lines(model.study.config, 44), Parallel(2))) {
        for (const std::size_t k : {std::size_t{0}, line.factors.size() - 1}) {
            AskedQuestion question = line.question;
            for (std::size_t d = 0; d < 2; ++d) {
                if (!line.parameter || *line.parameter == d) question.factors[d] = line.factors[k];
            }
            ASSERT_TRUE(line.answers[k].has_value());
            EXPECT_EQ(json_of(model, *line.answers[k]), json_of(model, answer_to(model, question, Parallel(1))));
        }
    }
}

/// What docs/live.md says of the error between the factors.
TEST(AskGrid, BetweenItsFactorsTheBracketsWorstCaseIsOffByLessThanThreePerCent) {
    const AskedModel model = asked_model(bracket(), made_up_view(bracket(), 60, bracket_cost));
    const std::vector<AskedLine> lines = ask_grid(model, planned_lines(bracket(), 20), Parallel(2));
    ASSERT_EQ(lines.size(), 3U);
    for (const std::size_t l : {0, 1, 2}) {
        const AskedLine& line = lines[l];
        for (std::size_t k = 1; k < line.factors.size(); ++k) {
            if (!line.answers[k - 1] || !line.answers[k]) continue;
            AskedQuestion question = line.question;
            const double middle = (line.factors[k - 1] + line.factors[k]) / 2;
            for (std::size_t d = 0; d < 2; ++d) {
                if (!line.parameter || *line.parameter == d) question.factors[d] = middle;
            }
            const Estimate exact = answer_to(model, question, Parallel(1)).robust.worst;
            const Estimate& a = line.answers[k - 1]->robust.worst;
            const Estimate& b = line.answers[k]->robust.worst;
            EXPECT_NEAR((a.value + b.value) / 2, exact.value, 0.03 * std::abs(exact.value)) << l << ' ' << middle;
        }
    }
}

TEST(AskGrid, StaysAffordable) {
    EXPECT_EQ(affordable_questions(60), affordable_questions(200));
    EXPECT_LT(affordable_questions(500), affordable_questions(200) / 2);
    std::vector<StudyParameter> parameters;
    parameters.reserve(10);
    for (int d = 0; d < 10; ++d) parameters.push_back(support::made_up_parameter("p" + std::to_string(d), 0, 1, 0.1));
    const StudyConfig config = support::made_up_config(std::move(parameters));
    Index questions = 0;
    Index single = 0;
    for (const AskedLine& line : planned_lines(config, affordable_questions(200))) {
        questions += std::ssize(line.factors);
        single += line.parameter ? 1 : 0;
    }
    EXPECT_LE(questions, affordable_questions(200));
    EXPECT_EQ(single, 10);
}

}  // namespace
}  // namespace sweetspot::study_report
