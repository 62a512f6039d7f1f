// The shell script that jobs run, and the part of it that is an evaluation's own. Plain POSIX sh with the tools of
// every Linux: sweetspot itself need not be there.
//
// A job says what happens by small files, each written beside its place, synced and renamed: that an evaluation has
// begun, and how it ended. They are named by the execution, which is the job and how often Slurm has restarted it, and
// every execution works in a folder of its own: two of them cannot mix.
#pragma once

#include <string>
#include <string_view>

#include "study/command.hpp"
#include "sweetspot/study/config.hpp"

namespace sweetspot::slurm {

/// job.sh FOLDER one TRIAL SUBMISSION: evaluates one trial. job.sh FOLDER pilot IDLE LONGEST: takes waiting ones until
/// none has come for IDLE seconds or the job's time would not be enough for one of LONGEST seconds (0: as long as the
/// longest so far).
[[nodiscard]] std::string_view job_script();

/// run.sh WORK: the objective's command in the folder WORK, in the place of the shell.
[[nodiscard]] std::string run_script(const CommandOptions& options, const EvaluationResources& resources, Index number);

/// A text as one word of a shell.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace sweetspot::slurm
