// The lower Cholesky factor of a large matrix, made tile by tile from above, so that rows can be added to it later. A
// row takes part in the same operations, on tiles of the same shape, whether it is made with all the others or is added
// to a factor that is there: the bits are the same by construction. Where the last tile has fewer rows than others it
// is filled up with those of an identity.
#pragma once

#include <functional>
#include <memory>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot::detail {

/// Rows and columns of a tile. N = 5000: the whole factor takes 0.79 s and one more row 50 ms; with 64 it is 0.95 s and
/// 37 ms, with 256 0.74 s and 83 ms.
inline constexpr Index tile_size = 128;

/// Fills k (tile_size x tile_size) with the entries of the matrix from that row and column on; beyond the last row with
/// any numbers.
using TileOf = std::function<void(Index row, Index column, Matrix& k)>;

/// L of the first size() rows; the copies of one share it. Immutable but for grow().
class GrownFactor {
  public:
    [[nodiscard]] Index size() const { return size_; }
    /// Lower triangle; above it 0.
    [[nodiscard]] MatrixRef lower() const { return rows_->topLeftCorner(size_, size_); }
    [[nodiscard]] std::shared_ptr<const Matrix> rows() const { return rows_; }

    /// Drops the rows from `kept` on and makes those up to n. False where that many rows are not positive definite to
    /// rounding error (a pivot below n·ε of its diagonal entry has no correct digit); the factor is then of no use.
    [[nodiscard]] bool grow(Index kept, Index n, const TileOf& tile);

  private:
    /// Room for n rows of which `kept` stay.
    void make_room(Index kept, Index n);
    [[nodiscard]] bool make_tile_row(Index first, Index n, const TileOf& tile);

    std::shared_ptr<Matrix> rows_;
    Vector diagonal_;  ///< of the matrix
    Index size_ = 0;
};

/// x := L⁻¹ x, then x := L⁻ᵀ x, for one x: every entry of L is read twice in all.
void solve_both_sides(const MatrixRef& lower, Vector& x);

}  // namespace sweetspot::detail
