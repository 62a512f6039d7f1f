// An experiment on a cluster: a job for each shard of its runs, with a file of its own, merged when the job has ended.
// What is in flight when this program ends goes on; the same campaign takes it up.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiment/store.hpp"
#include "study/slurm/options.hpp"

namespace sweetspot {

struct SlurmCampaignOptions {
    std::filesystem::path program;  ///< sweetspot, where the nodes see it
    std::filesystem::path spec;
    std::filesystem::path work_folder;  ///< of shards and of what is said between us and the jobs; the nodes see it too
    Index shards = 1;
    int jobs = 1;  ///< runs at a time of each shard
    SlurmConfig slurm = {};
    /// Asked at least twice a second: true leaves the jobs alone and returns.
    std::function<bool()> stop = {};
    /// Told what people should know.
    std::function<void(const std::string&)> tell = [](const std::string&) {};
};

/// How far it has come.
struct SlurmCampaignEnd {
    Index in_flight = 0;                ///< shards that go on without us
    std::vector<std::string> failures;  ///< "shard 3: why"
};

/// Runs the shards that have missing runs, and takes each into the store when it has ended.
[[nodiscard]] SlurmCampaignEnd run_on_slurm(const std::vector<RunKey>& runs, ExperimentStore& store,
                                            const SlurmCampaignOptions& options);

/// Ends what an earlier program has left in the cluster; what the shards have stored stays.
void cancel_on_slurm(const SlurmCampaignOptions& options);

}  // namespace sweetspot
