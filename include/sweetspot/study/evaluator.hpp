// How the objective of a study is evaluated: several evaluations are in flight at once, each known by its trial's
// number; the caller's loop starts them, collects what has ended, and stores that before it asks again.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sweetspot/base/linear_algebra.hpp"

namespace sweetspot {

// What one evaluation of the objective gave: a measured value, or a failure with its reason.

/// A finite value, with the standard error of its noise if the objective gave one (finite, ≥ 0), and the other outputs
/// that have limits, as far as it gave them.
struct Measurement {
    double value = 0;
    std::optional<double> standard_error = std::nullopt;
    std::map<std::string, double> outputs = {};

    bool operator==(const Measurement&) const = default;
};

enum class FailureKind {
    not_started,      ///< the command could not be run at all: the fault of the command, not of the point
    exit_status,      ///< it ended with a status other than 0
    signal,           ///< a signal ended it
    timeout,          ///< it ran too long and was ended
    no_results_file,  ///< it ended well and left no results file
    unparsable,       ///< its result is not in the format
    not_finite,       ///< its result is NaN or infinite
    reported,         ///< the objective itself reported that it failed
    out_of_memory,    ///< it was ended because it used more memory than it may
    lost,             ///< the cluster lost it, more than once
    cancelled         ///< the caller ended it
};

/// The word under which a kind is stored, e.g. "exit-status".
[[nodiscard]] std::string_view to_string(FailureKind kind);
/// The reverse; an unknown word is refused.
[[nodiscard]] FailureKind failure_kind_named(std::string_view name);

/// Why there is no value. The reason is one line for people, of printable text.
struct EvaluationFailure {
    FailureKind kind = FailureKind::unparsable;
    std::string reason;

    bool operator==(const EvaluationFailure&) const = default;
};

using Outcome = std::variant<Measurement, EvaluationFailure>;

/// An outcome with its circumstances.
struct EvaluationResult {
    Outcome outcome;
    double seconds = 0;                                                  ///< wall time until its end was seen
    std::optional<std::filesystem::path> work_directory = std::nullopt;  ///< if it was kept

    /// Null unless it succeeded.
    [[nodiscard]] const Measurement* measurement() const { return std::get_if<Measurement>(&outcome); }
    /// Null unless it failed.
    [[nodiscard]] const EvaluationFailure* failure() const { return std::get_if<EvaluationFailure>(&outcome); }
};

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

    /// Whether what is in flight goes on when this object ends, for a later start of the same attempt to take it up.
    [[nodiscard]] virtual bool outlives_program() const { return false; }

    /// Ends what an earlier program has left running of an attempt that is not in flight here.
    virtual void abandon(Index /*number*/, Index /*attempt*/) {}

    /// Those in flight that go on when this object ends: not what was never handed over, which a later start does.
    [[nodiscard]] virtual std::vector<Index> outliving() const { return {}; }

  protected:
    Evaluator() = default;
};

// The objective as a C++ function of this program: one evaluation is one thread.

struct FunctionOptions {
    /// Seconds; none: as long as it takes.
    std::optional<double> timeout = std::nullopt;
};

/// Calls a function, which must bear to be called by several threads if several evaluations are in flight. What it
/// throws is a failure with that reason; so is a value that is not finite, or a standard error that is not finite and
/// ≥ 0. A thread cannot be ended from outside: a function that takes long looks at the token and returns (anything)
/// when it is asked to stop, by cancel() or because its time is over; otherwise it is waited for.
class FunctionEvaluator final : public Evaluator {
  public:
    using Function = std::function<Measurement(const Vector& x, const std::stop_token& stop)>;

    explicit FunctionEvaluator(Function function, FunctionOptions options = {});
    explicit FunctionEvaluator(const std::function<double(const Vector& x)>& function, FunctionOptions options = {});
    ~FunctionEvaluator() override;

    void start(Index number, const VectorRef& x, Index attempt) override;
    [[nodiscard]] std::optional<FinishedEvaluation> wait_any(double timeout) override;
    void cancel(Index number) override;
    [[nodiscard]] std::vector<Index> in_flight() const override;
    void clean_up(Index number, Index attempt) override;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace sweetspot
