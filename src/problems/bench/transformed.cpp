// The family `transformed`: known functions moved, turned, stretched unequally, embedded in a space with directions
// that do nothing, some with a narrow deep hole beside the broad minimum. f(u) = g(A (u - s) + o), u in the unit cube.
//
// Worst cases are searched, not proven (region_search.hpp).
#include <cmath>
#include <string>
#include <utility>

#include "problems/bench/known_functions.hpp"
#include "problems/bench/members.hpp"
#include "problems/own_region.hpp"

namespace sweetspot {
namespace {

/// u ↦ map (u - from) + to.
struct Placement {
    Matrix map;
    Vector from;
    Vector to;

    [[nodiscard]] Vector operator()(const Vector& u) const { return map * (u - from) + to; }
};

/// A rotation by seed: Gram-Schmidt on normal columns.
Matrix rotation(Index dimension, Rng rng) {
    Matrix q(dimension, dimension);
    for (Index j = 0; j < dimension; ++j) {
        for (Index i = 0; i < dimension; ++i) q(i, j) = rng.normal();
        for (int twice = 0; twice < 2; ++twice) {  // once is not orthogonal to rounding
            for (Index k = 0; k < j; ++k) q.col(j) -= q.col(k).dot(q.col(j)) * q.col(k);
        }
        q.col(j).normalize();
    }
    return q;
}

/// diag(widths) times as many rows of a rotation by seed; the point `to` lies at a point by seed of the middle half.
Placement turned(const Vector& widths, Index dimension, const Vector& to, std::string_view name) {
    const Rng rng = Rng(13).split(name);
    Vector from(dimension);
    Rng place = rng.split("place");
    for (double& v : from) v = place.uniform(0.3, 0.7);
    return {widths.asDiagonal() * rotation(dimension, rng.split("turn")).topRows(widths.size()), from, to};
}

/// The same without the turn: coordinate d of the function is coordinate `which[d]` of the cube.
Placement stretched(const Vector& widths, const std::vector<Index>& which, const Vector& from, const Vector& to) {
    Matrix map = Matrix::Zero(widths.size(), from.size());
    for (Index d = 0; d < widths.size(); ++d) map(d, which[static_cast<std::size_t>(d)]) = widths[d];
    return {map, from, to};
}

/// A hole of the cube: depth · exp(-‖u - at‖²/(2 width²)).
struct Hole {
    double depth;
    double width;
    Vector at;

    [[nodiscard]] double operator()(const Vector& u) const {
        return depth * std::exp(-(u - at).squaredNorm() / (2 * width * width));
    }
};

OwnRegion transformed_facts(std::string name, std::string summary, Index dimension, Norm norm, double tolerance) {
    return {"transformed", std::move(name), std::move(summary), dimension, norm, tolerance};
}

BenchmarkPtr make_branin_tilted() {
    const Placement place = stretched(Vector{{15.0, 15.0}}, {0, 1}, Vector::Zero(2), Vector{{-5.0, 0.0}});
    return own_region_problem(
        transformed_facts("branin-tilted", "Branin, the steepest of its three minima a little lower; D = 2", 2,
                          Norm::two, 0.08),
        [place](const Vector& u) { return branin(place(u)) + 4 * (u[0] - 0.12); });
}

BenchmarkPtr make_hartmann_inert() {
    const Placement place = stretched(Vector::Ones(6), {6, 2, 0, 7, 3, 4}, Vector::Zero(8), Vector::Zero(6));
    return own_region_problem(
        transformed_facts("hartmann-inert", "Hartmann's function of 6 of the 8 coordinates; a box, D = 8", 8,
                          Norm::infinity, 0.1),
        [place](const Vector& u) { return hartmann6(place(u)); });
}

BenchmarkPtr make_rosenbrock_turned() {
    const Placement place = turned(Vector{{3.0, 2.0, 4.0, 1.5}}, 4, Vector::Ones(4), "rosenbrock-turned");
    return own_region_problem(
        transformed_facts("rosenbrock-turned", "a curved valley of 4 turned coordinates, values up to thousands; D = 4",
                          4, Norm::two, 0.05),
        [place](const Vector& u) { return rosenbrock(place(u)); });
}

BenchmarkPtr make_ackley_embedded() {
    const Placement place = turned(Vector{{6.0, 9.0, 4.0, 12.0}}, 10, Vector{{0.0, 0.0, 0.0, 0.0}}, "ackley-embedded");
    return own_region_problem(
        transformed_facts("ackley-embedded", "a wavy funnel of 4 directions out of 10; D = 10", 10, Norm::two, 0.1),
        [place](const Vector& u) { return ackley(place(u)); });
}

BenchmarkPtr make_griewank_inert() {
    const Placement place = stretched(Vector{{14.0, 6.0, 20.0, 9.0, 5.0}}, {1, 5, 2, 7, 4},
                                      Vector{{0.5, 0.62, 0.33, 0.5, 0.7, 0.41, 0.5, 0.55}}, Vector::Zero(5));
    return own_region_problem(
        transformed_facts("griewank-inert",
                          "waves of 5 of the 8 coordinates with unequal lengths on a shallow bowl; D = 8", 8, Norm::two,
                          0.06),
        [place](const Vector& u) {
            const Vector z = place(u);
            return griewank(z) + z.squaredNorm() / 300;
        });
}

BenchmarkPtr make_styblinski_scaled() {
    const Placement place = stretched(Vector{{10.0, 7.5, 8.0, 9.0, 6.5}}, {0, 1, 2, 3, 4}, Vector::Constant(5, 0.5),
                                      Vector{{0.0, 0.4, -0.5, 0.2, -0.1}});
    return own_region_problem(
        transformed_facts("styblinski-scaled",
                          "2^5 wells of unequal width and depth, one coordinate each; a box, D = 5", 5, Norm::infinity,
                          0.08),
        [place](const Vector& u) { return styblinski_tang_mean(place(u)); });
}

BenchmarkPtr make_levy_turned() {
    const Placement place = turned(Vector{{16.0, 8.0, 12.0, 20.0, 6.0, 10.0}}, 6, Vector::Ones(6), "levy-turned");
    const Hole hole{8, 0.05, Vector{{0.7, 0.3, 0.6, 0.35, 0.65, 0.4}}};
    return own_region_problem(
        transformed_facts("levy-turned", "Levy's waves, turned, with a narrow hole aside; D = 6", 6, Norm::two, 0.07),
        [place, hole](const Vector& u) { return levy(place(u)) - hole(u); });
}

BenchmarkPtr make_bowl_embedded() {
    const Placement place = turned(Vector{{3.0, 5.0, 2.0, 4.0, 3.5}}, 20, Vector::Zero(5), "bowl-embedded");
    return own_region_problem(
        transformed_facts("bowl-embedded", "a bump in a trough, of 5 directions out of 20; D = 20", 20, Norm::two,
                          0.15),
        [place](const Vector& u) {
            const Vector z = place(u);
            return bumped_trough(z) + 0.3 * z[0];
        },
        {[place](const Vector& u) { return -place(u).squaredNorm(); }});  // towards the bump
}

}  // namespace

std::vector<BenchmarkPtr> transformed_problems() {
    return {make_branin_tilted(),  make_hartmann_inert(),    make_rosenbrock_turned(), make_ackley_embedded(),
            make_griewank_inert(), make_styblinski_scaled(), make_levy_turned(),       make_bowl_embedded()};
}

}  // namespace sweetspot
