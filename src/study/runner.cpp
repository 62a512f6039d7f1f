#include "sweetspot/study/runner.hpp"

#include <algorithm>
#include <chrono>

#include "base/check.hpp"
#include "sweetspot/study/command.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot {
namespace {

/// Other processes' trials and the wish to stop are looked at this often, in seconds, while nothing ends.
constexpr double look_again = 0.5;

CommandOptions command_of(const StudyConfig& config) {
    CommandOptions options;
    options.command = config.objective.command;
    for (const StudyParameter& p : config.parameters) {
        options.parameters.push_back(
            {p.parameter.name, p.parameter.step == 1 ? NumberType::integer : NumberType::real});
    }
    options.format = config.objective.format == "numbers" ? ObjectiveFormat::numbers : ObjectiveFormat::json;
    options.timeout = config.objective.timeout;
    options.base_folder = config.folder;
    options.work_root = config.storage.parent_path() / (config.storage.stem().string() + "-work");
    options.keep = config.objective.keep == "all" ? KeepWork::all : KeepWork::failed;
    return options;
}

class Runner {
  public:
    Runner(const StudyConfig& config, StudyStore& store, const RunnerOptions& options)
        : config_(config), store_(store), options_(options), evaluator_(command_of(config)) {}

    RunnerEnd run() {
        while (true) {
            for (const Index number : store_.release_lost()) tell(number);
            if (options_.stop && options_.stop()) return interrupted();
            const bool late = out_of_time();
            while (!late && std::ssize(evaluator_.in_flight()) < config_.objective.parallel && start_one()) {
            }
            if (evaluator_.in_flight().empty()) {
                const StudyView view = store_.view();
                if (late) return {RunnerEnd::Kind::out_of_time, fmt::format("{} hours are over", *config_.budget.hours)};
                if (!elsewhere(view)) return {RunnerEnd::Kind::finished, *reason_to_end(config_, view)};
            }
            if (auto ended = evaluator_.wait_any(look_again)) finish(*ended);
        }
    }

  private:
    [[nodiscard]] bool out_of_time() const {
        const double hours =
            std::chrono::duration<double, std::ratio<3600>>(std::chrono::steady_clock::now() - start_).count();
        return config_.budget.hours && hours >= *config_.budget.hours;
    }

    /// Trials that another process is evaluating: they may still fail and come back.
    [[nodiscard]] bool elsewhere(const StudyView& view) const {
        return std::any_of(view.trials.begin(), view.trials.end(),
                           [](const Trial& trial) { return trial.state == TrialState::running; }) ||
               !reason_to_end(config_, view);
    }

    /// Takes up a trial that waits for its evaluation, or adds a new one; false if there is nothing to start now.
    bool start_one() {
        const StudyView view = store_.view();
        for (const Trial& trial : view.trials) {
            const bool left = trial.state == TrialState::stale ||
                              (trial.state == TrialState::waiting && trial.source == TrialSource::search);
            if (left && store_.take(trial.number)) return start(trial.number, trial.x);
        }
        if (reason_to_end(config_, view)) return false;
        Trial next = next_trial(config_, view, options_.threads);
        next.state = TrialState::running;
        // Another process changed the study meanwhile: with that in view, again.
        const auto number = store_.add(next, view.revision);
        return number ? start(*number, next.x) : true;
    }

    bool start(Index number, const Vector& x) {
        evaluator_.start(number, x);
        tell(number);
        return true;
    }

    void finish(const FinishedEvaluation& ended) {
        Trial trial = store_.view().trials.at(static_cast<std::size_t>(ended.number));
        const bool cancelled = ended.result.failure() && ended.result.failure()->kind == FailureKind::cancelled;
        if (!cancelled) ++trial.attempts;
        trial.seconds = ended.result.seconds;
        trial.work_directory = ended.result.work_directory ? ended.result.work_directory->string() : "";
        if (const Measurement* measurement = ended.result.measurement()) {
            trial.state = TrialState::complete;
            trial.measurement = *measurement;
            trial.failure = std::nullopt;
        } else {
            trial.failure = *ended.result.failure();
            trial.state = cancelled                                      ? TrialState::stale
                          : trial.attempts <= config_.objective.retry ? TrialState::waiting
                                                                      : TrialState::failed;
        }
        store_.update(trial);
        tell(ended.number);
    }

    RunnerEnd interrupted() {
        for (const Index number : evaluator_.in_flight()) evaluator_.cancel(number);
        while (!evaluator_.in_flight().empty()) {
            if (auto ended = evaluator_.wait_any(look_again)) finish(*ended);
        }
        return {RunnerEnd::Kind::interrupted, "it was interrupted; the same command goes on from here"};
    }

    void tell(Index number) const {
        if (!options_.watch) return;
        const StudyView view = store_.view();
        options_.watch(view.trials.at(static_cast<std::size_t>(number)), view);
    }

    const StudyConfig& config_;
    StudyStore& store_;
    const RunnerOptions& options_;
    CommandEvaluator evaluator_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

RunnerEnd run_study(const StudyConfig& config, StudyStore& store, const RunnerOptions& options) {
    require(!config.objective.command.empty(),
            "the study has no objective to run; give a command under [objective], or use ask and tell");
    return Runner(config, store, options).run();
}

}  // namespace sweetspot
