// What is asked of Slurm's commands, as argument lists, and what their refusals mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "study/slurm/call.hpp"
#include "sweetspot/study/config.hpp"

namespace sweetspot::slurm {

/// Where the programs are.
struct Commands {
    std::string sbatch;
    std::string squeue;
    std::string scancel;
    std::string sinfo;
};

/// By PATH; refuses a machine that lacks one of them.
[[nodiscard]] Commands find_commands();

/// One of our jobs, or an array of them.
struct JobRequest {
    std::string name;
    std::string folder;                ///< it starts there
    std::string log;                   ///< its own output, relative to the folder
    std::vector<std::string> exclude;  ///< nodes
    long long array = 0;               ///< so many of them; 0: a single one
    std::vector<std::string> script;   ///< with its arguments
};

[[nodiscard]] std::vector<std::string> submission(const Commands& commands, const SlurmConfig& config,
                                                  const JobRequest& job);
/// All jobs of this user, those that have ended lately as well, in listing_format.
[[nodiscard]] std::vector<std::string> listing(const Commands& commands);
[[nodiscard]] std::vector<std::string> cancellation(const Commands& commands, const std::vector<std::string>& jobs);
[[nodiscard]] std::vector<std::string> cancellation_by_name(const Commands& commands, const std::string& name);
/// The nodes that jobs of the study may run on, one in a line.
[[nodiscard]] std::vector<std::string> node_listing(const Commands& commands, const SlurmConfig& config);

/// The number of the job that `sbatch --parsable` has printed; empty if it has printed none.
[[nodiscard]] std::string job_in_answer(std::string_view out);

enum class Refusal {
    away,    ///< nobody has answered; what was asked for may have been done all the same
    limits,  ///< too much at the moment
    wrong    ///< what is asked for is not there, or not allowed
};
[[nodiscard]] Refusal refusal_in(const CallResult& result);

/// What a command said on standard error, as part of a sentence.
[[nodiscard]] std::string words_in(const CallResult& result);

}  // namespace sweetspot::slurm
