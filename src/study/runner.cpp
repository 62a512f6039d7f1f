#include "sweetspot/study/runner.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/check.hpp"
#include "study/followed_view.hpp"

namespace sweetspot {
namespace {

/// Other processes' trials and the wish to stop are looked at this often, in seconds, while nothing ends.
constexpr double look_again = 0.5;

bool is_cancelled(const EvaluationResult& result) {
    return result.failure() != nullptr && result.failure()->kind == FailureKind::cancelled;
}

class Runner {
  public:
    Runner(const Study& study, Store& store, Evaluator& evaluator, const RunnerOptions& options)
        : study_(study), store_(store), evaluator_(evaluator), options_(options), trials_(store) {}

    RunnerEnd run() {
        clean_up();
        while (true) {
            for (const Index number : store_.release_lost(options_.others)) tell(number, trials_.now());
            if (wish() == StopWish::end) return end_all(interrupted);
            if (cannot_start_) return end_all({RunnerEnd::Kind::cannot_start, *cannot_start_});
            const bool late = out_of_time();
            while (!late && wish() == StopWish::go_on &&
                   std::ssize(evaluator_.in_flight()) < config_.objective.parallel && start_one()) {
            }
            if (!evaluator_.in_flight().empty()) {
                if (auto ended = evaluator_.wait_any(look_again)) finish(*ended);
                continue;
            }
            const StudyView& view = trials_.now();
            if (!is_work_left(view)) return end_of(view);
            if (wish() != StopWish::go_on) return interrupted;
            if (late) return {RunnerEnd::Kind::out_of_time, fmt::format("{} hours are over", *config_.budget.hours)};
            // Another process evaluates what is left; it may fail or die, and then it is ours.
            std::this_thread::sleep_for(std::chrono::duration<double>(look_again));
        }
    }

  private:
    inline static const RunnerEnd interrupted = {RunnerEnd::Kind::interrupted,
                                                 "it was interrupted; the same command goes on from here"};

    [[nodiscard]] StopWish wish() const { return options_.stop ? options_.stop() : StopWish::go_on; }

    /// A run that was ended by force after it had stored a result has left the work directory.
    void clean_up() {
        for (const Trial& trial : trials_.now().trials) {
            if (trial.state != TrialState::complete || trial.attempts == 0) continue;
            evaluator_.clean_up(trial.number, trial.attempts);
        }
    }

    [[nodiscard]] bool out_of_time() const {
        const double hours =
            std::chrono::duration<double, std::ratio<3600>>(std::chrono::steady_clock::now() - start_).count();
        return config_.budget.hours && hours >= *config_.budget.hours;
    }

    /// Whether a trial is of those that this run evaluates.
    [[nodiscard]] bool concerns(const Trial& trial) const { return !options_.only || trial.source == *options_.only; }

    /// It depends on the trials alone, and may cost a fit.
    [[nodiscard]] const std::optional<ReasonToEnd>& reason_at(const StudyView& view) {
        if (judged_ != view.revision) reason_ = reason_to_end(study_, view);
        judged_ = view.revision;
        return reason_;
    }

    [[nodiscard]] bool is_work_left(const StudyView& view) {
        const bool open = std::any_of(view.trials.begin(), view.trials.end(),
                                      [&](const Trial& trial) { return concerns(trial) && is_open(trial); });
        return open || (!options_.only && !reason_at(view));
    }

    [[nodiscard]] RunnerEnd end_of(const StudyView& view) {
        if (options_.only) return {RunnerEnd::Kind::finished, "all of them are evaluated"};
        const ReasonToEnd reason = *reason_at(view);
        const bool failed = reason.kind == ReasonToEnd::Kind::failures;
        return {failed ? RunnerEnd::Kind::failed : RunnerEnd::Kind::finished, reason.sentence};
    }

    /// Takes up a trial that waits for its evaluation, or adds a new one; false if there is nothing to start now.
    bool start_one() {
        const StudyView& view = trials_.now();
        for (const Trial& trial : view.trials) {
            const bool waits = trial.state == TrialState::stale || trial.state == TrialState::waiting;
            if (waits && concerns(trial) && store_.take(trial.number)) return start(trial.number);
        }
        if (options_.only || reason_at(view)) return false;
        Trial next = next_trial(study_, view, options_.threads);
        if (wish() != StopWish::go_on) return false;  // it took a while
        next.state = TrialState::running;
        const auto number = store_.add(next, view.revision);
        // Nothing: another process changed the study meanwhile; with that in view, again.
        return number ? start(*number) : true;
    }

    /// A trial that this process has just taken or added.
    bool start(Index number) {
        const StudyView& view = trials_.after_own_change(number);
        const Trial& trial = view.trials[static_cast<std::size_t>(number)];
        evaluator_.start(number, trial.x, trial.attempts + 1);
        tell(number, view);
        return true;
    }

    void finish(const FinishedEvaluation& ended) {
        Trial trial = store_.trial(ended.number);
        trial.seconds = ended.result.seconds;
        trial.work_directory = ended.result.work_directory ? relative(*ended.result.work_directory) : "";
        if (const Measurement* measurement = ended.result.measurement()) {
            ++trial.attempts;
            trial.state = TrialState::complete;
            trial.measurement = *measurement;
            trial.failure = std::nullopt;
        } else {
            add_failure(ended.result, trial);
        }
        store(trial);
        tell(ended.number, trials_.after_own_change(ended.number));
    }

    /// Relative to the folder in which all of them are, so that a study can be moved together with its work
    /// directories.
    [[nodiscard]] std::string relative(const std::filesystem::path& folder) const {
        return folder.lexically_relative(std::filesystem::absolute(work_folder(config_)).parent_path()).string();
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

    void tell(Index number, const StudyView& view) const {
        if (options_.watch) options_.watch(view.trials.at(static_cast<std::size_t>(number)), view);
    }

    const Study& study_;
    const StudyConfig& config_ = study_.config;
    Store& store_;
    Evaluator& evaluator_;
    const RunnerOptions& options_;
    FollowedView trials_;
    std::int64_t judged_ = -1;  ///< the revision of which the reason to end is known
    std::optional<ReasonToEnd> reason_;
    std::optional<std::string> cannot_start_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

RunnerEnd run_study(const Study& study, Store& store, Evaluator& evaluator, const RunnerOptions& options) {
    return Runner(study, store, evaluator, options).run();
}

}  // namespace sweetspot
