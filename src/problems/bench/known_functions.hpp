// Functions of the literature in their usual coordinates, to be moved, turned, stretched and embedded by
// transformed.cpp.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// On [-5, 10] x [0, 15]; three minima of 0.398.
[[nodiscard]] double branin(const Vector& z);
/// On [0, 1]^6; minimum -3.322.
[[nodiscard]] double hartmann6(const Vector& z);
/// The rest in any dimension. Minimum 0 at (1, …, 1).
[[nodiscard]] double rosenbrock(const Vector& z);
/// Minimum 0 at 0.
[[nodiscard]] double ackley(const Vector& z);
/// Minimum 0 at 0.
[[nodiscard]] double griewank(const Vector& z);
/// The mean over the coordinates; minimum -39.166 at -2.9035.
[[nodiscard]] double styblinski_tang_mean(const Vector& z);
/// Minimum 0 at (1, …, 1).
[[nodiscard]] double levy(const Vector& z);
/// A bump of height 0 in the middle of a trough of depth log(0.1 (1 + ln 10)) = -1.11.
[[nodiscard]] double bumped_trough(const Vector& z);

}  // namespace sweetspot
