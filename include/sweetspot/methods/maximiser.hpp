// Line 4 of Algorithm 1, x' = argmax EI_ε(x, x*, T): how it is maximised (the paper's screening and L-BFGS-B, an
// evolutionary algorithm, or your own), and how the expected improvement is computed.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sweetspot/acquisition/acquisition.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/base/parallel.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/optimize/objective.hpp"

namespace sweetspot {

/// A cheaper acquisition with nearly the same maxima (see Approximation).
struct CheaperAcquisition {
    const Acquisition* acquisition;
    int iterations;
    Index survivors;
};

/// What is maximised, and what makes that cheap: cheaper versions, cheapest first, of which the first is screened; and,
/// unless null, one that estimates all screened points, of which the best are then screened. A maximiser may ignore
/// them.
struct Maximised {
    const Acquisition& acquisition;
    std::vector<CheaperAcquisition> cheaper = {};
    const Acquisition* screening = nullptr;
};

struct Maximum {
    Vector x;
    double value = 0;
};

/// Deterministic at any number of threads.
class Maximiser {
  public:
    virtual ~Maximiser() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// One line for people.
    [[nodiscard]] virtual std::string_view summary() const { return {}; }
    /// `starts` (columns, inside the box) are points that are worth a look whatever the maximiser itself looks at.
    [[nodiscard]] virtual Maximum maximise(const Maximised& what, const Box& box, const Points& starts, const Rng& rng,
                                           const Parallel& parallel) const = 0;
};

using MaximiserPtr = std::shared_ptr<const Maximiser>;

[[nodiscard]] MaximiserPtr multistart_maximiser(MultistartOptions options = {});
/// CMA-ES from the best of so many screened points.
[[nodiscard]] MaximiserPtr cma_es_maximiser(Index screening = 1000);

[[nodiscard]] const Family<MaximiserPtr>& maximiser_family();

/// A cheaper expected improvement whose maxima are polished on the real one.
struct Coarse {
    Index template_size = 64;  ///< of the template's points, evenly chosen
    Index share = 4;           ///< one in so many of the realisations
    PivotOptions pivots = {.max_rank = 14, .tolerance = 0.1};
};

struct ImprovementOptions {
    /// fast: realisations at few pivots, with exact gradients, thousands of times faster; plain: as the paper prints
    /// it, the Cholesky factor of the joint covariance of both templates, with gradients by differences. For the
    /// average, fast is a closed form.
    enum class Computation { fast, plain } computation = Computation::fast;
    /// M, and what it is raised to while no improvement is found.
    std::vector<Index> realisations = {512, 1000, 2000};
    /// No fewer than these with few observations, N <= 2 (D + 1): the maximum of EI over few draws flatters itself.
    Index early_realisations = 2000;
    /// While searching; EI is biased upwards by 1 to 4 % at these ranks, alike for all candidates.
    PivotOptions pivots = {.max_rank = 24, .tolerance = 0.05};
    /// For the screening and the first descent.
    Coarse coarse;
    /// For the value that is reported: its bias, 0.1 to 0.4 % where that was measured, is below the error of 1000
    /// draws, 0.6 to 4 %. Nothing: the maximum over the searched draws is reported, which flatters itself; the proposal
    /// is the same, and cheaper by a quarter.
    std::optional<PivotOptions> reported_pivots = PivotOptions{.max_rank = 160, .tolerance = 0.04};
    MaximiserPtr maximiser = multistart_maximiser();
};

/// The paper's: M = 100, 500, 1000.
[[nodiscard]] ImprovementOptions paper_improvement();

}  // namespace sweetspot
