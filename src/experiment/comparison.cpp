#include "experiment/comparison.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "base/check.hpp"
#include "design/initial_size.hpp"
#include "statistics/summary.hpp"

namespace sweetspot {
namespace {

/// The runs of one problem, dimension and norm: by method and repeat.
using Finished = std::map<std::string, std::map<Index, RunRecord>>;

struct Optimum {
    Vector x;
    double quality;
};

std::vector<Index> common_repeats(const ExperimentSpec& spec, const Finished& finished) {
    std::vector<Index> repeats;
    for (Index repeat = 1; repeat <= spec.repeats; ++repeat) {
        const bool all = std::all_of(spec.methods.begin(), spec.methods.end(), [&](const std::string& method) {
            const auto runs = finished.find(method);
            return runs != finished.end() && runs->second.contains(repeat);
        });
        if (all) repeats.push_back(repeat);
    }
    return repeats;
}

void keep_better(Optimum& best, const Reports& reports) {
    for (Index n = 0; n < reports.qualities.size(); ++n) {
        // Not a number is not better.
        if (reports.qualities[n] < best.quality) best = {reports.centres.col(n), reports.qualities[n]};
    }
}

Optimum optimum_of(const RunKey& key, const Finished& finished) {
    const BenchmarkPtr benchmark = experiment_problem(key.problem, key.repeat);
    const ReferenceOptimum reference = benchmark->optimum(key.dimension, key.norm, benchmark->default_tolerance());
    Optimum best{reference.x, reference.quality};
    for (const auto& [method, runs] : finished) {
        for (const auto& [repeat, run] : runs) {
            if (benchmark->has_instances() && repeat != key.repeat) continue;
            keep_better(best, run.common);
            keep_better(best, run.own);
        }
    }
    return best;
}

/// Row r: of the r-th of `repeats`.
MethodScores scores_of(const std::string& method, const std::map<Index, RunRecord>& runs, Reports RunRecord::*which,
                       const std::vector<Index>& repeats, const std::vector<Optimum>& optima, const Vector& edge) {
    const Index evaluations = runs.begin()->second.outputs.size();
    const Matrix empty(std::ssize(repeats), evaluations);
    MethodScores scores{method, empty, empty, {}, repeats};
    for (Index r = 0; r < std::ssize(repeats); ++r) {
        const Reports& reports = runs.at(repeats[static_cast<std::size_t>(r)]).*which;
        const Optimum& optimum = optima[static_cast<std::size_t>(r)];
        scores.regret.row(r) = (reports.qualities.array() - optimum.quality).matrix().transpose();
        const Points away = edge.cwiseInverse().asDiagonal() * (reports.centres.colwise() - optimum.x);
        scores.distance.row(r) = away.colwise().norm();
    }
    return scores;
}

Promises promises_of(const std::map<Index, RunRecord>& runs, const std::vector<Index>& repeats) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    const Index evaluations = runs.begin()->second.outputs.size();
    const auto columns = std::count_if(promise_moments.begin(), promise_moments.end(),
                                       [&](Index moment) { return moment <= evaluations; });
    const Matrix empty = Matrix::Constant(std::ssize(repeats), columns, nothing);
    Promises result{empty, empty, empty};
    for (Index r = 0; r < empty.rows(); ++r) {
        const RunRecord& run = runs.at(repeats[static_cast<std::size_t>(r)]);
        for (Index column = 0; column < columns; ++column) {
            const Index n = promise_moments[static_cast<std::size_t>(column)];
            result.worst(r, column) = run.common.qualities[n - 1];
            const auto promise = run.promises.find(n);
            if (promise == run.promises.end()) continue;
            result.lower(r, column) = promise->second.lower;
            result.upper(r, column) = promise->second.upper;
        }
    }
    return result;
}

Vector edge_of(const Space& space) {
    Vector edge(space.dimension());
    for (Index d = 0; d < edge.size(); ++d) {
        const Parameter& p = space.parameters()[static_cast<std::size_t>(d)];
        edge[d] = p.upper - p.lower;
    }
    return edge;
}

Comparison comparison_of(const ExperimentSpec& spec, const std::vector<RunKey>& keys, const ExperimentStore& store) {
    Finished finished;
    for (const RunKey& key : keys) {
        if (auto run = store.load(key)) finished[key.method].emplace(key.repeat, std::move(*run));
    }
    const RunKey& first = keys.front();
    Comparison comparison{
        first.problem, first.dimension, first.norm, first.profile, default_initial(first.dimension), {}, {}, {}};
    const std::vector<Index> repeats = common_repeats(spec, finished);
    if (repeats.empty()) return comparison;
    std::vector<Optimum> optima;
    for (const Index repeat : repeats) {
        RunKey key = first;
        key.repeat = repeat;
        optima.push_back(optimum_of(key, finished));
    }
    const Vector edge = edge_of(benchmark_named(first.problem)->space(first.dimension));
    for (const std::string& method : spec.methods) {
        const std::map<Index, RunRecord>& runs = finished.at(method);
        comparison.methods.push_back(scores_of(method, runs, &RunRecord::common, repeats, optima, edge));
        comparison.methods.back().promises = promises_of(runs, repeats);
        const bool has_own = std::all_of(repeats.begin(), repeats.end(),
                                         [&](Index repeat) { return runs.at(repeat).own.centres.cols() > 0; });
        if (has_own) comparison.own.push_back(scores_of(method, runs, &RunRecord::own, repeats, optima, edge));
    }
    return comparison;
}

}  // namespace

std::vector<Comparison> comparisons(const ExperimentSpec& spec, const ExperimentStore& store) {
    using Place = std::tuple<std::string, Index, Norm>;
    std::vector<Place> order;
    std::map<Place, std::vector<RunKey>> by_place;
    for (const RunKey& key : runs_of(spec)) {
        const Place place{key.problem, key.dimension, key.norm};
        if (!by_place.contains(place)) order.push_back(place);
        by_place[place].push_back(key);
    }
    std::vector<Comparison> result;
    result.reserve(order.size());
    for (const Place& place : order) result.push_back(comparison_of(spec, by_place.at(place), store));
    return result;
}

Matrix paired_regrets(std::span<const Comparison> comparisons, Index n) {
    Index rows = 0;
    for (const Comparison& c : comparisons) rows += c.methods.empty() ? 0 : c.methods.front().regret.rows();
    require(rows > 0, "paired_regrets: no repeat is finished by every method; let the experiment run on");
    const std::size_t methods = comparisons.front().methods.size();
    Matrix scores(rows, static_cast<Index>(methods));
    Index row = 0;
    for (const Comparison& c : comparisons) {
        require(c.methods.size() == methods, "paired_regrets: {} was run with other methods than {}", c.problem,
                comparisons.front().problem);
        const Index repeats = c.methods.front().regret.rows();
        auto block = scores.middleRows(row, repeats);
        for (std::size_t m = 0; m < methods; ++m) {
            require(n >= 1 && n <= c.methods[m].regret.cols(),
                    "paired_regrets: after {} evaluations was asked for; there are 1 to {}", n,
                    c.methods[m].regret.cols());
            block.col(static_cast<Index>(m)) = c.methods[m].regret.col(n - 1);
        }
        const Vector all = block.reshaped();
        const double median = quantile(all, 0.5);
        if (median > 0) block /= median;
        row += repeats;
    }
    return scores;
}

}  // namespace sweetspot
