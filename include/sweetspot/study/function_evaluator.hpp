// The objective as a C++ function of this program: one evaluation is one thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "sweetspot/study/evaluator.hpp"

namespace sweetspot {

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
