// The dense kernels: products, triangular solves, Cholesky, squared distances and the built-in covariance shapes. This
// file is compiled once per instruction set (cmake/dispatch.cmake) with Eigen renamed, so it includes nothing whose
// inline functions the other copies would share.

// Small products would otherwise be evaluated coefficient by coefficient, with vectors where the result's address
// allows: the last bits would depend on the address.
#define EIGEN_GEMM_TO_COEFFBASED_THRESHOLD 0

#include <Eigen/Core>

#include "base/dense_table.hpp"

#define SWEETSPOT_CONCATENATE_(a, b) a##b
#define SWEETSPOT_CONCATENATE(a, b) SWEETSPOT_CONCATENATE_(a, b)
#define SWEETSPOT_STRINGIFY_(a) #a
#define SWEETSPOT_STRINGIFY(a) SWEETSPOT_STRINGIFY_(a)

namespace sweetspot::dense {
namespace {

using Stride = Eigen::OuterStride<>;
using Map = Eigen::Map<Eigen::MatrixXd, 0, Stride>;
using ConstMap = Eigen::Map<const Eigen::MatrixXd, 0, Stride>;
using Array = Eigen::Map<Eigen::ArrayXd>;
using ConstArray = Eigen::Map<const Eigen::ArrayXd>;

Map map(View v) {
    return {v.data, v.rows, v.cols, Stride(v.stride)};
}
ConstMap map(ConstView v) {
    return {v.data, v.rows, v.cols, Stride(v.stride)};
}

void multiply(double alpha, Op op_a, ConstView a, Op op_b, ConstView b, double beta, View c) {
    Map C = map(c);
    if (beta == 0) {
        C.setZero();
    } else if (beta != 1) {
        C *= beta;
    }
    if (op_a == Op::plain && op_b == Op::plain) {
        C.noalias() += alpha * map(a) * map(b);
    } else if (op_a == Op::transposed && op_b == Op::plain) {
        C.noalias() += alpha * map(a).transpose() * map(b);
    } else if (op_a == Op::plain) {
        C.noalias() += alpha * map(a) * map(b).transpose();
    } else {
        C.noalias() += alpha * map(a).transpose() * map(b).transpose();
    }
}

void solve(Side side, Op op, ConstView l, View x) {
    Map X = map(x);
    const ConstMap L = map(l);
    if (side == Side::left && op == Op::plain) {
        L.triangularView<Eigen::Lower>().solveInPlace<Eigen::OnTheLeft>(X);
    } else if (side == Side::left) {
        L.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheLeft>(X);
    } else if (op == Op::plain) {
        L.triangularView<Eigen::Lower>().solveInPlace<Eigen::OnTheRight>(X);
    } else {
        L.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(X);
    }
}

/// Unblocked, one column at a time; true pivots or the row of the first that is not positive.
Size cholesky_block(View a) {
    Map A = map(a);
    for (Size k = 0; k < A.rows(); ++k) {
        const double pivot = A(k, k) - A.row(k).head(k).squaredNorm();
        if (!(pivot > 0)) return k;
        const double root = __builtin_sqrt(pivot);
        A(k, k) = root;
        const Size below = A.rows() - k - 1;
        if (below > 0) {
            A.col(k).tail(below).noalias() -= A.block(k + 1, 0, below, k) * A.row(k).head(k).transpose();
            A.col(k).tail(below) /= root;
        }
    }
    return -1;
}

/// Blocked right-looking Cholesky: the trailing update is a matrix product.
Size cholesky(View a) {
    constexpr Size block = 48;
    Map A = map(a);
    const Size n = A.rows();
    for (Size k = 0; k < n; k += block) {
        const Size size = block < n - k ? block : n - k;
        const Size below = n - k - size;
        const Size failed = cholesky_block({&A(k, k), size, size, a.stride});
        if (failed >= 0) return k + failed;
        if (below == 0) break;
        Map panel(&A(k + size, k), below, size, Stride(a.stride));
        const Map diagonal(&A(k, k), size, size, Stride(a.stride));
        diagonal.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(panel);
        Map trailing(&A(k + size, k + size), below, below, Stride(a.stride));
        trailing.selfadjointView<Eigen::Lower>().rankUpdate(panel, -1.0);
    }
    A.triangularView<Eigen::StrictlyUpper>().setZero();
    return -1;
}

void squared_distances(ConstView at, ConstView b, View s) {
    Map S = map(s);
    const ConstMap At = map(at);
    const ConstMap B = map(b);
    for (Size j = 0; j < S.cols(); ++j) {
        S.col(j).array() = (At.col(0).array() - B(0, j)).square();
        for (Size d = 1; d < B.rows(); ++d) S.col(j).array() += (At.col(d).array() - B(d, j)).square();
    }
}

// The shapes run in blocks that stay in the first-level cache: several passes over a block cost less than one pass of
// scalar exponentials. The last block is padded to whole vectors, so that a value does not depend on its place.
constexpr Size cache_block = 256;
constexpr Size widest_vector = 8;
using Block = Eigen::Array<double, Eigen::Dynamic, 1, 0, cache_block, 1>;

/// Calls shape(scaled s, g, dg) block by block.
template <class Shape>
void in_blocks(const double* s, double* g, double* dg, Size n, const Shape& shape) {
    Block x;
    Block y;
    Block dy;
    for (Size i = 0; i < n; i += cache_block) {
        const Size m = cache_block < n - i ? cache_block : n - i;
        x.setZero((m + widest_vector - 1) / widest_vector * widest_vector);
        x.head(m) = ConstArray(s + i, m);
        shape(x, y, dg != nullptr ? &dy : nullptr);
        Array(g + i, m) = y.head(m);
        if (dg != nullptr) Array(dg + i, m) = dy.head(m);
    }
}

void matern52(const double* s, double* g, double* dg, Size n) {
    in_blocks(s, g, dg, n, [](Block& x, Block& y, Block* dy) {
        x = (5.0 * x).sqrt();
        y = (-x).exp();
        if (dy != nullptr) *dy = (-5.0 / 6.0) * (1.0 + x) * y;
        y *= 1.0 + x + x.square() * (1.0 / 3.0);
    });
}

void matern32(const double* s, double* g, double* dg, Size n) {
    in_blocks(s, g, dg, n, [](Block& x, Block& y, Block* dy) {
        x = (3.0 * x).sqrt();
        y = (-x).exp();
        if (dy != nullptr) *dy = -1.5 * y;
        y *= 1.0 + x;
    });
}

void squared_exponential(const double* s, double* g, double* dg, Size n) {
    in_blocks(s, g, dg, n, [](Block& x, Block& y, Block* dy) {
        y = (-0.5 * x).exp();
        if (dy != nullptr) *dy = -0.5 * y;
    });
}

}  // namespace

extern const Table SWEETSPOT_CONCATENATE(table_, SWEETSPOT_ARCH);
const Table SWEETSPOT_CONCATENATE(table_, SWEETSPOT_ARCH) = {SWEETSPOT_STRINGIFY(SWEETSPOT_ARCH),
                                                             multiply,
                                                             solve,
                                                             cholesky,
                                                             squared_distances,
                                                             matern52,
                                                             matern32,
                                                             squared_exponential};

}  // namespace sweetspot::dense
