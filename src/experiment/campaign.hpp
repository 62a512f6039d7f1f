// Runs an experiment: what is missing in the store, on several threads, in any number of pieces.
#pragma once

#include <functional>

#include "experiment/spec.hpp"
#include "experiment/store.hpp"

namespace sweetspot {

/// Part `number` (from 1) of `of` parts of a list of runs, for several machines.
struct Shard {
    Index number = 1;
    Index of = 1;
};

struct CampaignOptions {
    int jobs = 1;  ///< runs at a time; the results do not depend on it
    Shard shard = {};
    /// Asked before each run: true ends the campaign when the runs under way are done.
    std::function<bool()> stop = {};
};

/// How far a campaign has come.
struct CampaignProgress {
    Index done = 0;    ///< runs of this shard that are stored
    Index before = 0;  ///< of which were there at the start
    Index of = 0;
    const RunKey* last = nullptr;  ///< the run that was stored just now
};

/// The runs of the shard: every `of`-th.
[[nodiscard]] std::vector<RunKey> shard_of(const std::vector<RunKey>& runs, const Shard& shard);

/// Performs and stores the runs that are missing; `watch` is told after each, one thread at a time. If runs fail the
/// others are done nevertheless; then the first failure is thrown, with the run's name.
void run_campaign(const std::vector<RunKey>& runs, ExperimentStore& store, const CampaignOptions& options,
                  const std::function<void(const CampaignProgress&)>& watch = {});

}  // namespace sweetspot
