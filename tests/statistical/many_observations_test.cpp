// Suggestions with more observations than the exact model takes: the same at any number of threads, and after a crash.
#include <gtest/gtest.h>

#include <optional>

#include "gp/kept_factors.hpp"
#include "gp/kept_models.hpp"
#include "support/random_points.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

constexpr Index size = 1043;  // factors of more than 1024 are kept and grow

Optimizer told(int threads, Index count) {
    Optimizer optimizer(Problem(Space::cube(3, 0, 1), Norm::two, 0.1), {.threads = threads});
    const Points x = support::random_points(3, count, 1);
    const Vector y = support::smooth_outputs(x);
    for (Index i = 0; i < count; ++i) optimizer.tell(x.col(i), y[i]);
    return optimizer;
}

/// As in a process that has just begun.
void forget_all_that_is_kept() {
    detail::kept_factors().forget();
    for (int i = 0; i < 20; ++i) {
        FitOptions other;
        other.noise_floor = 1e-6 * (1.5 + i);
        const Points x = Points::Constant(1, 1, 0.5);
        (void)detail::kept_models().answer({x, Vector::Ones(1), Vector(), other, Rng(1)},
                                           [] { return detail::FoundModel{}; });
    }
}

TEST(ManyObservations, ASuggestionIsTheSameAtAnyNumberOfThreadsAndAfterACrash) {
    // Each of the three steps has its turn.
    for (Index n = size; n < size + 3; ++n) {
        (void)told(1, n - 1).ask();  // what came before the crash
        const Suggestion before = told(1, n).ask();
        forget_all_that_is_kept();
        const Suggestion after = told(8, n).ask();
        EXPECT_EQ(after.x, before.x) << n;
        ASSERT_TRUE(before.reason && after.reason);
        EXPECT_EQ(after.reason->centre, before.reason->centre) << n;
        EXPECT_EQ(after.reason->expected_improvement, before.reason->expected_improvement) << n;
        ASSERT_TRUE(before.reason->gp);
        EXPECT_EQ(before.reason->gp->size(), n);
        EXPECT_EQ(before.reason->gp->known_size(), 800) << "the model that answered says that it is local";
    }
}

}  // namespace
}  // namespace sweetspot
