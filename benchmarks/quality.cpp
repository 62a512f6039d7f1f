// The rows that are expected improvements: what the search finds against what others find, both evaluated afresh with
// the same draws.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "methods/maximise.hpp"
#include "report.hpp"
#include "searches.hpp"

namespace sweetspot::bench {
namespace {

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::string list(const std::vector<double>& values) {
    return fmt::format("{:.4f}", fmt::join(values, ", "));
}

void peer_rows(Report& report) {
    const std::string average = "EI found ÷ EI at the peer's centre, 20000 plain draws, mean of 5 seeds";
    const std::string worst = "EI found ÷ EI at the peer's centre, 20000 plain draws, worst of 5 seeds";
    const std::string instance = "D = 10, N = 100, T = 400";
    if (!report.wants(average, instance) && !report.wants(worst, instance)) return;
    const Stored state = stored();
    const Search& search = state.search;
    const GaussianProcess gp = search.gp();
    const auto plain = [&](const Vector& x) {
        return plain_robust_expected_improvement(gp, search.T, search.T.weights, *worst_quality(),
                                                 *search.method.model.fixed.incumbent, x, 20000, Rng(2))
            .mean;
    };
    const double at_peer = plain(state.peer_centre);
    std::vector<double> ratios;
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
        const Vector centre = search.optimizer(2, seed).ask().reason->centre;
        ratios.push_back(plain(search.problem.space().to_unit(centre)) / at_peer);
    }
    report.add({average, instance, list(ratios), mean(ratios), Sense::at_least, 0.999});
    report.add(
        {worst, instance, list(ratios), *std::min_element(ratios.begin(), ratios.end()), Sense::at_least, 0.997});
}

/// EI found ÷ EI of an exhaustive search (M = 1000, rank 160, L-BFGS-B to the end from the best 26 of 1040 points), for
/// the first suggestion after the initial design of N = D + 1 points.
double against_exhaustive(const Instance& instance, double (*f)(const Vector&), std::uint64_t seed) {
    const Problem& problem = instance.problem;
    BayesianRobustSearchOptions method;
    method.sampling = sample_centre();
    method.model.fixed.template_points = instance.T.points;
    Optimizer optimizer(problem, {.seed = seed, .threads = 2, .method = bayesian_robust_search(method)});
    Observations observations{Points(problem.dimension(), problem.dimension() + 1), Vector(problem.dimension() + 1)};
    for (Index n = 0; n <= problem.dimension(); ++n) {
        const Vector x = optimizer.ask().x;
        observations.x.col(n) = problem.space().to_unit(x);
        observations.y[n] = f(x);
        optimizer.tell(x, observations.y[n]);
    }
    const Suggestion::Reason found = *optimizer.ask().reason;
    const Vector x_star = problem.space().to_unit(found.incumbent);
    const QualityPtr quality = worst_quality();
    const auto improvement = [&](Index M, std::uint64_t draws) {
        return RobustExpectedImprovement(*found.gp, instance.T, instance.T.weights, *quality, x_star,
                                         {.realisations = M, .pivots = {.max_rank = 160, .tolerance = 0.005}},
                                         Rng(draws));
    };
    const RobustExpectedImprovement searched = improvement(1000, 100 + seed);
    const Points starts = plateau_starts(problem, observations, x_star, Rng(seed).split("exhaustive"));
    const Maximum best =
        multistart_maximiser({.local_starts = 26})
            ->maximise({searched}, problem.centres(), starts, Rng(seed).split("exhaustive"), Parallel(2));
    const RobustExpectedImprovement judge = improvement(20000, 200 + seed);
    return judge.value(problem.space().to_unit(found.centre), nullptr) / judge.value(best.x, nullptr);
}

void exhaustive_row(Report& report, const Instance& instance, double (*f)(const Vector&)) {
    const std::string what = "EI found ÷ EI of an exhaustive search (M = 1000, rank 160, 26 starts), worst of 10 seeds";
    const Index D = instance.problem.dimension();
    const std::string name = fmt::format("D = {}, N = {}, T = {}", D, D + 1, instance.T.size());
    if (!report.wants(what, name)) return;
    std::vector<double> ratios;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) ratios.push_back(against_exhaustive(instance, f, seed));
    report.add(
        {what, name, list(ratios), *std::min_element(ratios.begin(), ratios.end()), Sense::at_least, 0.97, 0.99});
}

}  // namespace

void quality_rows(Report& report) {
    peer_rows(report);
    exhaustive_row(report, f1(), bumped_bowl);
    exhaustive_row(report, f3(), styblinski_tang);
}

}  // namespace sweetspot::bench
