#include "gp/kept_factors.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sweetspot::detail {
namespace {

/// In memory all of them together: two models of 8000 observations, or four of 5600. A larger one is not kept.
constexpr double most_bytes = 1e9;

double bytes_of(const GrownFactor& factor) {
    return static_cast<double>(factor.rows()->size()) * sizeof(double);
}

bool same_bits(const Vector& a, const Vector& b) {
    return a.size() == b.size() && (a.array() == b.array()).all();
}

bool same_kernel(const FactorQuestion& a, const FactorQuestion& b) {
    const Hyperparameters& x = a.hyperparameters;
    const Hyperparameters& y = b.hyperparameters;
    return a.kernel == b.kernel && same_bits(x.lengthscales, y.lengthscales) && x.variance == y.variance &&
           x.noise == y.noise && x.effects == y.effects && x.effect_lengthscale == y.effect_lengthscale &&
           x.choice_sizes == y.choice_sizes && (a.known_noise.size() == 0) == (b.known_noise.size() == 0);
}

/// How many of the first observations two questions have in common.
Index rows_in_common(const FactorQuestion& a, const FactorQuestion& b) {
    if (!same_kernel(a, b)) return 0;
    const Index most = std::min(a.inputs.cols(), b.inputs.cols());
    Index n = 0;
    while (n < most && (a.inputs.col(n).array() == b.inputs.col(n).array()).all() &&
           (a.known_noise.size() == 0 || a.known_noise[n] == b.known_noise[n])) {
        ++n;
    }
    return n;
}

}  // namespace

KeptFactors::Kept KeptFactors::take(const FactorQuestion& question, Index& rows) {
    const std::lock_guard lock(mutex_);
    auto best = kept_.end();
    rows = 0;
    for (auto kept = kept_.begin(); kept != kept_.end(); ++kept) {
        const Index common = rows_in_common(kept->question, question);
        // With fewer rows than that a smaller jitter might do.
        if (common <= rows || common < kept->refused_smaller) continue;
        rows = common;
        best = kept;
    }
    if (best == kept_.end()) return {};
    Kept result = std::move(*best);
    kept_.erase(best);
    return result;
}

void KeptFactors::put(Kept kept) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(kept));
    double bytes = 0;
    auto first = kept_.end();
    while (first != kept_.begin()) {
        bytes += bytes_of(std::prev(first)->found.factor);
        if (bytes > most_bytes) break;
        --first;
    }
    kept_.erase(kept_.begin(), first);
}

void KeptFactors::forget() {
    const std::lock_guard lock(mutex_);
    kept_.clear();
}

JitteredFactor KeptFactors::answer(FactorQuestion question, const JitteredTileOf& tile) {
    const Index n = question.inputs.cols();
    Index rows = 0;
    Kept kept = take(question, rows);
    kept.question = std::move(question);
    while (true) {
        const double jitter = jitter_shares[kept.share] * kept.question.hyperparameters.variance;
        const auto with_jitter = [&](Index row, Index column, Matrix& k) { tile(jitter, row, column, k); };
        kept.found.jitter = jitter;
        if (kept.found.factor.grow(rows, n, with_jitter)) break;
        if (++kept.share == std::size(jitter_shares)) return {};
        kept.refused_smaller = n;
        rows = 0;
    }
    JitteredFactor found = kept.found;
    put(std::move(kept));
    return found;
}

KeptFactors& kept_factors() {
    // Never destroyed: a kernel written in Python must not be after Python itself.
    static auto* factors = new KeptFactors;
    return *factors;
}

}  // namespace sweetspot::detail
