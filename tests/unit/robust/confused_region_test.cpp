// Regions whose choices may be confused: templates, membership and neighbourhood against plain enumeration.
#include <gtest/gtest.h>

#include <map>

#include "robust/neighbourhood.hpp"
#include "robust/template_scenarios.hpp"
#include "robust/worst_case_parts.hpp"
#include "sampling/most_informative.hpp"
#include "support/random_points.hpp"
#include "support/refusal.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/robust/problem.hpp"
#include "sweetspot/robust/template.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {
namespace {

/// Two numbers, the second with a tolerance of 5 %, and two choices, of which pairs and all are confused.
Problem shelf_problem(Norm norm = Norm::two, const QualityPtr& quality = worst_quality()) {
    Parameter material = choice_parameter("material", {"steel", "stainless", "brass", "oak"});
    material = confused(material, ConfusedPair{"steel", "stainless", 0.1});
    material = confused(material, ConfusedPair{"stainless", "brass", 0.05});
    const Space space(
        {{"width", 0, 4}, material, {"height", 10, 30}, confused(choice_parameter("glue", {"a", "b", "c"}), 0.2)});
    return {space, norm, std::vector<RegionTolerance>{{0.3}, {}, {0.05, RegionTolerance::Of::nominal}, {}}, quality};
}

double share_of(const Problem& problem, Index d, double ordered, double built) {
    return problem.space().parameters()[static_cast<std::size_t>(d)].confusion[static_cast<std::size_t>(ordered)]
                                                                              [static_cast<std::size_t>(built)];
}

TEST(ConfusedTemplate, IsTheProductOfDeviationsAndShares) {
    const Problem problem = shelf_problem();
    const Vector x{{2, 1, 20, 0}};
    const Vector u = problem.space().to_unit(x);
    for (const TemplateShape shape : {TemplateShape::uniform, TemplateShape::boundary_heavy}) {
        const Template T = make_template(problem.robust_set(), {shape, 40}, Rng(5), problem.confusion());
        EXPECT_NEAR(T.weights.sum(), 1, tolerance::rounding);
        const Points places = T.at(u);
        EXPECT_EQ(places.col(0), u) << "the centre as ordered";
        // The weight of each material with each glue, and the smaller template of all that is not as ordered.
        const Template few = make_template(
            problem.robust_set(), {shape, std::max<Index>(10, 80 / (problem.confusion()->scenarios() - 1))}, Rng(5));
        const Template plain = make_template(problem.robust_set(), {shape, 40}, Rng(5));
        std::map<std::pair<double, double>, double> weight;
        for (Index i = 0; i < T.size(); ++i) {
            const Vector place = problem.space().from_unit(places.col(i));
            weight[{place[1], place[3]}] += T.weights[i];
            EXPECT_TRUE(problem.in_region(u, places.col(i)));
            const Template& of = i < 40 ? plain : few;
            const Index j = i < 40 ? i : (i - 40) % few.size();
            EXPECT_EQ(T.points.col(i), of.points.col(j));
            EXPECT_NEAR(places(0, i), u[0] + of.points(0, j), tolerance::rounding);
            EXPECT_NEAR(places(2, i), u[2] + of.points(2, j), tolerance::rounding);
        }
        for (double m = 0; m < 4; ++m) {
            for (double g = 0; g < 3; ++g) {
                EXPECT_NEAR((weight[{m, g}]), share_of(problem, 1, 1, m) * share_of(problem, 3, 0, g),
                            tolerance::rounding);
            }
        }
    }
}

TEST(ConfusedTemplate, OfNothingButAConfusionIsWhatCanComeOut) {
    const Space space({confused(choice_parameter("m", {"a", "b", "c"}), 0.1)});
    const Problem problem(space, Norm::two, Vector::Zero(1));
    const Template T = make_template(problem.robust_set(), {}, Rng(1), problem.confusion());
    ASSERT_EQ(T.size(), 3);
    EXPECT_EQ(T.at(Vector{{0.5}}), (Points{{0.5, 1, 0}}));
    EXPECT_NEAR((T.weights - Vector{{0.9, 0.05, 0.05}}).norm(), 0, tolerance::rounding);
}

TEST(ConfusedTemplate, PartsKeepTheirPlacesAndTheShares) {
    const Problem problem = shelf_problem();
    const Template T = make_template(problem.robust_set(), {TemplateShape::uniform, 40}, Rng(5), problem.confusion());
    const Vector u = problem.space().to_unit(Vector{{2, 1, 20, 0}});
    std::vector<Index> which;
    for (Index i = 0; i < T.size(); i += 3) which.push_back(i);
    const Template part = T.part(which);
    EXPECT_EQ(part.at(u), T.at(u)(Eigen::all, which));
    EXPECT_EQ(T.at(u, which), T.at(u)(Eigen::all, which));
    const Vector weights = part.normalised(part.weights);
    EXPECT_NEAR(weights.sum(), 1, tolerance::rounding);
    Vector shares = Vector::Zero(problem.confusion()->scenarios());
    for (Index i = 0; i < part.size(); ++i) shares[part.scenarios.of[static_cast<std::size_t>(i)]] += weights[i];
    EXPECT_LT((shares - problem.confusion()->weights()).cwiseAbs().maxCoeff(), tolerance::rounding);
}

TEST(ConfusedTemplate, APlaceOfTheRegionCanBeAdded) {
    const Problem problem = shelf_problem();
    Template T = make_template(problem.robust_set(), {.size = 20}, Rng(5), problem.confusion());
    const Vector u = problem.space().to_unit(Vector{{2, 1, 20, 0}});
    const Vector place = problem.space().to_unit(Vector{{2.1, 2, 20.3, 1}});
    const Index before = T.size();
    T.add(u, place);
    ASSERT_EQ(T.size(), before + 1);
    EXPECT_LT((T.at(u).rightCols(1) - place).norm(), tolerance::rounding);
    EXPECT_EQ(T.weights[before], 0);
    EXPECT_NE(support::refusal([&] {
                  T.add(u, problem.space().to_unit(Vector{{2, 3, 20, 0}}));
              }),
              "")
        << "stainless is never taken for oak";
}

TEST(ConfusedRegion, HoldsWhatCanComeOut) {
    const Problem problem = shelf_problem();
    const auto inside = [&](const Vector& centre, const Vector& x) {
        return problem.in_region(problem.space().to_unit(centre), problem.space().to_unit(x));
    };
    EXPECT_TRUE(inside(Vector{{2, 0, 20, 0}}, Vector{{2.2, 1, 20, 2}}));
    EXPECT_FALSE(inside(Vector{{2, 0, 20, 0}}, Vector{{2.2, 2, 20, 2}})) << "steel is never taken for brass";
    EXPECT_FALSE(inside(Vector{{2, 0, 20, 0}}, Vector{{2.4, 1, 20, 2}})) << "beyond the tolerance";
    EXPECT_TRUE(inside(Vector{{2, 3, 20, 0}}, Vector{{2, 3, 20.9, 1}}));
}

TEST(ConfusedRegion, ACentreIsKnownByWhatCameOutForIt) {
    const Problem problem = shelf_problem();
    const Points observed = problem.space().points_to_unit(Points{{2.0, 1.0}, {0, 3}, {20, 25}, {0, 1}});
    const Neighbourhood neighbourhood = neighbourhood_of(problem, observed);
    Points tried = support::random_points(4, 4000, 3);
    Index inside = 0;
    for (Index i = 0; i < tried.cols(); ++i) {
        // Near the one or the other, with any choices.
        Vector u = observed.col(i % 2);
        u[0] += 0.2 * (tried(0, i) - 0.5);
        u[2] += 0.1 * (tried(2, i) - 0.5);
        u[1] = std::floor(4 * tried(1, i)) / 3;
        u[3] = std::floor(3 * tried(3, i)) / 2;
        if (!problem.centres().contains(u)) continue;
        const bool known = problem.in_region(u, observed.col(0)) || problem.in_region(u, observed.col(1));
        // The region of a share of the nominal value is not symmetric: near its ends the two views differ.
        const auto gauge = [&](Index n) {
            return problem.robust_set().gauge(problem.deviations(u, observed.col(n)).col(0));
        };
        if (std::abs(gauge(i % 2) - 1) < 0.1) continue;
        EXPECT_EQ(neighbourhood.contains(u), known);
        if (known) ++inside;
    }
    EXPECT_GT(inside, 100);
}

TEST(ConfusedRegion, RefusesAChoiceThatIsPerturbedAsWell) {
    const Space space({{"w", 0, 1}, confused(choice_parameter("m", {"a", "b", "c"}), 0.1)});
    const RobustSet set([](const Vector& delta) { return delta.norm(); }, 0.1,
                        Box{Vector::Constant(2, -0.1), Vector::Constant(2, 0.1)});
    EXPECT_EQ(support::refusal([&] { Problem(space, set); }),
              "Problem: \"m\" may be confused and the robust set perturbs it; leave one of them out");
}

/// A model in which brass is worst, at the upper end of the width.
GaussianProcess shelf_model(const Problem& problem) {
    Points x = support::random_points(4, 60, 8);
    Vector y(x.cols());
    for (Index i = 0; i < x.cols(); ++i) {
        x(1, i) = std::floor(4 * x(1, i)) / 3;
        x(3, i) = std::floor(3 * x(3, i)) / 2;
        const double of_material[] = {0, 1, 3, 6};
        y[i] = 2 * x(0, i) + of_material[std::lround(3 * x(1, i))] + 0.3 * x(2, i) - x(3, i);
    }
    Hyperparameters eta{Vector{{0.8, 1, 1.2, 1}}, 1.0, 1e-6, 0};
    eta.choice_sizes = problem.space().choice_sizes();
    return {matern52(), eta, x, y, Standardisation::of(y)};
}

TEST(ConfusedRegion, SamplingRulesStayInIt) {
    const Problem problem = shelf_problem();
    const GaussianProcess gp = shelf_model(problem);
    const Template T = make_template(problem.robust_set(), {.size = 30}, Rng(5), problem.confusion());
    const Vector x_prime = problem.space().to_unit(Vector{{2, 1, 20, 0}});
    std::vector<SamplingRulePtr> rules = sampling_rules();
    rules.push_back(sample_most_informative());
    for (const SamplingRulePtr& rule : rules) {
        const Vector u = rule->sample({gp, problem.robust_set(), T, x_prime}, Rng(2));
        EXPECT_TRUE(problem.in_region(x_prime, u)) << rule->name();
        EXPECT_EQ(problem.space().why_not_inside(problem.space().from_unit(u)), "") << rule->name();
    }
    // Stainless is taken for brass, the worst that can come out.
    double worst = -1e9;
    for (Index m = 0; m < problem.confusion()->scenarios(); ++m) {
        Rng rng(3);
        for (int i = 0; i < 3000; ++i) {
            const Vector at = problem.confusion()->built(x_prime, m) + problem.robust_set().draw_boundary(rng);
            worst = std::max(worst, gp.mean(at)[0]);
        }
    }
    const Vector found = sample_worst_case()->sample({gp, problem.robust_set(), T, x_prime}, Rng(2));
    EXPECT_GE(gp.mean(found)[0], worst - 1e-4);
    EXPECT_EQ(problem.space().from_unit(found)[1], 2);
    const std::vector<Index> few = worst_by_slope(gp, T, x_prime, 8);
    EXPECT_NEAR(gp.mean(T.at(x_prime, few)).maxCoeff(), gp.mean(T.at(x_prime)).maxCoeff(), 0.02);
}

TEST(ConfusedRegion, RandomSamplesComeOutByTheShares) {
    const Problem problem = shelf_problem();
    const GaussianProcess gp = shelf_model(problem);
    const Template T = make_template(problem.robust_set(), {.size = 30}, Rng(5), problem.confusion());
    const Vector x_prime = problem.space().to_unit(Vector{{2, 1, 20, 0}});
    constexpr int draws = 20000;
    Vector materials = Vector::Zero(4);
    for (std::uint64_t i = 0; i < draws; ++i) {
        const Vector u = sample_random()->sample({gp, problem.robust_set(), T, x_prime}, Rng(7).split(i));
        materials[std::lround(problem.space().from_unit(u)[1])] += 1.0 / draws;
    }
    for (Index m = 0; m < 4; ++m) {
        const double share = share_of(problem, 1, 1, static_cast<double>(m));
        EXPECT_NEAR(materials[m], share, tolerance::false_alarm_sds * std::sqrt(share * (1 - share) / draws) + 1e-12);
    }
}

}  // namespace
}  // namespace sweetspot
