#include "problems/bench/known_functions.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "problems/square.hpp"

namespace sweetspot {
namespace {

using std::numbers::pi;

}  // namespace

double branin(const Vector& z) {
    const double valley = z[1] - 5.1 / (4 * pi * pi) * square(z[0]) + 5 / pi * z[0] - 6;
    return square(valley) + 10 * (1 - 1 / (8 * pi)) * std::cos(z[0]) + 10;
}

double hartmann6(const Vector& z) {
    constexpr std::array<double, 4> heights = {1, 1.2, 3, 3.2};
    constexpr std::array<std::array<double, 6>, 4> sharpness = {
        {{10, 3, 17, 3.5, 1.7, 8}, {0.05, 10, 17, 0.1, 8, 14}, {3, 3.5, 1.7, 10, 17, 8}, {17, 8, 0.05, 10, 0.1, 14}}};
    constexpr std::array<std::array<double, 6>, 4> places = {{{0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886},
                                                              {0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991},
                                                              {0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650},
                                                              {0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381}}};
    double sum = 0;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        double exponent = 0;
        for (std::size_t d = 0; d < 6; ++d) {
            exponent += sharpness[i][d] * square(z[static_cast<Index>(d)] - places[i][d]);
        }
        sum += heights[i] * std::exp(-exponent);
    }
    return -sum;
}

double rosenbrock(const Vector& z) {
    double sum = 0;
    for (Index d = 0; d + 1 < z.size(); ++d) sum += 100 * square(z[d + 1] - square(z[d])) + square(1 - z[d]);
    return sum;
}

double ackley(const Vector& z) {
    const auto dimension = static_cast<double>(z.size());
    double waves = 0;
    for (const double v : z) waves += std::cos(2 * pi * v);
    return 20 - 20 * std::exp(-0.2 * z.norm() / std::sqrt(dimension)) + std::numbers::e - std::exp(waves / dimension);
}

double griewank(const Vector& z) {
    double product = 1;
    for (Index d = 0; d < z.size(); ++d) product *= std::cos(z[d] / std::sqrt(static_cast<double>(d) + 1));
    return z.squaredNorm() / 4000 + 1 - product;
}

double styblinski_tang_mean(const Vector& z) {
    double sum = 0;
    for (const double v : z) sum += v * (5 + v * (-16 + v * v)) / 2;
    return sum / static_cast<double>(z.size());
}

double levy(const Vector& z) {
    const auto w = [&](Index d) { return 1 + (z[d] - 1) / 4; };
    const Index last = z.size() - 1;
    double sum = square(std::sin(pi * w(0)));
    for (Index d = 0; d < last; ++d) sum += square(w(d) - 1) * (1 + 10 * square(std::sin(pi * w(d) + 1)));
    return sum + square(w(last) - 1) * (1 + square(std::sin(2 * pi * w(last))));
}

double bumped_trough(const Vector& z) {
    const double u = z.squaredNorm();
    return std::log(u + std::exp(-10 * u));
}

}  // namespace sweetspot
