// What is maximised where other outputs have limits. The models of the outputs are independent, so the expected
// improvement that counts only where every limit is kept is the product
//     E[I(x) · 1(limits kept)] = EI(x) · Π_j P_j(x).
// Before a region is known that keeps them, Π_j P_j itself is.
#pragma once

#include "acquisition/region_feasibility.hpp"
#include "sweetspot/acquisition/acquisition.hpp"

namespace sweetspot {

/// Both parts must outlive it.
class FeasibleImprovement final : public Acquisition {
  public:
    FeasibleImprovement(const Acquisition& improvement, const JointFeasibility& feasibility)
        : improvement_(improvement), feasibility_(feasibility) {}

    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;
    [[nodiscard]] LocalObjective descent() const override;
    [[nodiscard]] int bounds() const override { return improvement_.bounds(); }
    /// Those of the improvement times the probability that the centres keep the limits: bounds up to the error of the
    /// probability (of a share below a half, an estimate).
    [[nodiscard]] Vector upper_bounds(const PointsRef& x, int level) const override;

  private:
    [[nodiscard]] double times_feasibility(double improvement, const Vector& x, Vector* gradient) const;

    const Acquisition& improvement_;
    const JointFeasibility& feasibility_;
};

/// 1/(1 - log Π P_j): it increases with the probability from 0 to 1, and is nowhere flat.
class MostFeasible final : public Acquisition {
  public:
    explicit MostFeasible(const JointFeasibility& feasibility) : feasibility_(feasibility) {}

    [[nodiscard]] double value(const Vector& x, Vector* gradient) const override;
    [[nodiscard]] int bounds() const override { return 1; }
    [[nodiscard]] Vector upper_bounds(const PointsRef& x, int level) const override;

  private:
    const JointFeasibility& feasibility_;
};

}  // namespace sweetspot
