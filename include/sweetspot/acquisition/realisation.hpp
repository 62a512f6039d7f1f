// Joint posterior realisations over the template of a candidate region and of the best region so far: lines
// alg:draw_start to alg:joint_sample of Algorithm 1, at low rank.
//
// Let A be the pivots placed at x* and B the pivots placed at x. The sample is drawn jointly at A and B,
//     U_A = R_A z_A,   U_B = G z_A + R_B z_B,   G = Σ_BA R_A⁻ᵀ,   R_B R_Bᵀ = Σ_BB - G Gᵀ,
// and carried to the rest of each template by conditional mean on its own pivots, F = μ + Y U with Y = Σ_TB Σ_BB⁻¹.
// Both templates are carried by the same rule, so F over x goes to F over x* as x goes to x*: carrying the candidate's
// from A and B together would know more of the same region than the best-so-far's does, and pass the difference for
// improvement. With as many pivots as template points the realisations are exact.
#pragma once

#include <span>
#include <vector>

#include "sweetspot/acquisition/pivots.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {

struct RealisationOptions {
    Index realisations = 512;  ///< M
    PivotOptions pivots = {};
    /// Added to the pivots' variances, as a fraction of the prior variance: near x* the pivots of both regions nearly
    /// coincide. EI at x* + tiny steps is of the order of its root; far below it, rounding would take over.
    double jitter = 1e-9;
};

/// M frozen realisations, evaluated over a template placed anywhere. Template points are kept in the order `order()`:
/// pivots first.
class Realisations {
  public:
    Realisations(const GaussianProcess& gp, const PointsRef& template_points, const VectorRef& x_star,
                 const RealisationOptions& options, const Rng& rng);

    /// The realisations over the first n template points placed at one centre, of which the first b are pivots.
    struct Conditioned {
        Points scaled;     ///< the points, divided by the length scales
        Matrix distances;  ///< squared scaled distances to the observations (N × n)
        Matrix whitened;   ///< V = L⁻¹ k(X, points)
        Vector mean;       ///< μ
        Matrix residual;   ///< Σ_TB (n × b)
        Matrix root;       ///< Cholesky factor of Σ_BB + jitter
        Matrix carry;      ///< Y, of the points beyond the pivots (n - b × b)
        Matrix shared;     ///< G: what the pivots share with those at x*
        Matrix own;        ///< R_B
        Matrix samples;    ///< U_B: realisations at the pivots, less their mean (b × count)
    };

    [[nodiscard]] Index count() const { return draws_.cols(); }
    [[nodiscard]] Index template_size() const { return template_.cols(); }
    [[nodiscard]] Index rank() const { return rank_; }
    [[nodiscard]] const std::vector<Index>& order() const { return order_; }
    [[nodiscard]] const Vector& x_star() const { return x_star_; }

    /// The realisations over the template at x* (template_size × count).
    [[nodiscard]] Matrix at_x_star() const;
    /// Conditions the first n template points placed at x. For n below the rank, the prefix of the whole.
    void condition(const Vector& x, Index n, Conditioned& result) const;
    /// Realisations [first, first + out.cols()) over the conditioned points.
    void draw(const Conditioned& at, Index first, Eigen::Ref<Matrix> out) const;
    /// Realisations at single centres (the prefix of length 1) for many at once: one row per centre, count() columns.
    [[nodiscard]] Matrix draw_at_centres(const PointsRef& x) const;

    /// ∂J/∂F of a scalar J, gathered: for each of `rows` (ascending template rows) Σ_m F̄ (mean) and, for those beyond
    /// the pivots, Σ_m F̄ U_Bᵀ (carry, one row each); and Σ_t F̄ (∂F/∂U_B) (samples, b × count).
    struct Adjoint {
        std::vector<Index> rows;
        Vector mean;
        Matrix carry;
        Matrix samples;
    };
    /// The gradient of J by x. The conditioning must be of the whole template.
    [[nodiscard]] Vector gradient(const Conditioned& at, const Adjoint& adjoint) const;

  private:
    void whiten(const PointsRef& points, Conditioned& result) const;
    [[nodiscard]] Matrix prior_with_pivots_at_x_star(const PointsRef& scaled) const;

    KernelPtr kernel_;
    double variance_;
    double prior_mean_;
    double jitter_;
    Vector inverse_lengthscales_;
    Index rank_;
    std::vector<Index> order_;
    Points template_;  // in that order
    Vector x_star_;
    Matrix observations_;     // scaled, one per row
    Matrix cholesky_;         // L of the observations
    Vector weights_;          // α of the observations
    Matrix pivots_;           // A, scaled, one per row
    Matrix pivots_whitened_;  // L⁻¹ k(X, A)
    Matrix pivots_root_;      // R_A
    Matrix prior_;            // k(T, B): the same wherever the template is placed
    Matrix draws_;            // z_A, then z_B
};

}  // namespace sweetspot
