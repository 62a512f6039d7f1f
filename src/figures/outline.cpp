#include "figures/outline.hpp"

#include <map>
#include <tuple>

namespace sweetspot {
namespace {

/// An edge of the grid: from node (i, j) to the right or upwards.
using Edge = std::tuple<Index, Index, char>;

/// The grid has one ring of nodes outside the box, all of them outside the region, so that every curve closes.
class Marching {
  public:
    Marching(const std::function<bool(const Vector&)>& inside, const Box& box, Index cells)
        : inside_(inside), box_(box), cells_(cells), in_(cells + 3, cells + 3) {
        in_.setConstant(false);
        for (Index i = 1; i <= cells + 1; ++i) {
            for (Index j = 1; j <= cells + 1; ++j) in_(i, j) = inside(node(i, j));
        }
        for (Index i = 0; i <= cells + 1; ++i) {
            for (Index j = 0; j <= cells + 1; ++j) march(i, j);
        }
    }

    [[nodiscard]] std::vector<Points> chained() {
        std::vector<Points> curves;
        while (!next_.empty()) {
            const Edge first = next_.begin()->first;
            std::vector<Vector> points = {crossing(first)};
            for (Edge at = first; next_.contains(at);) {
                const Edge to = next_.at(at);
                next_.erase(at);
                points.push_back(crossing(to));
                at = to;
            }
            Points curve(2, static_cast<Index>(points.size()));
            for (Index k = 0; k < curve.cols(); ++k) curve.col(k) = points[static_cast<std::size_t>(k)];
            curves.push_back(std::move(curve));
        }
        return curves;
    }

  private:
    [[nodiscard]] Vector node(Index i, Index j) const {
        const Vector step = box_.width() / static_cast<double>(cells_);
        // The ring outside lies on the edge of the box, where the region is cut.
        return box_.clamp(box_.lower +
                          Vector{{step[0] * static_cast<double>(i - 1), step[1] * static_cast<double>(j - 1)}});
    }

    /// One cell: each pair of crossed edges is joined so that the inside is to the left.
    void march(Index i, Index j) {
        // The corners and edges anticlockwise from the lower left corner.
        const std::array<bool, 4> corner = {in_(i, j), in_(i + 1, j), in_(i + 1, j + 1), in_(i, j + 1)};
        const std::array<Edge, 4> edge = {Edge{i, j, 'r'}, Edge{i + 1, j, 'u'}, Edge{i, j + 1, 'r'}, Edge{i, j, 'u'}};
        for (std::size_t k = 0; k < 4; ++k) {
            // Walking anticlockwise along the cell's border, a curve enters the cell where the border leaves the
            // region, and goes on to where the border came back before that.
            if (!corner[k] || corner[(k + 1) % 4]) continue;
            std::size_t back = k;
            while (corner[back]) back = (back + 3) % 4;
            next_[edge[k]] = edge[back];
        }
    }

    [[nodiscard]] Vector crossing(const Edge& edge) const {
        const auto [i, j, direction] = edge;
        const Index i2 = direction == 'r' ? i + 1 : i;
        const Index j2 = direction == 'u' ? j + 1 : j;
        Vector a = node(i, j);
        Vector b = node(i2, j2);
        if (!in_(i, j)) a.swap(b);
        // 30 halvings of a cell: far finer than a picture.
        for (int k = 0; k < 30; ++k) {
            const Vector middle = (a + b) / 2;
            (inside_(middle) ? a : b) = middle;
        }
        return a;
    }

    const std::function<bool(const Vector&)>& inside_;
    const Box& box_;
    Index cells_;
    Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> in_;
    std::map<Edge, Edge> next_;
};

}  // namespace

std::vector<Points> outlines(const std::function<bool(const Vector& point)>& inside, const Box& box, Index cells) {
    return Marching(inside, box, cells).chained();
}

}  // namespace sweetspot
