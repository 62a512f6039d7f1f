// The dense loops: products, triangular solves, Cholesky, squared distances and the built-in covariance shapes. This
// file is compiled once per instruction set (cmake/dispatch.cmake) with Eigen renamed, so it includes nothing whose
// inline functions the other copies would share.

// Small products would otherwise be evaluated coefficient by coefficient, with vectors where the result's address
// allows: the last bits would depend on the address.
#define EIGEN_GEMM_TO_COEFFBASED_THRESHOLD 0

#include <Eigen/Core>

#include "loops/copy.hpp"
#include "loops/dense_table.hpp"

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

namespace simd = Eigen::internal;
using Packet = simd::packet_traits<double>::type;
constexpr Size lanes = simd::packet_traits<double>::size;
constexpr Size points_per_tile = 4;

/// Squared distances of `lanes` rows of `at` (from `rows` on) to `count` points: the sums stay in registers.
template <Size count>
inline void distances_of_tile(const double* rows, Size stride, ConstView b, const double* points, double* out,
                              Size out_stride) {
    Packet sum[count];
    for (Size u = 0; u < count; ++u) sum[u] = simd::pset1<Packet>(0);
    for (Size d = 0; d < b.rows; ++d) {
        const Packet row = simd::ploadu<Packet>(rows + d * stride);
        for (Size u = 0; u < count; ++u) {
            const Packet difference = simd::psub(row, simd::pset1<Packet>(points[u * b.stride + d]));
            sum[u] = simd::pmadd(difference, difference, sum[u]);
        }
    }
    for (Size u = 0; u < count; ++u) simd::pstoreu(out + u * out_stride, sum[u]);
}

template <Size count>
void distances_to(ConstView at, ConstView b, View s, Size j) {
    const double* points = b.data + j * b.stride;
    double* out = s.data + j * s.stride;
    for (Size i = 0; i + lanes < s.rows; i += lanes) {
        distances_of_tile<count>(at.data + i, at.stride, b, points, out + i, s.stride);
    }
    const Size last = s.rows - lanes;  // overlaps the tile before
    distances_of_tile<count>(at.data + last, at.stride, b, points, out + last, s.stride);
}

void squared_distances(ConstView at, ConstView b, View s) {
    if (s.rows < lanes) {
        for (Size j = 0; j < s.cols; ++j) {
            for (Size i = 0; i < s.rows; ++i) {
                double sum = 0;
                for (Size d = 0; d < b.rows; ++d) {
                    const double difference = at.data[d * at.stride + i] - b.data[j * b.stride + d];
                    sum = SWEETSPOT_FMA(difference, difference, sum);
                }
                s.data[j * s.stride + i] = sum;
            }
        }
        return;
    }
    Size j = 0;
    for (; j + points_per_tile <= s.cols; j += points_per_tile) distances_to<points_per_tile>(at, b, s, j);
    for (; j < s.cols; ++j) distances_to<1>(at, b, s, j);
}

void shifted_distances(const double* from, Size rows, const double* cross, Size stride, const Size* which,
                       const double* shift, Size count, double* s) {
    for (Size j = 0; j < count; ++j) {
        const double* column = cross + (which == nullptr ? j : which[j]) * stride;
        const double by = shift[j];
        double* __restrict to = s + j * rows;
        for (Size n = 0; n < rows; ++n) {
            const double sum = from[n] + (column[n] + by);
            to[n] = sum > 0 ? sum : 0;  // rounding may make the distance of coincident points negative
        }
    }
}

// The shapes are plain loops over entries that do not depend on each other: the compiler makes vectors of them, and an
// entry's value does not depend on its place.

/// e^-r for r >= 0 (beyond 700: e^-700), relative error < 4e-16: e^-r = 2^-k e^f with |f| <= (log 2)/2, where e^f is a
/// polynomial, the Chebyshev interpolant of degree 11 (its own error 3e-18).
inline double exp_negative(double r) {
    constexpr double log2_e = 0x1.71547652b82fep+0;
    constexpr double ln2_high = 0x1.62e42fefa3800p-1;  // k · ln2_high is exact for k < 2^11
    constexpr double ln2_low = 0x1.ef35793c76730p-45;
    constexpr double shift = 0x1.8p+52;  // adding it rounds to an integer, which the low bits then hold
    r = r < 700.0 ? r : 700.0;
    const double shifted = SWEETSPOT_FMA(r, log2_e, shift);
    const double k = shifted - shift;
    const double f = SWEETSPOT_FMA(k, ln2_low, SWEETSPOT_FMA(k, ln2_high, -r));
    double p = 0x1.af631d03b18bfp-26;
    p = SWEETSPOT_FMA(p, f, 0x1.28b40581fba5cp-22);
    p = SWEETSPOT_FMA(p, f, 0x1.71ddf5749b43dp-19);
    p = SWEETSPOT_FMA(p, f, 0x1.a01991ac8440bp-16);
    p = SWEETSPOT_FMA(p, f, 0x1.a01a01b14379ap-13);
    p = SWEETSPOT_FMA(p, f, 0x1.6c16c187fbe13p-10);
    p = SWEETSPOT_FMA(p, f, 0x1.111111110f225p-7);
    p = SWEETSPOT_FMA(p, f, 0x1.555555554f0cep-5);
    p = SWEETSPOT_FMA(p, f, 0x1.555555555555ap-3);
    p = SWEETSPOT_FMA(p, f, 0x1.0000000000011p-1);
    p = SWEETSPOT_FMA(p, f, 1.0);
    p = SWEETSPOT_FMA(p, f, 1.0);
    const long exponent = __builtin_bit_cast(long, shift) + 1023 - __builtin_bit_cast(long, shifted);
    return p * __builtin_bit_cast(double, exponent << 52);
}

void matern52(const double* s, double* g, double* dg, Size n) {
    if (dg == nullptr) {
        for (Size i = 0; i < n; ++i) {
            const double r = __builtin_sqrt(5.0 * s[i]);
            g[i] = SWEETSPOT_FMA(SWEETSPOT_FMA(r, 1.0 / 3.0, 1.0), r, 1.0) * exp_negative(r);
        }
    } else {
        for (Size i = 0; i < n; ++i) {
            const double r = __builtin_sqrt(5.0 * s[i]);
            const double e = exp_negative(r);
            g[i] = SWEETSPOT_FMA(SWEETSPOT_FMA(r, 1.0 / 3.0, 1.0), r, 1.0) * e;
            dg[i] = (-5.0 / 6.0) * (1.0 + r) * e;
        }
    }
}

void matern32(const double* s, double* g, double* dg, Size n) {
    if (dg == nullptr) {
        for (Size i = 0; i < n; ++i) {
            const double r = __builtin_sqrt(3.0 * s[i]);
            g[i] = (1.0 + r) * exp_negative(r);
        }
    } else {
        for (Size i = 0; i < n; ++i) {
            const double r = __builtin_sqrt(3.0 * s[i]);
            const double e = exp_negative(r);
            g[i] = (1.0 + r) * e;
            dg[i] = -1.5 * e;
        }
    }
}

void squared_exponential(const double* s, double* g, double* dg, Size n) {
    for (Size i = 0; i < n; ++i) g[i] = exp_negative(0.5 * s[i]);
    if (dg == nullptr) return;
    for (Size i = 0; i < n; ++i) dg[i] = -0.5 * g[i];
}

}  // namespace

extern const Loops SWEETSPOT_COPY(table);
const Loops SWEETSPOT_COPY(table) = {SWEETSPOT_STRINGIFY(SWEETSPOT_ARCH),
                                     multiply,
                                     solve,
                                     cholesky,
                                     squared_distances,
                                     shifted_distances,
                                     matern52,
                                     matern32,
                                     squared_exponential};

}  // namespace sweetspot::dense
