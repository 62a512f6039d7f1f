// The bench beyond the paper: its halves, its formulas against a second writing, its exact worst case.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <string>

#include "problems/bench/known_functions.hpp"
#include "problems/bench/stored_bench.hpp"
#include "support/tolerance.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {
namespace {

using Complex = std::complex<double>;
using Chain = Eigen::Matrix2cd;
using std::numbers::pi;
const Complex i1(0, 1);

/// The problem against `formula` at points of the cube.
void expect_formula(std::string_view name, const std::function<double(const Vector&)>& formula) {
    const BenchmarkPtr problem = benchmark_named(name);
    const Index dimension = only_dimension(*problem).value();
    Rng rng(1);
    for (int k = 0; k < 50; ++k) {
        Vector u(dimension);
        for (double& v : u) v = rng.uniform();
        const double expected = formula(u);
        EXPECT_NEAR(problem->value(u), expected, 1e-9 * (1 + std::abs(expected))) << name;
    }
}

TEST(Bench, MembersOfAFamilyBelongToTheHalvesInTurnByName) {
    std::map<std::string_view, std::vector<std::string_view>> families;
    for (const BenchmarkPtr& problem : benchmarks()) {
        if (problem->own_norm()) families[problem->family()].push_back(problem->name());
    }
    EXPECT_EQ(families.size(), 4U);
    std::size_t members = 0;
    for (auto& [family, names] : families) {
        std::ranges::sort(names);
        EXPECT_GE(names.size(), 6U) << family;
        for (std::size_t k = 0; k < names.size(); ++k) {
            EXPECT_EQ(bench_half(names[k]), k % 2 == 0 ? BenchHalf::tuning : BenchHalf::confirmation) << names[k];
        }
        members += names.size();
    }
    EXPECT_EQ(bench_problems(BenchHalf::tuning).size() + bench_problems(BenchHalf::confirmation).size(), members);
    EXPECT_EQ(bench_half("array-positions"), BenchHalf::tuning);
    EXPECT_EQ(bench_half("array-weights"), BenchHalf::confirmation);
    EXPECT_THROW(static_cast<void>(bench_half("levy03")), std::invalid_argument);
}

TEST(Bench, RegionsAreOnTheUnitCubeWithTolerancesFromOneToFifteenPerCent) {
    for (const BenchmarkPtr& problem : benchmarks()) {
        if (!problem->own_norm()) {
            const std::string family(problem->family());
            EXPECT_TRUE(family == "paper" || family == "push" || family == "many") << family;
            EXPECT_EQ(problem->has_instances(), family != "paper") << problem->name();
            continue;
        }
        const Index dimension = only_dimension(*problem).value();
        EXPECT_LE(dimension, 20);
        EXPECT_EQ(problem->space(dimension), Space::cube(dimension, 0, 1));
        EXPECT_GE(problem->default_tolerance(), 0.01) << problem->name();
        EXPECT_LE(problem->default_tolerance(), 0.15) << problem->name();
        EXPECT_THROW(static_cast<void>(problem->space(dimension + 1)), std::invalid_argument);
        EXPECT_THROW(static_cast<void>(problem->value(Vector::Zero(dimension + 1))), std::invalid_argument);
        const bool is_closed_form = problem->name() == "cliff-edge";
        EXPECT_EQ(stored_bench_optimum(problem->name()).size(), is_closed_form ? 0 : dimension) << problem->name();
    }
}

TEST(Bench, TheNominalOptimumHasMinimaOfTheLiterature) {
    EXPECT_NEAR(branin(Vector{{pi, 2.275}}), 0.397887, 1e-6);
    EXPECT_NEAR(branin(Vector{{-pi, 12.275}}), 0.397887, 1e-6);
    EXPECT_NEAR(hartmann6(Vector{{0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573}}), -3.32237, 1e-5);
    EXPECT_EQ(rosenbrock(Vector::Ones(5)), 0);
    EXPECT_EQ(rosenbrock(Vector{{0.0, 0.0, 0.0}}), 2);
    EXPECT_NEAR(ackley(Vector::Zero(4)), 0, tolerance::rounding);
    EXPECT_NEAR(ackley(Vector::Constant(2, 1)), 20 - 20 * std::exp(-0.2), tolerance::rounding);
    EXPECT_EQ(griewank(Vector::Zero(3)), 0);
    EXPECT_NEAR(griewank(Vector{{pi, 0.0}}), 2 + pi * pi / 4000, tolerance::rounding);
    EXPECT_NEAR(styblinski_tang_mean(Vector::Constant(3, -2.903534)), -39.16617, 1e-5);
    EXPECT_NEAR(levy(Vector::Ones(4)), 0, tolerance::rounding);
    EXPECT_EQ(bumped_trough(Vector::Zero(2)), 0);
}

/// By products of complex matrices, admittances and the amplitude r = (1 - Y)/(1 + Y).
double reflectance(const Vector& thickness, const std::vector<double>& indices, double wavelength) {
    Chain stack = Chain::Identity();
    for (Index j = 0; j < thickness.size(); ++j) {
        const double n = indices[static_cast<std::size_t>(j)];
        const double phase = 2 * pi * n * thickness[j] / wavelength;
        Chain layer;
        layer << std::cos(phase), i1 * std::sin(phase) / n, i1 * n * std::sin(phase), std::cos(phase);
        stack = stack * layer;
    }
    const Eigen::Vector2cd fields = stack * Eigen::Vector2cd(1, 1.52);
    const Complex admittance = fields[1] / fields[0];
    return std::norm((1.0 - admittance) / (1.0 + admittance));
}

TEST(Bench, CoatingsAreProductsOfCharacteristicMatrices) {
    expect_formula("coating-antireflection", [](const Vector& u) {
        double sum = 0;
        for (int k = 0; k < 14; ++k) {
            const double percent =
                100 * reflectance((10 + 190 * u.array()).matrix(), {1.38, 2.2, 1.46, 2.2, 1.62}, 430 + 20.0 * k);
            sum += percent + (percent > 1.5 ? 0.2 * std::pow(percent - 1.5, 2) : 0);
        }
        return sum / 14;
    });
    expect_formula("coating-edge", [](const Vector& u) {
        std::vector<double> indices;
        indices.reserve(12);
        for (int j = 0; j < 12; ++j) indices.push_back(j % 2 == 0 ? 2.3 : 1.45);
        const Vector thickness = 20 + 120 * u.array();
        double sum = 0;
        double most = 0;
        for (int k = 0; k < 6; ++k) sum += (1 - reflectance(thickness, indices, 430 + 16.0 * k)) / 6;
        for (int k = 0; k < 9; ++k) {
            const double share = reflectance(thickness, indices, 570 + 13.75 * k);
            sum += share / 9;
            most = std::max(most, share);
        }
        return 10 * (sum + most);
    });
}

TEST(Bench, LaddersAreProductsOfChainMatrices) {
    const auto loss = [](const Vector& u, double w) {
        Chain chain = Chain::Identity();
        for (Index j = 0; j < u.size(); ++j) {
            const Complex element = w * 0.25 * std::exp(2.4 * u[j]) * (i1 + 1.0 / 120);
            Chain link = Chain::Identity();
            (j % 2 == 0 ? link(0, 1) : link(1, 0)) = element;
            chain = chain * link;
        }
        return 20 * std::log10(std::abs(chain.sum()) / 2);
    };
    const auto ladder = [&](int pass, double stop, int stops, double attenuation) {
        return [=](const Vector& u) {
            double most = -1e300;
            double least = 1e300;
            for (int k = 1; k <= pass; ++k) most = std::max(most, loss(u, 1.0 * k / pass));
            for (int k = 0; k < stops; ++k) least = std::min(least, loss(u, stop + 0.12 * k));
            return most + 0.3 * std::max(0.0, attenuation - least);
        };
    };
    expect_formula("ladder-5", ladder(24, 1.5, 6, 24));
    expect_formula("ladder-9", ladder(32, 1.25, 8, 40));
}

/// Amplitudes of all masses of a chain of storeys with absorbers, from the whole system of equations.
Eigen::VectorXcd storeys(const Vector& link_damping, double w, const std::vector<std::array<double, 4>>& absorbers) {
    const Index n = link_damping.size();
    const Index all = n + static_cast<Index>(absorbers.size());
    Eigen::MatrixXcd system = Eigen::MatrixXcd::Zero(all, all);
    const auto connect = [&](Index a, Index b, Complex stiffness) {
        system(b, b) += stiffness;
        if (a < 0) return;
        system(a, a) += stiffness;
        system(a, b) -= stiffness;
        system(b, a) -= stiffness;
    };
    for (Index k = 0; k < n; ++k) {
        connect(k - 1, k, 1.0 + i1 * w * link_damping[k]);
        system(k, k) -= w * w;
    }
    for (std::size_t a = 0; a < absorbers.size(); ++a) {
        const auto& [where, mass, frequency, ratio] = absorbers[a];
        const Index own = n + static_cast<Index>(a);
        connect(static_cast<Index>(where), own, mass * frequency * (frequency + 2.0 * i1 * w * ratio));
        system(own, own) -= w * w * mass;
    }
    Eigen::VectorXcd force = Eigen::VectorXcd::Zero(all);
    force[n - 1] = 1;
    return system.partialPivLu().solve(force);
}

TEST(Bench, DampersSolveTheWholeSystem) {
    expect_formula("damper-pair", [](const Vector& u) {
        double peak = 0;
        double stroke = 0;
        for (int k = 0; k < 48; ++k) {
            const double w = 0.6 + 0.8 * k / 47;
            const Eigen::VectorXcd x = storeys(
                Vector{{0.02}}, w,
                {{0, 0.02, 0.75 + 0.4 * u[0], 0.01 + 0.29 * u[1]}, {0, 0.02, 0.85 + 0.4 * u[2], 0.01 + 0.29 * u[3]}});
            peak = std::max(peak, std::abs(x[0]));
            stroke = std::max({stroke, std::abs(x[1] - x[0]), std::abs(x[2] - x[0])});
        }
        return 20 * std::log10(peak) + 20 * std::pow(std::max(0.0, stroke / 40 - 1), 2);
    });
    expect_formula("damper-building", [](const Vector& u) {
        const double mass = 0.02 + 0.08 * u[0];
        const Vector dampers = 0.005 + 0.1 * u.tail(3).array();
        double peak = 0;
        double stroke = 0;
        for (int k = 0; k < 44; ++k) {
            const double w = 0.3 * std::pow(2.0 / 0.3, k / 43.0);
            const Eigen::VectorXcd x = storeys(
                dampers, w,
                {{2, mass, 0.3 + 0.3 * u[1], 0.02 + 0.3 * u[2]}, {1, 0.03, 0.9 + 0.7 * u[3], 0.02 + 0.3 * u[4]}});
            peak = std::max({peak, std::abs(x[2]), 1.5 * std::abs(x[1])});
            stroke = std::max(stroke, std::abs(x[3] - x[2]));
        }
        return 20 * std::log10(peak) + 40 * mass + 15 * dampers.sum() +
               10 * std::pow(std::max(0.0, stroke / 60 - 1), 2);
    });
}

TEST(Bench, TheTrussIsInEquilibrium) {
    // Forces by the equilibrium matrix: K = B diag(EA/L) Bᵀ with the columns of B the directions of the bars.
    expect_formula("truss-ten-bar", [](const Vector& u) {
        const Matrix nodes{{2.0, 2.0, 1.0, 1.0, 0.0, 0.0}, {1.0, 0.0, 1.0, 0.0, 1.0, 0.0}};
        const std::vector<std::pair<Index, Index>> bars = {{2, 4}, {0, 2}, {3, 5}, {1, 3}, {2, 3},
                                                           {0, 1}, {3, 4}, {2, 5}, {1, 2}, {0, 3}};
        Matrix b = Matrix::Zero(12, 10);
        Vector length(10);
        for (Index j = 0; j < 10; ++j) {
            const auto [from, to] = bars[static_cast<std::size_t>(j)];
            const Vector along = 360 * (nodes.col(to) - nodes.col(from));
            length[j] = along.norm();
            b.block(2 * to, j, 2, 1) = along / length[j];
            b.block(2 * from, j, 2, 1) = -along / length[j];
        }
        const Matrix free = b.topRows(8);
        const Vector area = 2 * (2.8 * u.array()).exp();
        const Vector stiffness = 1e4 * area.cwiseQuotient(length);
        Vector load = Vector::Zero(8);
        load[3] = load[7] = -100;
        const Vector moved = (free * stiffness.asDiagonal() * free.transpose()).partialPivLu().solve(load);
        const Vector force = stiffness.cwiseProduct(free.transpose() * moved);
        const auto excess = [](double ratio) { return ratio > 1 ? std::pow(ratio - 1, 2) : 0; };
        double violated = 0;
        for (Index node = 0; node < 4; ++node) violated += excess(std::abs(moved[2 * node + 1]) / 2);
        for (Index j = 0; j < 10; ++j) {
            violated += excess(std::abs(force[j]) / area[j] / 25);
            violated += excess(-force[j] / (pi * pi * 1e4 * 4 * area[j] * area[j] / (length[j] * length[j])));
        }
        return 0.1 * area.dot(length) / 1000 + 10 * violated;
    });
}

TEST(Bench, TheBeamBendsAsTheIntegralSays) {
    expect_formula("beam-stepped", [](const Vector& u) {
        const auto excess = [](double ratio) { return ratio > 1 ? std::pow(ratio - 1, 2) : 0; };
        double deflection = 0;  // ∫ P s²/(E I) ds by Simpson's rule, exact for s²
        double volume = 0;
        double violated = 0;
        for (int k = 0; k < 5; ++k) {
            const double width = 1.5 + 3 * u[k];
            const double depth = 25 + 45 * u[5 + k];
            const double section = width * std::pow(depth, 3) / 12;
            const double far = 500 - 100.0 * k;
            const double near = far - 100;
            deflection +=
                5e4 / (2e7 * section) * 100 / 6 * (far * far + 4 * std::pow((far + near) / 2, 2) + near * near);
            volume += 100 * width * depth;
            violated += excess(6 * 5e4 * far / (width * depth * depth) / 14000) + excess(depth / (20 * width));
        }
        return volume / 1e4 + 40 * (violated + excess(deflection / 2.7));
    });
}

TEST(Bench, ArraysAreSumsOfWaves) {
    expect_formula("array-positions", [](const Vector& u) {
        double highest = 0;
        for (int k = 0; k < 56; ++k) {
            const double s = 0.1 + 0.9 * k / 55;
            double place = 0;
            double sum = 0;
            for (Index n = 0; n < 8; ++n) {
                place += (n == 0 ? 0.5 : 1) * (0.3 + 0.7 * u[n]);
                sum += std::cos(2 * pi * place * s) / 8;
            }
            highest = std::max(highest, std::abs(sum));
        }
        return 20 * std::log10(highest);
    });
    expect_formula("array-weights", [](const Vector& u) {
        const auto power = [&](double s) {
            Complex sum = 0;
            for (Index n = 0; n < 8; ++n) {
                sum +=
                    (0.2 + 0.8 * u[n]) * std::exp(i1 * (2 * pi * (u[8 + n] - 0.5) + pi * static_cast<double>(n) * s));
            }
            return std::norm(sum);
        };
        double side = 0;
        for (int k = 0; k <= 60; ++k) {
            const double s = -1 + k / 30.0;
            if (std::abs(s - 0.3) >= 0.3) side = std::max(side, power(s));
        }
        return 10 * std::log10((side + 1e-3) / (power(0.3) + 1e-3));
    });
}

TEST(Bench, TheWorstCaseAtTheCliffsIsTheHighestOfManyPoints) {
    const BenchmarkPtr problem = benchmark_named("cliff-edge");
    Rng rng(2);
    for (const Norm norm : {Norm::one, Norm::two, Norm::infinity}) {
        const RobustSet region(norm, Vector::Constant(5, 0.05));
        for (int k = 0; k < 6; ++k) {
            Vector centre{{0.64, 0.57, 0.35, 0.7, 0.4}};
            for (double& v : centre) v += 0.06 * rng.normal();
            const double worst = problem->worst_case(centre, norm, region.tolerance());
            double highest = 0;
            for (int j = 0; j < 5000; ++j)
                highest = std::max(highest, problem->value(centre + region.draw_boundary(rng)));
            EXPECT_LE(highest, worst);
            EXPECT_NEAR(highest, worst, 0.3);  // the draws are few for the corner of a box
        }
    }
}

TEST(Bench, StopsEarlyOnlyWhereTheCentreIsWorse) {
    for (const char* name : {"wells-4", "penalty-squared", "styblinski-scaled"}) {
        const BenchmarkPtr problem = benchmark_named(name);
        const Index dimension = only_dimension(*problem).value();
        const Vector centre = Vector::Constant(dimension, 0.45);
        const Vector t = Vector::Constant(dimension, problem->default_tolerance());
        const double worst = problem->worst_case(centre, *problem->own_norm(), t);
        EXPECT_EQ(problem->worst_case_up_to(centre, *problem->own_norm(), t, worst), worst);
        const double some = problem->worst_case_up_to(centre, *problem->own_norm(), t, problem->value(centre) - 1);
        EXPECT_EQ(some, problem->value(centre));
    }
}

}  // namespace
}  // namespace sweetspot
