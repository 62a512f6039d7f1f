// The best-so-far search without shortcuts: every observation and 200 random members of the neighbourhood are evaluated
// over the whole template, and the best five descend with all template points in every step.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "optimize/minimax.hpp"
#include "optimize/units.hpp"
#include "robust/neighbourhood.hpp"
#include "sweetspot/robust/best_so_far.hpp"

namespace sweetspot::testing {

/// The least worst case over the template that is found.
inline double plain_best_worst_case(const GaussianProcess& gp, const Neighbourhood& neighbourhood, const Template& T,
                                    Rng rng) {
    std::vector<Vector> centres;
    for (const Index n : neighbourhood.reachable())
        centres.push_back(neighbourhood.project(neighbourhood.observed().col(n), n));
    for (int i = 0; i < 200; ++i) centres.push_back(neighbourhood.draw(rng));
    const auto worst = [&](const Vector& x) { return gp.mean(T.at(x)).maxCoeff(); };
    std::vector<double> values;
    values.reserve(centres.size());
    for (const Vector& x : centres) values.push_back(worst(x));
    std::vector<std::size_t> order(centres.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });

    const Pieces pieces = {[&](const Vector& x) { return gp.mean(T.at(x)); },
                           [&](const Vector& x, std::span<const Index> which) -> Matrix {
                               return gp.mean_gradients(T.at(x)(Eigen::all, std::vector(which.begin(), which.end())));
                           }};
    const Vector units = neighbourhood.robust_set().units();
    double best = values[order.front()];
    for (std::size_t i = 0; i < std::min<std::size_t>(5, order.size()); ++i) {
        Vector x = centres[order[i]];
        double value = values[order[i]];
        for (int region = 0; region < 4; ++region) {
            const Index n = neighbourhood.nearest(x);
            const Projection project = [&](const Vector& y) { return neighbourhood.project(y, n); };
            const Minimum end = minimize_maximum(in_units(pieces, units), in_units(project, units),
                                                 x.cwiseQuotient(units), {.first_step = 0.5});
            if (!(end.value < value)) break;
            value = end.value;
            x = project(end.x.cwiseProduct(units));
        }
        best = std::min(best, value);
    }
    return best;
}

}  // namespace sweetspot::testing
