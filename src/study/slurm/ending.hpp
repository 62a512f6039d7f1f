// What is known of a flight made into its result, or into the decision to hand it to Slurm once more.
#pragma once

#include <optional>
#include <string>

#include "study/slurm/dispatch.hpp"
#include "study/slurm/flight.hpp"
#include "study/slurm/options.hpp"
#include "sweetspot/study/evaluator.hpp"

namespace sweetspot::slurm {

/// The result of a flight that is over; nothing while it is not. One that the cluster has lost is submitted anew here,
/// twice at most.
[[nodiscard]] std::optional<EvaluationResult> result_of(Flight& flight, Dispatch& dispatch,
                                                        const SlurmOptions& options);

}  // namespace sweetspot::slurm
