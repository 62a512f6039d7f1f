// Small convex problems on the unit simplex {λ ≥ 0, Σλ = 1}.
#pragma once

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

/// The nearest point of the simplex.
[[nodiscard]] Vector project_on_simplex(const Vector& v);
/// v := the nearest point of the simplex. `sorted` is scratch, so that repeated calls allocate nothing.
void project_on_simplex(Vector& v, Vector& sorted);

/// argmin over the simplex of ½ λᵀQλ − f·λ, Q symmetric and positive semi-definite, by an active set: exact up to a
/// ridge of 1e-12 of Q's diagonal that makes the answer unique.
[[nodiscard]] Vector minimize_on_simplex(const Matrix& q, const Vector& f);

}  // namespace sweetspot
