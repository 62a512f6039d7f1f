// Optical coatings on glass by characteristic matrices, at normal incidence without absorption. A layer of index n and
// thickness d has, at wavelength λ and with the phase φ = 2π n d/λ,
//     M = ( cos φ   i sin φ / n ; i n sin φ   cos φ ),
// and a stack (B, C)ᵀ = M_1 … M_D (1, n_glass)ᵀ in air reflects R = |(B - C)/(B + C)|². Inputs are the thicknesses.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <utility>

#include "problems/bench/members.hpp"
#include "problems/own_region.hpp"
#include "problems/square.hpp"

namespace sweetspot {
namespace {

constexpr double glass = 1.52;

struct Band {
    double from;  ///< nanometres
    double to;
    int wavelengths;

    [[nodiscard]] double operator[](int i) const { return from + (to - from) * i / (wavelengths - 1); }
};

/// The layers from the air to the glass.
double reflectance(const Vector& thickness, const std::vector<double>& indices, double wavelength) {
    // B is real + i imaginary, C likewise; without absorption each layer mixes the real part of one with the imaginary
    // part of the other.
    double b_re = 1;
    double b_im = 0;
    double c_re = glass;
    double c_im = 0;
    for (Index j = thickness.size(); j-- > 0;) {
        const double n = indices[static_cast<std::size_t>(j)];
        const double phase = 2 * std::numbers::pi * n * thickness[j] / wavelength;
        const double cosine = std::cos(phase);
        const double sine = std::sin(phase);
        const double new_b_re = cosine * b_re - sine / n * c_im;
        const double new_b_im = cosine * b_im + sine / n * c_re;
        c_re = cosine * c_re - n * sine * std::exchange(b_im, new_b_im);
        c_im = cosine * c_im + n * sine * std::exchange(b_re, new_b_re);
    }
    const auto squared = [](double re, double im) { return re * re + im * im; };
    return squared(b_re - c_re, b_im - c_im) / squared(b_re + c_re, b_im + c_im);
}

/// The reflectance at each wavelength of a band, to guide the search for the worst.
std::vector<Objective> reflectances(const std::function<Vector(const Vector&)>& thicknesses,
                                    const std::vector<double>& indices, const Band& band) {
    std::vector<Objective> all;
    all.reserve(static_cast<std::size_t>(band.wavelengths));
    for (int i = 0; i < band.wavelengths; ++i) {
        all.emplace_back([=](const Vector& u) { return reflectance(thicknesses(u), indices, band[i]); });
    }
    return all;
}

/// Little reflection over the visible: the mean in per cent, and what any wavelength has beyond 1.5 %, squared.
BenchmarkPtr make_antireflection() {
    const std::vector<double> indices = {1.38, 2.2, 1.46, 2.2, 1.62};
    const Band band{430, 690, 14};
    const auto thicknesses = [](const Vector& u) { return Vector((10 + 190 * u.array()).matrix()); };
    const Objective cost = [=](const Vector& u) {
        const Vector thickness = thicknesses(u);
        double sum = 0;
        for (int i = 0; i < band.wavelengths; ++i) {
            const double percent = 100 * reflectance(thickness, indices, band[i]);
            sum += percent + 0.2 * square(std::max(0.0, percent - 1.5));
        }
        return sum / band.wavelengths;
    };
    return own_region_problem({"engineering", "coating-antireflection",
                               "five layers on glass that should reflect little, by their thicknesses; a box, D = 5", 5,
                               Norm::infinity, 0.03},
                              cost, reflectances(thicknesses, indices, band));
}

/// A mirror for the blue that lets the red pass: the light on the wrong way, in tenths, the worst of the red in
/// addition.
BenchmarkPtr make_edge_filter() {
    std::vector<double> indices(12);
    for (std::size_t j = 0; j < indices.size(); ++j) indices[j] = j % 2 == 0 ? 2.3 : 1.45;
    const Band mirror{430, 510, 6};
    const Band window{570, 680, 9};
    const auto thicknesses = [](const Vector& u) { return Vector((20 + 120 * u.array()).matrix()); };
    std::vector<Objective> guides = reflectances(thicknesses, indices, window);
    for (const Objective& reflected : reflectances(thicknesses, indices, mirror)) {
        guides.emplace_back([reflected](const Vector& u) { return -reflected(u); });
    }
    const Objective cost = [=](const Vector& u) {
        const Vector thickness = thicknesses(u);
        double lost = 0;
        double reflected = 0;
        double most = 0;
        for (int i = 0; i < mirror.wavelengths; ++i) lost += 1 - reflectance(thickness, indices, mirror[i]);
        for (int i = 0; i < window.wavelengths; ++i) {
            const double share = reflectance(thickness, indices, window[i]);
            reflected += share;
            most = std::max(most, share);
        }
        return 10 * (lost / mirror.wavelengths + reflected / window.wavelengths + most);
    };
    return own_region_problem({"engineering", "coating-edge",
                               "twelve layers that reflect the blue and let the red pass; D = 12", 12, Norm::two, 0.1},
                              cost, guides);
}

}  // namespace

std::vector<BenchmarkPtr> make_coatings() {
    return {make_antireflection(), make_edge_filter()};
}

}  // namespace sweetspot
