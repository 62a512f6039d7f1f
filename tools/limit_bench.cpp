// Are limits on other outputs kept, and is what is said of them honest? Ten problems whose worst cases have closed
// forms, searched within their limits, and the same model after random evaluations.
//
//     g++ -std=c++20 -O2 -Iinclude -Isrc -I/usr/include/eigen3 tools/limit_bench.cpp -Wl,--start-group
//     build/libsweetspot_*.a -lfmt -lpthread -o limit_bench
//     limit_bench SEEDS [PROBLEM] > limits.csv
//
// One line per answer ("alternating", "random": Latin hypercube points) and limit. kept: truly; all: every limit is.
// worst, reference: the true worst case of the answer's region, and the least of one that keeps all limits. Lines
// "near" are of twenty further centres within 1.5 tolerances of the answer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <numbers>

#include "design/latin_hypercube.hpp"
#include "optimize/cma_es.hpp"
#include "sweetspot/search/optimizer.hpp"
#include "sweetspot/search/predicted_limit.hpp"

namespace sweetspot {
namespace {

/// worst: of f over the region. violations: true ones, at most 0 where a limit is kept, in the order of the limits.
struct Limited {
    std::string name;
    Problem problem;
    std::function<Outputs(const Vector&)> f;
    std::function<double(const Vector&)> worst;
    std::function<Vector(const Vector&)> violations;
    Index evaluations;
};

Vector vec(std::initializer_list<double> values) {
    Vector v(std::ssize(values));
    std::ranges::copy(values, v.begin());
    return v;
}

/// The worst over a ball of a function that is worst on its boundary, in two dimensions.
double on_circle(const std::function<double(const Vector&)>& g, const Vector& x, double r) {
    double worst = -1e300;
    for (int k = 0; k < 1440; ++k) {
        const double a = 2 * std::numbers::pi * k / 1440;
        worst = std::max(worst, g(x + r * vec({std::cos(a), std::sin(a)})));
    }
    return worst;
}

/// Per coordinate the worst of a function of one variable within ± r, summed.
double worst_sum(const std::function<double(double)>& part, const Vector& x, double r) {
    double sum = 0;
    for (const double v : x) {
        double worst = -1e300;
        for (int k = -40; k <= 40; ++k) worst = std::max(worst, part(v + r * k / 40));
        sum += worst;
    }
    return sum;
}

/// A plane through a sphere; a second output is limited at the centre alone.
Limited linear_3() {
    constexpr double r = 0.25;
    const Vector c = vec({1, 0.5, -0.5});
    const Vector a = vec({1, 2, -1});
    Limit centre = limit_at_least("h", -0.2);
    centre.what = Limit::For::centre;
    return {"linear-3",
            Problem(Space::cube(3, -2, 2), Norm::two, r).with_limits({limit_at_most("g", 0), centre}),
            [=](const Vector& x) {
                return Outputs{(x - c).squaredNorm(), {{"g", a.dot(x)}, {"h", std::sin(x[0]) + 0.5 * x[1]}}};
            },
            [=](const Vector& x) { return std::pow((x - c).norm() + r, 2); },
            [=](const Vector& x) {
                return vec({a.dot(x) + r * a.norm(), -0.2 - std::sin(x[0]) - 0.5 * x[1]});
            },
            40};
}

/// A ring between two limits of the same output.
Limited ring_2() {
    constexpr double r = 0.1;
    const Vector a = vec({0.7, 1});
    return {
        "ring-2",
        Problem(Space::cube(2, -2, 2), Norm::two, r).with_limits({limit_at_least("g", 1), limit_at_most("g", 2.25)}),
        [=](const Vector& x) {
            return Outputs{a.dot(x) + 0.3 * std::sin(4 * x[0]), {{"g", x.squaredNorm()}}};
        },
        [=](const Vector& x) {
            return on_circle([&](const Vector& p) { return a.dot(p) + 0.3 * std::sin(4 * p[0]); }, x, r);
        },
        [=](const Vector& x) {
            return vec({1 - std::pow(std::max(0.0, x.norm() - r), 2), std::pow(x.norm() + r, 2) - 2.25});
        },
        40};
}

/// Products of parameters in a box.
Limited product_4() {
    constexpr double r = 0.15;
    return {
        "product-4",
        Problem(Space::cube(4, 0, 3), Norm::infinity, r).with_limits({limit_at_most("g", 4), limit_at_least("h", 1)}),
        [](const Vector& x) {
            return Outputs{(x.array() - 2.2).square().sum(), {{"g", x[0] * x[1] + x[2] * x[3]}, {"h", x[0] * x[2]}}};
        },
        [=](const Vector& x) { return ((x.array() - 2.2).abs() + r).square().sum(); },
        [](const Vector& x) {
            return vec({(x[0] + r) * (x[1] + r) + (x[2] + r) * (x[3] + r) - 4, 1 - (x[0] - r) * (x[2] - r)});
        },
        60};
}

/// A winding corridor that leaves a region 0.1 to either side.
Limited corridor_2() {
    constexpr double r = 0.1;
    const auto g = [](const Vector& x) { return x[1] - 0.8 * std::sin(2 * x[0]); };
    const Vector c = vec({1.5, -0.8});
    return {
        "corridor-2",
        Problem(Space::cube(2, -2, 2), Norm::two, r).with_limits({limit_at_most("g", 0.3), limit_at_least("g", -0.3)}),
        [=](const Vector& x) {
            return Outputs{(x - c).squaredNorm(), {{"g", g(x)}}};
        },
        [=](const Vector& x) { return std::pow((x - c).norm() + r, 2); },
        [=](const Vector& x) {
            return vec({on_circle(g, x, r) - 0.3, on_circle([&](const Vector& p) { return -g(p); }, x, r) - 0.3});
        },
        40};
}

/// Two per cent of the domain.
Limited needle_5() {
    constexpr double r = 0.1;
    const double reach = 0.656 + r;
    const Vector c = vec({0.2, -0.2, 0.2, 0.1, -0.2});
    const Vector to = vec({-0.6, 0.5, -0.4, 0.6, 0.5});
    return {"needle-5",
            Problem(Space::cube(5, -1, 1), Norm::two, r).with_limits({limit_at_most("g", reach * reach)}),
            [=](const Vector& x) {
                return Outputs{(x - to).squaredNorm(), {{"g", (x - c).squaredNorm()}}};
            },
            [=](const Vector& x) { return std::pow((x - to).norm() + r, 2); },
            [=](const Vector& x) { return vec({std::pow((x - c).norm() + r, 2) - reach * reach}); },
            60};
}

/// The limited output grows exponentially.
Limited tail_3() {
    constexpr double r = 0.1;
    const auto g = [](const Vector& x) {
        return std::exp(4 * (x[0] + 0.5 * x[1])) + 10 * std::pow(std::max(0.0, x[2] - 0.3), 2);
    };
    return {"tail-3",
            Problem(Space::cube(3, -1, 1), Norm::infinity, r).with_limits({limit_at_most("g", 6)}),
            [=](const Vector& x) {
                return Outputs{(x.array() - 0.8).square().sum(), {{"g", g(x)}}};
            },
            [=](const Vector& x) { return ((x.array() - 0.8).abs() + r).square().sum(); },
            [=](const Vector& x) { return vec({g(x.array() + r) - 6}); },
            40};
}

/// The share 0.9 of what is built; the output is linear, so that the share is that of a slab of a ball.
Limited share_4() {
    constexpr double r = 0.4;
    const Vector a = vec({1, 1, 0.5, -0.5});
    // A coordinate t = sin φ of the unit ball in four dimensions has a density ∝ (1 - t²)^{3/2}, hence this
    // distribution function; its 90 % point by bisection.
    const auto below = [](double t) {
        const double phi = std::asin(t);
        return 0.5 + (phi + (8 * std::sin(2 * phi) + std::sin(4 * phi)) / 12) / std::numbers::pi;
    };
    double low = 0;
    double high = 1;
    for (int k = 0; k < 60; ++k) (below((low + high) / 2) < 0.9 ? low : high) = (low + high) / 2;
    const double reach = r * low * a.norm();
    const Vector c = vec({0.6, 0.4, 0.2, 0.2});
    return {"share-4",
            Problem(Space::cube(4, -2, 2), Norm::two, r)
                .with_limits({{"g", Limit::Side::at_most, -0.4, Limit::For::share, 0.9}}),
            [=](const Vector& x) {
                return Outputs{(x - c).squaredNorm(), {{"g", a.dot(x)}}};
            },
            [=](const Vector& x) { return std::pow((x - c).norm() + r, 2); },
            [=](const Vector& x) { return vec({a.dot(x) + reach + 0.4}); },
            60};
}

/// Two limits of three parameters each in a box, under a wavy sum.
Limited two_6() {
    constexpr double r = 0.1;
    const auto part = [](double v) { return (v - 0.3) * (v - 0.3) + 0.3 * std::sin(3 * v); };
    return {"two-6",
            Problem(Space::cube(6, -2, 2), Norm::infinity, r)
                .with_limits({limit_at_least("g", 1.5), limit_at_most("h", -0.5)}),
            [=](const Vector& x) {
                return Outputs{x.unaryExpr(part).sum(),
                               {{"g", x[0] + x[1] + x[2] - 0.2 * x[0] * x[0]}, {"h", x[3] * x[4] + x[5]}}};
            },
            [=](const Vector& x) { return worst_sum(part, x, r); },
            [=](const Vector& x) {
                double g = 1e300;
                double h = -1e300;
                for (const double s : {-r, r}) {
                    g = std::min(g, x[0] + s - 0.2 * std::pow(x[0] + s, 2) + x[1] + x[2] - 2 * r);  // concave in x1
                    for (const double t : {-r, r}) h = std::max(h, (x[3] + s) * (x[4] + t) + x[5] + r);
                }
                return vec({1.5 - g, h + 0.5});
            },
            60};
}

/// Kinks: a limited output that is the largest of eight planes.
Limited kink_3() {
    constexpr double r = 0.2;
    const Vector c = vec({1, 1, 0.5});
    const auto g = [](const Vector& x) {
        return std::abs(x[0]) + std::abs(x[1] - 0.5) + std::max(0.0, 2 * x[2] - x[0]);
    };
    const auto worst_g = [](const Vector& x) {
        double worst = -1e300;
        for (const double s : {-1, 1}) {
            for (const double t : {-1, 1}) {
                for (const double on : {0, 1}) {
                    const Vector a = vec({s - on, t, 2 * on});
                    worst = std::max(worst, a.dot(x) - 0.5 * t + r * a.norm());
                }
            }
        }
        return worst;
    };
    return {"kink-3",
            Problem(Space::cube(3, -2, 2), Norm::two, r).with_limits({limit_at_most("g", 1.2)}),
            [=](const Vector& x) {
                return Outputs{(x - c).squaredNorm(), {{"g", g(x)}}};
            },
            [=](const Vector& x) { return std::pow((x - c).norm() + r, 2); },
            [=](const Vector& x) { return vec({worst_g(x) - 1.2}); },
            40};
}

/// The limited output jumps across a wavy line.
Limited step_2() {
    constexpr double r = 0.15;
    const Vector c = vec({1.2, 1});
    const auto g = [](const Vector& x) { return x[0] + (x[1] > 0.4 + 0.3 * std::sin(2 * x[0]) ? 1.5 : 0); };
    return {"step-2", Problem(Space::cube(2, -2, 2), Norm::two, r).with_limits({limit_at_most("g", 1)}),
            [=](const Vector& x) {
                return Outputs{(x - c).squaredNorm(), {{"g", g(x)}}};
            },
            [=](const Vector& x) { return std::pow((x - c).norm() + r, 2); },
            // Seen from any place the larger x1 is worse, and so is crossing the line: the worst is on the edge.
            [=](const Vector& x) { return vec({on_circle(g, x, r) - 1}); }, 40};
}

/// The least true worst case of a region that keeps all limits.
double reference(const Limited& l) {
    const Box box{l.problem.space().from_unit(l.problem.centres().lower),
                  l.problem.space().from_unit(l.problem.centres().upper)};
    double best = 1e300;
    for (std::uint64_t start = 0; start < 30; ++start) {
        Vector x = latin_hypercube(box, 1, Rng(start)).col(0);
        const Objective objective = [&](const Vector& at) {
            const double beyond = std::max(0.0, l.violations(at).maxCoeff());
            return l.worst(at) + (beyond > 0 ? 100 * beyond + 1 : 0);
        };
        x = minimize_cma_es(objective, box, x, {.max_evaluations = 4000}, Rng(start)).x;
        if (l.violations(x).maxCoeff() <= 0) best = std::min(best, l.worst(x));
    }
    return best;
}

struct Judged {
    const Limited& of;
    double reference;
    std::uint64_t seed;
};

void lines(const Judged& j, std::string_view how, const Optimizer& optimizer, const Vector& u,
           const std::vector<PredictedLimit>& limits, std::string_view feasible) {
    const Vector x = optimizer.problem().space().from_unit(u);
    const Vector violations = j.of.violations(x);
    for (Index k = 0; k < violations.size(); ++k) {
        const auto& limit = limits[static_cast<std::size_t>(k)];
        std::cout << fmt::format("{},{},{},{},{},{:.4f},{},{},{:.6g},{:.6g},{:.6g}\n", j.of.name, j.seed, how, feasible,
                                 to_string(limit.limit), limit.probability, violations[k] <= 0 ? 1 : 0,
                                 violations.maxCoeff() <= 0 ? 1 : 0, j.of.worst(x), j.reference, violations[k]);
    }
}

void judge(const Judged& j, std::string_view how, const Optimizer& optimizer) {
    const Problem& problem = optimizer.problem();
    const Recommendation r = optimizer.recommendation(Points(problem.dimension(), 0));
    lines(j, how, optimizer, r.best.x, predicted_limits(problem, r.limits, r.best.x, Rng(j.seed)),
          r.keeps_limits() ? "1" : "0");
    if (how != "alternating") return;
    Rng rng = Rng(j.seed).split("near");
    for (int k = 0; k < 20; ++k) {
        const Vector u = problem.nearest_centre(r.best.x + 1.5 * problem.robust_set().draw_uniform(rng));
        lines(j, "near", optimizer, u, predicted_limits(problem, r.limits, u, Rng(j.seed)), "");
    }
}

void run(const Limited& l, int seeds) {
    const double least = reference(l);
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(seeds); ++seed) {
        const Judged j{l, least, seed};
        Optimizer searched(l.problem, {.seed = seed});
        Optimizer random(l.problem, {.seed = seed});
        const Points design = latin_hypercube(l.problem.dimension(), l.evaluations, Rng(seed).split("random"));
        for (Index n = 0; n < l.evaluations; ++n) {
            const Vector x = searched.ask().x;
            const Outputs at_x = l.f(x);
            searched.tell(x, at_x.value, 0, at_x.others);
            const Vector z = l.problem.space().from_unit(design.col(n));
            const Outputs at_z = l.f(z);
            random.tell(z, at_z.value, 0, at_z.others);
        }
        judge(j, "alternating", searched);
        judge(j, "random", random);
        std::cout << std::flush;
    }
}

}  // namespace
}  // namespace sweetspot

int main(int argc, char** argv) {
    using namespace sweetspot;
    if (argc != 2 && argc != 3) {
        std::cerr << "usage: limit_bench SEEDS [PROBLEM]\n";
        return 2;
    }
    std::cout << "problem,seed,how,feasible,limit,probability,kept,all,worst,reference,violation\n";
    for (const Limited& l : {linear_3(), ring_2(), product_4(), corridor_2(), needle_5(), tail_3(), share_4(), two_6(),
                             kink_3(), step_2()}) {
        if (argc == 2 || l.name == argv[2]) run(l, std::atoi(argv[1]));
    }
}
