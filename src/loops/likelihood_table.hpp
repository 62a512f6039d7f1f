// The table of the likelihood's loops that likelihood_loops.cpp fills once per instruction set, and how it stores
// matrices. Plain pointers only: types with inline functions would be shared between the copies.
//
// N is filled up to B panels of 8 rows. A panel is a sequence of columns of 8 numbers, so that whatever walks along it
// reads memory in order at any N. `lower` holds L, K and so on: panel p has the columns 0 .. 8p+7. `upper` holds
// U = L⁻ᵀ: panel p has the columns from 8(p - p mod 2) on; in an odd panel the first 8 are 0, for panels are taken in
// pairs.
#pragma once

#include <cstddef>

namespace sweetspot::likelihood {

using Size = std::ptrdiff_t;

inline constexpr Size height = 8;  ///< rows of a panel: one vector of AVX-512

/// Where panel p of a lower matrix begins; with p = B, its size.
constexpr Size lower_panel(Size p) {
    return height * height * p * (p + 1) / 2;
}
/// Where panel p of an upper matrix of `panels` panels begins; with p = B, its size.
constexpr Size upper_panel(Size panels, Size p) {
    const Size pairs = p / 2;
    return height * height * (2 * pairs * (panels - pairs + 1) + (p % 2) * (panels - 2 * pairs));
}

struct Loops {
    const char* name;
    /// z = x / ℓ by panels (B panels of `dimension` columns), and its transpose zt, by panels of 8 coordinates with 8B
    /// columns each: coordinate `dimension` is 1, those beyond are 0.
    void (*scale)(Size panels, Size dimension, const double* x, const double* lengthscales, double* z, double* zt);
    /// The squared distances of the points of one panel to those of the panels 0 .. panel.
    void (*distances)(Size dimension, const double* z, Size panel, double* s);
    /// l holds g on entry, L with L Lᵀ = variance g + diag(noise) on return, except the upper triangles of the diagonal
    /// blocks; reciprocals are those of its diagonal. False if a pivot is not above the threshold.
    bool (*factorise)(Size panels, double variance, const double* noise, double threshold, double* l,
                      double* reciprocals);
    /// y := L⁻¹ y
    void (*solve)(Size panels, const double* l, const double* reciprocals, double* y);
    /// u = L⁻ᵀ
    void (*invert)(Size panels, const double* l, const double* reciprocals, double* u);
    /// out = U y
    void (*multiply)(Size panels, const double* u, const double* y, double* out);
    /// With W = U Uᵀ - w wᵀ and H = h ∘ W on the strictly lower triangle: gradient_d = Σ_ij H_ij (z_id - z_jd)². On
    /// entry h must be 0 on and above the diagonal. Scratch: h, sums (64 B) and terms (8 `dimension`). Also the
    /// diagonal of U Uᵀ, and where `whole` is not null W (lower; the diagonal blocks in full).
    void (*contract)(Size panels, Size dimension, const double* u, const double* w, const double* z, const double* zt,
                     double* h, double* sums, double* terms, double* diagonal, double* gradient, double* whole);
    /// g := share g + Σ_k a(:, k) b(:, k)ᵀ, with a and b by panels of `count` columns, on the lower blocks.
    void (*add_products)(Size panels, Size count, const double* a, const double* b, double share, double* g);
    /// out_k = b_kᵀ W b_k for the `count` (a multiple of 8) columns of b, given by panels and, as zt above, transposed.
    /// On return W has lost its upper triangle and half of its diagonal.
    void (*quadratic_forms)(Size panels, Size count, double* w, const double* b, const double* bt, double* out);
};

}  // namespace sweetspot::likelihood
