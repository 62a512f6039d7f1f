// The table of dense loops that dense_loops.cpp fills once per instruction set. Plain pointers and column-major
// strides only: types with inline functions would be shared between the copies.
#pragma once

#include <cstddef>

namespace sweetspot::dense {

using Size = std::ptrdiff_t;

enum class Op { plain, transposed };
enum class Side { left, right };

struct View {
    double* data;
    Size rows;
    Size cols;
    Size stride;
};

struct ConstView {
    const double* data;
    Size rows;
    Size cols;
    Size stride;
};

struct Loops {
    const char* name;
    /// c = alpha op(a) op(b) + beta c
    void (*multiply)(double alpha, Op op_a, ConstView a, Op op_b, ConstView b, double beta, View c);
    /// x := op(l)⁻¹ x (left) or x op(l)⁻¹ (right), l lower triangular
    void (*solve)(Side side, Op op, ConstView l, View x);
    /// a := its lower Cholesky factor (only the lower triangle is read; the upper is set to 0). Returns -1, or the
    /// first row whose pivot is not positive.
    Size (*cholesky)(View a);
    /// s(i, j) = Σ_d (at(i, d) - b(d, j))²
    void (*squared_distances)(ConstView at, ConstView b, View s);
    /// s(n, j) = max(0, from[n] + (cross(n, which[j]) + shift[j])) for n < rows, j < count, without gaps; `which` null:
    /// 0, 1, … With cross = |t|² - 2 t·x_n or the like, the squared distances of a shifted set of points.
    void (*shifted_distances)(const double* from, Size rows, const double* cross, Size stride, const Size* which,
                              const double* shift, Size count, double* s);
    /// g(s), and with dg not null also dg/ds, of the built-in kernels
    void (*matern52)(const double* s, double* g, double* dg, Size n);
    void (*matern32)(const double* s, double* g, double* dg, Size n);
    void (*squared_exponential)(const double* s, double* g, double* dg, Size n);
};

}  // namespace sweetspot::dense
