// `sweetspot experiment run --on slurm`: the runs of an experiment as jobs of a cluster.
#pragma once

#include <string>

#include "apps/sweetspot/experiment/experiment.hpp"

namespace sweetspot::app {

/// Adds the options of `experiment run` that only it has.
void add_on_slurm(CLI::App& command, ExperimentOptions& options);

/// Runs what is missing in the store, or ends what runs.
void run_experiment_on_slurm(const ExperimentOptions& options, const std::string& store);

}  // namespace sweetspot::app
