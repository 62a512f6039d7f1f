// Searches for the direction numbers of the Sobol' sequence and prints src/design/sobol_directions.inc:
//
//     g++ -std=c++20 -O3 tools/sobol_directions.cpp -o /tmp/sobol_directions
//     /tmp/sobol_directions > src/design/sobol_directions.inc
//
// Dimension j has the j-th primitive polynomial over GF(2) by degree (found here by brute force). Its initial numbers
// are the best of many random draws, judged by the two-dimensional projections onto dimension j and every earlier one:
// the cost of a pair is the sum over m = 2 … 14 of 4^t / m, where t is the t-value of its first 2^m points. Milder
// penalties, t² or 2^t, gave the same mean t and a larger greatest t. Takes about a minute.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace {

constexpr int dimensions = 256;
constexpr int largest_m = 14;
constexpr int least_draws = 200;
constexpr int pairs_judged = 40000;  // early dimensions have few pairs, so many draws: they matter most
constexpr std::uint64_t seed = 20;

// The multiplicative order of x modulo the polynomial is 2^degree - 1 exactly when the polynomial is primitive.
bool is_primitive(std::uint32_t polynomial) {
    const int degree = std::bit_width(polynomial) - 1;
    const std::uint32_t full_order = (1u << degree) - 1;
    std::uint32_t power = 1, order = 0;
    do {
        power <<= 1;
        if (power >> degree & 1) power ^= polynomial;
        ++order;
    } while (power != 1 && order <= full_order);
    return order == full_order;
}

std::vector<std::uint32_t> primitive_polynomials(std::size_t count) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t polynomial = 3; found.size() < count; polynomial += 2) {
        if (is_primitive(polynomial)) found.push_back(polynomial);
    }
    return found;
}

// Rows of the generating matrix: bit k of row r is binary digit r of the direction number v_k = m_k / 2^k.
using Rows = std::array<std::uint32_t, largest_m>;

Rows generating_matrix(std::uint32_t polynomial, const std::vector<std::uint32_t>& initial) {
    const int degree = static_cast<int>(initial.size());
    std::array<std::uint32_t, largest_m> m{};
    for (int k = 0; k < largest_m; ++k) {
        if (k < degree) {
            m[k] = initial[k];
            continue;
        }
        m[k] = m[k - degree];
        for (int i = 1; i <= degree; ++i) {
            if (polynomial >> (degree - i) & 1) m[k] ^= m[k - i] << i;
        }
    }
    Rows rows{};
    for (int k = 0; k < largest_m; ++k) {
        for (int r = 0; r <= k; ++r) rows[r] |= (m[k] >> (k - r) & 1) << k;
    }
    return rows;
}

// A set of independent vectors over GF(2), indexed by their leading bits.
struct Basis {
    std::array<std::uint32_t, largest_m> by_leading_bit{};

    // False when the vector is a combination of those added before.
    bool add(std::uint32_t vector) {
        while (vector != 0) {
            const int bit = std::bit_width(vector) - 1;
            if (by_leading_bit[bit] == 0) {
                by_leading_bit[bit] = vector;
                return true;
            }
            vector ^= by_leading_bit[bit];
        }
        return false;
    }
};

// The first 2^m points of two dimensions are a (t, m, 2)-net with m - t the least number of leading rows, a of one
// matrix and b of the other, that are dependent, minus one.
int t_value(const Rows& first, const Rows& second, int m) {
    const std::uint32_t columns = (1u << m) - 1;
    int strength = m;
    Basis leading;
    for (int a = 0; a < strength; ++a) {
        Basis basis = leading;
        int b = 0;
        while (a + b < strength && basis.add(second[b] & columns)) ++b;
        strength = a + b;
        leading.add(first[a] & columns);
    }
    return m - strength;
}

double pair_cost(const Rows& first, const Rows& second) {
    double cost = 0;
    for (int m = 2; m <= largest_m; ++m) {
        cost += std::ldexp(1.0, 2 * t_value(first, second, m)) / m;
    }
    return cost;
}

// Gives up, with a value above `limit`, as soon as the sum exceeds it.
double cost(const Rows& candidate, const std::vector<Rows>& earlier, double limit) {
    double sum = 0;
    for (std::size_t k = earlier.size(); k-- > 0 && sum <= limit;) sum += pair_cost(candidate, earlier[k]);
    return sum;
}

std::vector<std::uint32_t> draw_initial_numbers(int degree, std::mt19937_64& random) {
    std::vector<std::uint32_t> m(degree);
    for (int k = 0; k < degree; ++k) m[k] = (static_cast<std::uint32_t>(random() >> 40) & ((1u << k) - 1)) << 1 | 1;
    return m;
}

}  // namespace

int main() {
    std::mt19937_64 random(seed);
    Rows identity{};  // dimension 1: the radical inverse of van der Corput
    for (int r = 0; r < largest_m; ++r) identity[r] = 1u << r;
    std::vector<Rows> chosen{identity};
    std::puts(
        "// Printed by tools/sobol_directions.cpp. A row: primitive polynomial (leading bit first), m_1, m_2, ...");
    for (const std::uint32_t polynomial : primitive_polynomials(dimensions - 1)) {
        const int degree = std::bit_width(polynomial) - 1;
        std::vector<std::uint32_t> best;
        Rows best_rows{};
        double best_cost = 1e300;
        const int draws = std::max(least_draws, pairs_judged / static_cast<int>(chosen.size()));
        for (int draw = 0; draw < draws; ++draw) {
            const std::vector<std::uint32_t> initial = draw_initial_numbers(degree, random);
            const Rows rows = generating_matrix(polynomial, initial);
            const double candidate_cost = cost(rows, chosen, best_cost);
            if (candidate_cost < best_cost) {
                best = initial;
                best_rows = rows;
                best_cost = candidate_cost;
            }
        }
        chosen.push_back(best_rows);
        std::printf("{%u, {", polynomial);
        for (std::size_t k = 0; k < best.size(); ++k) std::printf(k == 0 ? "%u" : ", %u", best[k]);
        std::puts("}},");
        std::fprintf(stderr, "dimension %zu: mean cost of a pair %.3f\n", chosen.size(),
                     best_cost / static_cast<double>(chosen.size() - 1));
    }
}
