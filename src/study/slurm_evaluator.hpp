// The objective as an external command that Slurm runs: one evaluation is one job, or one of those that a pilot job
// takes one after another. Protocol, work directories and failures are those of command.hpp; only that the command is
// started on whatever node Slurm chooses, which sees the folder of the study and the work folder under the same paths.
//
// The truth is the result that a job writes into the work folder; Slurm's states only explain why there is none. What
// is asked of Slurm is written down before, so that a program that comes after a crash finds every job again by its
// name and takes it up. Jobs go on when this object ends.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "study/slurm/options.hpp"
#include "sweetspot/study/evaluator.hpp"

namespace sweetspot {

class SlurmEvaluator final : public Evaluator {
  public:
    /// Refuses options that cannot work, and a machine without Slurm's commands.
    explicit SlurmEvaluator(SlurmOptions options);
    /// What is in flight goes on.
    ~SlurmEvaluator() override;

    /// Takes up what an earlier program has left of the same attempt with the same parameters: a job that waits or
    /// runs, or a result that is there already.
    void start(Index number, const VectorRef& x, Index attempt) override;
    /// Throws std::runtime_error if the work folder cannot be written.
    [[nodiscard]] std::optional<FinishedEvaluation> wait_any(double timeout) override;
    void cancel(Index number) override;
    [[nodiscard]] std::vector<Index> in_flight() const override;
    void clean_up(Index number, Index attempt) override;
    [[nodiscard]] bool outlives_program() const override { return true; }
    [[nodiscard]] std::vector<Index> outliving() const override;
    /// Ends the pilots as well. Throws std::runtime_error if Slurm does not take the order.
    void abandon(Index number, Index attempt) override;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace sweetspot
