// `sweetspot experiment`: comparisons of methods over many runs, from a spec file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/sweetspot/command_line.hpp"
#include "apps/sweetspot/terminal/progress.hpp"
#include "experiment/bars.hpp"
#include "experiment/campaign.hpp"

namespace sweetspot::app {

struct ExperimentOptions {
    std::string spec;
    std::string store;  ///< beside the spec, with its name, if empty
    int jobs = 1;
    std::string shard = "1/1";
    std::string on = "here";          ///< or slurm
    std::optional<int> shards;        ///< on slurm
    std::vector<std::string> sbatch;  ///< further options of it
    std::optional<int> look_every;    ///< seconds
    bool cancel = false;
    bool quiet = false;
    std::string folder;  ///< of the report; SPEC-report if empty
    std::vector<std::string> merged;
    std::vector<std::string> tables;
    BarsOptions bars;
    std::string document;  ///< whose tables are made anew; empty: print them
};

[[nodiscard]] Command add_experiment(CLI::App& app);

/// The spec of a file.
[[nodiscard]] ExperimentSpec read_spec_file(const std::string& path);

/// Runs what is missing, with progress on `err`; a first Ctrl-C lets the runs under way end, a second ends at once.
void run_with_progress(const std::vector<RunKey>& runs, ExperimentStore& store, CampaignOptions options,
                       Progress::Style style, std::ostream& err);

}  // namespace sweetspot::app
