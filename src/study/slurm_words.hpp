// The table [slurm] of a study file.
#pragma once

#include <string>

#include "base/document.hpp"
#include "sweetspot/study/config.hpp"

namespace sweetspot {

/// Why a further option of sbatch cannot be allowed; empty if it can.
[[nodiscard]] std::string trouble_with_sbatch_option(const std::string& argument);

/// Reads the table of `file`; refuses one in a study whose objective does not run on Slurm.
[[nodiscard]] SlurmConfig slurm_of(const DocumentTable& file, const ObjectiveConfig& objective);

}  // namespace sweetspot
