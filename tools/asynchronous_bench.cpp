// How much is parallelism worth? Searches with 1, 4, 16 and 64 evaluations in flight at equal numbers of evaluations,
// and random search (a Latin hypercube), on four functions whose true worst cases are known.
//
//     g++ -std=c++20 -O2 -Iinclude -Isrc -I/usr/include/eigen3 tools/asynchronous_bench.cpp -Wl,--start-group
//     build/libsweetspot_*.a -lfmt -lbox2d -lsqlite3 -lpthread -o asynchronous_bench
//     asynchronous_bench SEEDS FILE.csv
//
// prints the table of docs/machines.md. Runs that are in FILE.csv already are not made again, and each new one is added
// to it at once. Workers are simulated: an evaluation takes exp(N(0, 1/2)) of a clock of its own, and whoever is done
// gets the next suggestion, with what the others are at as pending points. Regret: the true worst case of the region
// around the answer, less that of the robust optimum.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/number_text.hpp"
#include "statistics/summary.hpp"
#include "sweetspot/base/rng.hpp"
#include "sweetspot/problems/benchmark.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot {
namespace {

constexpr Index dimension = 5;
constexpr Index evaluations = 100;
constexpr std::array problems = {"bumped-bowl", "levy03", "styblinski-tang", "robust-problem-4"};
/// 0: random search.
constexpr std::array<Index, 5> in_flight = {1, 4, 16, 64, 0};
/// Regrets are asked after so many evaluations.
constexpr std::array<Index, 2> moments = {50, evaluations};

struct Key {
    std::string problem;
    Index workers = 0;
    int seed = 0;

    auto operator<=>(const Key&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct Outcome {
    std::array<double, moments.size()> regrets = {};
    double duration = 0;  ///< in mean evaluations of one worker
};

/// One search by workers that are never idle.
class Search {
  public:
    explicit Search(const Key& key)
        : key_(key),
          benchmark_(benchmark_named(key.problem)),
          tolerance_(benchmark_->default_tolerance()),
          times_(Rng(static_cast<std::uint64_t>(key.seed)).split("times")),
          optimizer_(Problem(benchmark_->space(dimension), Norm::two, tolerance_), options()) {}

    Outcome run() {
        const Index workers = std::max<Index>(1, key_.workers);
        while (optimizer_.observations() < evaluations) {
            while (std::ssize(pending_) < workers && started_ < evaluations) start();
            finish();
            for (std::size_t m = 0; m < moments.size(); ++m) {
                if (optimizer_.observations() == moments[m]) outcome_.regrets[m] = regret();
            }
        }
        outcome_.duration = now_;
        return outcome_;
    }

  private:
    [[nodiscard]] Options options() const {
        Options options{.seed = static_cast<std::uint64_t>(key_.seed)};
        if (key_.workers > 0) return options;
        Choice choice{"latin-hypercube"};
        choice.settings.set("block", std::int64_t{evaluations});
        options.method = method_family().make(choice, MethodParts{});
        return options;
    }

    void start() {
        Points others(dimension, std::ssize(pending_));
        Index column = 0;
        for (const auto& [end, x] : pending_) others.col(column++) = x;
        const Vector x = optimizer_.ask({.pending = others, .failed = Points(dimension, 0)}).x;
        pending_.emplace(now_ + std::exp(times_.normal() / 2), x);
        ++started_;
    }

    void finish() {
        const auto first = pending_.begin();
        now_ = first->first;
        optimizer_.tell(first->second, benchmark_->value(first->second));
        pending_.erase(first);
    }

    [[nodiscard]] double regret() const {
        const Vector tolerance = Vector::Constant(dimension, tolerance_);
        return benchmark_->worst_case(optimizer_.best().x, Norm::two, tolerance) -
               benchmark_->optimum(dimension, Norm::two, tolerance_).quality;
    }

    Key key_;
    BenchmarkPtr benchmark_;
    double tolerance_;
    Rng times_;
    Optimizer optimizer_;
    std::multimap<double, Vector> pending_;  ///< by when they end
    Index started_ = 0;
    double now_ = 0;
    Outcome outcome_;
};

using Outcomes = std::map<Key, Outcome>;

Outcomes read(const std::string& file) {
    Outcomes known;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::ranges::replace(line, ',', ' ');
        std::istringstream words(line);
        Key key;
        Outcome outcome;
        words >> key.problem >> key.workers >> key.seed >> outcome.regrets[0] >> outcome.regrets[1] >> outcome.duration;
        if (words) known[key] = outcome;  // not the line of names
    }
    return known;
}

/// "0.12 (0.08 … 0.3)": the median, and the middle half of the seeds.
std::string cell(const Outcomes& all, const std::string& problem, Index workers, std::size_t moment) {
    std::vector<double> regrets;
    for (const auto& [key, outcome] : all) {
        if (key.problem == problem && key.workers == workers) regrets.push_back(outcome.regrets[moment]);
    }
    if (regrets.empty()) return "";
    const Quartiles q = quartiles(Eigen::Map<const Vector>(regrets.data(), std::ssize(regrets)));
    return fmt::format("{} ({} … {})", number_text(q.median, 2), number_text(q.lower, 2), number_text(q.upper, 2));
}

/// How many times faster than one worker the same number of evaluations was done.
std::string speed_up(const Outcomes& all, Index workers) {
    double logarithms = 0;
    Index count = 0;
    for (const auto& [key, outcome] : all) {
        const auto alone = all.find({key.problem, 1, key.seed});
        if (key.workers != workers || alone == all.end()) continue;
        logarithms += std::log(alone->second.duration / outcome.duration);
        ++count;
    }
    return count == 0 ? "" : fmt::format("{:.1f}", std::exp(logarithms / static_cast<double>(count)));
}

void print_table(const Outcomes& all) {
    std::cout << "| problem | evaluations |";
    for (const Index workers : in_flight)
        std::cout << (workers == 0 ? std::string(" random |") : fmt::format(" {} in flight |", workers));
    std::cout << "\n|---|---|---|---|---|---|---|\n";
    for (const char* problem : problems) {
        for (std::size_t moment = 0; moment < moments.size(); ++moment) {
            std::cout << fmt::format("| {} | {} |", moment == 0 ? problem : "", moments[moment]);
            for (const Index workers : in_flight)
                std::cout << fmt::format(" {} |", cell(all, problem, workers, moment));
            std::cout << '\n';
        }
    }
    std::cout << fmt::format("| times faster than one worker | {} |", evaluations);
    for (const Index workers : in_flight) std::cout << fmt::format(" {} |", workers == 0 ? "" : speed_up(all, workers));
    std::cout << '\n';
}

int run(int seeds, const std::string& file) {
    Outcomes all = read(file);
    std::ofstream out(file, std::ios::app);
    if (all.empty()) out << "problem,in flight,seed,regret after 50,regret after 100,duration\n";
    for (int seed = 1; seed <= seeds; ++seed) {
        for (const char* problem : problems) {
            for (const Index workers : in_flight) {
                const Key key{problem, workers, seed};
                if (all.contains(key)) continue;
                const Outcome outcome = Search(key).run();
                out << fmt::format("{},{},{},{:.6g},{:.6g},{:.6g}\n", problem, workers, seed, outcome.regrets[0],
                                   outcome.regrets[1], outcome.duration)
                    << std::flush;
                all[key] = outcome;
            }
        }
    }
    print_table(all);
    return 0;
}

}  // namespace
}  // namespace sweetspot

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: asynchronous_bench SEEDS FILE.csv\n";
        return 2;
    }
    return sweetspot::run(std::atoi(argv[1]), argv[2]);
}
