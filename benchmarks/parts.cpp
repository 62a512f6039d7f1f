// The parts of a suggestion, each beside one plain evaluation of the robust EI at the same instance: the unit in which
// the others are read.
#include <benchmark/benchmark.h>

#include "acquisition/average_expected_improvement.hpp"
#include "acquisition/plain_robust_expected_improvement.hpp"
#include "acquisition/robust_expected_improvement.hpp"
#include "gp/likelihood.hpp"
#include "instance.hpp"
#include "robust/neighbourhood.hpp"
#include "sweetspot/gp/fit.hpp"
#include "sweetspot/search/optimizer.hpp"

namespace sweetspot::bench {
namespace {

const Instance& instance(const benchmark::State& state) {
    static const Instance ten = f3();
    static const Instance five = f1();
    return state.range(0) == 10 ? ten : five;
}

void plain_evaluation(benchmark::State& state) {
    const Instance& i = instance(state);
    const GaussianProcess gp = i.gp();
    for (auto _ : state) {
        benchmark::DoNotOptimize(plain_robust_expected_improvement(gp, i.T, i.T.weights, *worst_quality(), i.x_star,
                                                                   i.candidate, 100, Rng(1)));
    }
}

void robust_expected_improvement(benchmark::State& state) {
    const Instance& i = instance(state);
    const QualityPtr quality = worst_quality();
    const RobustExpectedImprovement ei(i.gp(), i.T, i.T.weights, *quality, i.x_star, {.realisations = 512}, Rng(1));
    Vector gradient(i.problem.dimension());
    Vector* wanted = state.range(1) != 0 ? &gradient : nullptr;
    for (auto _ : state) benchmark::DoNotOptimize(ei.value(i.candidate, wanted));
}

void average_expected_improvement(benchmark::State& state) {
    const Instance& i = instance(state);
    const Template T = make_template(i.problem.robust_set(), {.shape = TemplateShape::uniform}, Rng(2));
    const AverageExpectedImprovement ei(i.gp(), T, T.weights, i.x_star);
    Vector gradient(i.problem.dimension());
    for (auto _ : state) benchmark::DoNotOptimize(ei.value(i.candidate, &gradient));
}

void likelihood_and_gradient(benchmark::State& state) {
    const Instance& i = instance(state);
    detail::MarginalLikelihood likelihood(*matern52(), i.x, i.gp().targets());
    Vector gradient;
    for (auto _ : state) benchmark::DoNotOptimize(likelihood.evaluate(i.hyperparameters, &gradient));
}

void gp_fit(benchmark::State& state) {
    const Instance& i = instance(state);
    const Parallel parallel(1);
    for (auto _ : state) benchmark::DoNotOptimize(fit(i.x, i.y, {}, Rng(1), parallel));
}

/// One observation more, from the optimum without it.
void gp_refit(benchmark::State& state) {
    const Instance& i = instance(state);
    const Parallel parallel(1);
    const Index before = i.y.size() - 1;
    FitOptions options;
    options.warm_start = fit(i.x.leftCols(before), i.y.head(before), {}, Rng(1), parallel).hyperparameters();
    options.random_starts = 0;
    for (auto _ : state) benchmark::DoNotOptimize(fit(i.x, i.y, options, Rng(1), parallel));
}

void best_so_far_search(benchmark::State& state) {
    const Instance& i = instance(state);
    const Parallel parallel(1);
    const GaussianProcess gp = i.gp();
    const Neighbourhood neighbourhood(i.x, i.problem.robust_set(), i.problem.centres());
    for (auto _ : state) {
        benchmark::DoNotOptimize(best_so_far(gp, neighbourhood, i.problem.centres(), i.T, i.T.weights, *worst_quality(),
                                             {}, Rng(1), parallel));
    }
}

void search_only(benchmark::State& state, const QualityPtr& quality) {
    const Instance& i = instance(state);
    BayesianRobustSearchOptions method;
    method.sampling = sample_centre();
    method.model.fixed.model = Fixed::Model{matern52(), i.hyperparameters, Standardisation::of(i.y)};
    method.model.fixed.incumbent = i.x_star;
    const Problem problem(i.problem.space(), i.problem.robust_set().scaled(i.problem.edge()), quality);
    Optimizer optimizer(problem,
                        {.threads = static_cast<int>(state.range(1)), .method = bayesian_robust_search(method)});
    for (Index n = 0; n < i.y.size(); ++n) optimizer.tell(i.problem.space().from_unit(i.x.col(n)), i.y[n]);
    for (auto _ : state) benchmark::DoNotOptimize(optimizer.ask());
}

void suggestion_search_only(benchmark::State& state) {
    search_only(state, worst_quality());
}

void suggestion_search_only_mean(benchmark::State& state) {
    search_only(state, mean_quality());
}

BENCHMARK(plain_evaluation)->Arg(10)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(robust_expected_improvement)
    ->ArgsProduct({{10, 5}, {0, 1}})
    ->ArgNames({"D", "gradient"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(average_expected_improvement)->Arg(10)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(likelihood_and_gradient)->Arg(10)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(gp_fit)->Arg(10)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(gp_refit)->Arg(10)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(best_so_far_search)->Arg(10)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(suggestion_search_only)
    ->ArgsProduct({{10, 5}, {1, 2}})
    ->ArgNames({"D", "threads"})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(suggestion_search_only_mean)
    ->ArgsProduct({{10, 5}, {1, 2}})
    ->ArgNames({"D", "threads"})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sweetspot::bench
