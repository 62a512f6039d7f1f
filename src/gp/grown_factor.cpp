#include "gp/grown_factor.hpp"

#include <algorithm>
#include <limits>

#include "loops/dense.hpp"

namespace sweetspot::detail {
namespace {

using dense::Op;
using dense::Side;

/// Columns whose distance in memory is a power of 2 share few places of a cache; one cache line more spreads them.
constexpr Index one_cache_line = 8;

Index tiles_up_to(Index n) {
    return (n + tile_size - 1) / tile_size * tile_size;
}

}  // namespace

void GrownFactor::make_room(Index kept, Index n) {
    const Index room = tiles_up_to(n);
    // Its place in memory depends on n alone, for what reads it may add up in another order where columns lie
    // elsewhere.
    const bool fits = rows_ != nullptr && rows_.use_count() == 1 && rows_->cols() == room;
    const auto before = rows_;
    if (!fits) {
        rows_ = std::make_shared<Matrix>(room + one_cache_line, room);
        for (Index j = 0; j < room; ++j) {
            rows_->col(j).head(std::min(j, kept)).setZero();
            if (j < kept) rows_->col(j).segment(j, kept - j) = before->col(j).segment(j, kept - j);
            rows_->col(j).tail(room + one_cache_line - kept).setZero();
        }
    }
    diagonal_.conservativeResize(room);
    size_ = kept;
}

bool GrownFactor::grow(Index kept, Index n, const TileOf& tile) {
    make_room(kept, n);
    for (Index first = kept / tile_size * tile_size; first < n; first += tile_size) {
        if (!make_tile_row(first, n, tile)) return false;
    }
    size_ = n;
    const double rounding = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
    return (rows_->diagonal().head(n).array().square() > rounding * diagonal_.head(n).array()).all();
}

bool GrownFactor::make_tile_row(Index first, Index n, const TileOf& tile) {
    Matrix& l = *rows_;
    const Index count = std::min(tile_size, n - first);
    Matrix k(tile_size, tile_size);
    for (Index column = 0; column <= first; column += tile_size) {
        tile(first, column, k);
        k.bottomRows(tile_size - count).setZero();
        if (column == first) {
            k.rightCols(tile_size - count).setZero();
            k.diagonal().tail(tile_size - count).setOnes();
            diagonal_.segment(first, tile_size) = k.diagonal();
        }
        dense::multiply(-1, Op::plain, l.block(first, 0, tile_size, column), Op::transposed,
                        l.block(column, 0, tile_size, column), 1, k);
        if (column == first) {
            if (dense::cholesky(k) >= 0) return false;
        } else {
            const Matrix corner = l.block(column, column, tile_size, tile_size);
            dense::solve(Side::right, Op::transposed, corner, k);
        }
        l.block(first, column, tile_size, tile_size) = k;
    }
    return true;
}

void solve_both_sides(const MatrixRef& lower, Vector& x) {
    const Index n = lower.rows();
    for (Index first = 0; first < n; first += tile_size) {
        const Index count = std::min(tile_size, n - first);
        const Index below = n - first - count;
        auto part = x.segment(first, count);
        dense::solve(Side::left, Op::plain, lower.block(first, first, count, count), part);
        dense::multiply(-1, Op::plain, lower.block(first + count, first, below, count), Op::plain, part, 1,
                        x.tail(below));
    }
    for (Index first = (n - 1) / tile_size * tile_size; first >= 0; first -= tile_size) {
        const Index count = std::min(tile_size, n - first);
        const Index below = n - first - count;
        auto part = x.segment(first, count);
        if (below > 0) {
            dense::multiply(-1, Op::transposed, lower.block(first + count, first, below, count), Op::plain,
                            x.tail(below), 1, part);
        }
        dense::solve(Side::left, Op::transposed, lower.block(first, first, count, count), part);
    }
}

}  // namespace sweetspot::detail
