#include "statistics/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.hpp"
#include "base/normal.hpp"

namespace sweetspot {
namespace {

/// The continued fraction of I_x(a, b) without its front factor, by Lentz's method; converges fast for
/// x < (a + 1) / (a + b + 2).
double beta_fraction(double x, double a, double b) {
    constexpr double tiny = 1e-300;
    constexpr int most_terms = 10000;  // some √max(a, b) are needed
    const auto away_from_zero = [](double v) { return std::abs(v) < tiny ? tiny : v; };
    double c = 1;
    double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
    double value = d;
    for (int i = 1; i <= most_terms; ++i) {
        const double m = i;
        double step = 1;
        for (const double term : {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                                  -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))}) {
            d = 1 / away_from_zero(1 + term * d);
            c = away_from_zero(1 + term / c);
            step = c * d;
            value *= step;
        }
        if (std::abs(step - 1) < 1e-15) break;
    }
    return value;
}

/// I_x(a, b), the regularised incomplete beta function; y = 1 - x is given apart to keep its digits.
double incomplete_beta(double x, double y, double a, double b) {
    if (x <= 0) return 0;
    if (y <= 0) return 1;
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log(y));
    if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(x, a, b) / a;
    return 1 - front * beta_fraction(y, b, a) / b;
}

}  // namespace

double chi_square_upper_tail(double x, Index degrees) {
    require(degrees >= 1 && x >= 0,
            "chi_square_upper_tail: x is {} on {} degrees of freedom; x must be ≥ 0 and the degrees at least 1", x,
            degrees);
    // Q(s + 1, h) = Q(s, h) + h^s e^-h / Γ(s + 1), up from Q(1, h) = e^-h or Q(1/2, h) = erfc(√h). All terms are ≥ 0.
    const double h = x / 2;
    const bool even = degrees % 2 == 0;
    double sum = even ? std::exp(-h) : std::erfc(std::sqrt(h));
    double term = even ? std::exp(-h) * h : 2 * std::sqrt(h / std::numbers::pi) * std::exp(-h);
    for (double s = even ? 1 : 0.5; s < static_cast<double>(degrees) / 2; ++s) {
        sum += term;
        term *= h / (s + 1);
    }
    return std::min(1.0, sum);
}

double f_upper_tail(double f, Index between, Index within) {
    require(between >= 1 && within >= 1 && f >= 0,
            "f_upper_tail: f is {} on {} and {} degrees of freedom; f must be ≥ 0 and the degrees at least 1", f,
            between, within);
    if (std::isinf(f)) return 0;
    const auto b = static_cast<double>(between);
    const auto w = static_cast<double>(within);
    return incomplete_beta(w / (w + b * f), b * f / (w + b * f), w / 2, b / 2);
}

double normal_range_cdf(double r, Index k) {
    require(k >= 2, "normal_range_cdf: the range of {} numbers; it takes at least 2", k);
    if (r <= 0) return 0;
    // k ∫ φ(z) [Φ(z) - Φ(z - r)]^(k-1) dz over the largest z. The trapezoidal rule converges faster than any power of
    // the step on an analytic integrand that vanishes at both ends.
    constexpr double step = 1.0 / 32;
    constexpr double reach = 10;
    double sum = 0;
    for (double z = -reach; z <= reach; z += step) {
        sum += normal_density(z) * std::pow(normal_cdf(z) - normal_cdf(z - r), static_cast<double>(k - 1));
    }
    return std::min(1.0, static_cast<double>(k) * step * sum);
}

}  // namespace sweetspot
