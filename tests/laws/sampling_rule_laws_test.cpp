// Laws of every sampling rule: it stays in the region and the domain, the same seed gives the same point, and the rules
// that maximise are at least as good as every template point and a dense random search.
#include <gtest/gtest.h>

#include "support/models.hpp"
#include "sweetspot/sampling/sampling_rule.hpp"

namespace sweetspot {
namespace {

struct Case {
    Norm norm;
    Index dimension;
    Vector x_prime;
};

class SamplingRuleLaws : public ::testing::TestWithParam<SamplingRulePtr> {
  protected:
    static std::vector<Case> cases() {
        std::vector<Case> result;
        for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
            for (const Index dimension : {Index{1}, Index{2}, Index{5}}) {
                // In the middle, and where the region touches the domain's edge.
                result.push_back({norm, dimension, Vector::Constant(dimension, 0.45)});
                result.push_back({norm, dimension, Vector::Constant(dimension, 0.1)});
            }
        }
        return result;
    }
};

TEST_P(SamplingRuleLaws, StaysInTheRegionAndTheDomain) {
    for (const Case& c : cases()) {
        const GaussianProcess gp = testing::wavy_gp(c.dimension, 8);
        const RobustSet robust_set(c.norm, Vector::Constant(c.dimension, 0.1));
        const Template T = make_template(robust_set, {}, Rng(1));
        const Vector x = GetParam()->sample({gp, robust_set, T, c.x_prime}, Rng(2));
        EXPECT_TRUE(robust_set.contains(x - c.x_prime)) << to_string(c.norm) << " D = " << c.dimension;
        EXPECT_TRUE(Box::unit(c.dimension).contains(x));
        EXPECT_EQ(x, GetParam()->sample({gp, robust_set, T, c.x_prime}, Rng(2)));
    }
}

INSTANTIATE_TEST_SUITE_P(All, SamplingRuleLaws, ::testing::ValuesIn(sampling_rules()), [](const auto& member) {
    std::string name(member.param->name());
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

/// What each maximising rule maximises, evaluated by the posterior alone.
struct Maximising {
    SamplingRulePtr rule;
    std::function<Vector(const GaussianProcess&, const Points&)> objective;
};

TEST(SamplingRules, ThatMaximiseAreAsGoodAsADenseRandomSearch) {
    const std::vector<Maximising> rules = {
        {sample_most_uncertain(), [](const GaussianProcess& gp, const Points& p) { return gp.variance(p); }},
        {sample_worst_case(), [](const GaussianProcess& gp, const Points& p) { return gp.mean(p); }},
        {sample_ucb(2), [](const GaussianProcess& gp, const Points& p) -> Vector {
             return gp.mean(p) + 2 * gp.variance(p).cwiseSqrt();
         }}};
    const GaussianProcess gp = testing::wavy_gp(2, 9, 0.3);
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        const RobustSet robust_set(norm, Vector::Constant(2, 0.15));
        const Template T = make_template(robust_set, {}, Rng(1));
        const Vector x_prime{{0.4, 0.7}};
        Rng rng(8);
        Points search(2, 4000);
        for (Index i = 0; i < search.cols(); ++i) {
            search.col(i) = x_prime + (i % 2 == 0 ? robust_set.draw_uniform(rng) : robust_set.draw_boundary(rng));
        }
        for (const Maximising& m : rules) {
            const Vector x = m.rule->sample({gp, robust_set, T, x_prime}, Rng(2));
            EXPECT_GE(m.objective(gp, x)[0], m.objective(gp, search).maxCoeff() - 1e-6) << m.rule->name();
        }
    }
}

TEST(SamplingRules, TheCentreIsTheCentre) {
    const GaussianProcess gp = testing::wavy_gp(2, 5);
    const RobustSet robust_set(Norm::two, Vector::Constant(2, 0.1));
    const Vector x_prime{{0.4, 0.7}};
    EXPECT_EQ(sample_centre()->sample({gp, robust_set, make_template(robust_set, {}, Rng(1)), x_prime}, Rng(1)),
              x_prime);
}

TEST(SamplingRules, AnUnknownNameIsRefusedWithASuggestion) {
    try {
        (void)sampling_rule_named("center");
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(),
                     "unknown sampling rule \"center\"; did you mean \"centre\"? Known: centre, most-uncertain, "
                     "worst-case, random, ucb");
    }
}

}  // namespace
}  // namespace sweetspot
