// A run of a study whose objective is in Python.
#include "study_run.hpp"

#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include "own_evaluator.hpp"
#include "study/study_json.hpp"

namespace sweetspot::python {
namespace {

/// All that a run needs, for it may outlive who asked for it.
struct Run {
    Study study;
    std::shared_ptr<Here> here = Here::make();
    OwnEvaluator evaluator;
    RunnerOptions how = {};
    RunnerEnd end = {};
    std::exception_ptr error = nullptr;

    Run(Study given, nb::object objective, nb::object watch)
        : study(std::move(given)), evaluator(std::move(objective), std::move(watch), here) {}

    void go() {
        try {
            const std::unique_ptr<Store> store = open_store(study.config);
            end = run_study(study, *store, evaluator, how);
        } catch (...) {
            error = std::current_exception();
        }
    }
};

}  // namespace

std::string run(const BoundStudy& bound, nb::object objective, nb::object watch, const std::optional<std::string>& only,
                Index parallel, int threads) {
    Study study = bound.study();
    study.config.objective.parallel = parallel;
    const auto run = std::make_shared<Run>(std::move(study), std::move(objective), std::move(watch));
    Run* that = run.get();  // it is in what it calls
    run->how = {.threads = threads,
                .stop = [that] { return that->evaluator.is_to_end() ? StopWish::end : StopWish::go_on; },
                .watch =
                    [that](const Trial& changed, const StudyView& view) {
                        const StudyConfig& config = that->study.config;
                        that->evaluator.tell(write_json(trial_json(config, changed)), spent(config, view));
                    }};
    if (only) run->how.only = trial_source_named(*only);
    run->here->run([run] { run->go(); }, [&] { run->evaluator.leave(); });
    run->evaluator.raise_again();
    if (run->error) std::rethrow_exception(run->error);
    const RunnerEnd& end = run->end;
    if (end.kind != RunnerEnd::Kind::finished && end.kind != RunnerEnd::Kind::out_of_time) {
        throw std::runtime_error(end.reason);
    }
    return end.reason;
}

}  // namespace sweetspot::python
