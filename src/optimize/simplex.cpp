// The projection by sorting; the quadratic programme by an active set in the manner of non-negative least squares.
#include "optimize/simplex.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace sweetspot {

namespace {

constexpr double ridge = 1e-12;
constexpr double optimality = 1e-13;  // slack in the multipliers, relative to the size of f and Q

using Support = std::vector<Index>;

// The minimum on the plane Σλ = 1 of the coordinates in the support, whatever the signs.
Vector solve_on(const Support& support, const Matrix& q, const Vector& f) {
    const auto k = static_cast<Index>(support.size());
    Matrix kkt = Matrix::Zero(k + 1, k + 1);
    Vector right(k + 1);
    for (Index i = 0; i < k; ++i) {
        for (Index j = 0; j < k; ++j) kkt(i, j) = q(support[i], support[j]);
        kkt(i, k) = kkt(k, i) = 1;
        right[i] = f[support[i]];
    }
    right[k] = 1;
    return kkt.partialPivLu().solve(right).head(k);
}

// Moves λ to the minimum over the support, dropping coordinates that reach zero on the way.
void descend(Support& support, Vector& lambda, const Matrix& q, const Vector& f) {
    while (support.size() > 1) {
        const Vector target = solve_on(support, q, f);
        double fraction = 1;
        Index blocking = -1;
        for (Index j = 0; j < target.size(); ++j) {
            const double now = lambda[support[j]];
            if (target[j] > 0) continue;
            const double reach = now / (now - target[j]);
            if (blocking < 0 || reach < fraction) {
                fraction = reach;
                blocking = j;
            }
        }
        for (Index j = 0; j < target.size(); ++j) lambda[support[j]] += fraction * (target[j] - lambda[support[j]]);
        if (blocking < 0) return;
        lambda[support[blocking]] = 0;
        support.erase(support.begin() + blocking);
    }
    if (!support.empty()) lambda[support.front()] = 1;
}

}  // namespace

void project_on_simplex(Vector& v, Vector& sorted) {
    sorted = v;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    double sum = 0;
    double shift = 0;
    for (Index i = 0; i < v.size(); ++i) {
        sum += sorted[i];
        const double candidate = (sum - 1) / static_cast<double>(i + 1);
        if (sorted[i] > candidate) shift = candidate;
    }
    v = (v.array() - shift).cwiseMax(0);
}

Vector project_on_simplex(const Vector& v) {
    Vector result = v;
    Vector sorted;
    project_on_simplex(result, sorted);
    return result;
}

Vector minimize_on_simplex(const Matrix& q, const Vector& f) {
    const Index size = f.size();
    const double scale = q.diagonal().maxCoeff();
    Matrix strict = q;
    strict.diagonal().array() += ridge * scale;
    const double slack = optimality * (scale + f.cwiseAbs().maxCoeff());

    Vector lambda = Vector::Zero(size);
    Index enter = 0;
    (0.5 * strict.diagonal() - f).minCoeff(&enter);  // the best vertex
    lambda[enter] = 1;
    Support support{enter};
    for (Index iteration = 0; iteration < 10 * size; ++iteration) {
        const Vector slope = strict * lambda - f;
        const double multiplier = slope.dot(lambda);
        if (slope.minCoeff(&enter) >= multiplier - slack) break;
        if (std::find(support.begin(), support.end(), enter) != support.end()) break;  // rounding
        support.push_back(enter);
        descend(support, lambda, strict, f);
    }
    return lambda / lambda.sum();
}

}  // namespace sweetspot
