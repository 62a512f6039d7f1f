// What an ended command means: its status and what it left in its work directory, made into an outcome.
#pragma once

#include <optional>

#include "process/process.hpp"
#include "process/work_directory.hpp"
#include "study/command.hpp"

namespace sweetspot::study {

enum class ResultSource { standard_output, file };

/// `status` as waitpid() gives it. A reason that the objective reported itself says more than its exit status does.
[[nodiscard]] Outcome judge(ObjectiveFormat format, ResultSource source, const process::WorkDirectory& work, int status,
                            const ResultNames& names = {});

[[nodiscard]] EvaluationFailure timeout_failure(double seconds, const process::WorkDirectory& work);

/// Of a command that failed: the limit that ended it, as far as that can be seen; nothing where it failed by itself.
[[nodiscard]] std::optional<EvaluationFailure> limit_failure(const EvaluationResources& limits,
                                                             const process::ProcessEnd& end,
                                                             const process::WorkDirectory& work);

}  // namespace sweetspot::study
