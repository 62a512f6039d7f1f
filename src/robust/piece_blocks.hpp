// Functions of which a largest one is minimised, in blocks: one block per output, or per kind of thing that must be
// kept.
#pragma once

#include <span>
#include <vector>

#include "optimize/minimax.hpp"
#include "sweetspot/robust/quality.hpp"

namespace sweetspot {

/// Pieces with how many they are.
struct Block {
    Index size = 0;
    Pieces pieces;
};

/// The values of some pieces, whether or not the pieces know a cheaper way than all of them.
[[nodiscard]] Vector some_values(const Pieces& pieces, const Vector& x, std::span<const Index> which);

/// All pieces, block after block.
[[nodiscard]] Block stacked(std::vector<Block> blocks);
/// factor · (piece - offset).
[[nodiscard]] Block rescaled(Block block, double offset, double factor);
/// A reduction of a region's pieces: the pieces themselves for a largest value, otherwise one. `weights` and `quality`
/// must outlive it.
[[nodiscard]] Block reduced(Block over_template, const Vector& weights, const Quality& quality);

}  // namespace sweetspot
