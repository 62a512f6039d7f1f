// Prints what one model and an ensemble of models answer to the same values: Latin hypercubes of 2 (D + 1) and 5 (D +
// 1) points of the tuning half of the bench, one line each, with the figures of docs/ensemble.md.
//
//   g++ -std=c++20 -O1 -DFMT_SHARED -Iinclude -Isrc -I/usr/include/eigen3 tools/ensemble_bench.cpp
//   src/experiment/run.cpp src/experiment/spec.cpp -Wl,--start-group <build>/libsweetspot_*.a -Wl,--end-group -lfmt
//   -lbox2d -lpthread
//       -o ensemble_bench        (one line)
//   ./ensemble_bench 6           so many repeats of each problem
//
// problem, D, repeat, N, then for the model and for the ensemble: the true worst case of the recommended centre, the
// ends of the interval that is promised of it, and the largest mean in its region.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "design/latin_hypercube.hpp"
#include "experiment/run.hpp"
#include "experiment/spec.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

std::string answer_by(const char* profile, const RunKey& key, const Benchmark& benchmark, const Problem& problem,
                      const Points& x) {
    Optimizer optimizer(problem, {.seed = search_seed(key), .method = experiment_method(key.method, profile, 100)});
    for (Index n = 0; n < x.cols(); ++n) {
        const Vector at = problem.space().from_unit(x.col(n));
        optimizer.tell(at, benchmark.value(at));
    }
    const Best best = optimizer.best();
    const Vector tolerance = Vector::Constant(key.dimension, benchmark.default_tolerance());
    return fmt::format(",{:.9g},{:.9g},{:.9g},{:.9g}", benchmark.worst_case(best.x, key.norm, tolerance),
                       best.worst_interval->lower, best.worst_interval->upper, best.worst_value);
}

void run(const std::string& repeats) {
    const ExperimentSpec spec = read_spec(
        "[experiment]\nname = \"x\"\nprofile = \"warped\"\nproblems = [\"tuning\"]\nmethods = [\"alternating\"]\n"
        "evaluations = 10\nrepeats = " +
            repeats,
        "ensemble_bench");
    for (const RunKey& key : runs_of(spec)) {
        const BenchmarkPtr benchmark = experiment_problem(key.problem, key.repeat);
        const Index D = key.dimension;
        const Problem problem(benchmark->space(D), key.norm, benchmark->default_tolerance());
        for (const Index N : {2 * (D + 1), 5 * (D + 1)}) {
            const Rng rng = Rng(1000 + static_cast<std::uint64_t>(key.repeat)).split(key.problem);
            const Points x = latin_hypercube(D, N, rng);
            fmt::print("{},{},{},{}{}{}\n", key.problem, D, key.repeat, N,
                       answer_by("warped", key, *benchmark, problem, x),
                       answer_by("ensemble", key, *benchmark, problem, x));
            (void)std::fflush(stdout);
        }
    }
}

}  // namespace
}  // namespace sweetspot

int main(int argc, char** argv) {
    sweetspot::run(argc > 1 ? argv[1] : "1");
}
