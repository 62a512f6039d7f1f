#include "experiment/campaign.hpp"

#include <atomic>
#include <mutex>

#include "base/check.hpp"
#include "sweetspot/base/parallel.hpp"

namespace sweetspot {

std::vector<RunKey> shard_of(const std::vector<RunKey>& runs, const Shard& shard) {
    require(shard.of >= 1 && shard.number >= 1 && shard.number <= shard.of,
            "experiment: shard {}/{} was asked for; shards are numbered 1/n to n/n", shard.number, shard.of);
    std::vector<RunKey> part;
    for (auto i = static_cast<std::size_t>(shard.number - 1); i < runs.size();
         i += static_cast<std::size_t>(shard.of)) {
        part.push_back(runs[i]);
    }
    return part;
}

void run_campaign(const std::vector<RunKey>& runs, ExperimentStore& store, const CampaignOptions& options,
                  const std::function<void(const CampaignProgress&)>& watch) {
    const std::vector<RunKey> wanted = shard_of(runs, options.shard);
    const std::set<RunKey> there = store.keys();
    std::vector<RunKey> missing;
    for (const RunKey& key : wanted) {
        if (!there.contains(key)) missing.push_back(key);
    }
    CampaignProgress progress{.done = std::ssize(wanted) - std::ssize(missing), .of = std::ssize(wanted)};
    progress.before = progress.done;
    if (watch) watch(progress);

    std::mutex one_at_a_time;
    std::atomic<bool> stopped = false;
    std::string failure;
    const Parallel jobs(options.jobs);
    jobs.for_each(std::ssize(missing), [&](Index i) {
        if (stopped || (options.stop && options.stop())) {
            stopped = true;
            return;
        }
        const RunKey& key = missing[static_cast<std::size_t>(i)];
        try {
            const RunRecord run = perform(key);
            const std::lock_guard lock(one_at_a_time);
            store.save(key, run);
            ++progress.done;
            progress.last = &key;
            if (watch) watch(progress);
        } catch (const std::exception& error) {
            const std::lock_guard lock(one_at_a_time);
            if (failure.empty()) failure = fmt::format("{}: {}", to_string(key), error.what());
        }
    });
    if (!failure.empty()) throw std::runtime_error(failure);
}

}  // namespace sweetspot
