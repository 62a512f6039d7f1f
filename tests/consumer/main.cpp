// A user's program against the installed package: a search with each thing that can be added from outside.
#include <cmath>
#include <iostream>
#include <sweetspot/study/config.hpp>

#include "own.hpp"

namespace {

bool everything_is_well = true;

void expect(bool fact, const char* sentence) {
    std::cout << (fact ? "ok: " : "FAILED: ") << sentence << '\n';
    everything_is_well = everything_is_well && fact;
}

double bowl(const sweetspot::Vector& x) {
    return x.squaredNorm();
}

sweetspot::Problem problem(sweetspot::QualityPtr measure = sweetspot::worst_quality()) {
    return {sweetspot::Space::cube(2, -4.0, 4.0), sweetspot::Norm::two, 1.0, std::move(measure)};
}

/// The best centre of a short search lies near the middle of the bowl.
bool finds_the_middle(const sweetspot::Problem& problem, sweetspot::Options options) {
    options.evaluations = 20;
    return sweetspot::minimize(problem, bowl, options).best.x.norm() < 1;
}

void run_a_study() {
    const sweetspot::Study study(sweetspot::read_study(R"([study]
name = "bowl"
[[parameter]]
name = "a"
bounds = [-4, 4]
tolerance = 1
[[parameter]]
name = "b"
bounds = [-4, 4]
tolerance = 1
[budget]
evaluations = 12
)",
                                                       "bowl.toml", "."));
    const auto store = own_store();
    const auto evaluator = own_evaluator(bowl);
    const sweetspot::RunnerEnd end = sweetspot::run_study(study, *store, *evaluator);
    expect(end.kind == sweetspot::RunnerEnd::Kind::finished, "a study runs with a store and an evaluator of one's own");
    const sweetspot::StudyView view = store->view();
    bool complete = view.trials.size() == 12;
    for (const sweetspot::Trial& trial : view.trials) complete = complete && trial.measurement->value == bowl(trial.x);
    expect(complete, "every trial has its value");
}

}  // namespace

int main() {
    expect(finds_the_middle(problem(), {}), "the default search");
    expect(finds_the_middle(problem(), with_own_kernel()), "a kernel of one's own");
    expect(finds_the_middle(problem(own_measure()), {}), "a measure of one's own");
    expect(finds_the_middle(problem(), with_own_sampling_rule()), "a sampling rule of one's own");
    expect(finds_the_middle(problem(), with_own_method()), "a method of one's own");

    const sweetspot::BenchmarkPtr tilted = own_problem();
    const sweetspot::Problem to_search(tilted->space(2), sweetspot::Norm::infinity, tilted->default_tolerance());
    const sweetspot::Result result = sweetspot::minimize(
        to_search, [&](const sweetspot::Vector& x) { return tilted->value(x); }, {.evaluations = 20});
    const sweetspot::ReferenceOptimum optimum =
        tilted->optimum(2, sweetspot::Norm::infinity, tilted->default_tolerance());
    const sweetspot::Vector tolerance = sweetspot::Vector::Constant(2, tilted->default_tolerance());
    const double found = tilted->worst_case(result.best.x, sweetspot::Norm::infinity, tolerance);
    expect(std::abs(optimum.x[0] + 0.5) < 1e-3, "the optimum of a problem of one's own is found");
    expect(found < optimum.quality + 0.5, "a search of a problem of one's own is scored by its true worst case");
    run_a_study();
    return everything_is_well ? 0 : 1;
}
