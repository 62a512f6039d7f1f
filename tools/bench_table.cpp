// Prints what the problems of the bench beyond the paper are like, as a table for people.
//
//   g++ -std=c++20 -O2 -Iinclude -Isrc -I/usr/include/eigen3 tools/bench_table.cpp -Wl,--start-group
//   <build>/libsweetspot_*.a
//       -lfmt -lbox2d -lpthread -o bench_table        (one line)
//   ./bench_table [a name …]            one line per problem; about 1 s each
//   ./bench_table --gaps [a name …]     how far worst_case() falls short of a heavy search; minutes
//
// Nominal: the lowest value that CMA-ES from 12 starts finds, and the worst case there. Random: the median worst case
// of 40 centres.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>

#include "optimize/cma_es.hpp"
#include "problems/worst_case.hpp"
#include "sweetspot/problems/benchmark.hpp"

namespace sweetspot {
namespace {

struct Bench {
    BenchmarkPtr problem;

    [[nodiscard]] Index dimension() const { return *only_dimension(*problem); }
    [[nodiscard]] Norm norm() const { return *problem->own_norm(); }
    [[nodiscard]] Vector tolerance() const { return Vector::Constant(dimension(), problem->default_tolerance()); }
    [[nodiscard]] double value(const Vector& x) const { return problem->value(x); }
    [[nodiscard]] double worst(const Vector& x) const { return problem->worst_case(x, norm(), tolerance()); }
    [[nodiscard]] Box centres() const { return problem->centres(dimension(), norm(), problem->default_tolerance()); }
    [[nodiscard]] Vector draw(Rng& rng) const {
        const Box box = centres();
        Vector x(dimension());
        for (Index d = 0; d < x.size(); ++d) x[d] = rng.uniform(box.lower[d], box.upper[d]);
        return x;
    }
    /// The lowest of CMA-ES from several draws.
    [[nodiscard]] Vector descend(const Objective& f, int starts, int evaluations, const Rng& rng) const {
        Vector best;
        double lowest = INFINITY;
        for (int i = 0; i < starts; ++i) {
            Rng own = rng.split(static_cast<std::uint64_t>(i));
            const Minimum found = minimize_cma_es(
                f, centres(), draw(own), {.sigma = 0.25, .max_evaluations = evaluations}, own.split("descent"));
            if (!(found.value < lowest)) continue;
            lowest = found.value;
            best = found.x;
        }
        return best;
    }
};

/// Of this process's own time: others may share the machine.
double seconds(const std::function<void()>& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

void print_line(const Bench& b) {
    const Vector nominal = b.descend([&](const Vector& x) { return b.value(x); }, 12, 3000, Rng(1));
    const ReferenceOptimum optimum = b.problem->optimum(b.dimension(), b.norm(), b.problem->default_tolerance());
    Rng rng(2);
    std::vector<double> worst;
    std::vector<Vector> centres;
    centres.reserve(40);
    for (int i = 0; i < 40; ++i) centres.push_back(b.draw(rng));
    const double per_worst = seconds([&] {
                                 for (const Vector& c : centres) worst.push_back(b.worst(c));
                             }) /
                             40;
    double sum = 0;
    const double per_value = seconds([&] {
                                 for (int i = 0; i < 20000; ++i)
                                     sum += b.value(centres[static_cast<std::size_t>(i % 40)]);
                             }) /
                             20000;
    fmt::print("| {} | {} | {} | {} | {} | {} | {:.4g} | {:.4g} | {:.5g} | {:.4g} | {:.1f} | {:.1f} |{}\n",
               b.problem->name(), b.problem->family(), to_string(bench_half(b.problem->name())), b.dimension(),
               to_string(b.norm()), b.problem->default_tolerance(), b.value(nominal), b.worst(nominal), optimum.quality,
               median(worst), 1e6 * per_value, 1e3 * per_worst, std::isfinite(sum) ? "" : " NOT FINITE");
    std::fflush(stdout);
}

/// Shortfalls of worst_case() at 3 random centres, one that a short search of the worst case recommends, the nominal
/// and the reference optimum: against 60 climbs from random starts and a scan of 5000 points of the boundary.
void print_gaps(const Bench& b) {
    Rng rng(3);
    std::vector<Vector> centres;
    centres.reserve(4);
    for (int i = 0; i < 3; ++i) centres.push_back(b.draw(rng));
    centres.push_back(b.descend([&](const Vector& x) { return b.worst(x); }, 1, 150, rng.split("robust")));
    centres.push_back(b.descend([&](const Vector& x) { return b.value(x); }, 6, 2000, Rng(1)));
    centres.push_back(b.problem->optimum(b.dimension(), b.norm(), b.problem->default_tolerance()).x);
    std::string line;
    const RobustSet region(b.norm(), b.tolerance());
    const Objective f = [&](const Vector& x) { return b.value(x); };
    for (const Vector& c : centres) {
        const double quick = b.worst(c);
        double heavy = true_worst_case(f, c, region, {.starts = 60, .iterations = 40}, Rng(4)).value;
        for (int i = 0; i < 5000; ++i) heavy = std::max(heavy, f(c + region.draw_boundary(rng)));
        line += fmt::format(" {:.2g}/{:.3g}", heavy - quick, quick);
    }
    fmt::print("{}: gap/worst{}\n", b.problem->name(), line);
    std::fflush(stdout);
}

}  // namespace
}  // namespace sweetspot

int main(int count, char** arguments) {
    using namespace sweetspot;
    std::vector<std::string> names(arguments + 1, arguments + count);
    const bool gaps = !names.empty() && names.front() == "--gaps";
    if (gaps) names.erase(names.begin());
    if (!gaps) {
        fmt::print(
            "| name | family | half | D | norm | tolerance | nominal | its worst case | robust optimum's | random "
            "| µs per value | ms per worst case |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    }
    for (const BenchHalf half : {BenchHalf::tuning, BenchHalf::confirmation}) {
        for (const BenchmarkPtr& problem : bench_problems(half)) {
            if (!names.empty() && std::ranges::find(names, problem->name()) == names.end()) continue;
            gaps ? print_gaps({problem}) : print_line({problem});
        }
    }
}
