// The standard normal distribution. In the tails a relative error of z is amplified by z², so the roundings of z² and
// of z/√2 are carried along as a second, small term.
#include "base/normal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/check.hpp"

namespace sweetspot {
namespace {

constexpr double one_over_sqrt_2pi = 0.39894228040143267794;
constexpr double one_over_sqrt_2 = std::numbers::sqrt2 / 2;
constexpr double one_over_sqrt_2_rest = -4.8336466567264567e-17;  // 1/√2 minus its double

// Beyond this |z| both φ and the smaller of Φ(±z) are below the smallest double.
constexpr double underflow = 39;

// c_0 + c_1 x + … + c_7 x^7 by halves (Estrin), whose short chains of operations take half the time of Horner's one.
double polynomial(const std::array<double, 8>& c, double x) {
    const double x2 = x * x;
    const double low = (c[0] + c[1] * x) + (c[2] + c[3] * x) * x2;
    const double high = (c[4] + c[5] * x) + (c[6] + c[7] * x) * x2;
    return low + high * (x2 * x2);
}

// Wichura's algorithm AS 241 (PPND16): three rational functions, relative error of the formula about 1e-16.
// q = p - 1/2, |q| ≤ 0.425.
double central_quantile(double q) {
    constexpr std::array numerator{3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                   1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                   3.3430575583588128105e4, 2.5090809287301226727e3};
    constexpr std::array denominator{1.0,
                                     4.2313330701600911252e1,
                                     6.8718700749205790830e2,
                                     5.3941960214247511077e3,
                                     2.1213794301586595867e4,
                                     3.9307895800092710610e4,
                                     2.8729085735721942674e4,
                                     5.2264952788528545610e3};
    const double r = 0.425 * 0.425 - q * q;
    return q * polynomial(numerator, r) / polynomial(denominator, r);
}

// s = √(-log p) for the smaller tail p; the result is the positive quantile. s ≤ 5 is p ≥ 1.4e-11.
double near_tail_quantile(double s) {
    constexpr std::array numerator{1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                   3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                   2.27238449892691845833e-2, 7.74545014278341407640e-4};
    constexpr std::array denominator{1.0,
                                     2.05319162663775882187e0,
                                     1.67638483018380384940e0,
                                     6.89767334985100004550e-1,
                                     1.48103976427480074590e-1,
                                     1.51986665636164571966e-2,
                                     5.47593808499534494600e-4,
                                     1.05075007164441684324e-9};
    return polynomial(numerator, s - 1.6) / polynomial(denominator, s - 1.6);
}

double far_tail_quantile(double s) {
    constexpr std::array numerator{6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                   2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                   2.71155556874348757815e-5, 2.01033439929228813265e-7};
    constexpr std::array denominator{1.0,
                                     5.99832206555887937690e-1,
                                     1.36929880922735805310e-1,
                                     1.48753612908506148525e-2,
                                     7.86869131145613259100e-4,
                                     1.84631831751005468180e-5,
                                     1.42151175831644588870e-7,
                                     2.04426310338993978564e-15};
    return polynomial(numerator, s - 5) / polynomial(denominator, s - 5);
}

// 1 - t R(t) for t ≥ 4, where R(t) = Φ(-t)/φ(t) = 1/(t + K), K = 1/(t + 2/(t + 3/(t + …))): it is K/(t + K), no
// difference of close numbers. 40 terms reach rounding error at t = 4 and the more easily beyond.
double one_minus_t_mills_ratio(double t) {
    constexpr int terms = 40;
    double denominator = t;
    for (int k = terms; k >= 2; --k) denominator = t + k / denominator;
    const double k_fraction = 1 / denominator;
    return k_fraction / (t + k_fraction);
}

}  // namespace

double normal_density(double z) {
    if (std::abs(z) > underflow) return 0;
    const double square = z * z;
    const double rest = std::fma(z, z, -square);
    return one_over_sqrt_2pi * std::exp(-square / 2) * (1 - rest / 2);
}

double normal_cdf(double z) {
    const double x = -z * one_over_sqrt_2;
    const double value = std::erfc(x) / 2;
    if (!(z < -1 && z > -underflow)) return value;
    const double rest = std::fma(-z, one_over_sqrt_2, -x) - z * one_over_sqrt_2_rest;
    return value - std::exp(-x * x) * std::numbers::inv_sqrtpi * rest;
}

double normal_log_cdf(double z) {
    if (z > 0) return std::log1p(-normal_cdf(-z));
    if (z > -4) return std::log(normal_cdf(z));
    // Φ(-t) = φ(t) R(t).
    return std::log(one_over_sqrt_2pi) - z * z / 2 + std::log((1 - one_minus_t_mills_ratio(-z)) / -z);
}

double normal_quantile(double p) {
    require(p > 0 && p < 1, "normal_quantile: p is {}; it must lie strictly between 0 and 1", p);
    const double q = p - 0.5;
    if (std::abs(q) <= 0.425) return central_quantile(q);
    const double s = std::sqrt(-std::log(q < 0 ? p : 1 - p));
    const double magnitude = s <= 5 ? near_tail_quantile(s) : far_tail_quantile(s);
    return q < 0 ? -magnitude : magnitude;
}

double expected_positive_part(double mean, double sd) {
    require(!(sd < 0), "expected_positive_part: sd is {}; it must be at least 0", sd);
    if (sd == 0) return std::max(0.0, mean);
    const double z = mean / sd;
    // Above -4 the two terms of the textbook formula cancel to a twentieth at most.
    if (z > -4) return mean * normal_cdf(z) + sd * normal_density(z);
    return sd * normal_density(z) * one_minus_t_mills_ratio(-z);
}

}  // namespace sweetspot
