// How the objective of a study is evaluated: several evaluations are in flight at once, each known by its trial's
// number; the caller's loop starts them, collects what has ended, and stores that before it asks again.
#pragma once

#include <optional>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"
#include "sweetspot/study/evaluation.hpp"

namespace sweetspot {

/// An evaluation that has ended.
struct FinishedEvaluation {
    Index number = 0;
    EvaluationResult result;
};

/// The laws of tests/laws/evaluator_laws_test.cpp hold for every evaluator: what was started is collected exactly once,
/// in whatever order it ends, as a value or as a failure with its reason. How many are in flight at once is the
/// caller's choice. To be used by one thread. Its end is the end of what is in flight.
class Evaluator {
  public:
    virtual ~Evaluator() = default;
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    /// Starts the evaluation of x, in the parameters' own units, as a trial that is not in flight. `attempt` counts the
    /// trial's evaluations from 1. The same number and attempt once more means that the first was cut short together
    /// with the program: what is left of it is ended, or taken up again, so that it is evaluated once. An objective
    /// that cannot be started is a failure (FailureKind::not_started) that is collected like any other; that the
    /// machine cannot take one more says nothing of the point and is thrown as std::runtime_error.
    virtual void start(Index number, const VectorRef& x, Index attempt) = 0;

    /// An evaluation that has ended, waited for up to `timeout` seconds (0: not at all); none when the time is over or
    /// when nothing is in flight, or earlier: the caller looks around and asks again. Its result is stored when the
    /// next call of this object comes, so that nothing that would be needed to see it again has to be kept longer.
    [[nodiscard]] virtual std::optional<FinishedEvaluation> wait_any(double timeout) = 0;

    /// Asks an evaluation in flight to end; it is then collected as cancelled.
    virtual void cancel(Index number) = 0;

    /// Numbers of the evaluations started and not yet collected, in the order of their start.
    [[nodiscard]] virtual std::vector<Index> in_flight() const = 0;

    /// Of an attempt whose result is stored: what a program that was ended right after has left of it goes.
    virtual void clean_up(Index number, Index attempt) = 0;

  protected:
    Evaluator() = default;
};

}  // namespace sweetspot
