// The robust sets over which the law suites run: every norm with equal and unequal tolerances and with an exact
// coordinate, general forms, and tolerances of the nominal value, in dimensions 1 to 100.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "sweetspot/robust/robust_set.hpp"

namespace sweetspot::members {

struct RobustSetMember {
    std::string name;
    RobustSet set;
    /// Rejection from the bounding box finds members in reasonable time.
    enum class Filling { enough, too_little } filling = Filling::enough;
    /// Mean, variances and kurtosis (the largest of any coordinate) of the uniform distribution where they have a
    /// closed form; empty otherwise.
    Vector mean{};
    Vector variance{};
    double kurtosis = 0;

    friend std::ostream& operator<<(std::ostream& out, const RobustSetMember& member) { return out << member.name; }
};

/// E δ_d² of the uniform distribution on the unit p-ball in k dimensions.
inline double second_moment(Norm norm, Index k) {
    const auto n = static_cast<double>(k);
    if (norm == Norm::one) return 2 / ((n + 1) * (n + 2));
    return norm == Norm::two ? 1 / (n + 2) : 1.0 / 3;
}

/// E δ_d⁴.
inline double fourth_moment(Norm norm, Index k) {
    const auto n = static_cast<double>(k);
    if (norm == Norm::one) return 24 / ((n + 1) * (n + 2) * (n + 3) * (n + 4));
    return norm == Norm::two ? 3 / ((n + 2) * (n + 4)) : 1.0 / 5;
}

inline double kurtosis(Norm norm, Index k) {
    return fourth_moment(norm, k) / std::pow(second_moment(norm, k), 2);
}

inline RobustSetMember norm_ball(const std::string& kind, Norm norm, const Vector& tolerance) {
    RobustSet set(norm, tolerance);
    const Index k = std::ssize(set.free_coordinates());
    const std::string name = std::string(to_string(norm)) + "_" + kind + "_" + std::to_string(tolerance.size());
    return {"norm_" + name,
            set,
            RobustSetMember::Filling::enough,
            Vector::Zero(tolerance.size()),
            second_moment(norm, k) * tolerance.cwiseAbs2(),
            kurtosis(norm, k)};
}

/// The density of one coordinate of the uniform distribution on the unit p-ball in k dimensions, up to a factor.
inline double marginal_density(Norm norm, Index k, double u) {
    const auto n = static_cast<double>(k);
    if (norm == Norm::one) return std::pow(1 - std::abs(u), n - 1);
    return norm == Norm::two ? std::pow(1 - u * u, (n - 1) / 2) : 1;
}

/// Mean, variance and kurtosis of g(u) for that coordinate, by the midpoint rule. Members are made whenever the tests
/// start, so that it has to be quick.
struct Moments {
    double mean, variance, kurtosis;
};
template <class G>
Moments marginal_moments(Norm norm, Index k, const G& g) {
    constexpr int steps = 1000;
    double total = 0;
    double raw[4] = {};
    for (int i = 0; i < steps; ++i) {
        const double u = (2 * i + 1.0) / steps - 1;
        const double weight = marginal_density(norm, k, u);
        const double x = g(u);
        total += weight;
        double power = weight;
        for (double& moment : raw) moment += power *= x;
    }
    const double m = raw[0] / total;
    const double variance = raw[1] / total - m * m;
    const double fourth = raw[3] / total - 4 * m * raw[2] / total + 6 * m * m * raw[1] / total - 3 * m * m * m * m;
    return {m, variance, fourth / (variance * variance)};
}

/// {δ : δ_d = log(1 + t_d u_d) or t_d u_d, ‖u‖_p ≤ 1}; uniform means uniform in u.
inline RobustSetMember warped_ball(const std::string& kind, Norm norm, const std::vector<RegionTolerance>& tolerance) {
    RobustSetMember member{
        "warped_" + std::string(to_string(norm)) + "_" + kind + "_" + std::to_string(tolerance.size()),
        RobustSet(norm, tolerance)};
    const Index k = std::ssize(member.set.free_coordinates());
    member.mean.setZero(std::ssize(tolerance));
    member.variance = member.mean;
    std::map<std::pair<double, RegionTolerance::Of>, Moments> known;  // few tolerances differ
    for (const Index d : member.set.free_coordinates()) {
        const auto [amount, of] = tolerance[d];
        const auto g = [t = amount, warped = of == RegionTolerance::Of::nominal](double u) {
            return warped ? std::log(1 + t * u) : t * u;
        };
        const auto [found, is_new] = known.try_emplace({amount, of});
        if (is_new) found->second = marginal_moments(norm, k, g);
        member.mean[d] = found->second.mean;
        member.variance[d] = found->second.variance;
        member.kurtosis = std::max(member.kurtosis, found->second.kurtosis);
    }
    return member;
}

/// {δ : √((δ - shift)ᵀ C⁻¹ (δ - shift)) ≤ 1} with correlations 0.3^|i-j| and growing axes, in its tightest box.
/// Uniform on it: mean = shift, covariance C/(k + 2).
inline RobustSetMember ellipsoid(const std::string& kind, Index k, double shift) {
    Matrix C(k, k);
    for (Index i = 0; i < k; ++i)
        for (Index j = 0; j < k; ++j)
            C(i, j) = std::pow(0.3, std::abs(static_cast<double>(i - j))) * (0.1 + 0.01 * static_cast<double>(i)) *
                      (0.1 + 0.01 * static_cast<double>(j));
    const Vector reach = C.diagonal().cwiseSqrt();
    // Only the first coordinate is shifted, so that 0 stays well inside.
    const Vector centre = shift * reach[0] * Vector::Unit(k, 0);
    const Matrix A = C.inverse();
    RobustSet set([A, centre](const Vector& delta) { return std::sqrt((delta - centre).dot(A * (delta - centre))); }, 1,
                  {centre - reach, centre + reach});
    const auto filling = k <= 10 ? RobustSetMember::Filling::enough : RobustSetMember::Filling::too_little;
    return {kind + "_" + std::to_string(k), set, filling, centre, second_moment(Norm::two, k) * reach.cwiseAbs2(),
            kurtosis(Norm::two, k)};
}

/// {δ : Σ |δ_d/0.2|^0.7 ≤ 1}: star-shaped and not convex.
inline RobustSetMember superellipse(Index k) {
    RobustSet set([](const Vector& delta) { return (delta.array().abs() / 0.2).pow(0.7).sum(); }, 1,
                  {Vector::Constant(k, -0.2), Vector::Constant(k, 0.2)});
    const auto filling = k <= 5 ? RobustSetMember::Filling::enough : RobustSetMember::Filling::too_little;
    return {"superellipse_" + std::to_string(k), set, filling};
}

inline std::vector<RobustSetMember> robust_sets() {
    std::vector<RobustSetMember> all;
    for (const Index dimension : {1, 2, 5, 10, 100}) {
        Vector unequal(dimension);
        for (Index d = 0; d < dimension; ++d) unequal[d] = 0.3 / (1 + static_cast<double>((3 * d) % 7));
        Vector one_exact = unequal;
        one_exact[dimension / 2] = 0;
        for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
            all.push_back(norm_ball("equal", norm, Vector::Constant(dimension, 0.2)));
            all.push_back(norm_ball("unequal", norm, unequal));
            all.push_back(norm_ball("one_exact", norm, one_exact));
        }
        all.push_back(ellipsoid("tilted_ellipsoid", dimension, 0));
        all.push_back(ellipsoid("shifted_ellipsoid", dimension, 0.4));
        all.push_back(superellipse(dimension));
    }
    for (const Index dimension : {1, 3, 10}) {
        const auto n = static_cast<std::size_t>(dimension);
        const std::vector<RegionTolerance> relative(n, {0.3, RegionTolerance::Of::nominal});
        std::vector<RegionTolerance> mixture(n, {0.6, RegionTolerance::Of::nominal});
        for (std::size_t d = 1; d < n; ++d) {
            if (d % 3 == 1) mixture[d] = {0.2};
            if (d % 3 == 2) mixture[d] = {};
        }
        for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
            all.push_back(warped_ball("relative", norm, relative));
            all.push_back(warped_ball("mixture", norm, mixture));
        }
    }
    return all;
}

}  // namespace sweetspot::members
