#include "apps/sweetspot/experiment/experiment_on_slurm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "apps/sweetspot/terminal/interrupt.hpp"
#include "experiment/slurm_campaign.hpp"
#include "study/slurm_words.hpp"

namespace sweetspot::app {
namespace {

constexpr int most_shards = 10000;
constexpr int most_seconds = 3600;
constexpr int usual_shards = 8;
constexpr int usual_seconds = 30;

SlurmCampaignOptions campaign_of(const ExperimentOptions& options, const std::string& store) {
    SlurmCampaignOptions campaign;
    campaign.program = std::filesystem::read_symlink("/proc/self/exe");
    campaign.spec = std::filesystem::absolute(options.spec);
    campaign.work_folder =
        std::filesystem::absolute(std::filesystem::path(store).replace_extension("").string() + "-work");
    campaign.shards = options.shards.value_or(usual_shards);
    campaign.jobs = options.jobs;
    campaign.slurm.arguments = options.sbatch;
    campaign.slurm.look_every = options.look_every.value_or(usual_seconds);
    for (const std::string& option : options.sbatch) {
        const std::string trouble = trouble_with_sbatch_option(option);
        if (!trouble.empty()) throw std::invalid_argument("--sbatch: " + trouble);
    }
    campaign.tell = [quiet = options.quiet](const std::string& sentence) {
        if (!quiet) std::cerr << sentence << std::endl;
    };
    return campaign;
}

}  // namespace

void add_on_slurm(CLI::App& command, ExperimentOptions& options) {
    const std::vector<std::string> places = {"here", "slurm"};
    command.add_option("--on", options.on, "Where it runs: here, or as jobs on slurm; here if left out")
        ->check(one_of("on", places))
        ->option_text("WHERE");
    command.add_option("--shards", options.shards, "On slurm: into how many jobs the runs are divided, 8 if left out")
        ->check(whole_number(1, most_shards))
        ->option_text("N");
    command
        .add_option("--sbatch", options.sbatch,
                    "On slurm: a further option of sbatch, e.g. --sbatch=--partition=main; may be said several times")
        ->option_text("OPTION");
    command
        .add_option("--look-every", options.look_every,
                    "On slurm: seconds between questions to the controller, 30 if left out")
        ->check(whole_number(1, most_seconds))
        ->option_text("SECONDS");
    command.add_flag("--cancel", options.cancel,
                     "On slurm: ends the jobs that earlier runs have left, and runs nothing");
}

void run_experiment_on_slurm(const ExperimentOptions& options, const std::string& store) {
    const ExperimentSpec spec = read_spec_file(options.spec);
    if (options.shard != "1/1") {
        throw std::invalid_argument("--shard: with --on slurm every shard is a job; say --shards N instead");
    }
    SlurmCampaignOptions campaign = campaign_of(options, store);
    if (options.cancel) return cancel_on_slurm(campaign);
    const Interrupt interrupt;
    campaign.stop = [&] { return interrupt.asked_for(); };
    ExperimentStore results(store);
    const SlurmCampaignEnd end = run_on_slurm(runs_of(spec), results, campaign);
    if (end.in_flight > 0) {
        throw std::runtime_error(
            fmt::format("interrupted; {} {} in the cluster; the same command collects {}, and with --cancel it ends {}",
                        end.in_flight, end.in_flight == 1 ? "job goes on" : "jobs go on",
                        end.in_flight == 1 ? "it" : "them", end.in_flight == 1 ? "it" : "them"));
    }
    if (!end.failures.empty()) {
        throw std::runtime_error(
            fmt::format("{}; the same command goes on from what is stored", fmt::join(end.failures, "; ")));
    }
}

}  // namespace sweetspot::app
