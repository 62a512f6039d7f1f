// Makes src/problems/bench/stored_bench.inc: the robust optima of the bench beyond the paper.
//
//   g++ -std=c++20 -O2 -Iinclude -Isrc -I/usr/include/eigen3 tools/bench_optima.cpp -Wl,--start-group
//   <build>/libsweetspot_*.a
//       -lfmt -lbox2d -lpthread -o bench_optima        (one line)
//   ./bench_optima [a seed [a name …]] > stored_bench.inc
//
// Every reference: the best eight of 300 draws, the nominal optimum and the stored reference start descents
// (scenarios), the best two go on with CMA-ES on the worst case, and what a heavy search of the region (40 climbs from
// random starts) says decides between them. stderr reports the best, the distance of the second, what the heavy search
// adds to its worst case, and what this seed gained over what was stored (nothing, if that was right). About 5 s a
// problem.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>

#include "optimize/cma_es.hpp"
#include "optimize/minimax.hpp"
#include "problems/bench/stored_bench.hpp"
#include "problems/own_region.hpp"
#include "problems/worst_case.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {
namespace {

struct Candidate {
    Vector x;
    double worst = 0;
};

class BenchSearch {
  public:
    BenchSearch(BenchmarkPtr problem, std::uint64_t seed)
        : problem_(std::move(problem)),
          dimension_(*only_dimension(*problem_)),
          norm_(*problem_->own_norm()),
          tolerance_(Vector::Constant(dimension_, problem_->default_tolerance())),
          box_(problem_->centres(dimension_, norm_, problem_->default_tolerance())),
          rng_(seed) {}

    /// The finalists, the best first.
    [[nodiscard]] std::vector<Candidate> run() {
        draw(300, 8);
        candidates_.push_back(nominal());
        const Vector stored = stored_bench_optimum(problem_->name());
        if (stored.size() > 0) candidates_.push_back({stored, worst(stored)});
        for (Candidate& candidate : candidates_) descend(candidate);
        keep_best(2);
        for (Candidate& candidate : candidates_) {
            polish(candidate, 0.02, rng_.split("coarse"));
            descend(candidate);
            polish(candidate, 0.002, rng_.split("fine"));
        }
        keep_best(2);
        return candidates_;
    }

    [[nodiscard]] double worst(const Vector& x) const { return problem_->worst_case(x, norm_, tolerance_); }

    [[nodiscard]] double heavy(const Vector& x) const {
        const Objective f = [&](const Vector& at) { return problem_->value(at); };
        const WorstCase found =
            true_worst_case(f, x, RobustSet(norm_, tolerance_), {.starts = 40, .iterations = 40}, Rng(4));
        return std::max(found.value, worst(x));
    }

  private:
    [[nodiscard]] Vector draw_centre() {
        Vector x(dimension_);
        for (Index d = 0; d < dimension_; ++d) x[d] = rng_.uniform(box_.lower[d], box_.upper[d]);
        return x;
    }

    void keep_best(std::size_t count) {
        std::ranges::stable_sort(candidates_, {}, &Candidate::worst);
        if (candidates_.size() > count) candidates_.resize(count);
    }

    void draw(int draws, std::size_t kept) {
        for (int i = 0; i < draws; ++i) {
            const Vector x = draw_centre();
            const double enough = candidates_.size() < kept ? INFINITY : candidates_.back().worst;
            candidates_.push_back({x, problem_->worst_case_up_to(x, norm_, tolerance_, enough)});
            keep_best(kept);
        }
    }

    [[nodiscard]] Candidate nominal() {
        const Objective f = [&](const Vector& x) { return problem_->value(x); };
        Minimum best{.x = {}, .value = INFINITY};
        for (std::uint64_t i = 0; i < 8; ++i) {
            const Minimum found = minimize_cma_es(f, box_, draw_centre(), {.sigma = 0.25, .max_evaluations = 2000},
                                                  rng_.split("nominal").split(i));
            if (found.value < best.value) best = found;
        }
        return {best.x, worst(best.x)};
    }

    /// Scenarios: min max over the perturbations met so far, then the worst of the new centre's region joins them.
    void descend(Candidate& candidate) const {
        std::vector<Vector> scenarios;
        Vector x = candidate.x;
        const Projection into_box = [&](const Vector& at) { return box_.clamp(at); };
        double step = 0.05;
        for (int round = 0; round < 40; ++round) {
            const RegionMaximum found = problem().search_region(x, norm_, tolerance_, INFINITY);
            scenarios.emplace_back(found.point - x);
            if (round == 0 || found.value < candidate.worst) {
                candidate = {x, found.value};
            } else {
                step = std::max(step / 2, 1e-4);
            }
            const Minimum next =
                minimize_maximum(pieces(scenarios), into_box, candidate.x, {.max_iterations = 12, .first_step = step});
            if (next.value > candidate.worst - 1e-6 * (1 + std::abs(candidate.worst))) break;
            x = next.x;
        }
    }

    /// f(x + δ) for each δ, by differences.
    [[nodiscard]] Pieces pieces(const std::vector<Vector>& scenarios) const {
        const auto values = [&](const Vector& x) {
            Vector all(std::ssize(scenarios));
            for (Index k = 0; k < all.size(); ++k) all[k] = problem_->value(x + scenarios[static_cast<std::size_t>(k)]);
            return all;
        };
        const auto gradients = [&](const Vector& x, std::span<const Index> which) {
            constexpr double step = 1e-7;
            Matrix all(dimension_, std::ssize(which));
            for (Index k = 0; k < all.cols(); ++k) {
                const Vector& delta = scenarios[static_cast<std::size_t>(which[static_cast<std::size_t>(k)])];
                Vector at = x + delta;
                for (Index d = 0; d < dimension_; ++d) {
                    const double here = at[d];
                    at[d] = here + step;
                    const double ahead = problem_->value(at);
                    at[d] = here - step;
                    all(d, k) = (ahead - problem_->value(at)) / (2 * step);
                    at[d] = here;
                }
            }
            return all;
        };
        return {values, gradients};
    }

    /// Small random steps, where the worst case jumps or has creases that scenarios do not follow.
    void polish(Candidate& candidate, double sigma, const Rng& rng) const {
        const CmaEsOptions options{.sigma = sigma, .max_evaluations = 15 * static_cast<int>(dimension_) + 100};
        const Minimum found =
            minimize_cma_es([&](const Vector& x) { return worst(x); }, box_, candidate.x, options, rng);
        if (found.value < candidate.worst) candidate = {found.x, found.value};
    }

    [[nodiscard]] const OwnRegionBenchmark& problem() const {
        return dynamic_cast<const OwnRegionBenchmark&>(*problem_);
    }

    BenchmarkPtr problem_;
    Index dimension_;
    Norm norm_;
    Vector tolerance_;
    Box box_;
    Rng rng_;
    std::vector<Candidate> candidates_;
};

void make(const BenchmarkPtr& problem, std::uint64_t seed) {
    BenchSearch search(problem, seed);
    const std::vector<Candidate> finalists = search.run();
    Candidate best;
    double truth = INFINITY;
    for (const Candidate& finalist : finalists) {
        const double heavy = search.heavy(finalist.x);
        if (heavy >= truth) continue;
        truth = heavy;
        best = finalist;
    }
    const Vector stored = stored_bench_optimum(problem->name());
    if (stored.size() > 0 && search.heavy(stored) < truth) best.x = stored;
    fmt::print(stderr, "{}: {:.6g}, the second +{:.2g}, the heavy search adds {:.2g}{}\n", problem->name(),
               search.worst(best.x), finalists[1].worst - finalists[0].worst,
               search.heavy(best.x) - search.worst(best.x),
               stored.size() == 0 ? "" : fmt::format(", gained {:.2g}", search.worst(stored) - search.worst(best.x)));
    std::string row;
    for (const double v : best.x) row += fmt::format("{}{:.12g}", row.empty() ? "" : ", ", v);
    fmt::print("    {{\"{}\", {{{}}}}},\n", problem->name(), row);
    std::fflush(stdout);
}

}  // namespace
}  // namespace sweetspot

int main(int count, char** arguments) {
    using namespace sweetspot;
    const std::vector<std::string> names(arguments + 2, arguments + std::max(count, 2));
    const std::uint64_t seed = count > 1 ? std::stoull(arguments[1]) : 1;
    for (const BenchHalf half : {BenchHalf::tuning, BenchHalf::confirmation}) {
        for (const BenchmarkPtr& problem : bench_problems(half)) {
            if (problem->name() == "cliff-edge") continue;  // has a closed form
            if (names.empty() || std::ranges::find(names, problem->name()) != names.end()) make(problem, seed);
        }
    }
}
