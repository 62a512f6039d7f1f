// The state stored with what a peer found on it (Styblinski-Tang, D = 10, N = 100, 400 template points): for five seeds
// the EI at the centre that we find, by the plain version with 20000 draws, is at least 0.997 of that at the peer's
// centre. The same draws serve both centres, so that the ratio varies far less than either value.
#include <gtest/gtest.h>

#include "acquisition/plain_robust_expected_improvement.hpp"
#include "support/stored_instance.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

TEST(Instance, TheExpectedImprovementFoundIsThatOfThePeer) {
    const testing::StoredInstance state =
        testing::stored_instance(SWEETSPOT_TEST_DATA "/instances/styblinski_tang_d10_n100.json");
    const Space& space = state.problem.space();
    BayesianRobustSearchOptions method;
    method.sampling = sample_centre();
    method.model.fixed = state.fixed;
    double at_peer = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
        Optimizer optimizer(state.problem, {.seed = seed, .threads = 2, .method = bayesian_robust_search(method)});
        for (Index n = 0; n < state.y.size(); ++n) optimizer.tell(space.from_unit(state.x.col(n)), state.y[n]);
        const Suggestion s = optimizer.ask();
        const auto plain = [&](const Vector& centre) {
            return plain_robust_expected_improvement(*s.reason->gp, state.T, state.T.weights, *worst_quality(),
                                                     *state.fixed.incumbent, centre, 20000, Rng(2))
                .mean;
        };
        if (at_peer == 0) at_peer = plain(state.peer_centre);
        EXPECT_GE(plain(space.to_unit(s.reason->centre)) / at_peer, 0.997) << "seed " << seed;
    }
}

}  // namespace
}  // namespace sweetspot
