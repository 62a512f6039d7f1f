// The hot loops of the marginal likelihood on matrices stored by panels (likelihood_table.hpp): Cholesky, the inverse
// factor, and the contraction of the inverse with the derivative of the kernel: N³/3 flops each. All three, and the
// gradient's sums, are products of two panels a bᵀ whose 8 x 8 result stays in registers; nothing is packed or copied,
// and no block of zeros is multiplied. This file is compiled once per instruction set (cmake/dispatch.cmake) with Eigen
// renamed, so it includes nothing whose inline functions the other copies would share.
#include <Eigen/Core>

#include "loops/copy.hpp"
#include "loops/likelihood_table.hpp"

namespace sweetspot::likelihood {
namespace {

using Eigen::internal::padd;
using Eigen::internal::pload1;
using Eigen::internal::ploadu;
using Eigen::internal::pmadd;
using Eigen::internal::pmul;
using Eigen::internal::pnegate;
using Eigen::internal::pset1;
using Eigen::internal::pstoreu;
using Eigen::internal::psub;

using Packet = Eigen::internal::packet_traits<double>::type;
constexpr int width = Eigen::internal::packet_traits<double>::size;
constexpr int packets = static_cast<int>(height) / width;
constexpr Size block = height * height;
/// Columns of a result that stay in registers, and panels: 16 accumulators with AVX-512, 8 with the smaller sets.
constexpr int columns = width;
constexpr int panels_at_once = width == 8 ? 2 : 1;

/// c - a b
inline Packet pnmadd(const Packet& a, const Packet& b, const Packet& c) {
    return pmadd(pnegate(a), b, c);
}

/// `columns` columns of Σ_k a(:, k) b(:, k)ᵀ for Panels panels a, each `stride` after the one before.
template <int Panels>
inline void product_columns(const double* a, Size stride, const double* b, Size k, double* tile) {
    Packet sum[Panels][columns][packets];
    for (int p = 0; p < Panels; ++p) {
        for (int c = 0; c < columns; ++c) {
            for (Size v = 0; v < packets; ++v) sum[p][c][v] = pset1<Packet>(0.0);
        }
    }
    for (Size t = 0; t < k; ++t, a += height, b += height) {
        Packet x[Panels][packets];
        for (int p = 0; p < Panels; ++p) {
            for (Size v = 0; v < packets; ++v) x[p][v] = ploadu<Packet>(a + p * stride + v * width);
        }
        for (int c = 0; c < columns; ++c) {
            const auto y = pload1<Packet>(b + c);
            for (int p = 0; p < Panels; ++p) {
                for (Size v = 0; v < packets; ++v) sum[p][c][v] = pmadd(x[p][v], y, sum[p][c][v]);
            }
        }
    }
    for (int p = 0; p < Panels; ++p) {
        for (int c = 0; c < columns; ++c) {
            for (Size v = 0; v < packets; ++v) {
                pstoreu(tile + p * block + c * height + v * width, sum[p][c][v]);
            }
        }
    }
}

/// tile = Σ_k a(:, k) b(:, k)ᵀ, an 8 x 8 block for each of Panels panels a.
template <int Panels>
inline void product(const double* a, Size stride, const double* b, Size k, double* tile) {
    constexpr int group = Panels < panels_at_once ? Panels : panels_at_once;
    for (int p = 0; p < Panels; p += group) {
        for (int c = 0; c < height; c += columns) {
            product_columns<group>(a + p * stride, stride, b + c, k, tile + p * block + c * height);
        }
    }
}

/// out = tile L⁻ᵀ for the 8 x 8 lower triangle L at `l`, for Panels blocks; those of out are `stride` apart.
template <int Panels>
inline void substitute(const double* tile, const double* l, const double* reciprocals, double* out, Size stride) {
    for (int slice = 0; slice < Panels * packets; ++slice) {
        const int at = slice % packets * width;
        Packet x[height];
        for (int j = 0; j < height; ++j) x[j] = ploadu<Packet>(tile + slice / packets * block + j * height + at);
        for (int j = 0; j < height; ++j) {
            x[j] = pmul(x[j], pload1<Packet>(reciprocals + j));
            for (int t = j + 1; t < height; ++t) x[t] = pnmadd(x[j], pload1<Packet>(l + j * height + t), x[t]);
        }
        for (int j = 0; j < height; ++j) pstoreu(out + slice / packets * stride + j * height + at, x[j]);
    }
}

void scale(Size panels, Size dimension, const double* x, const double* lengthscales, double* z, double* zt) {
    const Size n = panels * height;
    const Size groups = dimension / height + 1;
    for (Size i = 0; i < groups * height * n; ++i) zt[i] = 0;
    for (Size d = 0; d < dimension; ++d) {
        const double factor = 1 / lengthscales[d];
        double* transposed = zt + (d / height) * height * n + d % height;
        for (Size p = 0; p < panels; ++p) {
            const Size at = (p * dimension + d) * height;
            for (Size i = 0; i < height; ++i) z[at + i] = x[at + i] * factor;
            for (Size i = 0; i < height; ++i) transposed[(p * height + i) * height] = z[at + i];
        }
    }
    double* ones = zt + (dimension / height) * height * n + dimension % height;
    for (Size i = 0; i < n; ++i) ones[i * height] = 1;
}

void distances(Size dimension, const double* z, Size panel, double* s) {
    const double* a = z + panel * dimension * height;
    for (Size j = 0; j < (panel + 1) * height; j += columns) {
        const double* b = z + (j / height) * dimension * height + j % height;
        for (Size v = 0; v < packets; ++v) {
            Packet sum[columns];
            for (Packet& s_c : sum) s_c = pset1<Packet>(0.0);
            for (Size d = 0; d < dimension; ++d) {
                const Packet x = ploadu<Packet>(a + d * height + v * width);
                for (int c = 0; c < columns; ++c) {
                    const Packet difference = psub(x, pload1<Packet>(b + d * height + c));
                    sum[c] = pmadd(difference, difference, sum[c]);
                }
            }
            for (int c = 0; c < columns; ++c) pstoreu(s + (j + c) * height + v * width, sum[c]);
        }
    }
}

/// Cholesky of the 8 x 8 block at `l`, column by column.
bool factorise_block(double* l, double threshold, double* reciprocals) {
    for (Size j = 0; j < height; ++j) {
        double* x = l + j * height;
        if (!(x[j] > threshold)) return false;
        reciprocals[j] = 1 / __builtin_sqrt(x[j]);
        for (Size i = 0; i < height; ++i) x[i] *= reciprocals[j];
        for (Size t = j + 1; t < height; ++t) {
            double* y = l + t * height;
            const double factor = -x[t];
            for (Size i = 0; i < height; ++i) y[i] = SWEETSPOT_FMA(factor, x[i], y[i]);
        }
    }
    return true;
}

/// What is left of variance g (without noise) at block (panel, column) once the columns before are accounted for.
template <int Panels>
inline void schur(const double* l, Size stride, const double* row, Size column, double variance, double* tile) {
    product<Panels>(l, stride, row, column * height, tile);
    for (Size p = 0; p < Panels; ++p) {
        const double* g = l + p * stride + column * block;
        for (Size i = 0; i < block; ++i) tile[p * block + i] = SWEETSPOT_FMA(variance, g[i], -tile[p * block + i]);
    }
}

/// Rows of L for Panels panels, given those of the panels before.
template <int Panels>
bool factorise_panels(Size panel, double variance, const double* noise, double threshold, double* l,
                      double* reciprocals) {
    double* row = l + lower_panel(panel);
    const Size stride = lower_panel(panel + 1) - lower_panel(panel);
    double tile[Panels * block];
    for (Size i = 0; i < panel; ++i) {
        schur<Panels>(row, stride, l + lower_panel(i), i, variance, tile);
        substitute<Panels>(tile, l + lower_panel(i) + i * block, reciprocals + i * height, row + i * block, stride);
    }
    schur<1>(row, stride, row, panel, variance, tile);
    for (Size i = 0; i < height; ++i) tile[i * height + i] += noise[panel * height + i];
    if (!factorise_block(tile, threshold, reciprocals + panel * height)) return false;
    for (Size i = 0; i < block; ++i) row[panel * block + i] = tile[i];
    if constexpr (Panels == 2) {
        double* next = row + stride;
        schur<1>(next, 0, row, panel, variance, tile);
        substitute<1>(tile, row + panel * block, reciprocals + panel * height, next + panel * block, 0);
        schur<1>(next, 0, next, panel + 1, variance, tile);
        for (Size i = 0; i < height; ++i) tile[i * height + i] += noise[(panel + 1) * height + i];
        if (!factorise_block(tile, threshold, reciprocals + (panel + 1) * height)) return false;
        for (Size i = 0; i < block; ++i) next[(panel + 1) * block + i] = tile[i];
    }
    return true;
}

bool factorise(Size panels, double variance, const double* noise, double threshold, double* l, double* reciprocals) {
    Size p = 0;
    for (; p + 1 < panels; p += 2) {
        if (!factorise_panels<2>(p, variance, noise, threshold, l, reciprocals)) return false;
    }
    return p == panels || factorise_panels<1>(p, variance, noise, threshold, l, reciprocals);
}

/// out = Σ_k a(:, k) y_k. Four sums, for one would wait for its last addition.
inline void panel_times(const double* a, const double* y, Size k, double* out) {
    for (int at = 0; at < height; at += width) {
        Packet sum[4];
        for (Packet& s : sum) s = pset1<Packet>(0.0);
        for (Size t = 0; t < k; t += 4) {
            for (int m = 0; m < 4; ++m) {
                sum[m] = pmadd(ploadu<Packet>(a + (t + m) * height + at), pload1<Packet>(y + t + m), sum[m]);
            }
        }
        pstoreu(out + at, padd(padd(sum[0], sum[1]), padd(sum[2], sum[3])));
    }
}

void solve(Size panels, const double* l, const double* reciprocals, double* y) {
    for (Size p = 0; p < panels; ++p) {
        const double* row = l + lower_panel(p);
        const double* diagonal = row + p * block;
        double known[height];
        panel_times(row, y, p * height, known);
        double* x = y + p * height;
        for (Size i = 0; i < height; ++i) x[i] -= known[i];
        for (Size j = 0; j < height; ++j) {
            x[j] *= reciprocals[p * height + j];
            for (Size i = j + 1; i < height; ++i) x[i] = SWEETSPOT_FMA(-diagonal[j * height + i], x[j], x[i]);
        }
    }
}

/// L Uᵀ = I by blocks of columns of U: U(:, I) = (δ - Σ_{k<I} U(:, k) L(I, k)ᵀ) L(I, I)⁻ᵀ.
template <int Panels>
void invert_panels(Size panels, Size first, const double* l, const double* reciprocals, double* u) {
    double* row = u + upper_panel(panels, first);
    const Size stride = upper_panel(panels, first + 1) - upper_panel(panels, first);
    double tile[Panels * block];
    for (Size i = first; i < panels; ++i) {
        const double* other = l + lower_panel(i);
        product<Panels>(row, stride, other + first * block, (i - first) * height, tile);
        for (Size e = 0; e < Panels * block; ++e) tile[e] = -tile[e];
        if (i - first < Panels) {
            for (Size e = 0; e < height; ++e) tile[(i - first) * block + e * height + e] += 1;
        }
        substitute<Panels>(tile, other + i * block, reciprocals + i * height, row + (i - first) * block, stride);
    }
}

void invert(Size panels, const double* l, const double* reciprocals, double* u) {
    Size p = 0;
    for (; p + 1 < panels; p += 2) invert_panels<2>(panels, p, l, reciprocals, u);
    if (p < panels) invert_panels<1>(panels, p, l, reciprocals, u);
}

void multiply(Size panels, const double* u, const double* y, double* out) {
    for (Size p = 0; p < panels; ++p) {
        const Size first = p - p % 2;
        panel_times(u + upper_panel(panels, p), y + first * height, (panels - first) * height, out + p * height);
    }
}

/// h := h ∘ (inverse - w wᵀ) on one block, added to the sums of its columns; `whole` is null or gets the second factor.
inline void weigh(const double* inverse, const double* w_rows, const double* w_columns, double* h, double* sums,
                  double* whole) {
    for (int at = 0; at < height; at += width) {
        const Packet w = ploadu<Packet>(w_rows + at);
        for (int j = 0; j < height; ++j) {
            double* entry = h + j * height + at;
            double* sum = sums + j * height + at;
            const Packet weight = pnmadd(w, pload1<Packet>(w_columns + j), ploadu<Packet>(inverse + j * height + at));
            if (whole != nullptr) pstoreu(whole + j * height + at, weight);
            const Packet x = pmul(ploadu<Packet>(entry), weight);
            pstoreu(entry, x);
            pstoreu(sum, padd(ploadu<Packet>(sum), x));
        }
    }
}

/// Blocks of H for Panels panels.
template <int Panels>
void weigh_panels(Size panels, Size first, const double* u, const double* w, double* h, double* sums, double* diagonal,
                  double* whole) {
    const double* row = u + upper_panel(panels, first);
    const Size stride = upper_panel(panels, first + 1) - upper_panel(panels, first);
    double tile[Panels * block];
    for (Size q = 0; q < first + Panels; ++q) {
        const double* other = u + upper_panel(panels, q) + (first - q + q % 2) * block;
        product<Panels>(row, stride, other, (panels - first) * height, tile);
        for (Size p = 0; p < Panels; ++p) {
            const Size panel = first + p;
            if (q > panel) continue;
            if (q == panel) {
                for (Size i = 0; i < height; ++i) diagonal[q * height + i] = tile[p * block + i * height + i];
            }
            const Size at = lower_panel(panel) + q * block;
            weigh(tile + p * block, w + panel * height, w + q * height, h + at, sums + q * block,
                  whole == nullptr ? nullptr : whole + at);
        }
    }
}

/// The rows' part of Σ_{i>j} H_ij (z_i - z_j)² = Σ_i z_i² (row_i + column_i) - 2 zᵀ H z, where row and column are the
/// sums of H: one product H [Z 1] serves every dimension and the row sums.
void add_row_terms(Size panels, Size dimension, Size panel, const double* h, const double* z, const double* zt,
                   double* terms) {
    const double* a = h + lower_panel(panel);
    const double* x = z + panel * dimension * height;
    const Size k = (panel + 1) * height;
    double last[block];
    product<1>(a, 0, zt + (dimension / height) * height * panels * height, k, last);
    const double* row = last + (dimension % height) * height;
    for (Size first = 0; first < dimension; first += height) {
        double other[block];
        const bool is_last = dimension - first < height;
        if (!is_last) product<1>(a, 0, zt + first * panels * height, k, other);
        const double* hz = is_last ? last : other;
        const Size end = is_last ? dimension : first + height;
        for (Size d = first; d < end; ++d) {
            for (Size i = 0; i < height; ++i) {
                const double zi = x[d * height + i];
                terms[d * height + i] += zi * (zi * row[i] - 2 * hz[(d - first) * height + i]);
            }
        }
    }
}

void contract(Size panels, Size dimension, const double* u, const double* w, const double* z, const double* zt,
              double* h, double* sums, double* terms, double* diagonal, double* gradient, double* whole) {
    for (Size i = 0; i < panels * block; ++i) sums[i] = 0;
    for (Size i = 0; i < dimension * height; ++i) terms[i] = 0;
    Size p = 0;
    for (; p + 1 < panels; p += 2) weigh_panels<2>(panels, p, u, w, h, sums, diagonal, whole);
    if (p < panels) weigh_panels<1>(panels, p, u, w, h, sums, diagonal, whole);
    for (p = 0; p < panels; ++p) {
        add_row_terms(panels, dimension, p, h, z, zt, terms);
        double column[height];
        for (Size j = 0; j < height; ++j) {
            const double* s = sums + p * block + j * height;
            column[j] = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
        }
        const double* x = z + p * dimension * height;
        for (Size d = 0; d < dimension; ++d) {
            for (Size i = 0; i < height; ++i) {
                const Size at = d * height + i;
                terms[at] = SWEETSPOT_FMA(x[at] * x[at], column[i], terms[at]);
            }
        }
    }
    for (Size d = 0; d < dimension; ++d) {
        const double* t = terms + d * height;
        gradient[d] = 2 * (((t[0] + t[1]) + (t[2] + t[3])) + ((t[4] + t[5]) + (t[6] + t[7])));
    }
}

template <int Panels>
void add_products_of(Size first, Size count, const double* a, const double* b, double share, double* g) {
    double tile[Panels * block];
    for (Size q = 0; q < first + Panels; ++q) {
        product<Panels>(a + first * count * height, count * height, b + q * count * height, count, tile);
        for (Size p = 0; p < Panels; ++p) {
            if (q > first + p) continue;
            double* x = g + lower_panel(first + p) + q * block;
            for (Size i = 0; i < block; ++i) x[i] = SWEETSPOT_FMA(share, x[i], tile[p * block + i]);
        }
    }
}

void add_products(Size panels, Size count, const double* a, const double* b, double share, double* g) {
    Size p = 0;
    for (; p + 1 < panels; p += 2) add_products_of<2>(p, count, a, b, share, g);
    if (p < panels) add_products_of<1>(p, count, a, b, share, g);
}

void quadratic_forms(Size panels, Size count, double* w, const double* b, const double* bt, double* out) {
    for (Size k = 0; k < count; ++k) out[k] = 0;
    for (Size p = 0; p < panels; ++p) {
        double* row = w + lower_panel(p);
        double* diagonal = row + p * block;
        for (Size j = 0; j < height; ++j) {
            for (Size i = 0; i < j; ++i) diagonal[j * height + i] = 0;
            diagonal[j * height + j] *= 0.5;
        }
        const double* x = b + p * count * height;
        for (Size first = 0; first < count; first += height) {
            double tile[block];
            product<1>(row, 0, bt + first * panels * height, (p + 1) * height, tile);
            for (Size k = 0; k < height; ++k) {
                double sum[4] = {0, 0, 0, 0};
                for (Size i = 0; i < height; ++i) sum[i % 4] += x[(first + k) * height + i] * tile[k * height + i];
                out[first + k] += 2 * ((sum[0] + sum[1]) + (sum[2] + sum[3]));
            }
        }
    }
}

}  // namespace

extern const Loops SWEETSPOT_COPY(table);
const Loops SWEETSPOT_COPY(table) = {SWEETSPOT_STRINGIFY(SWEETSPOT_ARCH),
                                     scale,
                                     distances,
                                     factorise,
                                     solve,
                                     invert,
                                     multiply,
                                     contract,
                                     add_products,
                                     quadratic_forms};

}  // namespace sweetspot::likelihood
