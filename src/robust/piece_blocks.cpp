#include "robust/piece_blocks.hpp"

#include <memory>
#include <span>
#include <utility>

namespace sweetspot {
namespace {

/// Those of `which` that are in [first, first + size), as places in the block, and where they stand in `which`.
struct Part {
    std::vector<Index> pieces;
    std::vector<Index> places;
};

Part part_of(std::span<const Index> which, Index first, Index size) {
    Part part;
    for (std::size_t i = 0; i < which.size(); ++i) {
        if (which[i] < first || which[i] >= first + size) continue;
        part.pieces.push_back(which[i] - first);
        part.places.push_back(static_cast<Index>(i));
    }
    return part;
}

}  // namespace

Vector some_values(const Pieces& pieces, const Vector& x, std::span<const Index> which) {
    if (pieces.some_values) return pieces.some_values(x, which);
    return pieces.values(x)(std::vector<Index>(which.begin(), which.end()));
}

Block stacked(std::vector<Block> blocks) {
    const auto all = std::make_shared<const std::vector<Block>>(std::move(blocks));
    Index total = 0;
    for (const Block& block : *all) total += block.size;
    Block result{total, {}};
    result.pieces.values = [all, total](const Vector& x) {
        Vector values(total);
        Index first = 0;
        for (const Block& block : *all) {
            values.segment(first, block.size) = block.pieces.values(x);
            first += block.size;
        }
        return values;
    };
    result.pieces.gradients = [all](const Vector& x, std::span<const Index> which) {
        Matrix gradients(x.size(), std::ssize(which));
        Index first = 0;
        for (const Block& block : *all) {
            const Part part = part_of(which, first, block.size);
            if (!part.pieces.empty()) gradients(Eigen::all, part.places) = block.pieces.gradients(x, part.pieces);
            first += block.size;
        }
        return gradients;
    };
    result.pieces.some_values = [all](const Vector& x, std::span<const Index> which) {
        Vector values(std::ssize(which));
        Index first = 0;
        for (const Block& block : *all) {
            const Part part = part_of(which, first, block.size);
            if (!part.pieces.empty()) values(part.places) = some_values(block.pieces, x, part.pieces);
            first += block.size;
        }
        return values;
    };
    return result;
}

Block rescaled(Block block, double offset, double factor) {
    const auto inner = std::make_shared<const Pieces>(std::move(block.pieces));
    return {
        block.size,
        {[=](const Vector& x) -> Vector { return factor * (inner->values(x).array() - offset); },
         [=](const Vector& x, std::span<const Index> which) -> Matrix { return factor * inner->gradients(x, which); },
         [=](const Vector& x, std::span<const Index> which) -> Vector {
             return factor * (some_values(*inner, x, which).array() - offset);
         }}};
}

Block reduced(Block over_template, const Vector& weights, const Quality& quality) {
    if (quality.kind() == Quality::Kind::maximum) return over_template;
    const auto inner = std::make_shared<const Block>(std::move(over_template));
    std::vector<Index> all(static_cast<std::size_t>(inner->size));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
    return {1,
            {[inner, &weights, &quality](const Vector& x) -> Vector {
                 return Vector::Constant(1, quality.value(inner->pieces.values(x), weights));
             },
             [inner, &weights, &quality, all](const Vector& x, std::span<const Index>) -> Matrix {
                 return inner->pieces.gradients(x, all) * quality.gradient(inner->pieces.values(x), weights);
             }}};
}

}  // namespace sweetspot
