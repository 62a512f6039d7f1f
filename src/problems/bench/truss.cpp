// Structures: weight, with squared penalties on what must not happen.
//
// truss-ten-bar: two bays of 360 in on a wall, the stiffness matrix assembled and solved; stress ≤ 25 ksi,
//   displacement ≤ 2 in, Euler's load π² E I/L² of tubes with I = 4 A². Inputs: logarithms of the ten areas.
// beam-stepped: a cantilever of five segments with rectangular sections under a load at its tip; bending stress,
//   deflection, and depth at most 20 times the width against tipping over. Inputs: five widths, five depths.
#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "problems/bench/members.hpp"
#include "problems/own_region.hpp"

namespace sweetspot {
namespace {

double excess(double ratio) {
    const double beyond = std::max(0.0, ratio - 1);
    return beyond * beyond;
}

struct Bar {
    Index from;
    Index to;
};

double truss_ten_bar(const Vector& u) {
    using Stiffness = Eigen::Matrix<double, 8, 8>;
    using Displacements = Eigen::Matrix<double, 8, 1>;
    constexpr double modulus = 1e4;  // ksi
    constexpr double bay = 360;      // in
    // The four free nodes, then the two on the wall; in bays.
    constexpr std::array<std::array<double, 2>, 6> nodes = {{{2, 1}, {2, 0}, {1, 1}, {1, 0}, {0, 1}, {0, 0}}};
    constexpr std::array<Bar, 10> bars = {
        {{2, 4}, {0, 2}, {3, 5}, {1, 3}, {2, 3}, {0, 1}, {3, 4}, {2, 5}, {1, 2}, {0, 3}}};
    Stiffness stiffness = Stiffness::Zero();
    std::array<double, 10> areas{};
    std::array<double, 10> lengths{};
    std::array<std::array<double, 2>, 10> directions{};
    double weight = 0;
    for (std::size_t b = 0; b < bars.size(); ++b) {
        const auto& from = nodes[static_cast<std::size_t>(bars[b].from)];
        const auto& to = nodes[static_cast<std::size_t>(bars[b].to)];
        const double dx = bay * (to[0] - from[0]);
        const double dy = bay * (to[1] - from[1]);
        areas[b] = 2 * std::exp(2.8 * u[static_cast<Index>(b)]);  // 2 to 33 square inches
        lengths[b] = std::sqrt(dx * dx + dy * dy);
        directions[b] = {dx / lengths[b], dy / lengths[b]};
        weight += 0.1 * areas[b] * lengths[b];
        for (const auto& [row, row_sign] : {std::pair{bars[b].from, -1.0}, std::pair{bars[b].to, 1.0}}) {
            for (const auto& [column, column_sign] : {std::pair{bars[b].from, -1.0}, std::pair{bars[b].to, 1.0}}) {
                if (row >= 4 || column >= 4) continue;  // the wall does not move
                for (Index i = 0; i < 2; ++i) {
                    for (Index j = 0; j < 2; ++j) {
                        stiffness(2 * row + i, 2 * column + j) +=
                            row_sign * column_sign * modulus * areas[b] / lengths[b] *
                            directions[b][static_cast<std::size_t>(i)] * directions[b][static_cast<std::size_t>(j)];
                    }
                }
            }
        }
    }
    Displacements load = Displacements::Zero();
    load[3] = load[7] = -100;  // kip, on the lower nodes
    const Displacements moved = stiffness.llt().solve(load);
    double violated = 0;
    for (Index node = 0; node < 4; ++node) violated += excess(std::abs(moved[2 * node + 1]) / 2);
    for (std::size_t b = 0; b < bars.size(); ++b) {
        double stretch = 0;
        for (Index i = 0; i < 2; ++i) {
            const double along = directions[b][static_cast<std::size_t>(i)];
            if (bars[b].to < 4) stretch += along * moved[2 * bars[b].to + i];
            if (bars[b].from < 4) stretch -= along * moved[2 * bars[b].from + i];
        }
        const double stress = modulus * stretch / lengths[b];
        const double euler = 4 * std::numbers::pi * std::numbers::pi * modulus * areas[b] / (lengths[b] * lengths[b]);
        violated += excess(std::abs(stress) / 25) + excess(-stress / euler);
    }
    return weight / 1000 + 10 * violated;
}

double beam_stepped(const Vector& u) {
    constexpr double modulus = 2e7;  // N/cm²
    constexpr double load = 5e4;     // N
    constexpr double segment = 100;  // cm
    double volume = 0;
    double bending = 0;
    double violated = 0;
    for (Index i = 0; i < 5; ++i) {  // from the wall to the tip
        const double width = 1.5 + 3 * u[i];
        const double depth = 25 + 45 * u[5 + i];
        const double inertia = width * depth * depth * depth / 12;
        const auto arm = static_cast<double>(5 - i);
        volume += segment * width * depth;
        // ∫ over the segment of (distance from the tip)², in segments: (arm³ - (arm - 1)³)/3.
        bending += (std::pow(arm, 3) - std::pow(arm - 1, 3)) / (3 * inertia);
        violated += excess(load * arm * segment * depth / (2 * inertia) / 14000) + excess(depth / width / 20);
    }
    const double deflection = load * std::pow(segment, 3) / modulus * bending;
    return volume / 1e4 + 40 * (violated + excess(deflection / 2.7));
}

}  // namespace

std::vector<BenchmarkPtr> make_beams() {
    return {
        own_region_problem({"engineering", "truss-ten-bar",
                            "the weight of ten bars, with stress, displacement and buckling as penalties; D = 10", 10,
                            Norm::two, 0.05},
                           truss_ten_bar),
        own_region_problem({"engineering", "beam-stepped",
                            "the volume of a stepped cantilever, with stress, deflection and slenderness as penalties; "
                            "a box, D = 10",
                            10, Norm::infinity, 0.02},
                           beam_stepped),
    };
}

}  // namespace sweetspot
