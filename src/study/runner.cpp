#include "sweetspot/study/runner.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <thread>

#include "base/check.hpp"
#include "process/process_identity.hpp"
#include "storage/postgres.hpp"
#include "study/followed_view.hpp"
#include "study/patience.hpp"

namespace sweetspot {
namespace {

bool is_cancelled(const EvaluationResult& result) {
    return result.failure() != nullptr && result.failure()->kind == FailureKind::cancelled;
}

class Runner {
  public:
    Runner(const Study& study, Store& store, Evaluator& evaluator, const RunnerOptions& options)
        : study_(study), store_(store), evaluator_(evaluator), options_(options), trials_(store) {}

    RunnerEnd run() {
        const storage::ServerWait wait([this] { return while_server_is_lost(); });
        try {
            return run_to_the_end();
        } catch (const std::exception& error) {
            const std::string values = values_not_stored();
            if (values.empty()) throw;
            throw std::runtime_error(fmt::format("{} ({})", error.what(), values));
        }
    }

  private:
    RunnerEnd run_to_the_end() {
        if (part() != RunnerPart::choose) clean_up();
        while (true) {
            release_lost();
            tell_of_others();
            while (!ended_meanwhile_.empty()) finish_next(0);
            if (wish() != StopWish::go_on && evaluator_.outlives_program()) return leave_all();
            if (wish() == StopWish::end) return end_all(interrupted);
            if (cannot_start_) return evaluator_.outlives_program() ? leave_all_but_say_why() : end_all(cannot_start());
            const bool late = out_of_time();
            bool room = true;
            while (!late && wish() == StopWish::go_on && (room = has_room()) && start_one()) patience_.reset();
            if (!evaluator_.in_flight().empty() || !ended_meanwhile_.empty()) {
                // With all hands full nothing that others do matters.
                finish_next(room ? patience_.pause() : Patience::longest);
                continue;
            }
            if (auto end = end_with_nothing_in_flight(late)) {
                tell_of_others();  // the last result may have come since the look at the top
                return *end;
            }
            // Others evaluate what is left, and it may still be ours; or others have yet to choose.
            std::this_thread::sleep_for(std::chrono::duration<double>(patience_.pause()));
        }
    }

    inline static const RunnerEnd interrupted = {RunnerEnd::Kind::interrupted,
                                                 "it was interrupted; the same command goes on from here"};

    [[nodiscard]] StopWish wish() const { return options_.stop ? options_.stop() : StopWish::go_on; }

    [[nodiscard]] RunnerPart part() const { return options_.part; }

    /// A look at who is gone is cheap, but not free.
    void release_lost() {
        if (looked_for_lost_ && lost_looked_at_.waited() < Patience::longest) return;
        looked_for_lost_ = true;
        lost_looked_at_.reset();
        for (const Index number : store_.release_lost(options_.others)) {
            patience_.reset();
            if (part() != RunnerPart::choose) tell(number);
        }
    }

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

    /// Why the run is over, with nothing of its own in flight; nothing if it goes on.
    [[nodiscard]] std::optional<RunnerEnd> end_with_nothing_in_flight(bool late) {
        if (wish() != StopWish::go_on && part() != RunnerPart::all) return interrupted;
        // Whether a study is over may cost a fit: a hundred workers ask when there has been nothing to do for a while.
        if (part() == RunnerPart::evaluate && !late && patience_.waited() < Patience::longest) return std::nullopt;
        const StudyView& view = trials_.now();
        if (!is_work_left(view)) return end_of(view);
        if (wish() != StopWish::go_on) return interrupted;
        const bool others_run =
            std::ranges::any_of(view.trials, [](const Trial& trial) { return trial.state == TrialState::running; });
        if (late && !(part() == RunnerPart::choose && others_run)) {
            return RunnerEnd{RunnerEnd::Kind::out_of_time, fmt::format("{} hours are over", *config_.budget.hours)};
        }
        return std::nullopt;
    }

    /// Whether one more trial may be open, or in flight.
    [[nodiscard]] bool has_room() {
        return part() == RunnerPart::choose ? is_one_wanted(trials_.now())
                                            : std::ssize(evaluator_.in_flight()) < config_.objective.parallel;
    }

    /// Whether others are to be given one more trial to evaluate.
    [[nodiscard]] bool is_one_wanted(const StudyView& view) const {
        return std::ranges::count_if(view.trials, is_open) < config_.objective.parallel;
    }

    /// Takes up a trial that waits for its evaluation, or adds a new one; false if there is nothing to start now.
    bool start_one() {
        switch (part()) {
            case RunnerPart::choose:
                return choose_one();
            case RunnerPart::evaluate:
                return take_one();
            default:
                return (is_one_to_take(trials_.now()) && take_one()) || choose_one();
        }
    }

    [[nodiscard]] bool is_one_to_take(const StudyView& view) const {
        return std::ranges::any_of(view.trials, [&](const Trial& trial) {
            return concerns(trial) && (trial.state == TrialState::stale || trial.state == TrialState::waiting);
        });
    }

    bool take_one() {
        const auto number = store_.take_next(options_.only);
        if (number) start(*number);
        return number.has_value();
    }

    /// Adds a trial if one should be; true also if another runner was faster, and it is to be seen what there is now.
    bool choose_one() {
        if (options_.only || reason_at(trials_.now())) return false;
        std::unique_ptr<Store::Turn> turn = store_.turn();
        const StudyView& view = trials_.now();  // what another has chosen meanwhile is in view
        if (part() == RunnerPart::choose ? !is_one_wanted(view) : is_one_to_take(view)) return true;
        if (reason_at(view)) return false;
        Trial next = next_trial(study_, view, options_.threads);
        if (wish() != StopWish::go_on) return false;  // it took a while
        next.state = part() == RunnerPart::choose ? TrialState::waiting : TrialState::running;
        const auto number = store_.add(next, view.revision);
        turn.reset();
        // Nothing: another process has added one meanwhile; with that in view, again.
        if (number && part() != RunnerPart::choose) start(*number);
        return true;
    }

    /// A trial that this process has just taken or added.
    void start(Index number) {
        const Trial trial = store_.trial(number);
        // One that was taken from us, when nothing had been heard of us for long, and came back.
        const std::vector<Index> in_flight = evaluator_.in_flight();
        if (std::ranges::find(in_flight, number) != in_flight.end()) return;
        evaluator_.start(number, trial.x, trial.attempts + 1);
        tell(number);
    }

    /// Stores an evaluation that has ended, waited for up to `timeout` seconds; false if none has.
    bool finish_next(double timeout) {
        std::optional<FinishedEvaluation> ended;
        if (ended_meanwhile_.empty()) {
            ended = evaluator_.wait_any(timeout);
        } else {
            ended = std::move(ended_meanwhile_.front());
            ended_meanwhile_.pop_front();
        }
        if (!ended) return false;
        patience_.reset();
        const Index number = ended->number;
        bool is_ours = false;
        try {
            is_ours = store(*ended);
        } catch (const std::exception&) {
            ended_meanwhile_.push_front(std::move(*ended));
            throw;
        }
        if (is_ours) tell(number);
        return true;
    }

    /// The server of the study is away, perhaps for hours: timeouts are kept, and a wish to end is heard. What goes on
    /// without this program is left alone, since its results must be stored before others are collected.
    storage::ServerWait::Next while_server_is_lost() {
        using Next = storage::ServerWait::Next;
        if (evaluator_.outlives_program()) return wish() == StopWish::go_on ? Next::wait_on : Next::give_up;
        while (auto ended = evaluator_.wait_any(0)) ended_meanwhile_.push_back(std::move(*ended));
        return wish() == StopWish::end ? Next::give_up : Next::wait_on;
    }

    /// False if others have settled it.
    bool store(const FinishedEvaluation& ended) {
        Trial trial = store_.trial(ended.number);
        if (is_settled_by_others(trial, ended.result)) return false;
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
        store_.update(trial);
        return true;
    }

    /// Another runner had the trial as well, since nothing had been heard of this one for long. The first result stays,
    /// for others have chosen by it; and what failed here may succeed there.
    [[nodiscard]] static bool is_settled_by_others(const Trial& trial, const EvaluationResult& result) {
        if (trial.state == TrialState::complete) return true;
        const bool is_elsewhere =
            trial.state == TrialState::running && !trial.runner.empty() && trial.runner != process::own_name();
        return is_elsewhere && result.failure() != nullptr;
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

    /// What came out and is not stored: it is told, so that it is not lost.
    [[nodiscard]] std::string values_not_stored() const {
        std::vector<std::string> values;
        for (const FinishedEvaluation& ended : ended_meanwhile_) {
            const Measurement* measurement = ended.result.measurement();
            if (measurement == nullptr) continue;
            values.push_back(fmt::format("trial {} came out as {}", ended.number, measurement->value));
        }
        if (values.empty()) return "";
        const bool one = values.size() == 1;
        return fmt::format("{}; tell {} later, or {} evaluated again", fmt::join(values, ", "), one ? "it" : "them",
                           one ? "it is" : "they are");
    }

    /// What is in flight goes on without this program, and the next run takes it up.
    RunnerEnd leave_all() {
        while (finish_next(0)) {
        }
        return interrupted;
    }

    /// One that cannot be started says nothing of those that run, perhaps for hours.
    RunnerEnd leave_all_but_say_why() {
        static_cast<void>(leave_all());
        RunnerEnd end = cannot_start();
        const std::size_t left = evaluator_.outliving().size();
        if (left > 0) {
            end.reason +=
                fmt::format("; {} {}, and the same command takes {} up", left,
                            left == 1 ? "evaluation goes on" : "evaluations go on", left == 1 ? "it" : "them");
        }
        return end;
    }

    [[nodiscard]] RunnerEnd cannot_start() const { return {RunnerEnd::Kind::cannot_start, *cannot_start_}; }

    RunnerEnd end_all(RunnerEnd end) {
        for (const Index number : evaluator_.in_flight()) evaluator_.cancel(number);
        while (!evaluator_.in_flight().empty() || !ended_meanwhile_.empty()) finish_next(Patience::longest);
        return end;
    }

    /// After a change of that trial by this runner.
    void tell(Index number) {
        if (part() == RunnerPart::evaluate) {
            // The others' trials need not be known, and may be many.
            if (options_.watch) options_.watch(store_.trial(number), trials_.last());
            return;
        }
        const StudyView& view = trials_.after_own_change(number);
        if (options_.watch) options_.watch(view.trials.at(static_cast<std::size_t>(number)), view);
    }

    /// What others have made of the trials that were chosen for them.
    void tell_of_others() {
        if (part() != RunnerPart::choose) return;
        const StudyView& view = trials_.now();
        if (view.revision == told_) return;
        patience_.reset();
        const bool is_first_look = told_ < 0;
        told_ = view.revision;
        known_.resize(view.trials.size());
        for (const Trial& trial : view.trials) {
            const Known now = {trial.state, trial.attempts};
            Known& before = known_[static_cast<std::size_t>(trial.number)];
            const bool is_news = !is_first_look && now != before;
            before = now;
            if (is_news && options_.watch) options_.watch(trial, view);
        }
    }

    /// What was told of a trial.
    struct Known {
        TrialState state = TrialState::waiting;
        Index attempts = 0;
        bool operator==(const Known&) const = default;
    };

    const Study& study_;
    const StudyConfig& config_ = study_.config;
    Store& store_;
    Evaluator& evaluator_;
    const RunnerOptions& options_;
    FollowedView trials_;
    std::int64_t judged_ = -1;  ///< the revision of which the reason to end is known
    std::optional<ReasonToEnd> reason_;
    std::optional<std::string> cannot_start_;
    std::deque<FinishedEvaluation> ended_meanwhile_;  ///< yet to be stored: the server was away, or is
    Patience patience_;                               ///< since something happened that this run has to do with
    Patience lost_looked_at_;                         ///< since the last look at who is gone
    bool looked_for_lost_ = false;
    std::int64_t told_ = -1;  ///< the revision that was told of
    std::vector<Known> known_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

RunnerEnd run_study(const Study& study, Store& store, Evaluator& evaluator, const RunnerOptions& options) {
    return Runner(study, store, evaluator, options).run();
}

}  // namespace sweetspot
