#include "experiment/slurm_campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "experiment/campaign.hpp"
#include "study/slurm/folder.hpp"
#include "study/slurm_evaluator.hpp"

namespace sweetspot {
namespace {

namespace fs = std::filesystem;

/// The wish to stop is looked at this often, in seconds.
constexpr double look_again = 0.5;

/// A shard that is run again goes on from its own file, so it is always the same attempt.
constexpr Index attempt = 1;

fs::path file_of(const SlurmCampaignOptions& options, const std::string& shard) {
    return options.work_folder / fmt::format("shard-{}-of-{}.db", shard, options.shards);
}

/// An evaluation is a shard by its number; its value says only that it has come to its end.
SlurmEvaluator evaluator_of_shards(const SlurmCampaignOptions& options) {
    SlurmOptions slurm;
    slurm.command.command = {"/bin/sh",
                             "-c",
                             "\"$0\" \"$@\" && echo 1",
                             options.program.string(),
                             "experiment",
                             "run",
                             options.spec.string(),
                             "--store",
                             file_of(options, "{number}").string(),
                             "--shard",
                             fmt::format("{{number}}/{}", options.shards),
                             "--jobs",
                             std::to_string(options.jobs),
                             "--quiet"};
    slurm.command.parameters = {{.name = "shards", .type = NumberType::integer}};
    slurm.command.format = ObjectiveFormat::numbers;
    slurm.command.work_root = options.work_folder;
    slurm.slurm = options.slurm;
    slurm.slurm.cpus = options.jobs;
    slurm.tell = options.tell;
    return SlurmEvaluator(std::move(slurm));
}

/// Shards of which the store lacks a run.
std::vector<Index> missing_shards(const std::vector<RunKey>& runs, const ExperimentStore& store, Index shards) {
    const std::set<RunKey> there = store.keys();
    std::vector<Index> missing;
    for (Index shard = 1; shard <= shards; ++shard) {
        const std::vector<RunKey> part = shard_of(runs, {shard, shards});
        if (!std::ranges::all_of(part, [&](const RunKey& run) { return there.contains(run); }))
            missing.push_back(shard);
    }
    return missing;
}

}  // namespace

SlurmCampaignEnd run_on_slurm(const std::vector<RunKey>& runs, ExperimentStore& store,
                              const SlurmCampaignOptions& options) {
    SlurmEvaluator evaluator = evaluator_of_shards(options);
    const std::vector<Index> missing = missing_shards(runs, store, options.shards);
    const Vector x = Vector::Constant(1, static_cast<double>(options.shards));
    SlurmCampaignEnd end;
    const auto finish = [&](const FinishedEvaluation& finished) {
        if (const EvaluationFailure* failure = finished.result.failure()) {
            end.failures.push_back(fmt::format("shard {}: {}", finished.number, failure->reason));
            return;
        }
        // Before the evaluator forgets that the shard has ended.
        const fs::path file = file_of(options, std::to_string(finished.number));
        store.merge(file);
        std::error_code ignored;
        for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(file.string() + suffix, ignored);
        const Index left = std::ssize(missing_shards(runs, store, options.shards));
        options.tell(fmt::format("{}/{} shards are done", options.shards - left, options.shards));
    };
    const auto stopped = [&] { return options.stop && options.stop(); };
    for (const Index shard : missing) {
        if (!stopped()) evaluator.start(shard, x, attempt);
    }
    while (!evaluator.in_flight().empty() && !stopped()) {
        if (const auto finished = evaluator.wait_any(look_again)) finish(*finished);
    }
    end.in_flight = std::ssize(evaluator.in_flight());
    return end;
}

void cancel_on_slurm(const SlurmCampaignOptions& options) {
    SlurmEvaluator evaluator = evaluator_of_shards(options);
    // All that are there, into however many shards it was divided then.
    for (const slurm::TrialKey& key : slurm::Folder(options.work_folder / "slurm").keys()) {
        evaluator.abandon(key.number, key.attempt);
    }
}

}  // namespace sweetspot
