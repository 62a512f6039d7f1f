// Makes src/problems/bench/stored_bench.inc: the robust optima of the bench beyond the paper.
//
//   g++ -std=c++20 -O2 -Iinclude -Isrc -I/usr/include/eigen3 tools/bench_optima.cpp <build>/libsweetspot.a
//       -lfmt -lnlopt -lpthread -o bench_optima        (one line)
//   ./bench_optima [a seed [a name …]] > stored_bench.inc
//
// Every reference: the best two of 200 draws, the nominal optimum and the stored reference start descents by CMA-ES on the
// worst case, the best two go on with smaller steps, and what a heavy search of the region (40 climbs from random
// starts) says decides between them. stderr reports the best, the distance of the second, what the heavy search adds to
// its worst case, and what this seed gained over what was stored (nothing, if that was right). About 5 s a problem.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "problems/bench/stored_bench.hpp"
#include "sweetspot/optimize/cma_es.hpp"
#include "sweetspot/problems/benchmark.hpp"
#include "sweetspot/problems/worst_case.hpp"

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
        draw(200, 2);
        candidates_.push_back(nominal());
        const Vector stored = stored_bench_optimum(problem_->name());
        if (stored.size() > 0) candidates_.push_back({stored, worst(stored)});
        for (std::size_t i = 0; i < candidates_.size(); ++i)
            descend(candidates_[i], 0.15, 30, rng_.split("wide").split(i));
        keep_best(2);
        for (std::size_t i = 0; i < candidates_.size(); ++i) polish(candidates_[i], rng_.split("polish").split(i));
        keep_best(3);
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

    void descend(Candidate& candidate, double sigma, int per_coordinate, const Rng& rng) const {
        const CmaEsOptions options{.sigma = sigma,
                                   .max_evaluations = per_coordinate * static_cast<int>(dimension_) + 100,
                                   .value_tolerance = 1e-9};
        const Minimum found =
            minimize_cma_es([&](const Vector& x) { return worst(x); }, box_, candidate.x, options, rng);
        if (found.value < candidate.worst) candidate = {found.x, found.value};
    }

    void polish(Candidate& candidate, const Rng& rng) const {
        for (const double sigma : {0.03, 0.005}) descend(candidate, sigma, 25, rng.split("step"));
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
            if (names.empty() || std::ranges::find(names, problem->name()) != names.end()) make(problem, seed);
        }
    }
}
