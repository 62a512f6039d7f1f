#include "study/slurm/ending.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "process/arguments.hpp"
#include "process/excerpt.hpp"
#include "process/work_directory.hpp"
#include "study/judgement.hpp"

namespace sweetspot::slurm {
namespace {

using process::WorkDirectory;

/// So often an evaluation is handed to Slurm before it counts as lost.
constexpr Index most_submissions = 3;

/// Seconds after which a job that was preempted, or whose node failed, is not expected to be started again.
constexpr double patience_with_interrupted = 60;

/// The shell's way to say that a signal ended a command.
constexpr int signalled = 128;
constexpr int killed = signalled + SIGKILL;

/// waitpid()'s way to say what the shell has said.
int wait_status(int shell_status) {
    constexpr int largest_signal = 64;  // 255 is what ssh and many others exit with
    const int signal = shell_status - signalled;
    return signal > 0 && signal <= largest_signal ? signal : shell_status << 8;
}

class Ending {
  public:
    Ending(Flight& flight, Dispatch& dispatch, const SlurmOptions& options)
        : flight_(flight), dispatch_(dispatch), options_(options) {}

    std::optional<EvaluationResult> result() {
        keep_deadline();
        if (flight_.verdict) return is_over() ? std::optional(result(*flight_.verdict)) : std::nullopt;
        for (const auto& [run, end] : flight_.ends) {
            if (auto result = decided_by(end)) return result;
        }
        if (const RunEnd* end = flight_.end()) {
            if (!end->can_run) return lost(cannot_run(*end), end->node);
            if (is_killed(*end) && flight_.suspicion) return judged_as_killed(*end);
        }
        if (!flight_.suspicion || !is_confirmed(*flight_.suspicion)) return std::nullopt;
        return explained();
    }

  private:
    [[nodiscard]] bool is_killed(const RunEnd& end) const {
        return end.status == killed && !end.asked && flight_.carrier == Flight::Carrier::job;
    }

    /// If it came to its own end: nobody had asked it to, or it answered all the same. One that saves its state when
    /// it is asked to end, and ends well without a result, may be about to be started again.
    [[nodiscard]] std::optional<EvaluationResult> decided_by(const RunEnd& end) {
        if (!end.can_run || is_killed(end) || (end.asked && end.status != 0)) return std::nullopt;
        if (end.asked) {
            const Outcome outcome = outcome_of(end);
            const auto* failure = std::get_if<EvaluationFailure>(&outcome);
            if (failure != nullptr && failure->kind != FailureKind::reported) return std::nullopt;
        }
        return judged(end);
    }

    /// Another runner has taken it up too, after nothing was heard of this one, and has stored its result.
    [[nodiscard]] EvaluationResult taken_over() const {
        return result(EvaluationFailure{FailureKind::cancelled, "another runner has collected it"});
    }

    void keep_deadline() {
        const auto& timeout = options_.command.timeout;
        // Of one that an earlier program submitted Slurm may have taken back what had begun.
        if (flight_.verdict || !timeout || !flight_.running_since || flight_.unheard || flight_.end() != nullptr)
            return;
        if (steady_seconds() - *flight_.running_since < *timeout) return;
        flight_.verdict = study::timeout_failure(*timeout, work());
        dispatch_.have_ended(flight_);
    }

    /// Of one that was asked to end.
    [[nodiscard]] bool is_over() const {
        if (flight_.withdrawn || flight_.phase == Flight::Phase::to_submit) return true;
        if (flight_.end() != nullptr) return true;
        return flight_.cancelled_at > 0 && flight_.suspicion && flight_.suspicion->latest > flight_.cancelled_at;
    }

    [[nodiscard]] bool is_confirmed(const Flight::Suspicion& suspicion) const {
        // A job that is requeued may be listed as FAILED until it waits again; its log knows better.
        if (state() == JobState::interrupted) {
            return suspicion.latest - suspicion.since >= patience_with_interrupted;
        }
        // A file system of several machines may show a result a moment late: a second look, and no result yet.
        return suspicion.latest > suspicion.since;
    }

    [[nodiscard]] WorkDirectory work() const { return work_of(flight_.run); }

    [[nodiscard]] WorkDirectory work_of(const std::string& run) const {
        std::filesystem::path folder = dispatch_.folder().work(flight_.key, run);
        if (run.empty() || !std::filesystem::exists(folder)) {
            // It was concluded and moved when the program was ended before it could store the result.
            folder = process::work_directory_of(options_.command.work_root, flight_.key.number, flight_.key.attempt);
        }
        const std::string suffix = options_.command.format == ObjectiveFormat::json ? ".json" : ".txt";
        return {folder, folder / ("parameters" + suffix), folder / ("results" + suffix), folder / "stdout",
                folder / "stderr"};
    }

    [[nodiscard]] EvaluationResult result(Outcome outcome) const {
        const double since = flight_.running_since.value_or(flight_.begun_at);
        EvaluationResult result = {.outcome = std::move(outcome), .seconds = steady_seconds() - since};
        const std::filesystem::path folder = work().folder;
        if (std::filesystem::exists(folder)) result.work_directory = folder;
        return result;
    }

    [[nodiscard]] Outcome outcome_of(const RunEnd& end) const {
        const int status = wait_status(end.status);
        const WorkDirectory work = work_of(end.run);
        if (auto limit = study::limit_failure(options_.resources, {.status = status}, work)) return *std::move(limit);
        const bool in_file = process::uses(options_.command.command, "results");
        const auto source = in_file ? study::ResultSource::file : study::ResultSource::standard_output;
        return study::judge(options_.command.format, source, work, status, options_.command.results);
    }

    [[nodiscard]] EvaluationResult judged(const RunEnd& end) {
        flight_.run = end.run;
        const bool is_late = flight_.carrier == Flight::Carrier::job && job_of(end.run) != flight_.job;
        if (is_late && !flight_.job.empty()) dispatch_.end_job(flight_.job);
        EvaluationResult judged = result(outcome_of(end));
        judged.seconds = end.seconds;
        tell_health(judged, end);
        return judged;
    }

    void tell_health(const EvaluationResult& judged, const RunEnd& end) {
        const EvaluationFailure* failure = judged.failure();
        const bool by_node =
            failure != nullptr && (failure->kind == FailureKind::exit_status || failure->kind == FailureKind::signal ||
                                   failure->kind == FailureKind::no_results_file);
        if (by_node) {
            dispatch_.health().failed(end.node, flight_.key.number, end.seconds);
        } else {
            dispatch_.health().succeeded(end.node);
        }
    }

    [[nodiscard]] std::string log() const {
        return process::read_end(dispatch_.folder().log(flight_.key, flight_.submission));
    }

    /// By Slurm's word, or else by what slurmstepd has left in the job's log.
    [[nodiscard]] JobState state() const {
        const JobState listed = flight_.suspicion->state;
        // That a pilot ran out of time says nothing of the evaluation that it had just taken.
        if (flight_.carrier == Flight::Carrier::pilot) {
            return listed == JobState::interrupted ? listed : JobState::ended;
        }
        if (listed == JobState::timed_out || listed == JobState::out_of_memory) return listed;
        return state_in_log(log()).value_or(listed);
    }

    [[nodiscard]] EvaluationFailure out_of_memory() const {
        return {FailureKind::out_of_memory,
                fmt::format("Slurm ended it because it used more memory than its job may{}; ask for more by memory "
                            "under [slurm]",
                            options_.slurm.memory.empty() ? "" : " (" + options_.slurm.memory + ")")};
    }

    [[nodiscard]] EvaluationResult judged_as_killed(const RunEnd& end) {
        if (state() == JobState::out_of_memory) return result(out_of_memory());
        return judged(end);
    }

    /// There is no result, and Slurm has said why.
    [[nodiscard]] std::optional<EvaluationResult> explained() {
        switch (state()) {
            case JobState::timed_out:
                return result(EvaluationFailure{
                    FailureKind::timeout,
                    fmt::format("Slurm ended it at the time limit of its job{}; ask for more by time under [slurm]",
                                options_.slurm.time.empty() ? "" : " (" + options_.slurm.time + ")")});
            case JobState::out_of_memory:
                return result(out_of_memory());
            default:
                return lost(flight_.suspicion->words, flight_.suspicion->node);
        }
    }

    [[nodiscard]] std::string cannot_run(const RunEnd& end) const {
        return fmt::format("{} cannot be run on node {}: it is not there or may not be run",
                           options_.command.command.front(), end.node);
    }

    /// Nothing came of this submission; the next one, or none.
    [[nodiscard]] std::optional<EvaluationResult> lost(std::string why, const std::string& node) {
        if (!std::filesystem::exists(dispatch_.folder().control(flight_.key))) return taken_over();
        const RunEnd* end = flight_.end();
        const bool cannot_run = end != nullptr && !end->can_run;
        if (flight_.run.empty() || cannot_run) dispatch_.health().failed(node, flight_.key.number, 0);
        if (const std::string last = process::last_lines(log()); !last.empty() && !cannot_run) {
            why += fmt::format("; its log ends: {}", last);
        }
        flight_.losses.push_back(std::move(why));
        const std::string& words = flight_.losses.back();
        // The next one goes elsewhere, if it can.
        if (cannot_run) flight_.avoided.insert(node);
        if (flight_.submission < most_submissions) {
            options_.tell(fmt::format("trial {} has no result: {}; it is submitted again", flight_.key.number, words));
            dispatch_.submit_anew(flight_);
            return std::nullopt;
        }
        dispatch_.end_what_may_come_back(flight_);
        const std::string often =
            fmt::format("{} submissions came to nothing; of the last one {}", flight_.submission, words);
        return result(EvaluationFailure{cannot_run ? FailureKind::not_started : FailureKind::lost, often});
    }

    Flight& flight_;
    Dispatch& dispatch_;
    const SlurmOptions& options_;
};

}  // namespace

std::optional<EvaluationResult> result_of(Flight& flight, Dispatch& dispatch, const SlurmOptions& options) {
    return Ending(flight, dispatch, options).result();
}

}  // namespace sweetspot::slurm
