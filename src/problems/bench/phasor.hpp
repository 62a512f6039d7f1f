// Complex numbers for circuits and vibrations: std::complex looks for NaN in every product, at several times the cost.
#pragma once

#include <cmath>

namespace sweetspot {

struct Phasor {
    double re = 0;
    double im = 0;

    friend Phasor operator+(Phasor a, Phasor b) { return {a.re + b.re, a.im + b.im}; }
    friend Phasor operator-(Phasor a, Phasor b) { return {a.re - b.re, a.im - b.im}; }
    friend Phasor operator*(Phasor a, Phasor b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
    friend Phasor operator*(double s, Phasor a) { return {s * a.re, s * a.im}; }
    friend Phasor operator/(Phasor a, Phasor b) { return (1 / b.squared()) * (a * Phasor{b.re, -b.im}); }
    [[nodiscard]] double squared() const { return re * re + im * im; }
    [[nodiscard]] double size() const { return std::sqrt(squared()); }
};

}  // namespace sweetspot
