// Low-pass ladder filters between two resistors of 1: series inductors and shunt capacitors in turn, each with quality
// factor 120. The chain matrix (A B; C D) of the ladder gives the insertion loss 20 log10 |A + B + C + D| / 2 in dB.
// Inputs: logarithms of the elements. The cost: the largest loss in the pass band 0 < ω ≤ 1, and what the stop band
// lacks of its attenuation.
#include <algorithm>
#include <cmath>

#include "problems/bench/members.hpp"
#include "problems/bench/phasor.hpp"
#include "problems/own_region.hpp"

namespace sweetspot {
namespace {

struct Demands {
    double stop_from;    ///< in units of the pass band's end
    double attenuation;  ///< dB
    double weight;       ///< dB of cost per dB that lacks
    int pass_points;
    int stop_points;
};

/// |A + B + C + D|²/4 at a frequency.
double loss(const Vector& elements, double w) {
    constexpr double quality = 120;
    // What the load sees, from the load to the source: voltage and current per unit of load voltage.
    Phasor voltage{1, 0};
    Phasor current{1, 0};
    for (Index j = elements.size(); j-- > 0;) {
        const Phasor element = w * elements[j] * Phasor{1 / quality, 1};
        if (j % 2 == 0) {
            voltage = voltage + element * current;
        } else {
            current = current + element * voltage;
        }
    }
    return (voltage + current).squared() / 4;
}

Vector elements_of(const Vector& u) {
    return (0.25 * (2.4 * u.array()).exp()).matrix();  // 0.25 to 2.76
}

double cost(const Vector& u, const Demands& demands) {
    const Vector elements = elements_of(u);
    double most = 0;
    for (int i = 1; i <= demands.pass_points; ++i) {
        most = std::max(most, loss(elements, static_cast<double>(i) / demands.pass_points));
    }
    double least = 1e300;
    for (int i = 0; i < demands.stop_points; ++i) {
        least = std::min(least, loss(elements, demands.stop_from + 0.12 * i));
    }
    const double lacks = std::max(0.0, demands.attenuation - 10 * std::log10(least));
    return 10 * std::log10(most) + demands.weight * lacks;
}

BenchmarkPtr ladder(std::string name, std::string summary, Index dimension, Norm norm, double tolerance,
                    const Demands& demands) {
    std::vector<Objective> guides = {
        [demands](const Vector& u) { return -std::log(loss(elements_of(u), demands.stop_from)); }};
    for (const double w : {0.3, 0.45, 0.6, 0.7, 0.8, 0.87, 0.94, 1.0}) {
        guides.emplace_back([w](const Vector& u) { return std::log(loss(elements_of(u), w)); });
    }
    return own_region_problem(
        {"engineering", std::move(name), std::move(summary), dimension, norm, tolerance},
        [demands](const Vector& u) { return cost(u, demands); }, guides);
}

}  // namespace

std::vector<BenchmarkPtr> make_ladders() {
    return {
        ladder("ladder-5", "an LC ladder of five elements: loss in the pass band, leak in the stop band; a box, D = 5",
               5, Norm::infinity, 0.03, {1.5, 24, 0.3, 24, 6}),
        ladder("ladder-9", "an LC ladder of nine elements: loss in the pass band, leak in the stop band; D = 9", 9,
               Norm::two, 0.06, {1.25, 40, 0.3, 32, 8}),
    };
}

}  // namespace sweetspot
