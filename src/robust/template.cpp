// The template T: centre, vertices, then low-discrepancy points of the shape; in one dimension a grid.
//
// Weights integrate the law of deviation. Of the uniform one, uniform, boundary-heavy: the centre and the points inside
// weigh the same. centre-dense: k r^(k-1) (template_points.cpp), so that the centre itself weighs nothing. One
// dimension: each point but the ends weighs the part of the interval that is nearest to it.

#include "sweetspot/robust/template.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/check.hpp"
#include "robust/template_points.hpp"
#include "robust/template_scenarios.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {

namespace {

/// Where choices may be confused: points of all the other scenarios together, in those of what is built as ordered, and
/// the fewest of one. A scenario is rare as a rule, and the worst of it is searched for from its points.
constexpr Index points_of_others = 2;
constexpr Index fewest_of_scenario = 10;

/// Appends grid positions of one side of the centre: end·g(j/count), j = 1, …, count, where g is the identity or, for
/// the centre-dense shape, the square. (Radii u as in higher dimensions would leave the grid as it is.)
void append_side(std::vector<double>& grid, double end, Index count, TemplateShape shape) {
    for (Index j = 1; j <= count; ++j) {
        const double s = static_cast<double>(j) / static_cast<double>(count);
        grid.push_back(end * (shape == TemplateShape::centre_dense ? s * s : s));
    }
}

/// For each position but the two ends, the length of [left, right] that is nearer to it than to any other such
/// position.
Vector cell_lengths(const std::vector<double>& grid, double left, double right) {
    std::vector<Index> order;
    for (Index i = 0; i < std::ssize(grid); ++i)
        if (i == 0 || (grid[i] > left && grid[i] < right)) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return grid[a] < grid[b]; });
    Vector length = Vector::Zero(std::ssize(grid));
    double start = left;
    for (std::size_t j = 0; j < order.size(); ++j) {
        const double stop = j + 1 < order.size() ? (grid[order[j]] + grid[order[j + 1]]) / 2 : right;
        length[order[j]] = stop - start;
        start = stop;
    }
    return length;
}

/// All norms and shapes share the interval in one dimension; its grid has the centre, both ends and equal steps on a
/// side (warped: in u, for there the distribution is uniform).
WeightedPoints interval_grid(const RobustSet& set, Index size, TemplateShape shape) {
    const Index axis = set.free_coordinates().front();
    const Vector along = Vector::Unit(set.dimension(), axis);
    const double left = set.is_warped() ? -1 : set.boundary_towards(-along)[axis];
    const double right = set.is_warped() ? 1 : set.boundary_towards(along)[axis];
    const Index others = right > left ? size - 1 : 0;
    Index on_left = right > left ? static_cast<Index>(static_cast<double>(others) * left / (left - right)) : 0;
    if (left < 0 && others > 1) on_left = std::max<Index>(on_left, 1);
    if (right > 0 && others > 0) on_left = std::min(on_left, others - 1);
    std::vector<double> grid{0.0};
    append_side(grid, left, on_left, shape);
    append_side(grid, right, others - on_left, shape);
    Points points = Eigen::Map<const Eigen::RowVectorXd>(grid.data(), std::ssize(grid));
    if (set.is_warped()) points = images_of(set, std::move(points));
    return {points, cell_lengths(grid, left, right)};
}

/// The points after the centre and the vertices.
std::vector<WeightedPoints> shaped_points(const RobustSet& set, Index count, TemplateShape shape, const Rng& rng) {
    switch (shape) {
        case TemplateShape::uniform:
            return {points_by_law(set, count, rng.split("inside"))};
        case TemplateShape::boundary_heavy:
            return {spread_points(set, count - count / 2, Spread::boundary, rng.split("boundary")),
                    weighed_by_law(set, spread_points(set, count / 2, Spread::uniform, rng.split("inside")))};
        case TemplateShape::centre_dense:
            break;
    }
    return {weighed_by_law(set, spread_points(set, count, Spread::equal_radii, rng.split("inside")))};
}

WeightedPoints joined(const std::vector<WeightedPoints>& pieces, Index rows) {
    Index total = 0;
    for (const WeightedPoints& piece : pieces) total += piece.points.cols();
    WeightedPoints all{Points(rows, total), Vector(total)};
    Index at = 0;
    for (const WeightedPoints& piece : pieces) {
        all.points.middleCols(at, piece.points.cols()) = piece.points;
        all.weights.segment(at, piece.points.cols()) = piece.weights;
        at += piece.points.cols();
    }
    return all;
}

WeightedPoints free_template(const RobustSet& set, Index size, TemplateShape shape, const Rng& rng) {
    const Index k = std::ssize(set.free_coordinates());
    if (k == 0 || size == 1) return {Points::Zero(k, 1), Vector::Ones(1)};
    if (k == 1) return weighed_by_law(set, interval_grid(set, size, shape));
    const Index corner_count = vertex_count(set, size / 2);
    const WeightedPoints corners{images_of(set, vertices(set, corner_count)), Vector::Zero(corner_count)};
    // Of a law it stands for no share of its own.
    const bool weightless_centre = shape == TemplateShape::centre_dense || !set.is_uniform();
    const WeightedPoints centre{Points::Zero(k, 1), Vector::Constant(1, weightless_centre ? 0 : 1)};
    std::vector<WeightedPoints> pieces{centre, corners};
    for (WeightedPoints& piece : shaped_points(set, size - 1 - corner_count, shape, rng))
        pieces.push_back(std::move(piece));
    return joined(pieces, k);
}

}  // namespace

std::string_view to_string(TemplateShape shape) {
    return template_shape_names()[static_cast<std::size_t>(shape)];
}

const std::vector<std::string>& template_shape_names() {
    static const std::vector<std::string> names{"uniform", "boundary-heavy", "centre-dense"};
    return names;
}

TemplateShape template_shape_named(std::string_view name) {
    const std::vector<std::string>& names = template_shape_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::invalid_argument(unknown_name("template shape", name, names));
    return static_cast<TemplateShape>(found - names.begin());
}

TemplateShape template_shape_for(const Quality& quality) {
    return quality.kind() == Quality::Kind::maximum ? TemplateShape::boundary_heavy : TemplateShape::uniform;
}

Index default_template_size(Index dimension) {
    require(dimension >= 0, "default_template_size: the dimension is {}; it must be at least 0", dimension);
    if (dimension == 0) return 1;
    if (dimension == 1) return 31;
    const auto between = [dimension](Index d0, Index size0, Index d1, Index size1) {
        return size0 +
               std::lround(static_cast<double>((dimension - d0) * (size1 - size0)) / static_cast<double>(d1 - d0));
    };
    if (dimension <= 5) return between(2, 60, 5, 250);
    if (dimension <= 10) return between(5, 250, 10, 400);
    return std::min<Index>(400 + 30 * (dimension - 10), 1000);
}

namespace {

Template plain_template(const RobustSet& robust_set, TemplateShape shape, Index size, const Rng& rng) {
    const std::vector<Index>& free = robust_set.free_coordinates();
    const WeightedPoints parts = free_template(robust_set, size, shape, rng);
    Template result{Points::Zero(robust_set.dimension(), parts.points.cols()), parts.weights};
    for (Index row = 0; row < std::ssize(free); ++row) result.points.row(free[row]) = parts.points.row(row);
    const double sum = result.weights.sum();
    // A few boundary points around a weightless centre integrate nothing but a constant.
    if (sum > 0) {
        result.weights /= sum;
    } else {
        result.weights[0] = 1;
    }
    return result;
}

}  // namespace

Template make_template(const RobustSet& robust_set, const TemplateOptions& options, const Rng& rng,
                       const ConfusionPtr& confusion) {
    const Index size = options.size.value_or(default_template_size(std::ssize(robust_set.free_coordinates())));
    require(size >= 1, "Template: the size is {}; it must be at least 1", size);
    Template as_ordered = plain_template(robust_set, options.shape, size, rng);
    if (!confusion) return as_ordered;
    const Index each = std::max(fewest_of_scenario, points_of_others * size / (confusion->scenarios() - 1));
    if (each >= size) return in_every_scenario({as_ordered, as_ordered, confusion});
    return in_every_scenario({as_ordered, plain_template(robust_set, options.shape, each, rng), confusion});
}

}  // namespace sweetspot
