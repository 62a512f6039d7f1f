// The state stored with what a peer found on it: Styblinski-Tang, D = 10, N = 100, 400 template points, with the model,
// the best-so-far centre and the peer's centre.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot::testing {

struct StoredInstance {
    Problem problem{Space::cube(10, -5, 5), Norm::two, 1.25};
    Points x;  ///< unit cube
    Vector y;
    Template T;
    Fixed fixed;         ///< the model, the template and the best-so-far centre
    Vector peer_centre;  ///< unit cube
};

inline StoredInstance stored_instance(const std::string& path) {
    using nlohmann::json;
    const auto vector_of = [](const json& numbers) {
        Vector result(static_cast<Index>(numbers.size()));
        for (std::size_t i = 0; i < numbers.size(); ++i) result[static_cast<Index>(i)] = numbers[i].get<double>();
        return result;
    };
    std::ifstream file(path);
    const json state = json::parse(file);
    const json& fixed = state["fixed"];
    const json& model = fixed["gp"];
    StoredInstance result;
    const Space& space = result.problem.space();
    const auto n = static_cast<Index>(state["observations"].size());
    result.x.resize(10, n);
    result.y.resize(n);
    for (Index i = 0; i < n; ++i) {
        const json& o = state["observations"][static_cast<std::size_t>(i)];
        result.x.col(i) = space.to_unit(vector_of(o["x"]));
        result.y[i] = o["y"];
    }
    result.T.points.resize(10, static_cast<Index>(fixed["template"].size()));
    for (Index t = 0; t < result.T.size(); ++t) {
        result.T.points.col(t) = vector_of(fixed["template"][static_cast<std::size_t>(t)]) / 10;  // the domain's width
    }
    result.T.weights = Vector::Constant(result.T.size(), 1.0 / static_cast<double>(result.T.size()));
    result.fixed.template_points = result.T.points;
    result.fixed.incumbent = space.to_unit(vector_of(fixed["incumbent"]));
    result.fixed.model =
        Fixed::Model{kernel_named(model["kernel"].get<std::string>()),
                     {vector_of(model["lengthscales"]), model["variance"], model["noise"], model["mean"]},
                     {model["y_mean"], model["y_std"]}};
    result.peer_centre = space.to_unit(vector_of(state["reference"]["centre"]));
    return result;
}

}  // namespace sweetspot::testing
