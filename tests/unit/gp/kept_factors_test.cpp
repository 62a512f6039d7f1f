// Large models whose factors are kept and grown: to the last bit those of a process that has kept nothing.
#include "gp/kept_factors.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/order.hpp"
#include "support/random_points.hpp"

namespace sweetspot {
namespace {

constexpr Index size = 1150;  // beyond the largest that is factorised at once

struct LargeModel {
    Points x = support::random_points(3, size + 20, 1);
    Vector y = support::smooth_outputs(x);
    Hyperparameters eta{Vector::Constant(3, 0.4), 1.5, 1e-6, 0.2};
    Vector known_noise;

    [[nodiscard]] GaussianProcess of(const std::vector<Index>& which) const {
        return {matern52(),
                eta,
                x(Eigen::all, which),
                Vector(y(which)),
                Standardisation::of(Vector(y(which))),
                known_noise.size() == 0 ? Vector() : Vector(known_noise(which))};
    }
    [[nodiscard]] GaussianProcess first(Index n) const { return of(all_indices(n)); }
    [[nodiscard]] GaussianProcess in_a_new_process(const std::vector<Index>& which) const {
        detail::kept_factors().forget();
        return of(which);
    }
};

void expect_same_bits(const GaussianProcess& a, const GaussianProcess& b) {
    EXPECT_EQ(Matrix(a.cholesky()), Matrix(b.cholesky()));
    EXPECT_EQ(a.weights(), b.weights());
    EXPECT_EQ(a.jitter(), b.jitter());
    EXPECT_EQ(a.log_marginal_likelihood(), b.log_marginal_likelihood());
}

TEST(KeptFactors, AModelThatHasGrownIsTheOneOfANewProcess) {
    LargeModel model;
    model.eta.effects = 0.3;  // by products, whose last bits may depend on where an entry is
    detail::kept_factors().forget();
    (void)model.first(size);
    for (const Index n : {size + 1, size + 2, size + 9}) {
        const GaussianProcess grown = model.first(n);
        expect_same_bits(grown, model.in_a_new_process(all_indices(n)));
    }
}

TEST(KeptFactors, BelievedAndFailedPointsLeaveNoTrace) {
    LargeModel model;
    detail::kept_factors().forget();
    (void)model.first(size);
    std::vector<Index> with_others = all_indices(size);
    for (Index i = size + 10; i < size + 14; ++i) with_others.push_back(i);
    const GaussianProcess believed = model.of(with_others);
    const GaussianProcess next = model.first(size + 3);
    expect_same_bits(believed, model.in_a_new_process(with_others));
    expect_same_bits(next, model.in_a_new_process(all_indices(size + 3)));
}

TEST(KeptFactors, JitterIsThatOfANewProcess) {
    LargeModel model;
    model.eta.noise = 0;
    model.x.col(size - 3) = model.x.col(5);  // without jitter the matrix is singular
    detail::kept_factors().forget();
    const GaussianProcess jittered = model.first(size);
    EXPECT_GT(jittered.jitter(), 0);
    const GaussianProcess grown = model.first(size + 2);
    // Without that point none is needed.
    std::vector<Index> others = all_indices(size + 2);
    others.erase(others.begin() + size - 3);
    const GaussianProcess without = model.of(others);
    EXPECT_EQ(without.jitter(), 0);
    expect_same_bits(without, model.in_a_new_process(others));
    expect_same_bits(grown, model.in_a_new_process(all_indices(size + 2)));
}

TEST(KeptFactors, KnownNoiseOfTheObservationsIsPartOfTheQuestion) {
    LargeModel model;
    model.known_noise = Vector::LinSpaced(size + 20, 0.01, 0.02);
    const double before = model.known_noise[7];
    detail::kept_factors().forget();
    (void)model.first(size);
    const GaussianProcess same = model.first(size + 1);
    model.known_noise[7] = 0.5;
    const GaussianProcess other = model.first(size + 1);
    expect_same_bits(other, model.in_a_new_process(all_indices(size + 1)));
    model.known_noise[7] = before;
    expect_same_bits(same, model.in_a_new_process(all_indices(size + 1)));
}

TEST(KeptFactors, AnotherModelIsNoAnswer) {
    LargeModel model;
    detail::kept_factors().forget();
    (void)model.first(size);
    model.eta.lengthscales[1] = 0.5;
    const GaussianProcess other = model.first(size);
    expect_same_bits(other, model.in_a_new_process(all_indices(size)));
}

TEST(KeptFactors, ALocalModelMadeAgainFromItsPartsHasTheSameBits) {
    LargeModel model;
    model.eta.effects = 0.3;
    const GaussianProcess whole = model.first(size);
    const GaussianProcess local = whole.local({3, 50, 51, 400, 1100});
    const GaussianProcess again = GaussianProcess::local_again(
        whole.kernel_ptr(), whole.hyperparameters(), whole.inputs(), model.y.head(size), whole.standardisation(),
        whole.known_noise(), {whole.weights(), whole.log_marginal_likelihood(), local.known()});
    expect_same_bits(again, local);
    const Points at = support::random_points(3, 30, 9);
    EXPECT_EQ(again.mean(at), local.mean(at));
    EXPECT_EQ(again.joint(at).covariance, local.joint(at).covariance);
}

}  // namespace
}  // namespace sweetspot
