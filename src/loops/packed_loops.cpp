// Products with one left factor again and again: Eigen puts it in the order of its inner loop at each of them, which
// with few columns on the right takes nearly as long as the product. Compiled once per instruction set, as
// dense_loops.cpp is.
#include <Eigen/Core>
#include <cstddef>

#include "loops/copy.hpp"
#include "loops/packed_table.hpp"

namespace sweetspot::packed {
namespace {

namespace detail = Eigen::internal;
using Traits = detail::gebp_traits<double, double>;
using ResultMapper = detail::blas_data_mapper<double, Size, Eigen::ColMajor, Eigen::Unaligned, 1>;

template <int order>
using FactorMapper = detail::const_blas_data_mapper<double, Size, order>;

template <int order>
void pack_in(ConstView a, Size rows, Size depth, double* packed) {
    detail::gemm_pack_lhs<double, Size, FactorMapper<order>, Traits::mr, Traits::LhsProgress, Traits::LhsPacket4Packing,
                          order>
        by_panels;
    by_panels(packed, FactorMapper<order>(a.data, a.stride), depth, rows);
}

bool fits(Size rows, Size depth) {
    Size k = depth;
    Size m = rows;
    Size n = 64;
    detail::computeProductBlockingSizes<double, double>(k, m, n, Size{1});
    return k == depth;
}

void pack(Op op, ConstView a, double* packed) {
    if (op == Op::plain) {
        pack_in<Eigen::ColMajor>(a, a.rows, a.cols, packed);
    } else {
        pack_in<Eigen::RowMajor>(a, a.cols, a.rows, packed);
    }
}

void multiply(const double* packed, ConstView b, View c) {
    Eigen::VectorXd right(b.rows * b.cols);
    detail::gemm_pack_rhs<double, Size, FactorMapper<Eigen::ColMajor>, Traits::nr, Eigen::ColMajor> by_columns;
    by_columns(right.data(), FactorMapper<Eigen::ColMajor>(b.data, b.stride), b.rows, b.cols);
    for (Size j = 0; j < c.cols; ++j)
        __builtin_memset(c.data + j * c.stride, 0, sizeof(double) * static_cast<std::size_t>(c.rows));
    detail::gebp_kernel<double, double, Size, ResultMapper, Traits::mr, Traits::nr, false, false> inner;
    inner(ResultMapper(c.data, c.stride), packed, right.data(), c.rows, b.rows, c.cols, 1.0);
}

}  // namespace

extern const Loops SWEETSPOT_COPY(table);
const Loops SWEETSPOT_COPY(table) = {SWEETSPOT_STRINGIFY(SWEETSPOT_ARCH), fits, pack, multiply};

}  // namespace sweetspot::packed
