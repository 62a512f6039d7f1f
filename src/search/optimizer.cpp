#include "sweetspot/search/optimizer.hpp"

#include <cmath>

#include "base/check.hpp"
#include "sweetspot/design/latin_hypercube.hpp"

namespace sweetspot {

Optimizer::Optimizer(Problem problem, Options options)
    : problem_(std::move(problem)),
      options_(std::move(options)),
      parallel_(std::make_shared<const Parallel>(options_.threads)),
      inputs_(problem_.dimension(), 0) {
    require(options_.method != nullptr, "Optimizer: no method was given; use e.g. bayesian_robust_search()");
    const Index initial = options_.initial.value_or(problem_.dimension() + 1);
    require(initial >= 1, "Optimizer: the initial design has {} points; it needs at least 1", initial);
    design_ = maximin_latin_hypercube(problem_.dimension(), initial, Rng(options_.seed).split("initial design"));
    observations_.x.resize(problem_.dimension(), 0);
}

Rng Optimizer::suggestion_rng() const {
    return sweetspot::suggestion_rng(Rng(options_.seed), observations_.size());
}

Suggestion Optimizer::ask() const {
    const Space& space = problem_.space();
    if (observations_.size() < design_.cols()) {
        return {space.snap(space.from_unit(design_.col(observations_.size()))), std::nullopt};
    }
    const Rng seed(options_.seed);
    const Rng rng = suggestion_rng();
    Proposal p = options_.method->propose({problem_, observations_, seed, rng, *parallel_, design_.cols()});
    const double incumbent_quality = p.gp.standardisation().undo(p.incumbent.quality);
    return {space.snap(space.from_unit(p.next)),
            Suggestion::Reason{space.from_unit(p.centre), p.expected_improvement, space.from_unit(p.incumbent.x),
                               incumbent_quality, std::move(p.gp), p.realisations, p.note, p.timings,
                               p.pessimistic_quality}};
}

void Optimizer::tell(const VectorRef& x, double y) {
    const Index n = observations_.size();
    problem_.space().require_contains(x, fmt::format("observation {}", n + 1));
    require(std::isfinite(y), "observation {}: its value is {}; it must be a finite number", n + 1, y);
    inputs_.conservativeResize(Eigen::NoChange, n + 1);
    inputs_.col(n) = x;
    observations_.x.conservativeResize(Eigen::NoChange, n + 1);
    observations_.x.col(n) = problem_.space().to_unit(x);
    observations_.y.conservativeResize(n + 1);
    observations_.y[n] = y;
}

Best Optimizer::best() const {
    require(observations_.size() >= 1, "Optimizer: there is no best before the first observation; tell at least one");
    const Rng seed(options_.seed);
    const Rng rng = suggestion_rng();
    return best_of(options_.method->recommend({problem_, observations_, seed, rng, *parallel_, design_.cols()}));
}

std::optional<Best> Optimizer::best_by_own_rule() const {
    if (observations_.size() < 1) return std::nullopt;
    const Rng seed(options_.seed);
    const Rng rng = suggestion_rng();
    const std::optional<Recommendation> r =
        options_.method->own_recommendation({problem_, observations_, seed, rng, *parallel_, design_.cols()});
    if (!r) return std::nullopt;
    return best_of(*r);
}

Best Optimizer::best_of(const Recommendation& r) const {
    const Rng seed(options_.seed);
    // A template can miss the worst place: look for it in the whole region.
    const Template T =
        make_template(problem_.robust_set(), {.shape = TemplateShape::boundary_heavy}, seed.split("template"));
    const Vector worst = sample_worst_case()->sample({r.gp, problem_.robust_set(), T, r.best.x}, suggestion_rng());
    const Standardisation& units = r.gp.standardisation();
    return {problem_.space().from_unit(r.best.x), units.undo(r.best.quality), problem_.space().from_unit(worst),
            units.undo(r.gp.mean(worst)[0])};
}

}  // namespace sweetspot
