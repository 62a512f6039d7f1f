// The rows that are times, in plain evaluations of the same instance.
#include <fmt/format.h>

#include <thread>
#include <vector>

#include "clocks.hpp"
#include "report.hpp"
#include "robust/neighbourhood.hpp"
#include "searches.hpp"
#include "sweetspot/gp/fit.hpp"
#include "sweetspot/methods/catalogue.hpp"

namespace sweetspot::bench {
namespace {

struct Named {
    std::string name;
    Search search;
};

void timed_row(Report& report, const std::string& what, const Named& of, double reach, std::optional<double> stretch,
               const std::function<Work(const Search&)>& work) {
    if (!report.wants(what, of.name)) return;
    const GaussianProcess gp = of.search.gp();
    const Pair ms = side_by_side(
        work(of.search), [&] { plain_evaluation(of.search, gp); }, cpu_ms);
    report.add({what, of.name, fmt::format("{:.3g} ms, unit {:.3g} ms", ms.first, ms.second), ms.first / ms.second,
                Sense::at_most, reach, stretch});
}

Work suggestion(const Search& search) {
    return [optimizer = search.optimizer(1)] { (void)optimizer.ask(); };
}

void two_threads_row(Report& report, const Named& of) {
    const std::string what = "the same with 2 threads against 1, times faster (wall)";
    if (!report.wants(what, of.name)) return;
    const Optimizer one = of.search.optimizer(1);
    const Optimizer two = of.search.optimizer(2);
    const Pair ms = side_by_side([&] { (void)one.ask(); }, [&] { (void)two.ask(); }, wall_ms);
    report.add({what, of.name, fmt::format("{:.3g} ms to {:.3g} ms", ms.first, ms.second), ms.first / ms.second,
                Sense::at_least, 1.6, 1.8});
}

/// Two searches of one thread each, at once and alone.
void two_at_once_row(Report& report, const Named& of) {
    const std::string what = "two suggestions at once, 1 thread each, against one alone, times slower (wall)";
    if (!report.wants(what, of.name)) return;
    const Optimizer first = of.search.optimizer(1);
    const Optimizer second = of.search.optimizer(1);
    const Work both = [&] {
        std::thread other([&] { (void)second.ask(); });
        (void)first.ask();
        other.join();
    };
    const Pair ms = side_by_side([&] { (void)first.ask(); }, both, wall_ms);
    report.add({what, of.name, fmt::format("{:.3g} ms to {:.3g} ms", ms.first, ms.second), ms.second / ms.first,
                Sense::at_most, 1.2, std::nullopt});
}

Work fit_from_random_starts(const Search& search) {
    return [&search] { (void)fit(search.x, search.y, {}, Rng(1), Parallel(1)); };
}

/// As the next iteration does: from the fit to all observations but the last.
Work refit(const Search& search) {
    const Index before = search.y.size() - 1;
    FitOptions options;
    options.warm_start =
        fit(search.x.leftCols(before), search.y.head(before), {}, Rng(1), Parallel(1)).hyperparameters();
    options.random_starts = 0;
    return [&search, options] { (void)fit(search.x, search.y, options, Rng(1), Parallel(1)); };
}

Work best_so_far_search(const Search& search) {
    return [&search, gp = search.gp()] {
        const Box& box = search.problem.centres();
        const Neighbourhood neighbourhood(search.x, search.problem.robust_set(), box);
        (void)best_so_far(gp, neighbourhood, box, search.T, search.T.weights, *worst_quality(), {}, Rng(1),
                          Parallel(1));
    };
}

/// Told all observations but the last few, so that each step of the default search has its turn; model and all.
std::vector<Optimizer> around_the_cycle(const Search& search, const MethodPtr& method) {
    std::vector<Optimizer> optimizers;
    for (Index left_out = 0; left_out < std::ssize(AlternatingOptions().cycle); ++left_out) {
        Optimizer& optimizer = optimizers.emplace_back(search.problem, Options{.method = method});
        for (Index n = 0; n + left_out < search.y.size(); ++n)
            optimizer.tell(search.problem.space().from_unit(search.x.col(n)), search.y[n]);
    }
    return optimizers;
}

Work ask_all(const std::vector<Optimizer>& optimizers) {
    return [&optimizers] {
        for (const Optimizer& optimizer : optimizers) (void)optimizer.ask();
    };
}

void default_method_row(Report& report, const Named& of) {
    const std::string what =
        "a whole suggestion of the default search, mean of its steps, against the first build's default";
    if (!report.wants(what, of.name)) return;
    const auto today = around_the_cycle(of.search, alternating_robust_search());
    const auto before = around_the_cycle(of.search, bayesian_robust_search());
    const Pair ms = side_by_side(ask_all(today), ask_all(before), cpu_ms);
    const auto steps = static_cast<double>(today.size());
    report.add({what, of.name, fmt::format("{:.3g} ms to {:.3g} ms", ms.second / steps, ms.first / steps),
                ms.first / ms.second, Sense::at_most, 2, std::nullopt});
}

void ensemble_row(Report& report, const Named& of) {
    const std::string what =
        "a whole suggestion of the default search by an ensemble, mean of its steps, against the most probable model's";
    if (!report.wants(what, of.name)) return;
    AlternatingOptions options;
    options.model.fit.inference = FitOptions::Inference::ensemble;
    const auto ensemble = around_the_cycle(of.search, alternating_robust_search(options));
    const auto map = around_the_cycle(of.search, alternating_robust_search());
    const Pair ms = side_by_side(ask_all(ensemble), ask_all(map), cpu_ms);
    const auto steps = static_cast<double>(map.size());
    report.add({what, of.name, fmt::format("{:.3g} ms to {:.3g} ms", ms.second / steps, ms.first / steps),
                ms.first / ms.second, Sense::at_most, 4, std::nullopt});
}

void measure_rows(Report& report, const Named& of) {
    const double limit = of.search.y.mean();
    for (const QualityPtr& quality :
         {mean_quality(), quantile_quality(0.95), cvar_quality(0.9), mean_sd_quality(3), yield_quality(limit)}) {
        const std::string what = fmt::format(
            "a whole suggestion of the default search with the measure {}, against the worst case's", quality->name());
        if (!report.wants(what, of.name)) continue;
        const auto by_measure = around_the_cycle(of.search.with(quality), alternating_robust_search());
        const auto worst = around_the_cycle(of.search, alternating_robust_search());
        const Pair ms = side_by_side(ask_all(by_measure), ask_all(worst), cpu_ms);
        const auto steps = static_cast<double>(worst.size());
        report.add({what, of.name, fmt::format("{:.3g} ms to {:.3g} ms", ms.second / steps, ms.first / steps),
                    ms.first / ms.second, Sense::at_most, 3, std::nullopt});
    }
}

void many_observations_row(Report& report, const Named& unit) {
    const std::string what = "a suggestion, search only, 1 thread, in plain evaluations at N = 100";
    const std::string instance = "D = 10, N = 2000, T = 400";
    if (!report.wants(what, instance)) return;
    const Search search =
        search_of(make_instance({Space::cube(10, -5, 5), Norm::two, 1.25}, styblinski_tang, 2000, 1.0));
    const GaussianProcess gp = unit.search.gp();
    const Pair ms = side_by_side(
        suggestion(search), [&] { plain_evaluation(unit.search, gp); }, cpu_ms);
    report.add({what, instance, fmt::format("{:.0f} ms, unit {:.3g} ms", ms.first, ms.second), ms.first / ms.second,
                Sense::at_most, 100});
}

}  // namespace

void speed_rows(Report& report) {
    const Named ten = {"D = 10, N = 100, T = 400", stored().search};
    const Named five = {"D = 5, N = 50, T = 250", search_of(f1())};
    for (const Named* of : {&ten, &five}) {
        timed_row(report, "a suggestion, search only, M = 512, 1 thread", *of, 0.7, 0.4, suggestion);
    }
    for (const Named* of : {&ten, &five}) two_threads_row(report, *of);
    two_at_once_row(report, ten);
    timed_row(report, "GP fit, 10 random starts, ARD", ten, 0.4, 0.2, fit_from_random_starts);
    timed_row(report, "GP refit with a warm start", ten, 0.06, std::nullopt, refit);
    timed_row(report, "best-so-far search over N(X_n)", ten, 0.06, std::nullopt, best_so_far_search);
    timed_row(report, "a suggestion with the average quality, search only, 1 thread", ten, 0.3, std::nullopt,
              [](const Search& search) { return suggestion(search.with(mean_quality())); });
    default_method_row(report, ten);
    ensemble_row(report, ten);
    measure_rows(report, ten);
    many_observations_row(report, ten);
}

}  // namespace sweetspot::bench
