// Do the intervals of measures hold? Searches of the bench's problems with up to six parameters, and of the paper's
// functions, for each measure and for the worst case; what is said of every measure is compared with many true builds.
//
//     g++ -std=c++20 -O2 -Iinclude -Isrc -I/usr/include/eigen3 tools/measure_bench.cpp -Wl,--start-group
//     build/libsweetspot_*.a -lfmt -lbox2d -lsqlite3 -lpthread -o measure_bench
//     measure_bench tuning|confirmation REPEATS FOLDER
//
// prints the table of docs/measures.md and writes every answer to FOLDER/answers.csv. Searches are kept in FOLDER and
// not made again. A search has 20 D evaluations, at most 60; of one for the worst case the first half is asked as well.
// asked: "own", of a search for that measure, odd repeats with the uniform and even ones with the normal law; "best",
// of a search for the worst case, at the measure's best centre; "there", the same at the worst case's answer. The limit
// of yield and sigma level is what 80 % of the builds of the known robust optimum keep.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <numeric>

#include "base/normal.hpp"
#include "design/sobol.hpp"
#include "statistics/summary.hpp"
#include "sweetspot/problems/benchmark.hpp"
#include "sweetspot/search/optimizer.hpp"
#include "sweetspot/search/region_model.hpp"

namespace sweetspot {
namespace {

constexpr Index builds = 1 << 15;
constexpr Index most_dimensions = 6;
constexpr const char* searched_measures[] = {"mean", "quantile", "cvar", "mean-sd", "yield"};

struct Case {
    BenchmarkPtr benchmark;
    Index dimension;
    Norm norm;
};

std::vector<Case> cases(BenchHalf half) {
    std::vector<Case> result;
    for (const BenchmarkPtr& problem : bench_problems(half)) {
        const Index dimension = *only_dimension(*problem);
        if (dimension <= most_dimensions) result.push_back({problem, dimension, *problem->own_norm()});
    }
    if (half == BenchHalf::confirmation) return result;
    const std::pair<const char*, Index> of_the_paper[] = {
        {"bumped-bowl", 2},      {"levy03", 5},         {"styblinski-tang", 3}, {"robust-problem-4", 2},
        {"robust-problem-4", 5}, {"stepped-sphere", 4}, {"quintic", 6}};
    for (const auto& [name, dimension] : of_the_paper) result.push_back({benchmark_named(name), dimension, Norm::two});
    return result;
}

Index budget(Index dimension) {
    return std::min<Index>(60, 20 * dimension);
}

double length(const Vector& u, Norm norm) {
    return norm == Norm::infinity ? u.lpNorm<Eigen::Infinity>() : norm == Norm::two ? u.norm() : u.lpNorm<1>();
}

/// Deviations in units of the tolerance, by the law, made without the library's templates.
Points true_deviations(Index dimension, Norm norm, const std::string& law) {
    Points u(dimension, builds);
    Index found = 0;
    for (std::uint64_t lot = 0; found < builds; ++lot) {
        const Points v = scrambled_sobol(dimension, builds, Rng(20260).split(lot));
        for (Index i = 0; i < v.cols() && found < builds; ++i) {
            u.col(found) =
                v.col(i).unaryExpr([&](double p) { return law == "normal" ? normal_quantile(p) / 3 : 2 * p - 1; });
            if (length(u.col(found), norm) <= 1) ++found;
        }
    }
    return u;
}

/// The true values of a region, ascending.
class Truth {
  public:
    explicit Truth(Vector values) : y_(std::move(values)) { std::sort(y_.begin(), y_.end()); }

    [[nodiscard]] double sd() const { return std::sqrt((y_.array() - y_.mean()).square().mean()); }
    [[nodiscard]] double quantile(double q) const { return y_[static_cast<Index>(q * static_cast<double>(builds))]; }
    [[nodiscard]] double beyond(double limit) const {
        return static_cast<double>((y_.array() > limit).count()) / builds;
    }

    [[nodiscard]] double of(const std::string& measure, double limit) const {
        if (measure == "mean") return y_.mean();
        if (measure == "quantile") return quantile(0.95);
        if (measure == "cvar") return y_.tail(builds / 10).mean();
        if (measure == "mean-sd") return y_.mean() + 3 * sd();
        if (measure == "yield") return beyond(limit);
        return (limit - y_.mean()) / sd();  // sigma level
    }

  private:
    Vector y_;
};

struct Said {
    std::string measure;
    std::string asked;
    std::string law;
    Index evaluations = 0;
    Index budget = 0;
    Estimate estimate;
    double truth = 0;
    double spread = 0;  ///< the standard deviation of the true values in the region

    [[nodiscard]] bool holds() const {
        // A share is known to one of the true builds.
        const double rounding = measure == "yield" ? 1.0 / builds : 1e-9 * std::abs(truth);
        return estimate.lower - rounding <= truth && truth <= estimate.upper + rounding;
    }
    [[nodiscard]] double width() const {
        const bool has_unit = measure != "yield" && measure != "sigma level";
        return (estimate.upper - estimate.lower) / (has_unit ? std::max(spread, 1e-12) : 1);
    }
};

class Bench {
  public:
    Bench(Case c, std::uint64_t seed, std::string folder)
        : case_(std::move(c)),
          seed_(seed),
          folder_(std::move(folder)),
          tolerance_(case_.benchmark->default_tolerance()),
          deviations_(true_deviations(case_.dimension, case_.norm, "uniform")) {
        const Vector optimum = case_.benchmark->optimum(case_.dimension, case_.norm, tolerance_).x;
        limit_ = truth(optimum).quantile(0.8);
    }

    std::vector<Said> run() {
        for (const std::string law : {"uniform", "normal"}) {
            law_ = law;
            deviations_ = true_deviations(case_.dimension, case_.norm, law);
            if ((law == "normal") == (seed_ % 2 == 0)) {
                for (const std::string measure : searched_measures)
                    ask(measure, "own", searched(measure), std::nullopt);
            }
            const Points history = searched("worst");
            for (const Index part : {history.cols() / 2, history.cols()}) {
                const Points some = history.leftCols(part);
                const Vector there = told("worst", some).recommendation(Points(case_.dimension, 0)).best.x;
                for (const std::string measure : searched_measures) {
                    ask(measure, "best", some, std::nullopt);
                    ask(measure, "there", some, there);
                }
            }
        }
        return said_;
    }

  private:
    [[nodiscard]] QualityPtr quality(const std::string& measure) const {
        if (measure == "worst") return worst_quality();
        if (measure == "mean") return mean_quality();
        if (measure == "quantile") return quantile_quality(0.95);
        if (measure == "cvar") return cvar_quality(0.9);
        if (measure == "mean-sd") return mean_sd_quality(3);
        return yield_quality(limit_);
    }

    [[nodiscard]] Optimizer told(const std::string& measure, const Points& history) const {
        const std::vector<RegionTolerance> tolerance(static_cast<std::size_t>(case_.dimension), {tolerance_});
        const Problem problem(case_.benchmark->space(case_.dimension), case_.norm, tolerance, quality(measure),
                              law_ == "normal" ? normal_law() : uniform_law());
        Optimizer optimizer(problem, {.seed = seed_});
        for (Index i = 0; i < history.cols(); ++i)
            optimizer.tell(history.col(i).head(case_.dimension), history(case_.dimension, i));
        return optimizer;
    }

    /// Points with their values below; from the folder if the search was made before.
    [[nodiscard]] Points searched(const std::string& measure) const {
        const std::string law = measure == "worst" ? "any" : law_;
        const std::string file = fmt::format("{}/{}-{}-{}-{}-{}.txt", folder_, case_.benchmark->name(), case_.dimension,
                                             measure, law, seed_);
        const Index n = budget(case_.dimension);
        Points history(case_.dimension + 1, n);
        if (std::ifstream in(file); in) {
            for (double& value : history.reshaped()) in >> value;
            if (in) return history;
        }
        Optimizer optimizer = told(measure, Points(case_.dimension + 1, 0));
        for (Index i = 0; i < n; ++i) {
            const Vector x = optimizer.ask().x;
            history.col(i) << x, case_.benchmark->value(x);
            optimizer.tell(x, history(case_.dimension, i));
        }
        std::ofstream out(file + ".new");
        for (const double value : history.reshaped()) out << fmt::format("{}\n", value);
        out.close();
        std::filesystem::rename(file + ".new", file);
        return history;
    }

    [[nodiscard]] Truth truth(const Vector& x) const {
        Vector y(deviations_.cols());
        for (Index i = 0; i < y.size(); ++i) y[i] = case_.benchmark->value(x + tolerance_ * deviations_.col(i));
        return Truth(std::move(y));
    }

    /// At the measure's best centre, or at a given one in the unit cube.
    void ask(const std::string& measure, const std::string& asked, const Points& history,
             const std::optional<Vector>& at) {
        const Optimizer known = told(measure, history);
        const Recommendation r = known.recommendation(Points(case_.dimension, 0));
        const RegionModel model(known.problem(), r.gp, Rng(seed_));
        const ModelledRegion region = model.at_unit(at.value_or(r.best.x));
        const Truth t = truth(region.centre());
        const auto say = [&](const std::string& what, const Estimate& estimate) {
            said_.push_back(
                {what, asked, law_, history.cols(), budget(case_.dimension), estimate, t.of(what, limit_), t.sd()});
        };
        say(measure, region.measure().estimate);
        if (measure != "mean") return;
        if (const auto level = region.sigma_level(limit_)) say("sigma level", *level);
    }

    Case case_;
    std::uint64_t seed_;
    std::string folder_;
    double tolerance_;
    double limit_ = 0;
    std::string law_ = "uniform";
    Points deviations_;
    std::vector<Said> said_;
};

/// Held of so many, and the median width in standard deviations of the region (of a yield and a level: as they are).
std::string cell(const std::vector<Said>& all, const std::string& measure, const auto& chosen) {
    Index held = 0;
    std::vector<double> widths;
    for (const Said& s : all) {
        if (s.measure != measure || !chosen(s)) continue;
        held += s.holds() ? 1 : 0;
        widths.push_back(s.width());
    }
    if (widths.empty()) return "";
    return fmt::format("{} of {} ({:.2f})", held, widths.size(),
                       quantile(Eigen::Map<const Vector>(widths.data(), std::ssize(widths)), 0.5));
}

void print_table(const std::vector<Said>& all) {
    std::cout << "| measure | law | searched for it | asked of the worst case's, best centre | … its answer | … best "
                 "centre, half "
                 "the evaluations | … its answer |\n|---|---|---|---|---|---|---|\n";
    for (const std::string measure : {"mean", "quantile", "cvar", "mean-sd", "yield", "sigma level"}) {
        for (const std::string law : {"uniform", "normal"}) {
            const auto of = [&](const std::string& asked, bool all_of_it) {
                return cell(all, measure, [&](const Said& s) {
                    return s.law == law && s.asked == asked && (s.evaluations == s.budget) == all_of_it;
                });
            };
            std::cout << fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", measure, law, of("own", true),
                                     of("best", true), of("there", true), of("best", false), of("there", false));
        }
    }
}

int run(std::string_view half_name, int repeats, const std::string& folder) {
    std::filesystem::create_directories(folder);
    std::ofstream csv(folder + "/answers.csv");
    csv << "problem,D,repeat,measure,asked,law,evaluations,value,lower,upper,truth,spread\n";
    std::vector<Said> all;
    const BenchHalf half = half_name == "tuning" ? BenchHalf::tuning : BenchHalf::confirmation;
    for (int repeat = 1; repeat <= repeats; ++repeat) {
        for (const Case& c : cases(half)) {
            for (const Said& s : Bench(c, static_cast<std::uint64_t>(repeat), folder).run()) {
                csv << fmt::format("{},{},{},{},{},{},{},{:.8g},{:.8g},{:.8g},{:.8g},{:.8g}\n", c.benchmark->name(),
                                   c.dimension, repeat, s.measure, s.asked, s.law, s.evaluations, s.estimate.value,
                                   s.estimate.lower, s.estimate.upper, s.truth, s.spread);
                all.push_back(s);
            }
            csv << std::flush;
        }
    }
    print_table(all);
    return 0;
}

}  // namespace
}  // namespace sweetspot

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: measure_bench tuning|confirmation REPEATS FOLDER\n";
        return 2;
    }
    return sweetspot::run(argv[1], std::atoi(argv[2]), argv[3]);
}
