#include "loops/packed.hpp"

#include <cstddef>

#include "loops/dispatch.hpp"

namespace sweetspot::packed {

SWEETSPOT_DEFINE_DISPATCH(Loops, table)

Factor::Factor(Op op, const MatrixRef& a, const Loops& table) : table_(&table) {
    const Index rows = op == Op::plain ? a.rows() : a.cols();
    if (rows < 2 || a.size() == 0 || !table_->fits(rows, op == Op::plain ? a.cols() : a.rows())) return;
    const std::size_t bytes = sizeof(double) * static_cast<std::size_t>(a.size());
    packed_.reset(static_cast<double*>(::operator new[](bytes, std::align_val_t{alignment})));
    table_->pack(op, {a.data(), a.rows(), a.cols(), a.outerStride()}, packed_.get());
}

void Factor::multiply(const MatrixRef& b, Eigen::Ref<Matrix> c) const {
    table_->multiply(packed_.get(), {b.data(), b.rows(), b.cols(), b.outerStride()},
                     {c.data(), c.rows(), c.cols(), c.outerStride()});
}

}  // namespace sweetspot::packed
