// Differential evolution (Storn and Price 1997), "best/1/bin" with SciPy's settings but for the population, which is
// smaller because budgets here are a hundred evaluations:
//   trial_d = best_d + F (a_d − b_d) with probability 0.7 and for one random d, otherwise the target's coordinate;
// F is drawn from [0.5, 1] once per generation, a and b are two other members, the best is the best at this moment, a
// coordinate that leaves the domain is drawn anew from it. A trial that is at least as good takes its target's place.
// SciPy's final descent by finite differences is left out.
//
// The population is a function of the observations in their order: the first are its members and every further one is
// the trial of the next target, wherever it was evaluated.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "design/latin_hypercube.hpp"
#include "methods/nominal_search.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot {
namespace {

constexpr double crossover = 0.7;
constexpr double least_factor = 0.5;
constexpr double largest_factor = 1.0;
// Of the domain's edge: members that are closer than this in every coordinate cannot find anything new.
constexpr double collapsed_width = 1e-8;

/// SciPy's 15 D would spend the whole budget on the first generation.
Index population_size(Index dimension) {
    return std::max<Index>(5, std::min<Index>(2 * dimension + 2, 20));
}

/// Members by the columns of the observations.
class Population {
  public:
    Population(const Observations& observations, Index size) : seen_(observations), size_(size) {
        for (Index n = 0; n < seen_.size(); ++n) take(n);
    }

    [[nodiscard]] bool is_complete() const { return std::ssize(members_) == size_; }
    [[nodiscard]] Index begun() const { return begun_; }
    [[nodiscard]] Index members() const { return std::ssize(members_); }
    /// Trials since the population was complete.
    [[nodiscard]] Index trials() const { return trials_; }
    [[nodiscard]] Index target() const { return trials_ % size_; }
    [[nodiscard]] Vector member(Index i) const { return seen_.x.col(members_[static_cast<std::size_t>(i)]); }
    [[nodiscard]] Vector best() const {
        const auto less = [&](Index a, Index b) { return seen_.y[a] < seen_.y[b]; };
        return seen_.x.col(*std::min_element(members_.begin(), members_.end(), less));
    }

  private:
    void take(Index n) {
        if (!is_complete()) {
            members_.push_back(n);
        } else {
            Index& target = members_[static_cast<std::size_t>(trials_ % size_)];
            if (seen_.y[n] <= seen_.y[target]) target = n;
            ++trials_;
        }
        if (is_complete() && has_collapsed()) {
            members_.clear();
            trials_ = 0;
            begun_ = n + 1;
        }
    }

    [[nodiscard]] bool has_collapsed() const {
        Vector lower = member(0);
        Vector upper = lower;
        for (Index i = 1; i < size_; ++i) {
            lower = lower.cwiseMin(member(i));
            upper = upper.cwiseMax(member(i));
        }
        return (upper - lower).maxCoeff() < collapsed_width;
    }

    const Observations& seen_;
    Index size_;
    std::vector<Index> members_;
    Index trials_ = 0;
    Index begun_ = 0;  // the first observation of this population
};

/// Two different members that are not the target.
std::pair<Index, Index> two_others(Index target, Index size, Rng& rng) {
    const auto draw = [&](Index options) { return static_cast<Index>(rng.below(static_cast<std::uint64_t>(options))); };
    Index a = draw(size - 1);
    if (a >= target) ++a;
    Index b = draw(size - 2);
    const auto [low, high] = std::minmax(a, target);
    if (b >= low) ++b;
    if (b >= high) ++b;
    return {a, b};
}

class DifferentialEvolution final : public NominalSearch {
  public:
    using NominalSearch::NominalSearch;
    [[nodiscard]] std::string_view name() const override { return "differential-evolution"; }

  protected:
    [[nodiscard]] Vector next(const Situation& s) const override {
        const Index dimension = s.problem.dimension();
        const Index size = population_size(dimension);
        const Population population(s.observations, size);
        const Rng stream = s.seed.split("differential evolution").split(static_cast<std::uint64_t>(population.begun()));
        if (!population.is_complete()) {
            // The members that the initial design has not given are a Latin hypercube of their own.
            const Index given = population.begun() == 0 ? std::min(s.initial, population.members()) : 0;
            return latin_hypercube(dimension, size - given, stream.split("members")).col(population.members() - given);
        }
        return trial(population, size, stream);
    }

  private:
    static Vector trial(const Population& population, Index size, const Rng& stream) {
        const Index target = population.target();
        const auto generation = static_cast<std::uint64_t>(population.trials() / size);
        const double factor = stream.split("factor").split(generation).uniform(least_factor, largest_factor);
        Rng rng = stream.split("trial").split(static_cast<std::uint64_t>(population.trials()));
        const auto [a, b] = two_others(target, size, rng);
        const Vector mutant = population.best() + factor * (population.member(a) - population.member(b));
        Vector x = population.member(target);
        const auto always = static_cast<Index>(rng.below(static_cast<std::uint64_t>(x.size())));
        for (Index d = 0; d < x.size(); ++d) {
            const bool crosses = rng.uniform() < crossover;
            const double anew = rng.uniform();
            if (!crosses && d != always) continue;
            x[d] = mutant[d] >= 0 && mutant[d] <= 1 ? mutant[d] : anew;
        }
        return x;
    }
};

}  // namespace

MethodPtr differential_evolution(ModelOptions model) {
    return std::make_shared<DifferentialEvolution>(std::move(model));
}

ListedMethod differential_evolution_method() {
    return nominal_method("differential-evolution",
                          "differential evolution of the function itself: not robust, no model",
                          differential_evolution);
}

}  // namespace sweetspot
