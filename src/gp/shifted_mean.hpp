// The posterior mean at x + t for the same offsets t (a template) and many x.
#pragma once

#include <span>
#include <vector>

#include "sweetspot/gp/gaussian_process.hpp"
#include "sweetspot/space/confusion.hpp"

namespace sweetspot {

/// As gp.mean(offsets.colwise() + x), up to rounding, but cheaper: what does not depend on x is done once. Where
/// choices may be confused, it is done once for each combination of them, and the offsets are to what is built in the
/// scenario of each. Of an ensemble it is the average of its members'. The model must outlive it.
class ShiftedMean {
  public:
    ShiftedMean(const GaussianProcess& gp, const PointsRef& offsets, Scenarios scenarios = {});

    [[nodiscard]] Index size() const { return std::ssize(all_); }
    /// The mean at x plus each offset, or plus some of them.
    [[nodiscard]] Vector values(const VectorRef& x) const { return values(x, all_); }
    [[nodiscard]] Vector values(const VectorRef& x, std::span<const Index> which) const;
    /// The gradient of each, one column per offset.
    [[nodiscard]] Matrix gradients(const VectorRef& x) const { return gradients(x, all_); }
    [[nodiscard]] Matrix gradients(const VectorRef& x, std::span<const Index> which) const;

  private:
    struct Table {
        Points offsets;   ///< scaled
        Matrix cross;     ///< |t|² - 2 t·x_n for input n (row) and offset t (column)
        Matrix features;  ///< of main effects, where there are any
    };
    [[nodiscard]] Table table(const PointsRef& offsets, Index combination) const;
    /// That of the choices of x.
    [[nodiscard]] const Table& table_at(const VectorRef& x) const {
        return tables_[static_cast<std::size_t>(scenarios_.combination(x))];
    }
    [[nodiscard]] Vector scaled(const VectorRef& x) const;
    /// Without those by embedded coordinates (gp/choices).
    [[nodiscard]] Matrix of_coordinates(Matrix gradients) const;
    /// What the weights of the features are for offsets from a point (scaled, relative to the middle).
    [[nodiscard]] Vector turned_weights(const VectorRef& at) const;

    const GaussianProcess& gp_;
    std::vector<Index> all_;
    Scenarios scenarios_;
    Vector middle_;   ///< of the scaled inputs: distances are expanded about it, which keeps their rounding small
    Matrix inputs_;   ///< scaled, relative to the middle, one per row
    Vector weights_;  ///< the kernel's part of the variance · α
    Vector effect_weights_;  ///< of main effects, where there are any
    std::vector<Table> tables_;
    std::vector<ShiftedMean> members_;  ///< of an ensemble; then nothing else but all_ is used
};

}  // namespace sweetspot
