// The worst case of a sum of one-dimensional terms, max Σ g_d(x_d) over {‖(x - c)/t‖_p ≤ 1}.
//
// Coordinate d may spend a share b_d of the budget: |x_d - c_d| ≤ t_d b_d (p = 1) or t_d √b_d (p = 2). With
//     h_d(b) = max g_d over the interval that b buys        (nondecreasing, exact by the ends and the peaks of g_d)
// the worst case is max Σ h_d(b_d) over Σ b_d ≤ 1, b ≥ 0. For p = ∞ every coordinate has its whole interval: exact.
//
// p = 1, 2: share_allocation.hpp, with a value that is attained and a proven upper bound.
#pragma once

#include <vector>

#include "problems/line.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {

/// A function of one coordinate with its local maxima.
class Term {
  public:
    /// `jumps` holds what no scan can see: the higher limits at the jumps. The peaks are found by a scan of
    /// [lower, upper], where regions usually are.
    Term(LineFunction value, double lower, double upper, std::vector<Peak> jumps = {});

    [[nodiscard]] double operator()(double x) const { return value_(x); }
    /// The local maxima strictly inside (from, to).
    [[nodiscard]] std::vector<Peak> peaks_between(double from, double to) const;
    /// The supremum over [from, to].
    [[nodiscard]] double maximum(double from, double to) const;

  private:
    [[nodiscard]] std::vector<Peak> scan(double from, double to) const;

    LineFunction value_;
    double lower_;
    double upper_;
    std::vector<Peak> jumps_;
    std::vector<Peak> peaks_;
};

/// sup Σ g_d over a region, with what is proven.
struct SeparableMaximum {
    double value = 0;  ///< reached by a point of the region (or approached, at a jump)
    double upper = 0;  ///< no point of the region exceeds it
    Vector shares;     ///< b_d; empty for p = ∞
};

[[nodiscard]] SeparableMaximum maximize_sum(const std::vector<const Term*>& terms, const VectorRef& centre, Norm norm,
                                            const VectorRef& tolerance);

/// f(x) = offset + scale Σ g_d(x_d), scale > 0; the same domain and tolerance for all coordinates.
class SeparableBenchmark : public Benchmark {
  public:
    [[nodiscard]] double value(const VectorRef& x) const override;
    [[nodiscard]] double worst_case(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const override;
    /// worst_case with its bracket.
    [[nodiscard]] SeparableMaximum bracket(const VectorRef& centre, Norm norm, const VectorRef& tolerance) const;
    [[nodiscard]] std::vector<int> alike(Index dimension) const override;

  protected:
    /// g_d of coordinate d (from 0) in dimension D.
    [[nodiscard]] virtual const Term& term(Index d, Index dimension) const = 0;
    [[nodiscard]] virtual double offset(Index /*dimension*/) const { return 0; }
    [[nodiscard]] virtual double scale(Index /*dimension*/) const { return 1; }

    /// p = ∞ separates: every coordinate has its own optimum. Otherwise, for every d,
    ///     Q* ≥ min_c max g_d over [c - ε, c + ε] + Σ_{j≠d} min g_j
    /// because the adversary may spend all on coordinate d; a centre that reaches this bound is proven optimal. Where
    /// none does, the search of reference_search.hpp.
    [[nodiscard]] ReferenceOptimum find_optimum(Index dimension, Norm norm, double tolerance) const override;

  private:
    struct Alone;
    /// Every coordinate on its own.
    [[nodiscard]] Alone each_alone(Index dimension, const Box& box, double tolerance) const;
};

}  // namespace sweetspot
