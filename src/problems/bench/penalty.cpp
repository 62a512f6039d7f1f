// The family `penalty`: objectives as engineers write them, a smooth response of size 1 to 10 plus a large multiple of
// the violation of constraints, squared or exponential, so that values have a long tail; and cliffs, where a steep edge
// runs beside the nominal optimum.
//
// Worst cases are searched (region_search.hpp), with climbs towards the largest violation of each constraint; the one
// of cliff-edge is exact (cliff_edge.cpp).
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "problems/bench/members.hpp"
#include "problems/own_region.hpp"
#include "problems/square.hpp"

namespace sweetspot {
namespace {

OwnRegion penalty_facts(std::string name, std::string summary, Index dimension, Norm norm, double tolerance) {
    return {"penalty", std::move(name), std::move(summary), dimension, norm, tolerance};
}

/// weight · Σ max(0, g)².
double squared_violation(const std::vector<Objective>& constraints, const Vector& u, double weight) {
    double sum = 0;
    for (const Objective& g : constraints) sum += square(std::max(0.0, g(u)));
    return weight * sum;
}

BenchmarkPtr make_penalty_squared() {
    const std::vector<Objective> constraints = {
        [](const Vector& u) { return square(u[0]) + square(u[1]) - 0.6 - 0.2 * u[2]; },
        [](const Vector& u) { return 1.5 * u[0] * u[3] + u[1] - 0.9; },
        [](const Vector& u) { return 0.35 + 0.3 * u[0] - u[3]; },
    };
    return own_region_problem(
        penalty_facts("penalty-squared",
                      "a mild response against three constraints, violations squared times 80; D = 4", 4, Norm::two,
                      0.05),
        [constraints](const Vector& u) {
            const double response =
                6 - 3 * u[0] - 2 * u[1] + 4 * square(u[2] - 0.3 - 0.4 * u[3]) + 0.5 * std::sin(9 * u[1]);
            return response + squared_violation(constraints, u, 80);
        },
        constraints);
}

BenchmarkPtr make_penalty_exponential() {
    const std::vector<Objective> constraints = {
        [](const Vector& u) { return u[0] * (1 + u[1]) - 0.8 + 0.1 * std::sin(7 * u[4]); },
        [](const Vector& u) { return u[2] + 0.5 * u[3] * u[3] - 0.75 + 0.2 * u[0]; },
    };
    return own_region_problem(
        penalty_facts("penalty-exponential",
                      "a mild response against two constraints that cost exponentially; a box, D = 6", 6,
                      Norm::infinity, 0.04),
        [constraints](const Vector& u) {
            double cost = 5 - 4 * u[0] * u[2] - 2 * u[2] + 3 * square(u[1] - 0.5) + 2 * square(u[3] - 0.6) +
                          std::cos(8 * u[4]) * 0.4 + square(u[5] - u[4]);
            for (const Objective& g : constraints) cost += std::expm1(12 * std::max(0.0, g(u)));
            return cost;
        },
        constraints);
}

/// A linear cost in a polytope of random faces around the middle of the cube, the faces as squared penalties.
BenchmarkPtr make_penalty_polytope() {
    constexpr Index dimension = 10;
    Rng rng = Rng(5).split("penalty-polytope");
    Vector cost(dimension);
    for (Index d = 0; d < dimension; ++d) cost[d] = 2 * rng.normal() * std::pow(0.8, static_cast<double>(d));
    std::vector<Objective> constraints;
    for (int j = 0; j < 8; ++j) {
        Vector normal(dimension);
        for (double& v : normal) v = rng.normal();
        normal.normalize();
        if (normal.dot(cost) > 0) normal = -normal;  // a face that the cost leans on
        const double room = rng.uniform(0.15, 0.35);
        constraints.emplace_back([normal, room](const Vector& u) { return normal.dot(u) - 0.5 * normal.sum() - room; });
    }
    return own_region_problem(
        penalty_facts("penalty-polytope",
                      "a linear cost against eight faces, violations squared times 100; a box, D = 10", dimension,
                      Norm::infinity, 0.03),
        [constraints, cost](const Vector& u) {
            return 5 + cost.dot(u - Vector::Constant(dimension, 0.5)) + squared_violation(constraints, u, 100);
        },
        constraints);
}

/// A quadratic bowl whose bottom lies outside an ellipsoid that the design must not leave.
BenchmarkPtr make_penalty_tail() {
    constexpr Index dimension = 20;
    Rng rng = Rng(6).split("penalty-tail");
    Vector weights(dimension);
    Vector bottom(dimension);
    Vector middle(dimension);
    Vector stiffness(dimension);
    for (Index d = 0; d < dimension; ++d) {
        weights[d] = 8 * std::exp(-0.25 * static_cast<double>(d));
        bottom[d] = rng.uniform(0.25, 0.75);
        middle[d] = bottom[d] + (d < 6 ? 0.18 : 0.02) * (rng.uniform() < 0.5 ? -1 : 1);
        stiffness[d] = d < 6 ? rng.uniform(1, 4) : 0.3;
    }
    const Objective outside = [middle, stiffness](const Vector& u) {
        return stiffness.dot((u - middle).cwiseAbs2()) - 0.12;
    };
    return own_region_problem(
        penalty_facts("penalty-tail",
                      "a bowl whose bottom lies outside what is allowed, some coordinates hardly matter; "
                      "D = 20",
                      dimension, Norm::two, 0.1),
        [=](const Vector& u) { return weights.dot((u - bottom).cwiseAbs2()) + 60 * square(std::max(0.0, outside(u))); },
        {outside});
}

/// The rise of 1 of a steep edge at g = 0.
double edge(double g, double width) {
    return 1 / (1 + std::exp(-g / width));
}

BenchmarkPtr make_cliff_ramp() {
    const Objective beyond = [](const Vector& u) {
        return u[0] + 0.6 * u[1] * u[1] - 0.4 * u[2] + 0.1 * std::sin(6 * u[3]) - 0.75;
    };
    return own_region_problem(
        penalty_facts("cliff-ramp", "a slope that falls towards a curved edge, where it rises by 8; a box, D = 6", 6,
                      Norm::infinity, 0.03),
        [beyond](const Vector& u) {
            const double slope = 4 - 4 * u[0] - 1.5 * u[1] + 3 * square(u[2] - 0.5) + square(u[3] - 0.4) +
                                 2 * square(u[4] - u[5]) + 0.5 * std::sin(5 * u[4]);
            return slope + 8 * edge(beyond(u), 0.005);
        },
        {beyond});
}

/// Terraces that go down along one direction, the last of them narrow and before a wall.
BenchmarkPtr make_cliff_terraces() {
    const Objective along = [](const Vector& u) { return u[0] + 0.35 * u[1] - 0.2 * square(u[2] - 0.5); };
    return own_region_problem(
        penalty_facts("cliff-terraces", "terraces that go down, the last one narrow and before a wall; D = 3", 3,
                      Norm::two, 0.06),
        [along](const Vector& u) {
            const double t = along(u);
            const double stairs = 6 - 1.5 * edge(t - 0.3, 0.004) - 1.5 * edge(t - 0.6, 0.004) -
                                  1.5 * edge(t - 0.9, 0.004) + 7 * edge(t - 0.96, 0.004);
            return stairs + 2 * square(u[1] - 0.6) + 3 * square(u[2] - 0.3) - 0.5 * t;
        },
        {along, [along](const Vector& u) { return -along(u); }});
}

}  // namespace

std::vector<BenchmarkPtr> penalty_problems() {
    return {make_penalty_squared(), make_penalty_exponential(), make_penalty_polytope(), make_penalty_tail(),
            make_cliff_edge(),      make_cliff_ramp(),          make_cliff_terraces()};
}

}  // namespace sweetspot
