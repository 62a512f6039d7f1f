// A left factor that is packed once for many products, on the fastest instruction set of the machine.
#pragma once

#include <memory>
#include <new>
#include <vector>

#include "loops/packed_table.hpp"
#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::packed {

/// The loops in use: the fastest that this machine can run.
[[nodiscard]] const Loops& loops();
/// Every table that this machine can run, slowest first; for the tests that compare them.
[[nodiscard]] const std::vector<const Loops*>& available();

class Factor {
  public:
    /// op(a); a itself is not needed any more.
    Factor(Op op, const MatrixRef& a, const Loops& table = loops());

    /// Whether multiply() does the product with a right factor of so many columns.
    [[nodiscard]] bool fits(Index columns) const { return packed_ != nullptr && columns > 1; }
    /// c = op(a) b to the last bit as dense::multiply has it.
    void multiply(const MatrixRef& b, Eigen::Ref<Matrix> c) const;

  private:
    struct Free {
        void operator()(double* numbers) const { ::operator delete[](numbers, std::align_val_t{alignment}); }
    };
    const Loops* table_;
    std::unique_ptr<double[], Free> packed_;
};

}  // namespace sweetspot::packed
