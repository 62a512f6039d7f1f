// Tuned mass dampers: the peak, in decibels, of the response to a harmonic force over a band of frequencies ω.
//
// An absorber (mass m, stiffness k, damping c) on a structure adds the dynamic stiffness
//     -ω² m (k + iωc) / (k + iωc - ω² m)
// to the mass that it sits on; its own stroke is ω² m / |k + iωc - ω² m| times the motion of that mass.
#include <algorithm>
#include <array>
#include <cmath>

#include "problems/bench/members.hpp"
#include "problems/bench/phasor.hpp"
#include "problems/own_region.hpp"
#include "problems/square.hpp"

namespace sweetspot {
namespace {

struct Absorber {
    double mass;
    double stiffness;
    double damping;

    /// From its frequency and its damping ratio.
    static Absorber tuned(double mass, double frequency, double ratio) {
        return {mass, mass * frequency * frequency, 2 * mass * frequency * ratio};
    }
    [[nodiscard]] Phasor spring(double w) const { return {stiffness, w * damping}; }
    [[nodiscard]] Phasor rest(double w) const { return {stiffness - w * w * mass, w * damping}; }
    [[nodiscard]] Phasor dynamic_stiffness(double w) const { return -w * w * mass * (spring(w) / rest(w)); }
    [[nodiscard]] double stroke(double w) const { return w * w * mass / rest(w).size(); }
};

/// A structure of one mass with two absorbers of 2 % of it; the stroke of each should stay below 12 times the static
/// deflection. Inputs: frequency and damping ratio of each.
double damper_pair(const Vector& u) {
    const std::array absorbers = {Absorber::tuned(0.02, 0.75 + 0.4 * u[0], 0.01 + 0.29 * u[1]),
                                  Absorber::tuned(0.02, 0.85 + 0.4 * u[2], 0.01 + 0.29 * u[3])};
    constexpr double own_damping = 0.01;
    constexpr int frequencies = 48;
    double peak = 0;
    double stroke = 0;
    for (int i = 0; i < frequencies; ++i) {
        const double w = 0.6 + 0.8 * i / (frequencies - 1);
        Phasor stiffness{1 - w * w, 2 * own_damping * w};
        for (const Absorber& absorber : absorbers) stiffness = stiffness + absorber.dynamic_stiffness(w);
        const double motion = 1 / stiffness.size();
        peak = std::max(peak, motion);
        for (const Absorber& absorber : absorbers) stroke = std::max(stroke, motion * absorber.stroke(w));
    }
    return 20 * std::log10(peak) + 20 * square(std::max(0.0, stroke / 40 - 1));
}

/// A building of three storeys shaken at the top, an absorber on the third and one on the second, a damper in each
/// storey. Inputs: the mass of the upper absorber, frequencies and damping ratios of both, the three dampers; the
/// latter and the mass cost.
double damper_building(const Vector& u) {
    const double mass = 0.02 + 0.08 * u[0];
    const Absorber upper = Absorber::tuned(mass, 0.3 + 0.3 * u[1], 0.02 + 0.3 * u[2]);
    const Absorber middle = Absorber::tuned(0.03, 0.9 + 0.7 * u[3], 0.02 + 0.3 * u[4]);
    const std::array dampers = {0.005 + 0.1 * u[5], 0.005 + 0.1 * u[6], 0.005 + 0.1 * u[7]};
    constexpr int frequencies = 44;
    double peak = 0;
    double stroke = 0;
    for (int i = 0; i < frequencies; ++i) {
        const double w = 0.3 * std::pow(2.0 / 0.3, static_cast<double>(i) / (frequencies - 1));
        const std::array<Phasor, 3> links = {{{1, w * dampers[0]}, {1, w * dampers[1]}, {1, w * dampers[2]}}};
        const Phasor inertia{-w * w, 0};
        // Eliminating from the ground up: the storey below is a spring for the one above.
        const Phasor first = links[0] + links[1] + inertia;
        const Phasor second = links[1] + links[2] + inertia + middle.dynamic_stiffness(w) - links[1] * links[1] / first;
        const Phasor third = links[2] + inertia + upper.dynamic_stiffness(w) - links[2] * links[2] / second;
        const double top = 1 / third.size();
        peak = std::max({peak, top, 1.5 * top * (links[2] / second).size()});
        stroke = std::max(stroke, top * upper.stroke(w));
    }
    return 20 * std::log10(peak) + 40 * mass + 15 * (dampers[0] + dampers[1] + dampers[2]) +
           10 * square(std::max(0.0, stroke / 60 - 1));
}

}  // namespace

std::vector<BenchmarkPtr> make_dampers() {
    return {
        own_region_problem(
            {"engineering", "damper-pair", "two tuned dampers on a mass: the peak of its response in dB; a box, D = 4",
             4, Norm::infinity, 0.08},
            damper_pair),
        own_region_problem(
            {"engineering", "damper-building",
             "two tuned dampers and three dashpots in a building: peak in dB and cost; D = 8", 8, Norm::two, 0.12},
            damper_building),
    };
}

}  // namespace sweetspot
