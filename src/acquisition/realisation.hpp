// Joint posterior realisations over the template of a candidate region and of the best region so far: lines
// alg:draw_start to alg:joint_sample of Algorithm 1, at low rank.
//
// Let A be the pivots placed at x*, B the pivots placed at x, and Σ the posterior covariance. With R Rᵀ = Σ_BB and
// R_A R_Aᵀ = Σ_AA the realisations over the two templates are
//     F* = μ* + Σ_TA R_A⁻ᵀ z_A,    F = μ + C e,   C = Σ_TB R⁻ᵀ,
//     e = H [z_A; z_B],   H = [Ĝ, R̂],   Ĝ = R⁻¹ Σ_BA R_A⁻ᵀ,   R̂ R̂ᵀ = I - Ĝ Ĝᵀ,
// a joint draw at A and B, carried to the rest of each template by conditional mean on its own pivots. Both templates
// are carried by the same rule, so F goes to F* as x goes to x*: carrying the candidate's from A and B together would
// know more of the same region than the best-so-far's does, and pass the difference for improvement. With as many
// pivots as template points the realisations are exact.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "acquisition/pivots.hpp"
#include "loops/packed.hpp"
#include "sweetspot/base/rng.hpp"

namespace sweetspot {

struct RealisationOptions {
    Index realisations = 512;  ///< M
    PivotOptions pivots = {};
    /// Added to the pivots' variances, as a fraction of the prior variance: near x* the pivots of both regions nearly
    /// coincide. EI at x* + tiny steps is of the order of its root; far below it, rounding would take over.
    double jitter = 1e-9;
};

/// What the observations that covariances know tell, in units of the prior variance: with L Lᵀ their covariance, V =
/// L⁻¹ g(X, ·) and W = L⁻ᵀ V. It takes N³ operations once and is shared by everything that is conditioned on the same
/// model.
class Whitening {
  public:
    explicit Whitening(const GaussianProcess& gp);
    void whiten(const MatrixRef& g, Matrix& V) const;
    void solve(const MatrixRef& V, Matrix& W) const;
    /// (L Lᵀ)⁻¹: loses more digits than whitening, enough for gradients.
    [[nodiscard]] const Matrix& precision() const { return precision_; }

  private:
    Matrix inverse_root_;  // L⁻¹
    Matrix precision_;
    // The blocks of rows of L⁻¹ and of L⁻ᵀ.
    std::vector<packed::Factor> whitening_;
    std::vector<packed::Factor> solving_;
};
using WhiteningPtr = std::shared_ptr<const Whitening>;

/// M frozen realisations, evaluated over a template placed anywhere. Template points are kept in the order `order()`,
/// pivots first, and called rows. Where choices may be confused, the prior within the template, and with it order and
/// rank, depend on which of them are ordered at the centre: there is a table for each combination. Everything up to C
/// and H is in double precision; the loops over all realisations are in single precision, relative to reference(), so
/// that their rounding error is 1e-7 of the spread of what is compared.
class Realisations {
  public:
    using FloatMatrix = Eigen::MatrixXf;
    using FloatVector = Eigen::VectorXf;
    enum class Slopes { unwanted, wanted };

    /// `whitening` must be that of the same model; null: made here.
    Realisations(const GaussianProcess& gp, const PointsRef& template_points, const VectorRef& x_star,
                 const RealisationOptions& options, const Rng& rng, WhiteningPtr whitening = nullptr,
                 Scenarios scenarios = {});

    /// The realisations over some rows of the template placed at one centre. Covariances are in units of the prior
    /// variance.
    struct Conditioned {
        Index combination = 0;    ///< of the confused choices at the centre
        Index pivots = 0;         ///< b: how many pivots take part
        std::vector<Index> rows;  ///< the rows, ascending
        Index pivot_rows = 0;     ///< how many of them are pivots
        Points points;            ///< scaled: the pivots, then the rows that are not pivots
        Matrix features;          ///< of main effects, where there are any
        Matrix prior;             ///< g(X, points)
        Matrix slope;             ///< dg/ds of the part that is a function of the distance, where wanted
        Matrix cross;             ///< g(A, B)
        Matrix cross_slope;
        Matrix whitened;  ///< V = L⁻¹ g(X, B)
        Matrix solved;    ///< W = L⁻ᵀ V
        Matrix root;      ///< R
        Matrix inverse;   ///< R⁻¹
        Matrix shared;    ///< R Ĝ
        Matrix driver;    ///< H
        Matrix carry;     ///< C, one line per row
        Matrix scratch;
        Vector mean;              ///< μ, one per row
        FloatMatrix draws;        ///< e, one line per realisation
        FloatMatrix float_carry;  ///< C in units of the outputs
        FloatVector float_mean;   ///< μ - reference()
        FloatVector worst;        ///< the worst case of each realisation, less reference()
        FloatVector worst_row;    ///< its place in `rows`
    };

    [[nodiscard]] Index count() const { return count_; }
    [[nodiscard]] Index template_size() const { return std::ssize(rows_); }
    /// How many combinations of confused choices there are: 1 without a confusion.
    [[nodiscard]] Index combinations() const { return std::ssize(tables_); }
    /// That of the choices at a centre.
    [[nodiscard]] Index combination(const VectorRef& x) const { return scenarios_.combination(x); }
    [[nodiscard]] Index rank(Index combination = 0) const { return table(combination).rank; }
    [[nodiscard]] const std::vector<Index>& order(Index combination = 0) const { return table(combination).order; }
    [[nodiscard]] const Vector& x_star() const { return x_star_; }
    [[nodiscard]] double prior_sd() const { return sd_; }
    /// The largest posterior mean over the pivots at x*.
    [[nodiscard]] double reference() const { return reference_; }
    /// The template rows [0, n).
    [[nodiscard]] std::span<const Index> first_rows(Index n) const { return std::span(rows_).first(n); }

    /// Conditions the whole template at x*.
    void condition_at_x_star(Conditioned& at) const;
    /// Conditions `rows` (ascending) of the template placed at x on its first b pivots.
    void condition(const Vector& x, std::span<const Index> rows, Index b, Slopes slopes, Conditioned& at) const;
    /// Fills at.worst, and with `Slopes::wanted` at.worst_row.
    void find_worst(Conditioned& at, Slopes slopes) const;
    /// The realisations over the conditioned rows, less reference(): one column each.
    [[nodiscard]] FloatMatrix draw(const Conditioned& at) const;
    /// Realisations at single centres (their pivot 0 alone) for many at once, less reference(): one column per centre.
    [[nodiscard]] FloatMatrix draw_at_centres(const PointsRef& x) const;

    /// ∂J/∂F of a scalar J, gathered over the realisations: Σ_m F̄ and Σ_m F̄ [z_A; z_B]ᵀ for some of the conditioned
    /// rows (by place, ascending).
    struct Adjoint {
        std::vector<Index> places;
        Vector mean;
        Matrix drawn;  ///< one column per place
    };
    /// [z_A; z_B] of one realisation.
    [[nodiscard]] auto draws_of(Index m) const { return draws_by_realisation_.col(m); }
    /// Σ_m F̄_m [z_A; z_B]ᵀ of all conditioned rows, one column per row, from F̄ with one column per realisation.
    [[nodiscard]] Matrix drawn(const FloatMatrix& slopes) const;
    [[nodiscard]] Index draws_size() const { return draws_by_realisation_.rows(); }
    /// The gradient of J by x. The conditioning must be on all pivots, with slopes.
    [[nodiscard]] Vector gradient(const Conditioned& at, const Adjoint& adjoint) const;

  private:
    /// Scaled points, one per row, and the features of their main effects.
    struct Fixed {
        Matrix points;
        Matrix features;
    };
    /// What is the same wherever the template is placed, as long as the same choices are ordered.
    struct Table {
        Index rank = 0;
        std::vector<Index> order;
        Points points;  // scaled, in that order
        Matrix features;
        Matrix prior;  // g(T, B)
    };
    [[nodiscard]] Table make_table(const GaussianProcess& gp, const PointsRef& template_points,
                                   const PivotOptions& options, Index combination) const;
    [[nodiscard]] const Table& table(Index combination) const { return tables_[static_cast<std::size_t>(combination)]; }
    [[nodiscard]] Vector scaled(const Vector& x) const;
    [[nodiscard]] Matrix features(const PointsRef& scaled) const;
    void covary(const Fixed& fixed, const PointsRef& moving, const MatrixRef& features, Slopes slopes, Matrix& g,
                Matrix& slope) const;
    /// The features of the template at x, for its pivots and some other rows.
    void place_features(const Vector& shift, Conditioned& at) const;
    void drive(Conditioned& at) const;
    void carry(Conditioned& at) const;
    void to_single_precision(Conditioned& at) const;

    KernelPtr kernel_;
    std::shared_ptr<const detail::MainEffects> effects_;
    double of_kernel_;  // the rest of the variance
    double sd_;         // of the prior
    double prior_mean_;
    double jitter_;
    Vector inverse_lengthscales_;  // of the embedded coordinates (gp/choices)
    std::vector<Index> choice_sizes_;
    Index count_;
    Scenarios scenarios_;
    std::vector<Index> rows_;  // 0, 1, …
    std::vector<Table> tables_;
    Vector x_star_;
    Index rank_ = 0;      // of the table at x*
    Index known_;         // covariances know the first so many …
    Fixed observations_;  // … of these
    WhiteningPtr whitening_;
    Vector weights_;         // μ = prior mean + g(·, X) weights
    Fixed pivots_;           // A
    Matrix pivots_root_;     // R_A
    Matrix pivots_inverse_;  // R_A⁻¹
    Matrix pivots_solved_;   // L⁻ᵀ L⁻¹ g(X, A)
    Matrix pivots_shared_;   // L⁻¹ g(X, A) R_A⁻ᵀ
    double reference_;
    FloatMatrix draws_;                 // one line per realisation: z_A, then z_B
    FloatMatrix draws_by_realisation_;  // its transpose
};

}  // namespace sweetspot
