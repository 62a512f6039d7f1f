#include "sweetspot/study/runner.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

#include "base/check.hpp"
#include "process/arguments.hpp"
#include "process/work_directory.hpp"
#include "sweetspot/study/command.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot {
namespace {

/// Other processes' trials and the wish to stop are looked at this often, in seconds, while nothing ends.
constexpr double look_again = 0.5;

CommandOptions command_of(const StudyConfig& config) {
    require(!config.objective.command.empty(),
            "the study has no objective to run; give a command under [objective], or use ask and tell");
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

bool is_cancelled(const EvaluationResult& result) {
    return result.failure() != nullptr && result.failure()->kind == FailureKind::cancelled;
}

class Runner {
  public:
    Runner(const StudyConfig& config, StudyStore& store, const RunnerOptions& options)
        : config_(config), store_(store), options_(options), command_(command_of(config)), evaluator_(command_) {}

    RunnerEnd run() {
        tidy();
        while (true) {
            for (const Index number : store_.release_lost(options_.others)) tell(number);
            if (options_.stop && options_.stop()) {
                return end_all(
                    {RunnerEnd::Kind::interrupted, "it was interrupted; the same command goes on from here"});
            }
            if (cannot_start_) return end_all({RunnerEnd::Kind::cannot_start, *cannot_start_});
            const bool late = out_of_time();
            while (!late && std::ssize(evaluator_.in_flight()) < config_.objective.parallel && start_one()) {
            }
            if (!evaluator_.in_flight().empty()) {
                if (auto ended = evaluator_.wait_any(look_again)) finish(*ended);
                continue;
            }
            if (late) return {RunnerEnd::Kind::out_of_time, fmt::format("{} hours are over", *config_.budget.hours)};
            const StudyView view = store_.view();
            if (!is_work_left(view)) return end_of(view);
            // Another process evaluates what is left; it may fail or die, and then it is ours.
            std::this_thread::sleep_for(std::chrono::duration<double>(look_again));
        }
    }

  private:
    /// A run that was ended by force after it had stored a result has left the work directory.
    void tidy() const {
        if (command_.keep == KeepWork::all) return;
        for (const Trial& trial : store_.view().trials) {
            if (trial.state != TrialState::complete || trial.attempts == 0) continue;
            process::remove_work_directory(command_.work_root, trial.number, trial.attempts);
        }
    }

    [[nodiscard]] bool out_of_time() const {
        const double hours =
            std::chrono::duration<double, std::ratio<3600>>(std::chrono::steady_clock::now() - start_).count();
        return config_.budget.hours && hours >= *config_.budget.hours;
    }

    /// Whether a trial is of those that this run evaluates.
    [[nodiscard]] bool concerns(const Trial& trial) const { return !options_.only || trial.source == *options_.only; }

    [[nodiscard]] bool is_work_left(const StudyView& view) const {
        const bool open = std::any_of(view.trials.begin(), view.trials.end(),
                                      [&](const Trial& trial) { return concerns(trial) && is_open(trial); });
        return open || (!options_.only && !reason_to_end(config_, view));
    }

    [[nodiscard]] RunnerEnd end_of(const StudyView& view) const {
        if (options_.only) return {RunnerEnd::Kind::finished, "all of them are evaluated"};
        const ReasonToEnd reason = *reason_to_end(config_, view);
        const bool failed = reason.kind == ReasonToEnd::Kind::failures;
        return {failed ? RunnerEnd::Kind::failed : RunnerEnd::Kind::finished, reason.sentence};
    }

    /// Takes up a trial that waits for its evaluation, or adds a new one; false if there is nothing to start now.
    bool start_one() {
        const StudyView view = store_.view();
        for (const Trial& trial : view.trials) {
            const bool waits = trial.state == TrialState::stale || trial.state == TrialState::waiting;
            if (waits && concerns(trial) && store_.take(trial.number)) return start(trial);
        }
        if (options_.only || reason_to_end(config_, view)) return false;
        Trial next = next_trial(config_, view, options_.threads);
        next.state = TrialState::running;
        const auto number = store_.add(next, view.revision);
        if (!number) return true;  // another process changed the study meanwhile: with that in view, again
        next.number = *number;
        return start(next);
    }

    bool start(const Trial& trial) {
        evaluator_.start(trial.number, trial.x, trial.attempts + 1);
        tell(trial.number);
        return true;
    }

    void finish(const FinishedEvaluation& ended) {
        Trial trial = store_.view().trials.at(static_cast<std::size_t>(ended.number));
        trial.seconds = ended.result.seconds;
        trial.work_directory = ended.result.work_directory ? beside_storage(*ended.result.work_directory) : "";
        if (const Measurement* measurement = ended.result.measurement()) {
            ++trial.attempts;
            trial.state = TrialState::complete;
            trial.measurement = *measurement;
            trial.failure = std::nullopt;
        } else {
            add_failure(ended.result, trial);
        }
        store(trial);
        tell(ended.number);
    }

    /// Relative to the folder of the database, so that a study can be moved together with its work directories.
    [[nodiscard]] std::string beside_storage(const std::filesystem::path& folder) const {
        return folder.lexically_relative(std::filesystem::absolute(config_.storage).parent_path()).string();
    }

    void add_failure(const EvaluationResult& result, Trial& trial) {
        const EvaluationFailure& failure = *result.failure();
        if (is_cancelled(result)) {
            trial.state = TrialState::stale;
            return;
        }
        if (failure.kind == FailureKind::not_started) {
            trial.state = TrialState::waiting;
            cannot_start_ = failure.reason;
            return;
        }
        ++trial.attempts;
        trial.failure = failure;
        trial.state = trial.attempts <= config_.objective.retry ? TrialState::waiting : TrialState::failed;
    }

    void store(const Trial& trial) {
        try {
            store_.update(trial);
        } catch (const std::exception& error) {
            if (!trial.measurement) throw;
            throw std::runtime_error(
                fmt::format("{} (trial {} came out as {}; tell it later, or it is evaluated again)", error.what(),
                            trial.number, trial.measurement->value));
        }
    }

    RunnerEnd end_all(RunnerEnd end) {
        for (const Index number : evaluator_.in_flight()) evaluator_.cancel(number);
        while (!evaluator_.in_flight().empty()) {
            if (auto ended = evaluator_.wait_any(look_again)) finish(*ended);
        }
        return end;
    }

    void tell(Index number) const {
        if (!options_.watch) return;
        const StudyView view = store_.view();
        options_.watch(view.trials.at(static_cast<std::size_t>(number)), view);
    }

    const StudyConfig& config_;
    StudyStore& store_;
    const RunnerOptions& options_;
    CommandOptions command_;
    CommandEvaluator evaluator_;
    std::optional<std::string> cannot_start_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

RunnerEnd run_study(const StudyConfig& config, StudyStore& store, const RunnerOptions& options) {
    return Runner(config, store, options).run();
}

std::string objective_trouble(const StudyConfig& config) {
    const CommandOptions options = command_of(config);
    const std::string& name = options.command.front();
    const std::filesystem::path program = process::find_program(name, options.base_folder);
    if (program.empty()) return process::not_in_path(name);
    return access(program.c_str(), X_OK) == 0 ? "" : process::why_not_run(program, errno);
}

EvaluationResult try_objective(const StudyConfig& config, const VectorRef& x) {
    CommandOptions options = command_of(config);
    options.work_root /= "try";  // apart from the trials' own
    CommandEvaluator evaluator(options);
    evaluator.start(0, x);
    while (true) {
        if (auto ended = evaluator.wait_any(look_again)) return ended->result;
    }
}

}  // namespace sweetspot
