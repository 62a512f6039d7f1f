// Whole suggestions of the default search, the refit included, and where their time goes: Styblinski-Tang at D = 10,
// half of the observations spread over the domain, half in regions of the size of the tolerances around the best of
// them, as a long search leaves them.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <vector>

#include "base/order.hpp"
#include "clocks.hpp"
#include "report.hpp"
#include "searches.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot::bench {
namespace {

constexpr Index searched_regions = 10;

/// The first half spread, the second half around the best ones of the first.
Points long_history(const Problem& problem, double (*f)(const Vector&), Index n) {
    Points x(problem.dimension(), n);
    const Index spread = n / 2;
    x.leftCols(spread) = latin_hypercube(problem.dimension(), spread, Rng(1));
    Vector y(spread);
    for (Index i = 0; i < spread; ++i) y[i] = f(problem.space().from_unit(x.col(i)));
    const std::vector<Index> order = ascending(y);
    Rng rng(2);
    for (Index i = spread; i < n; ++i) {
        const Vector centre = problem.nearest_centre(x.col(order[static_cast<std::size_t>(i % searched_regions)]));
        x.col(i) = centre + problem.robust_set().draw_uniform(rng);
    }
    return x;
}

const char* step_name(AlternatingStep::Kind kind) {
    if (kind == AlternatingStep::Kind::improvement) return "improvement";
    return kind == AlternatingStep::Kind::optimism ? "optimism" : "assurance";
}

}  // namespace

void whole_suggestions(const std::string& only) {
    const std::string heading = "Whole suggestions of the default search, refit included";
    if (heading.find(only) == std::string::npos) return;
    const Search unit_search = search_of(f3());
    const GaussianProcess unit_gp = unit_search.gp();
    double unit = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 5; ++i) unit = std::min(unit, once([&] { plain_evaluation(unit_search, unit_gp); }, cpu_ms));
    fmt::print("\n{}\n\n", heading);
    fmt::print("CPU time in plain evaluations ({:.3g} ms), parts by their share of the wall time.\n\n", unit);
    fmt::print("| N | step | all | model | best so far | region | sample | all, if hyper-parameters are sought |\n");
    fmt::print("|---:|---|---:|---:|---:|---:|---:|---:|\n");
    const Problem problem(Space::cube(10, -5, 5), Norm::two, 1.25);
    const std::vector<AlternatingStep> cycle = AlternatingOptions().cycle;
    const Index steps = std::ssize(cycle);
    for (const Index n : {501, 1000, 2000, 5000}) {
        const Points x = long_history(problem, styblinski_tang, n + 2 * steps);
        Optimizer optimizer(problem);
        const auto tell = [&](Index i) {
            const Vector at = problem.space().from_unit(x.col(i));
            optimizer.tell(at, styblinski_tang(at));
        };
        for (Index i = 0; i < n; ++i) tell(i);
        std::vector<double> looking;
        for (Index i = n; i < n + 2 * steps; ++i) {
            const double start = cpu_ms();
            const Suggestion suggestion = optimizer.ask();
            const double all = (cpu_ms() - start) / unit;
            tell(i);
            if (i < n + steps) {
                looking.push_back(all);
                continue;
            }
            const Timings& parts = suggestion.reason->timings;
            const double share = all / parts.total_ms;
            const auto place = static_cast<std::size_t>((i - problem.dimension() - 1) % steps);
            fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", i,
                       step_name(cycle[place].kind), all, share * parts.fit_ms, share * parts.incumbent_ms,
                       share * parts.acquisition_ms, share * parts.sampling_ms,
                       looking[static_cast<std::size_t>(i - n - steps)]);
            std::fflush(stdout);
        }
    }
}

}  // namespace sweetspot::bench
