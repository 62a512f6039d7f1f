// Searches of which one suggestion is timed or judged: a problem, its observations, and a method whose model and
// incumbent are given, so that line 4 of Algorithm 1 alone is at work.
#pragma once

#include "instance.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot::bench {

struct Search {
    Problem problem;
    BayesianRobustSearchOptions method;
    Points x;  ///< unit cube
    Vector y;
    Template T;

    [[nodiscard]] GaussianProcess gp() const;
    /// An optimiser that was told all observations.
    [[nodiscard]] Optimizer optimizer(int threads, std::uint64_t seed = 1) const;
    /// The same with another quality; its template is the default one.
    [[nodiscard]] Search with(const QualityPtr& quality) const;
};

/// The state of tests/data/instances (Styblinski-Tang, D = 10, N = 100, 400 template points) and the centre that a peer
/// found there, unit cube.
struct Stored {
    Search search;
    Vector peer_centre;
};
[[nodiscard]] Stored stored();

/// An instance of instance.hpp with its template replaced by one of the given size (0: its own).
[[nodiscard]] Search search_of(const Instance& instance, Index template_size = 0);

/// One plain evaluation, the unit of time: M = 100, next to the incumbent.
void plain_evaluation(const Search& search, const GaussianProcess& gp);

}  // namespace sweetspot::bench
