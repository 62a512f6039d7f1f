// The paper's other illustrations: regions, surfaces and pushes are where they belong.
#include "figures/paper_figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "problems/push.hpp"
#include "robust/neighbourhood.hpp"
#include "support/figures.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {
namespace {

using support::area_inside;
using support::drawn;
using support::DrawnFigure;
using support::numbers;

/// The share of the unit square where `inside` holds, by 10⁴ points: standard error at most 0.005.
double share(const std::function<bool(double, double)>& inside) {
    Rng rng(1);
    int hits = 0;
    for (int i = 0; i < 10000; ++i) {
        const double x = rng.uniform();
        hits += inside(x, rng.uniform()) ? 1 : 0;
    }
    return hits / 10000.0;
}

TEST(NeighbourhoodFigure, TheAreasAreThoseOfTheDefinitions) {
    const DrawnFigure figure(neighbourhood_figure());
    const auto squares = figure.trace("Observations");
    const Vector x = numbers(squares["x"]);
    const Vector y = numbers(squares["y"]);
    ASSERT_EQ(x.size(), 9);
    const auto centre_near = [&](double a, double b) {
        if (std::min({a, b, 1 - a, 1 - b}) < 0.1) return false;
        for (Index i = 0; i < x.size(); ++i) {
            if (std::hypot(x[i] - a, y[i] - b) <= 0.1) return true;
        }
        return false;
    };
    EXPECT_NEAR(area_inside(figure.trace("Neighbourhood")), share(centre_near), 0.025);
    // Covered by a region: some centre of the neighbourhood within 0.1, looked for on rings.
    const auto covered = [&](double a, double b) {
        for (const double radius : {0.0, 0.03, 0.06, 0.08, 0.09, 0.0999}) {
            for (int i = 0; i < 48; ++i) {
                if (centre_near(a + radius * std::cos(M_PI * i / 24), b + radius * std::sin(M_PI * i / 24)))
                    return true;
            }
        }
        return false;
    };
    EXPECT_NEAR(area_inside(figure.trace("Extended neighbourhood")), share(covered), 0.025);
    const Vector margin = numbers(figure.trace("Where centres may lie")["x"]);
    EXPECT_NEAR(margin.minCoeff(), 0.1, drawn);
    EXPECT_NEAR(margin.maxCoeff(), 0.9, drawn);
}

TEST(SurfaceFigures, ShowTheSixFunctionsOverTheirDomains) {
    const std::vector<Figure> figures = surface_figures();
    ASSERT_EQ(figures.size(), 6u);
    const auto surface = [&](std::size_t i) { return DrawnFigure(figures[i]).data()[0]; };
    // f1 and f3 by their formulas, x along the columns of z and y along its rows.
    const auto bowl = surface(0);
    const auto tang = surface(2);
    for (const auto& [trace, f] : {std::pair<nlohmann::json, std::function<double(double, double)>>{
                                       bowl,
                                       [](double a, double b) {
                                           const double square = a * a + b * b;
                                           return std::log(square + std::exp(-10 * square));
                                       }},
                                   {tang, [](double a, double b) {
                                        const auto term = [](double v) { return std::pow(v, 4) - 16 * v * v + 5 * v; };
                                        return (term(a) + term(b)) / 2;
                                    }}}) {
        const Vector x = numbers(trace["x"]);
        const Vector y = numbers(trace["y"]);
        for (Index i = 0; i < y.size(); i += 7) {
            const Vector row = numbers(trace["z"][static_cast<std::size_t>(i)]);
            for (Index j = 0; j < x.size(); j += 9) {
                EXPECT_NEAR(row[j], f(x[j], y[i]), 1e-3 * (1 + std::abs(row[j])));
            }
        }
    }
    EXPECT_EQ(numbers(bowl["x"])[0], -4);
    EXPECT_EQ(numbers(tang["x"])[60], 5);
    for (const Figure& figure : figures) EXPECT_LT(figure.json.size(), 40000u) << figure.id;
}

TEST(PushSetupFigure, HandsObjectsAndTargetsAreWhereThePushBegins) {
    const DrawnFigure figure(push_setup_figure());
    const auto objects = figure.traces("Object");
    ASSERT_EQ(objects.size(), 3u);  // one of Push4, two of Push8
    const Points starts = push_paths(Vector::Constant(8, 0.25))[1].object.leftCols(1);
    const Vector second_x = numbers(objects[2]["x"]);
    EXPECT_NEAR((second_x.maxCoeff() + second_x.minCoeff()) / 2, starts(0, 0), 1e-3);
    for (const auto& object : objects) {
        EXPECT_NEAR(area_inside(object), M_PI, 0.02);
        EXPECT_NEAR(numbers(object["x"]).maxCoeff() - numbers(object["x"]).minCoeff(), 2, 1e-3);
    }
    for (const auto& hand : figure.traces("Hand")) EXPECT_NEAR(area_inside(hand), 4 * 0.3 * 1.0, 1e-3);
    const auto targets = figure.traces("Target");
    const Points expected = push_targets(2, 1);
    for (Index i = 0; i < 2; ++i) {
        const auto& cross = targets[static_cast<std::size_t>(i) + 1];
        EXPECT_NEAR(numbers(cross["x"])[0], expected(0, i), drawn);
        EXPECT_NEAR(numbers(cross["y"])[0], expected(1, i), drawn);
        EXPECT_EQ(cross["xaxis"], "x2");
    }
    EXPECT_EQ(figure.layout()["yaxis"]["scaleanchor"], "x") << "circles must be round";
}

TEST(PaperIllustrations, AreAllThereOnceAndNamed) {
    std::set<std::string> ids;
    const auto check = [&](const Figure& figure) {
        EXPECT_TRUE(ids.insert(figure.id).second) << figure.id;
        EXPECT_FALSE(figure.title.empty());
        EXPECT_TRUE(nlohmann::json::accept(figure.json));
        // The neighbourhood has gaps between its parts.
        if (figure.id != "neighbourhood") {
            EXPECT_EQ(figure.json.find("null"), std::string::npos) << figure.id << " has a number that is not finite";
        }
    };
    for (const Section& section : paper_illustrations()) {
        for (const PagePart& part : section.parts) {
            if (const auto* figure = std::get_if<Figure>(&part)) check(*figure);
            if (const auto* gallery = std::get_if<Gallery>(&part)) std::ranges::for_each(gallery->figures, check);
        }
    }
    EXPECT_EQ(ids.size(), 14u);
}

}  // namespace
}  // namespace sweetspot
