// A search with a choice that may be confused: the region model against direct enumeration, whole searches against
// exhaustive search, the questions about tolerances, and the words of study files.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "search/read_description.hpp"
#include "support/random_points.hpp"
#include "support/refusal.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/robust/best_so_far.hpp"
#include "sweetspot/search/optimizer.hpp"
#include "sweetspot/search/tolerance_questions.hpp"

namespace sweetspot {
namespace {

using Function = std::function<double(const Vector& x)>;

/// Materials a, b, c and a width from 0 to 1 that is built to ± 0.05.
SearchDescription workshop(const Parameter& material, const std::string& measure = "worst") {
    SearchDescription search;
    search.parameters.push_back({material, {}});
    search.parameters.push_back({{"width", 0, 1}, {0.05}});
    search.norm = Norm::infinity;
    search.measure = {measure};
    return search;
}

const Parameter materials = choice_parameter("material", {"a", "b", "c"});

/// a and b are taken for each other in this share.
Parameter shelf(double share) {
    return confused(materials, ConfusedPair{"a", "b", share});
}

/// The best is a at a width of 0.3, in whose place b is worst; c is fair.
double of_materials(const Vector& x) {
    const double w = x[1];
    if (x[0] == 0) return 4 * (w - 0.3) * (w - 0.3) - 1;
    return x[0] == 1 ? 3 - 0.5 * w : 0.5 + (w - 0.7) * (w - 0.7);
}

/// The value of a measure by a dense grid of deviations for everything that can come out.
double true_measure(const Problem& problem, const Quality& quality, const Function& f, const Vector& x) {
    constexpr Index grid = 401;
    const Parameter& p = problem.space().parameters()[0];
    std::vector<double> values;
    std::vector<double> weights;
    for (std::size_t built = 0; built < p.choices.size(); ++built) {
        const double share = p.confusion.empty() ? (static_cast<double>(built) == x[0] ? 1 : 0)
                                                 : p.confusion[static_cast<std::size_t>(x[0])][built];
        if (share == 0) continue;
        for (Index i = 0; i < grid; ++i) {
            const double delta = 0.05 * ((2.0 * static_cast<double>(i) + 1) / grid - 1);
            values.push_back(f(Vector{{static_cast<double>(built), x[1] + delta}}));
            weights.push_back(share / grid);
        }
    }
    return quality.value(Eigen::Map<const Vector>(values.data(), std::ssize(values)),
                         Eigen::Map<const Vector>(weights.data(), std::ssize(weights)));
}

struct Exhaustive {
    Vector x;
    double value = 1e9;
};

Exhaustive exhaustive(const Problem& problem, const Function& f) {
    Exhaustive best;
    for (double m = 0; m < 3; ++m) {
        for (int i = 0; i <= 180; ++i) {
            const Vector x{{m, 0.05 + 0.005 * i}};
            const double value = true_measure(problem, problem.quality(), f, x);
            if (value < best.value) best = {x, value};
        }
    }
    return best;
}

/// It has seen enough to be nearly exact.
GaussianProcess model_of_materials(const Problem& problem) {
    Points x(2, 36);
    Vector y(36);
    for (Index i = 0; i < 36; ++i) {
        const Index row = i / 3;
        const Vector at{{static_cast<double>(i % 3), static_cast<double>(row) / 11}};
        x.col(i) = problem.space().to_unit(at);
        y[i] = of_materials(at);
    }
    Hyperparameters eta{Vector{{1, 0.6}}, 1.0, 1e-8, 0};
    eta.choice_sizes = problem.space().choice_sizes();
    return {matern52(), eta, x, y, Standardisation::of(y)};
}

TEST(ConfusedRegionModel, EveryMeasureIsThatOfDirectEnumeration) {
    for (const std::string measure : {"worst", "mean", "quantile", "cvar", "mean-sd", "yield"}) {
        SearchDescription search = workshop(shelf(0.1), measure);
        if (measure == "yield") search.measure.settings.set("limit", 0.0);
        const Problem problem = problem_of(search);
        const RegionModel model(problem, model_of_materials(problem), Rng(1));
        const Function by_model = [&](const Vector& x) { return model.mean(problem.space().to_unit(x))[0]; };
        for (const Vector& x : {Vector{{0, 0.4}}, Vector{{1, 0.8}}, Vector{{2, 0.5}}}) {
            const double expected = true_measure(problem, problem.quality(), by_model, x);
            const RegionMeasure found = model.at(x).measure();
            EXPECT_NEAR(found.estimate.value, expected, measure == "yield" ? 0.03 : 0.02) << measure << " " << x[0];
            EXPECT_LE(found.estimate.lower, found.estimate.value);
            EXPECT_GE(found.estimate.upper, found.estimate.value);
            EXPECT_NEAR(model.at(x).measure_value(), expected, 0.05) << measure;
            const Vector many = model.measures(problem.space().to_unit(x), 40, Parallel(1));
            EXPECT_NEAR(many[0], expected, 0.1) << measure;
        }
    }
}

TEST(ConfusedRegionModel, TheWorstIsInWhatIsTakenByMistake) {
    const Problem problem = problem_of(workshop(shelf(0.02)));
    const RegionModel model(problem, model_of_materials(problem), Rng(1));
    const PredictedWorst worst = model.at(Vector{{0, 0.3}}).worst();
    EXPECT_EQ(worst.where[0], 1);
    EXPECT_NEAR(worst.where[1], 0.25, 1e-3);
    EXPECT_NEAR(worst.by_search, 2.875, 0.02);
    EXPECT_EQ(worst.upper_where[0], 1);
    EXPECT_EQ(model.at(Vector{{2, 0.7}}).worst().where[0], 2) << "c is never confused";
    EXPECT_TRUE(problem.in_region(problem.space().to_unit(Vector{{0, 0.3}}), problem.space().to_unit(worst.where)));
    const Estimate share = model.at(Vector{{0, 0.3}}).share_within(0);
    EXPECT_NEAR(share.value, 0.98, 0.005);
    // Beyond the bounds only what is inside counts, with the same shares.
    EXPECT_NEAR(model.at(Vector{{0, 0.01}}).share_within(0.5).value, 0.98, 0.005);
    const auto level = model.at(Vector{{0, 0.3}}).sigma_level(0.0);
    ASSERT_TRUE(level);
    EXPECT_NEAR(level->value, 0.92 / std::sqrt(0.02 * 0.98 * 3.85 * 3.85), 0.2)
        << "the spread is that of the confusion";
}

TEST(ConfusedSearch, FindsTheRobustOptimumOfAnExhaustiveSearch) {
    for (const std::string measure : {"worst", "mean"}) {
        for (const double share : {0.05, 0.5}) {
            SearchDescription search = workshop(shelf(share), measure);
            const Problem problem = problem_of(search);
            const Exhaustive best = exhaustive(problem, of_materials);
            const Result found = minimize(problem, Function(of_materials), {.evaluations = 30});
            const double value = true_measure(problem, problem.quality(), of_materials, found.best.x);
            EXPECT_LT(value - best.value, 0.02) << measure << ", share " << share << ": " << found.best.x.transpose();
            EXPECT_EQ(found.best.x[0], best.x[0]) << measure << ", share " << share;
            // Without the confusion a would be best by either.
            EXPECT_EQ(best.x[0], measure == "mean" && share < 0.1 ? 0 : 2);
        }
    }
}

TEST(ConfusedSearch, LooksAtWhatMayComeOutOfAll) {
    // Any for any other: the worst of all materials counts at every width, whatever is ordered.
    const SearchDescription search = workshop(confused(materials, 0.1));
    const Problem problem = problem_of(search);
    const Exhaustive best = exhaustive(problem, of_materials);
    const Result found = minimize(problem, Function(of_materials), {.evaluations = 30});
    EXPECT_LT(true_measure(problem, problem.quality(), of_materials, found.best.x) - best.value, 0.03);
    ASSERT_TRUE(found.best.worst_interval);
    EXPECT_GE(found.best.worst_interval->upper, best.value - 0.02);
}

TEST(ConfusedSearch, OfNothingButChoicesIsExhaustive) {
    // Two choices, nothing else: a confusion is all that deviates.
    const double table[3][3] = {{1, 5, 2}, {3, 2.5, 2}, {0, 9, 4}};
    Parameter first = confused(materials, ConfusedPair{"a", "b", 0.1});
    const Space space({first, confused(choice_parameter("glue", {"e", "f", "g"}), 0.1)});
    const Function f = [&](const Vector& x) { return table[std::lround(x[0])][std::lround(x[1])]; };
    // Whatever the glue, all of them can come out: the worst of a row, and of a and b together.
    const Problem worst(space, Norm::two, Vector::Zero(2));
    EXPECT_NEAR(f(minimize(worst, f, {.evaluations = 12}).best.worst_point), 5, 1e-9) << "rows a and b";
    const Problem mean(space, Norm::two, Vector::Zero(2), mean_quality());
    const Result found = minimize(mean, f, {.evaluations = 12});
    double least = 1e9;
    Vector best;
    const auto average = [&](const Vector& x) {
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                sum += space.parameters()[0].confusion[static_cast<std::size_t>(x[0])][i] *
                       space.parameters()[1].confusion[static_cast<std::size_t>(x[1])][j] * table[i][j];
            }
        }
        return sum;
    };
    for (double i = 0; i < 3; ++i) {
        for (double j = 0; j < 3; ++j) {
            const Vector x{{i, j}};
            if (average(x) < least) {
                least = average(x);
                best = x;
            }
        }
    }
    EXPECT_NEAR(average(found.best.x), least, 1e-9) << found.best.x.transpose() << " for " << best.transpose();
}

TEST(ConfusedSearch, KeepsALimitInWhatIsTakenByMistake) {
    // What b weighs is too much wherever it is wide; a itself is light.
    SearchDescription search = workshop(shelf(0.05), "mean");
    search.limits = {limit_at_most("weight", 1.0)};
    const Problem problem = problem_of(search);
    const auto weight = [](const Vector& x) { return (x[0] == 1 ? 4 : 0.9) * x[1]; };
    Optimizer optimizer(problem, {.initial = 9});
    for (int i = 0; i < 30; ++i) {
        const Suggestion next = optimizer.ask();
        optimizer.tell(next.x, of_materials(next.x), 0, {{"weight", weight(next.x)}});
    }
    const Best best = optimizer.best();
    EXPECT_TRUE(best.feasible);
    EXPECT_EQ(best.x[0], 0);
    // 4 (width + 0.05) ≤ 1, so 0.2 at most, although a is best at 0.3.
    EXPECT_LT(best.x[1], 0.21);
    EXPECT_GT(best.x[1], 0.15);
}

TEST(ConfusedTolerances, RoomIsThatBesideTheConfusion) {
    const SearchDescription search = workshop(shelf(0.02));
    const GaussianProcess gp = model_of_materials(problem_of(search));
    // In place of a comes b: 3 - 0.5 (0.3 - 0.05 t) ≤ 2.9 for t up to 2.
    const ToleranceRoom room = tolerance_room_at(search, gp, Vector{{0, 0.3}}, 2.9);
    EXPECT_NEAR(room.by_mean, 2, 0.2);
    EXPECT_EQ(tolerance_room_at(search, gp, Vector{{0, 0.3}}, 2.0).by_mean, 0) << "the confusion alone breaks it";
    EXPECT_NE(support::refusal([&] {
                  (void)allocate(search, gp, {usual_choices(search), Vector{{0, 0.3}}}, {2.9}, Parallel(1));
              }).find("may be confused"),
              std::string::npos);
}

TEST(ConfusedTolerances, ContributionsAreThoseOfTheShares) {
    const double share = 0.02;
    SearchDescription search = workshop(shelf(share), "mean");
    const Problem problem = problem_of(search);
    const GaussianProcess gp = model_of_materials(problem);
    const Vector x{{0, 0.5}};
    const Contributions found = contributions(search, gp, x);
    ASSERT_EQ(found.parts.size(), 2U);
    EXPECT_EQ(found.parts[0].name, "material");
    // f = a(w) or b(w): averages and variances over w of each, by the same model.
    const RegionModel model(problem, gp, Rng(1));
    double sums[2] = {0, 0};
    double squares[2] = {0, 0};
    double apart = 0;
    constexpr int grid = 1000;
    for (int i = 0; i < grid; ++i) {
        double values[2];
        for (const std::size_t m : {0U, 1U}) {
            const Vector at{{static_cast<double>(m), 0.45 + 0.1 * (i + 0.5) / grid}};
            values[m] = model.mean(problem.space().to_unit(at))[0];
            sums[m] += values[m] / grid;
            squares[m] += values[m] * values[m] / grid;
        }
        apart += (values[1] - values[0]) * (values[1] - values[0]) / grid;
    }
    const double within = (1 - share) * (squares[0] - sums[0] * sums[0]) + share * (squares[1] - sums[1] * sums[1]);
    const double between = share * (1 - share) * (sums[1] - sums[0]) * (sums[1] - sums[0]);
    const double all = within + between;
    EXPECT_NEAR(found.sd, std::sqrt(all), 0.01 * std::sqrt(all));
    EXPECT_NEAR(found.parts[0].alone, between / all, 0.02);
    EXPECT_NEAR(found.parts[0].total, share * (1 - share) * apart / all, 0.02);
    EXPECT_NEAR(found.parts[1].total, within / all, 0.02);
    // At its worst a is 4 (0.25)² - 1, in place of b at the same width.
    EXPECT_NEAR(found.parts[0].worst_cost, 2.775 - (4 * 0.0625 - 1), 0.05);
}

SearchDescription read_confused(const std::string& more) {
    return read_search(DocumentTable::toml(
        "[[parameter]]\nname = \"m\"\ntype = \"choice\"\nvalues = [\"steel\", \"stainless\", \"oak\"]\n" + more,
        "s.toml"));
}

std::string refused_confusion(const std::string& confusion) {
    return support::refusal([&] { (void)read_confused("confusion = " + confusion + "\n"); });
}

TEST(DescribedConfusion, IsAShareOrPairs) {
    const Parameter plain = choice_parameter("m", {"steel", "stainless", "oak"});
    const SearchDescription equal = read_confused("confusion = 0.02\n");
    EXPECT_EQ(equal.parameters[0].parameter, confused(plain, 0.02));
    EXPECT_FALSE(is_exact(equal));
    EXPECT_TRUE(is_exact(read_confused("")));
    const Parameter pairs = read_confused("confusion = [[\"steel\", \"stainless\", 0.02], [\"oak\", \"steel\", 0.5]]\n")
                                .parameters[0]
                                .parameter;
    EXPECT_EQ(pairs.confusion[0], (std::vector<double>{1 - 0.52, 0.02, 0.5}));
    EXPECT_EQ(pairs.confusion[1], (std::vector<double>{0.02, 0.98, 0}));
    const SearchState state = read_state(
        R"({"parameters": [{"name": "m", "type": "choice", "values": ["steel", "stainless", "oak"],
            "confusion": [["steel", "stainless", 0.02]]}]})",
        "state.json");
    EXPECT_EQ(state.search.parameters[0].parameter, confused(plain, ConfusedPair{"steel", "stainless", 0.02}));
}

TEST(DescribedConfusion, RefusesWhatIsNone) {
    EXPECT_EQ(refused_confusion("1.5"),
              "s.toml:5: confusion: the share is 1.5; it must be above 0 and below 1, as 0.02 for 2 % of the builds");
    EXPECT_EQ(refused_confusion("0"),
              "s.toml:5: confusion: the share is 0; it must be above 0 and below 1, as 0.02 for 2 % of the builds");
    EXPECT_EQ(refused_confusion("\"2%\""),
              "s.toml:5: confusion: give the share of builds in which another one is built, as 0.02, or pairs that are "
              "taken for each other, as [[\"steel\", \"stainless\", 0.02]]");
    EXPECT_EQ(refused_confusion("[]"), "s.toml:5: confusion: the list is empty; give at least one value");
    EXPECT_EQ(refused_confusion("[[\"steel\", 0.02]]"),
              "s.toml:5: confusion[0]: give two values and a share, as [\"steel\", \"stainless\", 0.02]");
    EXPECT_EQ(refused_confusion("[[\"steel\", \"stainles\", 0.02]]"),
              "s.toml:5: confusion[0]: unknown value of \"m\" \"stainles\"; did you mean \"stainless\"? Known: steel, "
              "stainless, oak");
    EXPECT_EQ(refused_confusion("[[\"steel\", \"oak\", 0.02], [\"oak\", \"oak\", 0.02]]"),
              "s.toml:5: confusion[1]: \"oak\" cannot be taken for itself; give two different values");
    EXPECT_EQ(refused_confusion("[[\"steel\", \"oak\", 0.02], [\"oak\", \"steel\", 0.03]]"),
              "s.toml:5: confusion[1]: \"oak\" and \"steel\" are there twice; give each pair once");
    EXPECT_EQ(refused_confusion("[[\"steel\", \"oak\", -0.02]]"),
              "s.toml:5: confusion[0]: the share is -0.02; it must be above 0 and below 1, as 0.02 for 2 % of the "
              "builds");
    EXPECT_EQ(refused_confusion("[[\"steel\", \"oak\", 0.6], [\"stainless\", \"steel\", 0.4]]"),
              "s.toml:5: confusion[1]: in a share of 1 another one is built where \"steel\" is ordered; it must be "
              "below 1");
    const auto refused = [](const std::string& table) {
        return support::refusal([&] { (void)read_search(DocumentTable::toml(table, "s.toml")); });
    };
    EXPECT_EQ(refused("[[parameter]]\nname = \"w\"\nbounds = [1, 2]\nconfusion = 0.02\n"),
              "s.toml:4: confusion: only a choice can be built as another one (type = \"choice\"); leave it out");
    EXPECT_EQ(refused("[[parameter]]\nname = \"w\"\nbounds = [1, 2]\n[[environment]]\nname = \"t\"\nbounds = [1, 2]\n"
                      "confusion = 0.02\n"),
              "s.toml:7: confusion: only a choice has one; leave it out");
}

}  // namespace
}  // namespace sweetspot
