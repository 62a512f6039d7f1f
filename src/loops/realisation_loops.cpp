// The realisations over a region, F = μ + C E, and their worst case over the template, without storing F: a tile of
// F stays in registers until its maximum is taken. Compiled once per instruction set (cmake/dispatch.cmake).

#define EIGEN_GEMM_TO_COEFFBASED_THRESHOLD 0  // see dense_loops.cpp

#include <Eigen/Core>

#include "loops/copy.hpp"
#include "loops/realisation_table.hpp"

namespace sweetspot::realisations {
namespace {

namespace simd = Eigen::internal;
using Packet = simd::packet_traits<float>::type;
constexpr Size lanes = simd::packet_traits<float>::size;
constexpr Size wide = 2 * lanes;                                        // draws per register tile
constexpr Size tall = lanes == 16 ? rows_per_tile : rows_per_tile / 2;  // template rows: 16 registers, or 8 of 16
static_assert(draws_per_tile % wide == 0 && rows_per_tile % tall == 0);
constexpr float lowest = -__FLT_MAX__;

using Map = Eigen::Map<Eigen::MatrixXf, 0, Eigen::OuterStride<>>;
using ConstMap = Eigen::Map<const Eigen::MatrixXf, 0, Eigen::OuterStride<>>;

void multiply_transposed(ConstFloatView a, ConstFloatView b, FloatView c) {
    Map C(c.data, c.rows, c.cols, Eigen::OuterStride<>(c.stride));
    const ConstMap A(a.data, a.rows, a.cols, Eigen::OuterStride<>(a.stride));
    const ConstMap B(b.data, b.rows, b.cols, Eigen::OuterStride<>(b.stride));
    C.setZero();
    C.noalias() += A * B.transpose();
}

enum class Locate { no, yes };

/// The worst case of `wide` draws over all rows of the template.
template <Locate locate>
void worst_of_tile(const float* draws, Size draws_stride, ConstFloatView carry, const float* mean, float* worst,
                   float* row) {
    Packet best[2] = {simd::pset1<Packet>(lowest), simd::pset1<Packet>(lowest)};
    Packet where[2] = {simd::pset1<Packet>(0), simd::pset1<Packet>(0)};
    for (Size t = 0; t < carry.rows; t += tall) {
        Packet F[tall][2];
        for (Size u = 0; u < tall; ++u) F[u][0] = F[u][1] = simd::pset1<Packet>(mean[t + u]);
        const float* c = carry.data + t;
        const float* e = draws;
        for (Size k = 0; k < carry.cols; ++k, c += carry.stride, e += draws_stride) {
            const Packet e0 = simd::ploadu<Packet>(e);
            const Packet e1 = simd::ploadu<Packet>(e + lanes);
            for (Size u = 0; u < tall; ++u) {
                const Packet factor = simd::pset1<Packet>(c[u]);
                F[u][0] = simd::pmadd(factor, e0, F[u][0]);
                F[u][1] = simd::pmadd(factor, e1, F[u][1]);
            }
        }
        for (Size u = 0; u < tall; ++u) {
            for (int half = 0; half < 2; ++half) {
                if constexpr (locate == Locate::yes) {
                    const Packet larger = simd::pcmp_lt(best[half], F[u][half]);
                    where[half] = simd::pselect(larger, simd::pset1<Packet>(static_cast<float>(t + u)), where[half]);
                }
                best[half] = simd::pmax(best[half], F[u][half]);
            }
        }
    }
    for (int half = 0; half < 2; ++half) {
        simd::pstoreu(worst + half * lanes, best[half]);
        if constexpr (locate == Locate::yes) simd::pstoreu(row + half * lanes, where[half]);
    }
}

void worst(ConstFloatView draws, ConstFloatView carry, const float* mean, float* worst, float* row) {
    for (Size m = 0; m < draws.rows; m += wide) {
        if (row != nullptr) {
            worst_of_tile<Locate::yes>(draws.data + m, draws.stride, carry, mean, worst + m, row + m);
        } else {
            worst_of_tile<Locate::no>(draws.data + m, draws.stride, carry, mean, worst + m, nullptr);
        }
    }
}

}  // namespace

extern const Loops SWEETSPOT_COPY(table);
const Loops SWEETSPOT_COPY(table) = {SWEETSPOT_STRINGIFY(SWEETSPOT_ARCH), multiply_transposed, worst};

}  // namespace sweetspot::realisations
