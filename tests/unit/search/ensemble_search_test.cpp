// A search by an ensemble of models: what it promises against the mixture by brute force, and that it is a pure
// function of what it is given, for every measure and within limits.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "search/region_supremum.hpp"
#include "support/bowl.hpp"
#include "support/random_points.hpp"
#include "support/refusal.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/search/description.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot {
namespace {

using support::random_points;

/// 14 values of a wavy function under three length scales.
std::vector<GaussianProcess> models_of_three_length_scales() {
    const Points x = random_points(2, 14, 17);
    Vector y(14);
    for (Index i = 0; i < 14; ++i) y[i] = 300 + 80 * std::sin(5 * x(0, i)) + 120 * x(1, i) * x(1, i);
    std::vector<GaussianProcess> members;
    for (const double lengthscale : {0.4, 0.2, 0.8}) {
        const Hyperparameters eta{Vector::Constant(2, lengthscale), 1.0, 1e-6, 0};
        members.emplace_back(matern52(), eta, x, y, Standardisation::of(y));
    }
    return members;
}

const Problem on_square{Space::cube(2, 0, 1), Norm::two, 0.1};
const Vector centre_of_square{{0.55, 0.4}};

TEST(EnsembleSearch, HasRealisationsOfEachMemberInTurn) {
    const GaussianProcess ensemble = GaussianProcess::ensemble(models_of_three_length_scales());
    const Points points = random_points(2, 5, 31);
    constexpr Index count = 30001;  // no multiple of the members
    const Matrix draws = joint_draws(ensemble, points, count, Rng(4));
    ASSERT_EQ(draws.cols(), count);
    Index begin = 0;
    for (const GaussianProcess& member : ensemble.members()) {
        const Index own = count / 3 + (&member == &ensemble.members().back() ? 1 : 0);
        const JointPosterior joint = member.joint(points);
        const Vector mean = draws.middleCols(begin, own).rowwise().mean();
        const Vector error = (joint.covariance.diagonal() / static_cast<double>(own)).cwiseSqrt();
        for (Index i = 0; i < 5; ++i) EXPECT_NEAR(mean[i], joint.mean[i], tolerance::false_alarm_sds * error[i]);
        begin += own;
    }
    const JointPosterior mixture = ensemble.joint(points);
    const Matrix apart = draws.colwise() - mixture.mean;
    const Matrix covariance = apart * apart.transpose() / count;
    EXPECT_LT((covariance - mixture.covariance).norm(), 0.05 * mixture.covariance.norm());
}

TEST(EnsembleSearch, ThePromiseIsTheQuantileOfTheMixturesSupremum) {
    const GaussianProcess ensemble = GaussianProcess::ensemble(models_of_three_length_scales());
    const Template T = make_template(on_square.robust_set(), {.shape = TemplateShape::boundary_heavy}, Rng(1));
    const RegionSupremum supremum =
        region_supremum({ensemble, on_square.robust_set(), T, centre_of_square}, 30000, Rng(6));
    // The share of the mixture below a value is the average of the members' shares.
    Points places(2, T.size() + 2);
    places << T.at(centre_of_square), supremum.worst, supremum.surely;
    std::vector<Vector> maxima;
    for (std::size_t k = 0; k < 3; ++k) {
        const JointPosterior joint = ensemble.members()[k].joint(places);
        maxima.emplace_back(joint_draws(joint, 20000, Rng(50 + k)).colwise().maxCoeff().transpose());
    }
    for (const double p : {0.5, 0.9, 0.975}) {
        double below = 0;
        for (const Vector& m : maxima) below += (m.array() <= supremum.quantile(p)).cast<double>().mean() / 3;
        EXPECT_NEAR(below, p, tolerance::false_alarm_sds * std::sqrt(p * (1 - p) * (1 / 30000.0 + 1 / 60000.0)));
    }
    EXPECT_NEAR(supremum.mean_worst, ensemble.mean(supremum.worst)[0], tolerance::rounding);
    const Points fine =
        make_template(on_square.robust_set(), {TemplateShape::boundary_heavy, 4000}, Rng(9)).at(centre_of_square);
    EXPECT_GE(supremum.mean_worst, ensemble.mean(fine).maxCoeff() - 1e-6) << "of the mixture, in the whole region";
}

TEST(EnsembleSearch, EqualMembersPromiseWhatTheirModelDoes) {
    const GaussianProcess plain = models_of_three_length_scales().front();
    const RegionModel by_map(on_square, plain, Rng(1));
    const RegionModel by_equals(on_square, GaussianProcess::ensemble({plain, plain, plain, plain}), Rng(1));
    const PredictedWorst map = by_map.at(centre_of_square).worst();
    const PredictedWorst equals = by_equals.at(centre_of_square).worst();
    EXPECT_NEAR(equals.by_search, map.by_search, 1e-9);
    EXPECT_NEAR(equals.lower, map.lower, 1e-9);
    // Other draws: the 97.5 % quantile of 500 has a standard error of about 2.7/√500 standard deviations, times c.
    EXPECT_NEAR(equals.upper, map.upper, 0.5 * (map.upper - map.by_search));
    EXPECT_NEAR(by_equals.at(centre_of_square).average().upper, by_map.at(centre_of_square).average().upper, 1e-9);
    const RegionModel by_one(on_square, GaussianProcess::ensemble({plain}), Rng(1));
    EXPECT_EQ(by_one.at(centre_of_square).worst().upper, map.upper);
}

/// Told so many values of Bumped Bowl, with a cheap maximiser; parameters a and b.
Optimizer told(const std::string& more, int threads, Index count = 9) {
    const std::string text = R"({"parameters": [{"name": "a", "bounds": [-4, 4], "tolerance": 1},
        {"name": "b", "bounds": [-4, 4], "tolerance": 1}], "model": {"inference": "ensemble"}, )" +
                             more + "}";
    const SearchState state = read_state(text, "state");
    Optimizer optimizer = optimizer_of(state, threads);
    const Points x = random_points(2, count, 41);
    for (Index i = 0; i < count; ++i) {
        const Vector at = 8 * x.col(i).array() - 4;
        optimizer.tell(at, testing::bowl(at), 0,
                       state.search.limits.empty() ? NamedOutputs{} : NamedOutputs{{"s", at[0]}});
    }
    return optimizer;
}

TEST(EnsembleSearch, IsTheSameAtAnyNumberOfThreadsForEveryMeasure) {
    for (const std::string more :
         {R"("measure": "worst")", R"("measure": "mean")", R"("measure": {"kind": "quantile", "q": 0.9})",
          R"("measure": {"kind": "mean-sd", "k": 2})", R"("measure": {"kind": "yield", "limit": 2})",
          R"("limits": [{"of": "s", "at_most": 1}])"}) {
        const Suggestion one = told(more, 1).ask();
        const Suggestion eight = told(more, 8).ask();
        ASSERT_EQ(one.reason->gp->members().size(), 4U) << more;
        EXPECT_EQ(one.x, eight.x) << more;
        EXPECT_EQ(one.reason->expected_improvement, eight.reason->expected_improvement) << more;
        EXPECT_TRUE(one.x.allFinite() && one.x.cwiseAbs().maxCoeff() <= 4) << more;
        const Best best = told(more, 1).best();
        const Best again = told(more, 8).best();
        EXPECT_EQ(best.x, again.x) << more;
        EXPECT_EQ(best.worst_interval->upper, again.worst_interval->upper) << more;
    }
}

TEST(EnsembleSearch, RecommendsTheBestAverageOfItsMembersMeans) {
    const Optimizer optimizer = told(R"("measure": "worst")", 1);
    const Recommendation r = optimizer.recommendation(Points(2, 0));
    const RegionModel model(optimizer.problem(), r.gp, Rng(1));
    EXPECT_NEAR(model.at_unit(r.best.x).measure_by_template(), optimizer.best().quality, 1e-9);
    // No centre within the tolerances of an observation is better.
    const Problem& problem = optimizer.problem();
    Rng rng(7);
    for (int k = 0; k < 300; ++k) {
        const Vector observed = problem.space().to_unit(optimizer.inputs().col(static_cast<Index>(rng.below(9))));
        const Vector x = observed + problem.robust_set().draw_uniform(rng);
        if (!problem.centres().contains(x)) continue;
        EXPECT_GE(model.at_unit(x).measure_by_template(), optimizer.best().quality - 1e-6);
    }
}

TEST(EnsembleSearch, IsChosenInOneWordAndAWrongOneIsRefused) {
    const auto read = [](const std::string& word) {
        return read_state("[[parameter]]\nname = \"a\"\nbounds = [0, 1]\n[model]\ninference = \"" + word + "\"\n",
                          "s.toml", Syntax::toml);
    };
    EXPECT_EQ(support::refusal([&] { (void)read("ensembel"); }),
              "s.toml:5: inference: unknown inference \"ensembel\"; did you mean \"ensemble\"? Known: map, ensemble");
    const auto members = [&](const std::string& word) {
        Optimizer optimizer = optimizer_of(read(word));
        optimizer.tell(Vector::Constant(1, 0.2), 1);
        optimizer.tell(Vector::Constant(1, 0.7), 2);
        return optimizer.ask().reason->gp->members().size();
    };
    EXPECT_EQ(members("map"), 1U);
    EXPECT_EQ(members("ensemble"), 4U);
}

}  // namespace
}  // namespace sweetspot
