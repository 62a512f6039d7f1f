// The coordinates of a box that can move, scaled to the unit cube; a coordinate with lower = upper is left out.
#pragma once

#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

class FreeCoordinates {
  public:
    explicit FreeCoordinates(const Box& box) : box_(box) {
        for (Index i = 0; i < box.dimension(); ++i) {
            if (box.lower[i] < box.upper[i]) free_.push_back(i);
        }
    }

    [[nodiscard]] Index dimension() const { return static_cast<Index>(free_.size()); }

    /// The point of the box for u in the unit cube.
    [[nodiscard]] Vector expand(const VectorRef& u) const {
        Vector x = box_.lower;
        for (Index j = 0; j < u.size(); ++j) {
            const Index i = free_[static_cast<std::size_t>(j)];
            x[i] += u[j] * (box_.upper[i] - box_.lower[i]);
        }
        return box_.clamp(x);
    }

    [[nodiscard]] Vector reduce(const VectorRef& x) const {
        Vector u(dimension());
        for (Index j = 0; j < u.size(); ++j) {
            const Index i = free_[static_cast<std::size_t>(j)];
            u[j] = (x[i] - box_.lower[i]) / (box_.upper[i] - box_.lower[i]);
        }
        return u;
    }

  private:
    const Box& box_;
    std::vector<Index> free_;
};

}  // namespace sweetspot
