// Runs a study: keeps as many evaluations in flight as it asks for, and stores each before anything else happens.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "sweetspot/study/config.hpp"
#include "sweetspot/study/evaluator.hpp"
#include "sweetspot/study/study.hpp"

namespace sweetspot {

/// Whether a run is to end, and how.
enum class StopWish {
    go_on,
    finish,  ///< nothing new is started; what is in flight is waited for
    end      ///< what is in flight is ended, and evaluated again next time
};

/// Which part of a study's work a run does.
enum class RunnerPart {
    all,
    choose,   ///< adds trials for others to evaluate: `parallel` of them are open at once
    evaluate  ///< evaluates what waits, also what others add while it runs, and adds none
};

struct RunnerOptions {
    int threads = 1;  ///< of a suggestion; the trials do not depend on it
    /// Asked at least twice a second while evaluations are waited for, and between suggestions.
    std::function<StopWish()> stop = {};
    /// Told after every change: the trial that changed and the study as it is now.
    std::function<void(const Trial& changed, const StudyView& view)> watch = {};
    /// Only the trials of this source that are there are evaluated, and none is added.
    std::optional<TrialSource> only = std::nullopt;
    /// Trials that run on other machines are taken over if those are gone.
    OtherMachines others = OtherMachines::may_live;
    RunnerPart part = RunnerPart::all;
};

/// Why a run of a study ended.
struct RunnerEnd {
    enum class Kind {
        finished,
        failed,  ///< evaluations failed in a way that the study says, or common sense, ends it
        interrupted,
        out_of_time,
        cannot_start  ///< the command cannot be run at all: no fault of any point, so the trial is still to be
                      ///< evaluated
    };
    Kind kind = Kind::finished;
    std::string reason;  ///< for people
};

/// Evaluates the study's objective by `evaluator` until its budget is spent, from wherever the study stands: trials of
/// processes that are gone are evaluated again, failures are retried as often as the study says. Other processes may
/// run the same study at the same time; they share the budget. A result that cannot be stored (a full disk) is thrown
/// as std::runtime_error with the value in its sentence.
[[nodiscard]] RunnerEnd run_study(const Study& study, Store& store, Evaluator& evaluator,
                                  const RunnerOptions& options = {});

// The objective as a study's file describes it.

/// Evaluates the study's command; refuses a study that has none.
[[nodiscard]] std::unique_ptr<Evaluator> evaluator_of(const StudyConfig& config);

/// Why the objective's program cannot be started, as far as that is seen without starting it; empty if nothing is seen.
[[nodiscard]] std::string objective_trouble(const StudyConfig& config);

/// One evaluation that is not stored, to see whether the objective works; `x` is in the parameters' own units.
[[nodiscard]] EvaluationResult try_objective(const StudyConfig& config, const VectorRef& x);

}  // namespace sweetspot
