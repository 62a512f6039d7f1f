// Antenna arrays by their array factor: the highest side lobe in decibels below the main lobe.
//
// array-positions: 16 alike elements on a line, symmetric; inputs: the eight gaps, in wavelengths. With s the sine of
//   the angle, F(s) = Σ_n cos(2π x_n s)/8.
// array-weights: eight elements half a wavelength apart, steered to s = 0.3; inputs: amplitudes, then phases.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "problems/bench/members.hpp"
#include "problems/bench/phasor.hpp"
#include "problems/own_region.hpp"

namespace sweetspot {
namespace {

using std::numbers::pi;

constexpr int angles = 56;
constexpr double main_lobe = 0.1;

/// Of the elements on one side, from the gaps.
Vector places_of(const Vector& u) {
    Vector places(8);
    double at = -0.5 * (0.3 + 0.7 * u[0]);
    for (Index n = 0; n < 8; ++n) places[n] = at += 0.3 + 0.7 * u[n];
    return places;
}

double array_positions(const Vector& u) {
    const Vector places = places_of(u);
    // cos((i + 1) φ) = 2 cos φ cos(iφ) - cos((i - 1) φ): two cosines per element.
    constexpr double step = (1 - main_lobe) / (angles - 1);
    const Eigen::ArrayXd phase = 2 * pi * places.array();
    const Eigen::ArrayXd twice = 2 * (step * phase).cos();
    Eigen::ArrayXd now = (main_lobe * phase).cos();
    Eigen::ArrayXd before = ((main_lobe - step) * phase).cos();
    double highest = 0;
    for (int i = 0; i < angles; ++i) {
        highest = std::max(highest, std::abs(now.sum()) / 8);
        const Eigen::ArrayXd next = twice * now - before;
        before = now;
        now = next;
    }
    return 20 * std::log10(std::max(highest, 1e-4));
}

/// The squared array factor at every second angle.
std::vector<Objective> lobes() {
    std::vector<Objective> all;
    for (int i = 0; i < angles; i += 2) {
        const double s = main_lobe + (1 - main_lobe) * i / (angles - 1);
        all.emplace_back([s](const Vector& u) {
            const double factor = (2 * pi * s * places_of(u).array()).cos().sum();
            return factor * factor;
        });
    }
    return all;
}

/// The steering vectors of the look direction and of the side lobes, computed once.
class Steering {
  public:
    Steering() {
        constexpr double half_width = 0.3;
        for (int i = 0; i <= 60; ++i) {
            const double s = -1 + 2.0 * i / 60;
            if (std::abs(s - look) >= half_width) sines_.push_back(s);
        }
        const auto count = static_cast<Index>(sines_.size());
        cosines_.resize(count, elements);
        sines_of_phase_.resize(count, elements);
        for (Index i = 0; i < count; ++i) {
            for (Index n = 0; n < elements; ++n) {
                const double phase = pi * static_cast<double>(n) * sines_[static_cast<std::size_t>(i)];
                cosines_(i, n) = std::cos(phase);
                sines_of_phase_(i, n) = std::sin(phase);
            }
        }
    }

    [[nodiscard]] double operator()(const Vector& u) const {
        const Excitation e = excitation(u);
        const Vector f_re = cosines_ * e.re - sines_of_phase_ * e.im;
        const Vector f_im = cosines_ * e.im + sines_of_phase_ * e.re;
        const double side = (f_re.cwiseAbs2() + f_im.cwiseAbs2()).maxCoeff();
        return decibels(side, e.main.squared());
    }

    /// The same with one side lobe only, for each of some.
    [[nodiscard]] std::vector<Objective> lobes() const {
        std::vector<Objective> all;
        for (Index i = 0; i < cosines_.rows(); i += 3) {
            all.emplace_back(
                [cosine = Vector(cosines_.row(i)), sine = Vector(sines_of_phase_.row(i))](const Vector& u) {
                    const Excitation e = excitation(u);
                    const Phasor lobe{cosine.dot(e.re) - sine.dot(e.im), cosine.dot(e.im) + sine.dot(e.re)};
                    return decibels(lobe.squared(), e.main.squared());
                });
        }
        return all;
    }

  private:
    static constexpr Index elements = 8;
    static constexpr double look = 0.3;

    struct Excitation {
        Vector re;
        Vector im;
        Phasor main;  ///< the sum in the direction of the main lobe
    };

    [[nodiscard]] static Excitation excitation(const Vector& u) {
        static const Vector turn_re = (pi * look * Vector::LinSpaced(elements, 0, elements - 1)).array().cos();
        static const Vector turn_im = (pi * look * Vector::LinSpaced(elements, 0, elements - 1)).array().sin();
        const Vector amplitude = 0.2 + 0.8 * u.head(elements).array();
        const Vector phase = 2 * pi * (u.tail(elements).array() - 0.5);
        Excitation e{amplitude.array() * phase.array().cos(), amplitude.array() * phase.array().sin(), {}};
        e.main = {turn_re.dot(e.re) - turn_im.dot(e.im), turn_re.dot(e.im) + turn_im.dot(e.re)};
        return e;
    }

    /// A main lobe that hardly exists must not be divided by.
    [[nodiscard]] static double decibels(double side, double main) {
        return 10 * std::log10((side + 1e-3) / (main + 1e-3));
    }

    std::vector<double> sines_;
    Matrix cosines_;
    Matrix sines_of_phase_;
};

}  // namespace

std::vector<BenchmarkPtr> make_arrays() {
    const Steering steering;
    return {
        own_region_problem({"engineering", "array-positions",
                            "sixteen antennas on a line: the highest side lobe in dB, by the gaps; a box, D = 8", 8,
                            Norm::infinity, 0.03},
                           array_positions, lobes()),
        own_region_problem({"engineering", "array-weights",
                            "eight antennas steered aside: the highest side lobe in dB, by amplitudes and phases; "
                            "D = 16",
                            16, Norm::two, 0.06},
                           steering, steering.lobes()),
    };
}

}  // namespace sweetspot
