// The state stored with what a peer found on it (Styblinski-Tang, D = 10, N = 100, 400 template points): for five seeds
// the EI at the centre that we find, by the plain version with 20000 draws, is at least 0.995 of that at the peer's
// centre. The same draws serve both centres, so that the ratio varies far less than either value.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/plain_robust_expected_improvement.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

using nlohmann::json;

Vector vector_of(const json& numbers) {
    Vector result(static_cast<Index>(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) result[static_cast<Index>(i)] = numbers[i].get<double>();
    return result;
}

TEST(Instance, TheExpectedImprovementFoundIsThatOfThePeer) {
    std::ifstream file(SWEETSPOT_TEST_DATA "/instances/styblinski_tang_d10_n100.json");
    const json state = json::parse(file);
    const Problem problem(Space::cube(10, -5, 5), Norm::two, 1.25);
    const Space& space = problem.space();
    const json& model = state["fixed"]["gp"];

    BayesianRobustSearchOptions method;
    method.sampling = sample_centre();
    method.fixed.model =
        Fixed::Model{kernel_named(model["kernel"].get<std::string>()),
                     {vector_of(model["lengthscales"]), model["variance"], model["noise"], model["mean"]},
                     {model["y_mean"], model["y_std"]}};
    Template T;
    T.points.resize(10, static_cast<Index>(state["fixed"]["template"].size()));
    for (Index t = 0; t < T.size(); ++t) {
        T.points.col(t) = vector_of(state["fixed"]["template"][static_cast<std::size_t>(t)]) / 10;
    }
    T.weights = Vector::Constant(T.size(), 1.0 / static_cast<double>(T.size()));
    method.fixed.template_points = T.points;
    method.fixed.incumbent = space.to_unit(vector_of(state["fixed"]["incumbent"]));

    double at_peer = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
        Optimizer optimizer(problem, {.seed = seed, .threads = 2, .method = bayesian_robust_search(method)});
        for (const json& o : state["observations"]) optimizer.tell(vector_of(o["x"]), o["y"]);
        const Suggestion s = optimizer.ask();
        const auto plain = [&](const Vector& centre) {
            return testing::plain_robust_expected_improvement(s.reason->gp, T, T.weights, *worst_quality(),
                                                              *method.fixed.incumbent, space.to_unit(centre), 20000,
                                                              Rng(2))
                .mean;
        };
        if (at_peer == 0) at_peer = plain(vector_of(state["reference"]["centre"]));
        EXPECT_GE(plain(s.reason->centre) / at_peer, 0.995) << "seed " << seed;
    }
}

}  // namespace
}  // namespace sweetspot
