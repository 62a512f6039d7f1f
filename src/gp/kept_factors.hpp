// The factors of the last few large models of this process, so that the next one, of the same observations and one
// more, adds a row to a factor in place of making all of it. What is kept changes no bit of any factor
// (gp/grown_factor), so nothing depends on it but the time that is taken.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>

#include "gp/grown_factor.hpp"
#include "sweetspot/gp/gaussian_process.hpp"

namespace sweetspot::detail {

/// All that a covariance matrix with its noise depends on. (Its hyper-parameters, but for the mean.)
struct FactorQuestion {
    KernelPtr kernel;
    Hyperparameters hyperparameters;
    Points inputs;
    Vector known_noise;  ///< empty: none
};

/// L of K + (noise + jitter) I + diag(known noise).
struct JitteredFactor {
    GrownFactor factor;
    double jitter = 0;
};

/// The diagonal's noise is in the tiles, jitter is not.
using JitteredTileOf = std::function<void(double jitter, Index row, Index column, Matrix& k)>;

/// What is added to the diagonal, as a share of the variance, until the matrix is positive definite.
inline constexpr double jitter_shares[] = {0.0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4};

/// Any number of threads may ask.
class KeptFactors {
  public:
    /// Empty, size() = 0, where even the largest jitter does not help.
    [[nodiscard]] JitteredFactor answer(FactorQuestion question, const JitteredTileOf& tile);
    void forget();

  private:
    struct Kept {
        FactorQuestion question;
        JitteredFactor found;
        std::size_t share = 0;      ///< which of the jitter_shares it has
        Index refused_smaller = 0;  ///< so many of its first inputs are enough to refuse the shares before that
    };
    /// Takes out the one that serves best, and says how many of its rows do.
    [[nodiscard]] Kept take(const FactorQuestion& question, Index& rows);
    void put(Kept kept);

    std::mutex mutex_;
    std::deque<Kept> kept_;  ///< the last used ones, newest last
};

/// Those of this process.
[[nodiscard]] KeptFactors& kept_factors();

}  // namespace sweetspot::detail
