// How line 4 of Algorithm 1 is maximised, x' = argmax EI_ε(x, x*, T): the paper's screening and L-BFGS-B, an
// evolutionary algorithm, or your own.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "sweetspot/acquisition/acquisition.hpp"
#include "sweetspot/base/family.hpp"
#include "sweetspot/optimize/multistart.hpp"

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

}  // namespace sweetspot
