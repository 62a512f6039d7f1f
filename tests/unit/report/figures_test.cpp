// The figures of a study's report against independent computation.
#include <gtest/gtest.h>

#include <cmath>

#include "report/axes.hpp"
#include "report/influence.hpp"
#include "report/left_out_predictions.hpp"
#include "report/sections.hpp"
#include "report/tolerances.hpp"
#include "report/view_limits.hpp"
#include "support/figures.hpp"
#include "support/made_up_study.hpp"

namespace sweetspot::study_report {
namespace {

using support::DrawnFigure;
using support::made_up_config;
using support::made_up_parameter;
using support::made_up_plane;
using support::made_up_view;
using support::make_failed;
using support::numbers;

const Figure& figure_in(const Section& section, std::size_t part) {
    return std::get<Figure>(section.parts[part]);
}

class StudyFigures : public ::testing::Test {
  protected:
    StudyFigures() : StudyFigures(made_up_plane()) {}
    explicit StudyFigures(StudyConfig given) : config(std::move(given)), view(made_up_view(config, 18)) {}

    StudyConfig config;
    StudyView view;
    Parallel parallel{1};
    Modelled m = modelled(config, view, parallel);
};

TEST_F(StudyFigures, TheAnswerIsThatOfTheStudy) {
    const Answer expected = answer_of(config, view);
    EXPECT_EQ(m.answer.robust.x, expected.robust.x);
    EXPECT_EQ(m.answer.robust.worst.by_search, expected.robust.worst.by_search);
    EXPECT_EQ(m.answer.single.x, expected.single.x);
    EXPECT_EQ(m.answer.evaluations_in_region, expected.evaluations_in_region);
}

TEST_F(StudyFigures, ASliceShowsThePosteriorThere) {
    const Section section = slices_section(m);
    const auto& gallery = std::get<Gallery>(section.parts[1]);
    ASSERT_EQ(gallery.figures.size(), 2u);
    const DrawnFigure drawn(gallery.figures[1]);
    const Vector x = numbers(drawn.trace("Mean")["x"]);
    const Vector y = numbers(drawn.trace("Mean")["y"]);
    const Vector edge = numbers(drawn.trace("± 2 sd")["y"]);
    ASSERT_EQ(x.size(), 61);
    EXPECT_EQ(x[0], 0);
    EXPECT_EQ(x[60], 4);
    const Standardisation& units = m.gp().standardisation();
    for (Index i = 0; i < x.size(); i += 7) {
        const Vector at = m.problem().space().to_unit(Vector{{m.answer.robust.x[0], x[i]}});
        const double mean = units.undo(m.gp().mean(at)[0]);
        const double sd = units.scale * std::sqrt(m.gp().variance(at)[0]);
        EXPECT_NEAR(y[i], mean, support::drawn * std::abs(mean));
        EXPECT_NEAR(edge[i], mean - 2 * sd, support::drawn * (std::abs(mean) + 2 * sd));
        EXPECT_NEAR(edge[edge.size() - 1 - i], mean + 2 * sd, support::drawn * (std::abs(mean) + 2 * sd));
    }
    EXPECT_EQ(drawn.layout()["shapes"][0]["x0"], plot::number(m.answer.lower[1]));
    EXPECT_EQ(drawn.layout()["shapes"][0]["x1"], plot::number(m.answer.upper[1]));
}

TEST_F(StudyFigures, TheRobustLandscapeIsTheLargestMeanOfTheRegion) {
    const Landscapes at = landscapes_of(m, 0, 1);
    const Standardisation& units = m.gp().standardisation();
    Rng rng(3);
    Index compared = 0;
    for (Index i = 0; i < at.b.size(); i += 5) {
        for (Index j = 0; j < at.a.size(); j += 5) {
            const Vector centre = m.problem().space().to_unit(Vector{{at.a[j], at.b[i]}});
            EXPECT_NEAR(at.mean(i, j), units.undo(m.gp().mean(centre)[0]), 1e-9);
            EXPECT_EQ(std::isnan(at.robust(i, j)), !m.problem().centres().contains(centre, 1e-9));
            if (std::isnan(at.robust(i, j))) continue;
            Points draws(2, 2000);
            for (Index k = 0; k < draws.cols(); ++k) {
                draws.col(k) = centre + (k % 2 == 0 ? m.problem().robust_set().draw_boundary(rng)
                                                    : m.problem().robust_set().draw_uniform(rng));
            }
            const double largest = units.undo(m.gp().mean(draws).maxCoeff());
            // The template has 60 points.
            EXPECT_NEAR(at.robust(i, j), largest, 0.03 * (largest - at.mean(i, j)) + 1e-6);
            ++compared;
        }
    }
    EXPECT_GT(compared, 10);
}

TEST_F(StudyFigures, TheMostInfluentialParameterComesFirst) {
    const auto steep_in_b = [](const StudyConfig&, const Vector& x) { return 0.1 * x[0] + 5 * x[1]; };
    const StudyView steep = made_up_view(config, 18, steep_in_b);
    EXPECT_EQ(by_influence(modelled(config, steep, parallel)), (std::vector<Index>{1, 0}));
}

TEST(RegionOutline, LiesWhereTheGaugeIsOne) {
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        StudyConfig config = made_up_config(
            {made_up_parameter("a", -1, 1, 0.2), made_up_parameter("b", 1, 4, 0), made_up_parameter("c", 1, 4, 0.3)},
            norm);
        config.parameters[1].tolerance = {0.05, RegionTolerance::Of::nominal};
        const StudyView view = made_up_view(config, 8);
        const Parallel parallel(1);
        const Modelled m = modelled(config, view, parallel);
        for (const auto& [a, b] : {std::pair<Index, Index>{0, 1}, {1, 2}, {2, 0}}) {
            const Points outline = region_outline(m, a, b);
            EXPECT_NEAR((outline.col(0) - outline.rightCols(1)).norm(), 0, 1e-9);
            for (const auto& point : outline.colwise()) {
                Vector x = m.answer.robust.x;
                x[a] = point[0];
                x[b] = point[1];
                EXPECT_NEAR(m.problem().robust_set().gauge(m.problem().space().to_unit(x) - m.centre), 1, 1e-6);
            }
        }
    }
}

TEST(RegionOutline, OfAParameterThatIsBuiltExactlyIsFlat) {
    const StudyConfig config = made_up_config({made_up_parameter("a", -1, 1, 0.2), made_up_parameter("b", 1, 4, 0)});
    const StudyView view = made_up_view(config, 8);
    const Parallel parallel(1);
    const Modelled m = modelled(config, view, parallel);
    const Points outline = region_outline(m, 0, 1);
    EXPECT_NEAR(outline.row(0).maxCoeff(), m.answer.robust.x[0] + 0.2, 1e-9);
    EXPECT_NEAR(outline.row(0).minCoeff(), m.answer.robust.x[0] - 0.2, 1e-9);
    EXPECT_NEAR(outline.row(1).maxCoeff() - outline.row(1).minCoeff(), 0, 1e-12);
}

TEST_F(StudyFigures, LeftOutPredictionsIsTheModelWithoutTheObservation) {
    StudyView noisy = view;
    for (Trial& trial : noisy.trials) trial.measurement->standard_error = 0.05 * static_cast<double>(trial.number % 3);
    make_failed(noisy.trials[4], "it broke");
    const GaussianProcess gp = recommendation_of(config, noisy).gp;
    const LeftOutPredictions found = left_out_predictions(gp);
    ASSERT_EQ(found.mean.size(), gp.size());
    Vector outputs(gp.size());
    for (Index i = 0; i < gp.size(); ++i) outputs[i] = gp.standardisation().undo(gp.targets()[i]);
    for (Index i = 0; i < gp.size(); ++i) {
        std::vector<Index> others;
        for (Index j = 0; j < gp.size(); ++j) {
            if (j != i) others.push_back(j);
        }
        Hyperparameters eta = gp.hyperparameters();
        eta.noise += gp.jitter();
        const GaussianProcess without(gp.kernel_ptr(), eta, gp.inputs()(Eigen::all, others), outputs(others),
                                      gp.standardisation(), gp.known_noise()(others));
        const Vector at = gp.inputs().col(i);
        const double variance = without.variance(at)[0] + eta.noise + gp.known_noise()[i];
        EXPECT_NEAR(found.mean[i], gp.standardisation().undo(without.mean(at)[0]), 1e-6) << i;
        EXPECT_NEAR(found.sd[i], gp.standardisation().scale * std::sqrt(variance), 1e-6) << i;
    }
}

TEST_F(StudyFigures, AToleranceThatIsHalvedCostsAsMuchLessAsTheModelSays) {
    const std::vector<ToleranceEffect> effects = tolerance_effects(m);
    ASSERT_EQ(effects.size(), 2u);
    EXPECT_GE(effects[0].span(), effects[1].span());
    for (const ToleranceEffect& effect : effects) {
        const Index d = effect.name == "a" ? 0 : 1;
        Vector tolerance{{0.2, 0.3}};
        tolerance[d] /= 2;
        const Problem closer(m.problem().space(), Norm::two, tolerance);
        Rng rng(5);
        Points draws(2, 20000);
        for (Index k = 0; k < draws.cols(); ++k) draws.col(k) = m.centre + closer.robust_set().draw_boundary(rng);
        const Standardisation& units = m.gp().standardisation();
        const double worst = units.undo(m.gp().mean(draws).maxCoeff());
        EXPECT_NEAR(*effect.halved, worst - m.answer.robust.worst.by_search, 2e-3);
        EXPECT_LE(*effect.halved, 1e-9);
        EXPECT_GE(*effect.doubled, -1e-9);
    }
}

TEST_F(StudyFigures, TheCurveOfTolerancesPassesThroughTheAnswerAndGrows) {
    const ToleranceCurve curve = tolerance_curve(m);
    ASSERT_EQ(curve.factor.size(), 8);
    EXPECT_EQ(curve.factor[0], 0);
    EXPECT_EQ(curve.factor[4], 1);
    EXPECT_EQ(curve.value[4], m.answer.robust.worst.by_search);
    EXPECT_EQ(curve.upper[4], m.answer.robust.worst.upper);
    EXPECT_EQ(curve.centres[4], m.answer.robust.x);
    for (Index k = 1; k < 8; ++k) EXPECT_GE(curve.value[k], curve.value[k - 1] - 1e-9) << k;
}

TEST(ToleranceCurve, LeavesOutAndSaysWhatDoesNotFit) {
    const StudyConfig config = made_up_config({made_up_parameter("a", -1, 1, 0.8), made_up_parameter("b", 0, 4, 0.3)});
    const StudyView view = made_up_view(config, 12);
    const Parallel parallel(1);
    const Modelled m = modelled(config, view, parallel);
    const ToleranceCurve curve = tolerance_curve(m);
    EXPECT_EQ(curve.left_out, (std::vector<double>{1.5, 2}));
    EXPECT_EQ(curve.factor.size(), 6);
    const Section section = tolerances_section(m);
    EXPECT_NE(figure_in(section, 1).caption.find("would not fit in the bounds: 1.5, 2."), std::string::npos);
    EXPECT_NE(figure_in(section, 0).caption.find("A bar is missing"), std::string::npos);
}

TEST_F(StudyFigures, ConvergenceEndsAtTheAnswerAndMarksFailures) {
    make_failed(view.trials[3], "no licence <b>");
    const Modelled with_failure = modelled(config, view, parallel);
    const DrawnFigure drawn(figure_in(convergence_section(with_failure), 0));
    const Vector best = numbers(drawn.trace("Best robust quality: worst case")["y"]);
    EXPECT_NEAR(best[best.size() - 1], with_failure.answer.robust.worst.by_search, support::drawn * 10);
    // Half way: what the study would have answered then.
    const Vector at = numbers(drawn.trace("Best robust quality: worst case")["x"]);
    const Index half = at.size() / 2;
    StudyView earlier;
    for (const Trial& trial : view.trials) {
        if (static_cast<double>(trial.number) <= at[half]) earlier.trials.push_back(trial);
    }
    const double then = answer_of(config, earlier).robust.worst.by_search;
    EXPECT_NEAR(best[half], then, support::drawn * std::abs(then));
    EXPECT_EQ(drawn.trace("Failures")["x"], nlohmann::json::array({3}));
    const std::string words = drawn.trace("Failures")["text"][0];
    EXPECT_NE(words.find("trial 3 failed: no licence &lt;b&gt;<br>a = "), std::string::npos) << words;
}

TEST_F(StudyFigures, ThePriceIsPaidAtDrawsOfTheRegion) {
    const DrawnFigure drawn(figure_in(price_section(m), 0));
    const Vector robust = numbers(drawn.trace("Robust centre")["y"]);
    EXPECT_EQ(robust.size(), 300);
    EXPECT_LE(robust.maxCoeff(), m.answer.robust.worst.by_search * (1 + support::drawn));
    // The average of 300 draws is that of the region to a few standard errors.
    const double error = std::sqrt((robust.array() - robust.mean()).square().mean() / 300);
    EXPECT_NEAR(robust.mean(), m.answer.robust.mean, 5 * error);
}

TEST(Selection, TakesTheBestHalfAndSpreadsTheOther) {
    const StudyConfig config = made_up_plane();
    StudyView view = made_up_view(config, 100);
    make_failed(view.trials[0], "first");
    EXPECT_EQ(selection(config, view, 100).trials.size(), 100u);
    const StudyView some = selection(config, view, 20);
    ASSERT_EQ(some.trials.size(), 20u);
    EXPECT_EQ(some.trials[0].number, 0);
    std::vector<double> values;
    for (const Trial* trial : complete(view)) values.push_back(trial->measurement->value);
    std::ranges::sort(values);
    Index best = 0;
    for (const Trial* trial : complete(some)) best += trial->measurement->value <= values[9] ? 1 : 0;
    EXPECT_EQ(best, 10);
    for (std::size_t i = 1; i < 20; ++i) EXPECT_GT(some.trials[i].number, some.trials[i - 1].number);
}

TEST(LogTicks, AreRoundAndInsideTheBounds) {
    const auto words = [](double lower, double upper) { return log_ticks({"x", lower, upper, Scale::log}).words; };
    EXPECT_EQ(words(0.5, 10), (std::vector<std::string>{"0.5", "1", "2", "5", "10"}));
    EXPECT_EQ(words(1e-3, 50), (std::vector<std::string>{"0.001", "0.01", "0.1", "1", "10"}));
    EXPECT_EQ(words(20, 60).size(), 4u);
}

TEST(ViewLimits, LeaveOutFewHugeValuesOnly) {
    EXPECT_DOUBLE_EQ(quantile({3, 1, 2}, 0.5), 2);
    EXPECT_DOUBLE_EQ(quantile({1, 2, NAN}, 0.25), 1.25);
    std::vector<double> values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1000};
    EXPECT_LT(view_of(values, 0.8, 5).to, 20);
    EXPECT_GE(view_of(values, 0.8, 700).to, 1000);
    EXPECT_LT(view_of({2, 2}, 0.8, 2).from, 2);
    EXPECT_GT(view_of({0, 0}, 0.8, 0).width(), 0);
}

}  // namespace
}  // namespace sweetspot::study_report
