// The toy example's figures: what is drawn is what an independent computation gives.
#include <gtest/gtest.h>

#include <cmath>

#include "base/normal.hpp"
#include "figures/paper_figures.hpp"
#include "support/figures.hpp"
#include "sweetspot/gp/fit.hpp"

namespace sweetspot {
namespace {

using support::drawn;
using support::DrawnFigure;
using support::numbers;

double toy(double x) {
    return std::sin(3 * M_PI * x * x * x) - std::sin(8 * M_PI * x * x * x);
}

double worst_toy(double x) {
    double worst = -1e300;
    for (int i = -2000; i <= 2000; ++i) worst = std::max(worst, toy(x + 0.1 * i / 2000));
    return worst;
}

double argmin(const std::function<double(double)>& f, double lower, double upper) {
    double best = lower;
    for (int i = 0; i <= 4000; ++i) {
        const double x = lower + (upper - lower) * i / 4000;
        if (f(x) < f(best)) best = x;
    }
    return best;
}

/// The model of the observations that a figure shows, fitted here.
GaussianProcess model_of(const DrawnFigure& figure) {
    const auto dots = figure.trace("Observations");
    const Vector x = numbers(dots["x"]);
    return fit(x.transpose(), x.unaryExpr([](double at) { return toy(at); }), paper_fit_options(), Rng(9), Parallel());
}

TEST(ToyLandscapeFigure, DrawsTheFunctionItsWorstCaseAndBothMinima) {
    const DrawnFigure figure(toy_landscape_figure());
    const auto f = figure.trace("Toy function <i>f</i>");
    const Vector x = numbers(f["x"]);
    const Vector y = numbers(f["y"]);
    ASSERT_GT(x.size(), 200);
    for (Index i = 0; i < x.size(); ++i) EXPECT_NEAR(y[i], toy(x[i]), drawn);
    const auto robust = figure.trace("Worst case within <i>x</i> ± 0.1");
    const Vector centres = numbers(robust["x"]);
    EXPECT_NEAR(centres.minCoeff(), 0.1, drawn);
    EXPECT_NEAR(centres.maxCoeff(), 0.9, drawn);
    // The scan of the region misses its maximum by at most a step's slope.
    for (Index i = 0; i < centres.size(); i += 10) {
        EXPECT_NEAR(numbers(robust["y"])[i], worst_toy(centres[i]), 1e-3);
    }
    EXPECT_NEAR(numbers(figure.trace("Minimum of <i>f</i>")["x"])[0], argmin(toy, 0, 1), 1e-3);
    EXPECT_NEAR(numbers(figure.trace("Robust optimum")["x"])[0], argmin(worst_toy, 0.1, 0.9), 1e-3);
    const Vector bar = numbers(figure.trace("Width of a region")["x"]);
    EXPECT_NEAR(bar[1] - bar[0], 0.2, drawn);
}

TEST(ToyRealisationsFigure, Draws15FunctionsThroughEightObservationsAndTheBestCentre) {
    const DrawnFigure figure(toy_realisations_figure());
    const auto dots = figure.trace("Observations");
    const Vector observed = numbers(dots["x"]);
    ASSERT_EQ(observed.size(), 8);
    for (Index i = 0; i < 8; ++i) EXPECT_NEAR(numbers(dots["y"])[i], toy(observed[i]), drawn);
    const auto realisations = figure.traces("Realisations");
    EXPECT_EQ(realisations.size(), 15u);
    int met = 0;
    for (const auto& realisation : realisations) {
        const Vector x = numbers(realisation["x"]);
        const Vector y = numbers(realisation["y"]);
        for (Index i = 0; i < x.size(); ++i) {
            for (const double at : observed) {
                if (std::abs(x[i] - at) > 1e-6) continue;
                EXPECT_NEAR(y[i], toy(at), 0.02);  // noise of standard deviation 1e-3 and more than 5 of them
                ++met;
            }
        }
    }
    EXPECT_GE(met, 15 * 6);

    // x* by a scan of the centres that have an observation within reach.
    const GaussianProcess gp = model_of(figure);
    const auto mean_worst = [&](double centre) {
        if ((observed.array() - centre).abs().minCoeff() > 0.1) return 1e300;
        return gp.mean(Vector::LinSpaced(201, centre - 0.1, centre + 0.1).transpose()).maxCoeff();
    };
    const double x_star = numbers(figure.trace("Best centre so far, <i>x</i>*")["x"])[0];
    EXPECT_NEAR(mean_worst(x_star), mean_worst(argmin(mean_worst, 0.1, 0.9)), 0.02);
}

TEST(ToyImprovementFigure, ShadesWhereTheQualityIsBelowThatOfTheBestCentre) {
    const DrawnFigure figure(toy_improvement_figure());
    const auto realisation = figure.trace("Realisation");
    const Vector x = numbers(realisation["x"]);
    const Vector y = numbers(realisation["y"]);
    const auto largest_near = [&](double centre) {
        double largest = -1e300;
        for (Index i = 0; i < x.size(); ++i) {
            if (std::abs(x[i] - centre) <= 0.1 + 1e-6) largest = std::max(largest, y[i]);
        }
        return largest;
    };
    const auto quality = figure.trace("Its worst case within <i>x</i> ± 0.1");
    const Vector centres = numbers(quality["x"]);
    const Vector qualities = numbers(quality["y"]);
    // Points beside the grid belong to the realisation, too: a maximum may be theirs.
    for (Index i = 0; i < centres.size(); ++i) EXPECT_NEAR(qualities[i], largest_near(centres[i]), 0.05);
    const double level = numbers(figure.trace("Quality of <i>x</i>*")["y"])[0];
    EXPECT_NEAR(level, largest_near(numbers(figure.trace("<i>x</i>*")["x"])[0]), 0.05);

    const Vector shade = numbers(figure.trace("Improvement")["y"]);
    const Index n = centres.size();
    ASSERT_EQ(shade.size(), 2 * n);
    for (Index i = 0; i < n; ++i) {
        EXPECT_NEAR(shade[i], std::min(level, qualities[i]), drawn);
        EXPECT_NEAR(shade[2 * n - 1 - i], level, drawn);
    }
    EXPECT_LT(shade.minCoeff(), level - 0.1) << "there is nothing to see";
}

TEST(ToyExpectedImprovementFigure, TheUsualOneIsTheClosedFormAndTheRobustOneZeroAtTheBestCentre) {
    const DrawnFigure figure(toy_expected_improvement_figure());
    const DrawnFigure with_observations(toy_realisations_figure());
    const GaussianProcess gp = model_of(with_observations);
    const double scale = gp.standardisation().scale;
    const auto usual = figure.trace("Usual, of a single point", "lines");
    const Vector x = numbers(usual["x"]);
    const Vector y = numbers(usual["y"]);
    const double best = gp.targets().minCoeff();
    for (Index i = 0; i < x.size(); i += 7) {
        const double mu = gp.mean(x.segment(i, 1))[0];
        const double sigma = std::sqrt(gp.variance(x.segment(i, 1))[0]);
        const double u = (best - mu) / sigma;
        const double density = std::exp(-u * u / 2) / std::sqrt(2 * M_PI);
        const double expected = scale * ((best - mu) * std::erfc(-u / std::sqrt(2)) / 2 + sigma * density);
        EXPECT_NEAR(y[i], expected, 2e-4) << x[i];  // two fits of the same hyper-parameters
    }
    for (const char* name : {"Robust, 100 realisations", "Usual, of a single point"}) {
        const Vector curve = numbers(figure.trace(name, "lines")["y"]);
        Index top = 0;
        EXPECT_EQ(numbers(figure.trace(name, "markers")["y"])[0], curve.maxCoeff(&top)) << name;
        EXPECT_EQ(numbers(figure.trace(name, "markers")["x"])[0], numbers(figure.trace(name, "lines")["x"])[top]);
    }
    const auto robust = figure.trace("Robust, 100 realisations", "lines");
    const double x_star = numbers(with_observations.trace("Best centre so far, <i>x</i>*")["x"])[0];
    Index nearest = 0;
    (numbers(robust["x"]).array() - x_star).abs().minCoeff(&nearest);
    const Vector values = numbers(robust["y"]);
    EXPECT_GE(values.minCoeff(), 0);
    EXPECT_LT(values[nearest], 0.1 * values.maxCoeff());
}

TEST(ToyEvaluationsFigure, TheRobustSearchGoesToTheRobustOptimumAndTheUsualOneToTheFragileMinimum) {
    const DrawnFigure figure(toy_evaluations_figure());
    const auto latest = figure.traces("The three evaluations after");
    ASSERT_EQ(latest.size(), 2u);
    const double robust = argmin(worst_toy, 0.1, 0.9);
    const double fragile = argmin(toy, 0, 1);
    for (Index i = 0; i < 3; ++i) {
        EXPECT_NEAR(numbers(latest[0]["x"])[i], robust, 0.1);
        EXPECT_NEAR(numbers(latest[1]["x"])[i], fragile, 0.1);
        // x is rounded, too, where f falls by 50 per unit.
        for (const auto& panel : latest) EXPECT_NEAR(numbers(panel["y"])[i], toy(numbers(panel["x"])[i]), 50 * drawn);
    }
    EXPECT_EQ(figure.traces("Realisations").size(), 30u);
    EXPECT_EQ(latest[1]["xaxis"], "x2");
}

TEST(SamplingRulesFigure, MarksWhatEachRuleIsDefinedToChoose) {
    const DrawnFigure figure(sampling_rules_figure());
    const GaussianProcess gp = model_of(figure);
    const Vector region = Vector::LinSpaced(2001, 0.52, 0.72);
    const Vector mean = gp.mean(region.transpose());
    const Vector sd = gp.variance(region.transpose()).cwiseSqrt();
    const auto place = [&](const Vector& values) {
        Index at = 0;
        values.maxCoeff(&at);
        return region[at];
    };
    const auto marked = [&](const char* name) { return numbers(figure.trace(name)["x"])[0]; };
    EXPECT_NEAR(marked("Centre"), 0.62, drawn);
    EXPECT_NEAR(marked("Most uncertain"), place(sd), 2e-3);
    EXPECT_NEAR(marked("Worst case"), place(mean), 2e-3);
    EXPECT_NEAR(marked("UCB"), place(mean + 2 * sd), 2e-3);
    EXPECT_GE(marked("Random"), 0.52);
    EXPECT_LE(marked("Random"), 0.72);
    for (const char* name : {"Centre", "Most uncertain", "Worst case", "UCB", "Random"}) {
        const double y = gp.standardisation().undo(gp.mean(Vector{{marked(name)}})[0]);
        EXPECT_NEAR(numbers(figure.trace(name)["y"])[0], y, 1e-3) << name;
    }
    // 95 % of a normal distribution: Φ(half width / σ) = 0.975.
    const Vector band = numbers(figure.trace("95 % interval")["y"]);
    const Vector x = numbers(figure.trace("95 % interval")["x"]);
    const double sigma = gp.standardisation().scale * std::sqrt(gp.variance(x.segment(30, 1))[0]);
    EXPECT_NEAR(normal_cdf((band[band.size() - 31] - band[30]) / 2 / sigma), 0.975, 1e-3);
}

}  // namespace
}  // namespace sweetspot
