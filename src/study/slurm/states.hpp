// What squeue says of jobs. Slurm's states only explain why there is no result; they are never the result.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sweetspot::slurm {

enum class JobState {
    alive,        ///< waits, runs, or is on its way from one to the other
    interrupted,  ///< preempted, or its node failed: it may be started again
    held,         ///< it could not be started and is held: Slurm does not try again by itself
    ended,        ///< of itself or by somebody
    timed_out,    ///< at Slurm's own time limit
    out_of_memory
};

/// By Slurm's word, of which the first counts ("CANCELLED by 1000"). A word that is not known says that it lives: of
/// what is not understood nothing is concluded, and what has ended is forgotten by squeue soon.
[[nodiscard]] JobState job_state_named(std::string_view word);

struct ListedJob {
    std::string id;
    JobState state = JobState::alive;
    std::string word;   ///< Slurm's own, with its reason, for people: "FAILED, NonZeroExitCode"
    std::string nodes;  ///< empty while it waits
    std::string name;
};

/// How squeue is to print a job for read_listing().
inline constexpr std::string_view listing_format = "%A|%T|%r|%N|%j";

/// The lines that squeue has printed; nothing if one of them is not a job, for then the answer is not to be trusted.
[[nodiscard]] std::optional<std::vector<ListedJob>> read_listing(std::string_view text);

/// What the job's own log says of its end, in slurmstepd's words: also when squeue has forgotten the job.
[[nodiscard]] std::optional<JobState> state_in_log(std::string_view end_of_log);

}  // namespace sweetspot::slurm
