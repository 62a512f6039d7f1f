#include "apps/sweetspot/experiment/experiment.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

#include "apps/sweetspot/experiment/experiment_bars.hpp"
#include "apps/sweetspot/experiment/experiment_on_slurm.hpp"
#include "apps/sweetspot/experiment/experiment_report.hpp"
#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/terminal/interrupt.hpp"
#include "experiment/campaign.hpp"
#include "experiment/claims.hpp"
#include "experiment/tables.hpp"
#include "process/text_of_file.hpp"

namespace sweetspot::app {
namespace {

constexpr auto experiment_examples = R"(Examples:
  sweetspot experiment run experiments/push.toml --jobs 2
  sweetspot experiment status experiments/push.toml
  sweetspot experiment report experiments/push.toml --out push
  sweetspot experiment run paper.toml --store part1.db --shard 1/2      on one machine, 2/2 on another
  sweetspot experiment merge all.db part1.db part2.db
  sweetspot experiment run paper.toml --on slurm --shards 20 --sbatch=--partition=main
  sweetspot experiment claims experiments/results/paper-runs.csv
  sweetspot experiment bars default-runs.csv warped-runs.csv --method alternating --profile warped)";

std::string store_of(const ExperimentOptions& options) {
    if (!options.store.empty()) return options.store;
    return std::filesystem::path(options.spec).replace_extension(".db").string();
}

Shard read_shard(const std::string& given) {
    Shard shard;
    const char* end = given.data() + given.size();
    const auto first = std::from_chars(given.data(), end, shard.number);
    const bool divided = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
    const auto second = divided ? std::from_chars(first.ptr + 1, end, shard.of) : first;
    if (divided && second.ec == std::errc() && second.ptr == end && shard.number >= 1 && shard.number <= shard.of) {
        return shard;
    }
    throw std::invalid_argument(
        fmt::format("--shard: {} was given; it must be i/n with i from 1 to n, e.g. 1/2", given));
}

void run(const ExperimentOptions& options, Progress::Style style) {
    if (options.on == "slurm") return run_experiment_on_slurm(options, store_of(options));
    if (options.cancel || !options.sbatch.empty() || options.shards || options.look_every) {
        throw std::invalid_argument(
            "--shards, --sbatch, --look-every and --cancel: they are for jobs of a cluster; say --on slurm as well");
    }
    const ExperimentSpec spec = read_spec_file(options.spec);
    const Shard shard = read_shard(options.shard);
    ExperimentStore store(store_of(options));
    // It is merged elsewhere, and its machine may have been one of a cluster.
    if (shard.of > 1) store.keep_in_one_file();
    run_with_progress(runs_of(spec), store, {.jobs = options.jobs, .shard = shard}, style, std::cerr);
}

void status(const ExperimentOptions& options, std::ostream& out) {
    const ExperimentSpec spec = read_spec_file(options.spec);
    const ExperimentStore store(store_of(options), ExperimentStore::Open::existing);
    const std::set<RunKey> there = store.keys();
    std::map<std::string, std::pair<Index, Index>> by_method;  // done, all
    std::pair<Index, Index> total;
    for (const RunKey& key : runs_of(spec)) {
        const Index done = there.contains(key) ? 1 : 0;
        auto& [method_done, method_all] = by_method[key.method];
        method_done += done;
        ++method_all;
        total.first += done;
        ++total.second;
    }
    out << fmt::format("{}: {} of {} runs are done\n", spec.name, total.first, total.second);
    for (const std::string& method : spec.methods) {
        const auto& [done, all] = by_method[method];
        out << fmt::format("  {:<22}{:>6} of {}\n", method, done, all);
    }
}

void report(const ExperimentOptions& options, std::ostream& out) {
    const ExperimentSpec spec = read_spec_file(options.spec);
    const ExperimentStore store(store_of(options), ExperimentStore::Open::existing);
    const std::string folder = options.folder.empty()
                                   ? std::filesystem::path(options.spec).replace_extension("").string() + "-report"
                                   : options.folder;
    report_experiment(spec, store, folder, out);
}

void merge(const ExperimentOptions& options, std::ostream& out) {
    ExperimentStore store(options.store);
    for (const std::string& file : options.merged) {
        const Index taken = store.merge(file);
        out << fmt::format("{}: {} {} taken over\n", file, taken, taken == 1 ? "run" : "runs");
    }
    out << fmt::format("{}: {} runs\n", options.store, store.keys().size());
}

void claims(const ExperimentOptions& options, std::ostream& out) {
    std::vector<Comparison> found;
    for (const std::string& path : options.tables) {
        for (Comparison& c : read_runs_file(path)) found.push_back(std::move(c));
    }
    out << claims_table(paper_claims(found));
}

void bars(const ExperimentOptions& options, std::ostream& out) {
    if (options.tables.empty() == options.document.empty()) {
        throw std::invalid_argument("bars: give tables of runs to print, or --update with a document, and not both");
    }
    if (options.document.empty()) {
        print_bars(options.tables, options.bars, out);
    } else {
        update_bars(options.document, out);
    }
}

void add_spec(CLI::App& command, ExperimentOptions& options) {
    command.add_option("spec", options.spec, "The experiment's spec, a TOML file")
        ->required()
        ->option_text("(required)");
    command
        .add_option("--store", options.store,
                    "SQLite file with the results; beside the spec and with its name if left out")
        ->option_text("FILE");
}

}  // namespace

ExperimentSpec read_spec_file(const std::string& path) {
    return read_spec(process::text_of_file(path, "give the name of a spec file that exists"), path);
}

void run_with_progress(const std::vector<RunKey>& runs, ExperimentStore& store, CampaignOptions options,
                       Progress::Style style, std::ostream& err) {
    using Clock = std::chrono::steady_clock;
    const Interrupt interrupt;
    options.stop = [&] { return interrupt.asked_for(); };
    const Clock::time_point start = Clock::now();
    Clock::time_point last = start;
    Index done = 0;
    Index of = 0;
    run_campaign(runs, store, options, [&](const CampaignProgress& progress) {
        done = progress.done;
        of = progress.of;
        if (style == Progress::Style::silent) return;
        const Clock::time_point now = Clock::now();
        const double seconds = std::chrono::duration<double>(now - start).count();
        const Index here = progress.done - progress.before;
        std::string line = fmt::format("{}/{} runs", progress.done, progress.of);
        if (here > 0) {
            line += fmt::format(
                "  {} left  {}",
                duration(seconds / static_cast<double>(here) * static_cast<double>(progress.of - progress.done)),
                to_string(*progress.last));
        }
        if (style == Progress::Style::live) {
            err << "\r\x1b[K" << line.substr(0, terminal_columns() - 1) << std::flush;
        } else if (here == 0 || progress.done == progress.of || now - last > std::chrono::seconds(30)) {
            err << line << std::endl;
            last = now;
        }
    });
    if (style == Progress::Style::live) err << '\n';
    if (done < of) {
        throw std::runtime_error(
            fmt::format("interrupted with {} of {} runs stored; the same command goes on from there", done, of));
    }
}

namespace {

CLI::App* add_bars(CLI::App& experiment, ExperimentOptions& options) {
    CLI::App* command = experiment.add_subcommand(
        "bars", "Compares one method with all others by tables of runs, as Markdown: ranks, regrets, promises");
    command->add_option("tables", options.tables, "Tables runs.csv as report writes them, of any profiles")
        ->option_text("TABLE ...");
    command
        ->add_option("--method", options.bars.ours.method, "The method that is to be better; alternating if left out")
        ->option_text("NAME");
    command->add_option("--profile", options.bars.ours.profile, "Its profile; warped if left out")->option_text("NAME");
    command->add_option("--family", options.bars.family, "Problems of this family only; all if left out")
        ->option_text("NAME");
    command
        ->add_option("--floor", options.bars.floor,
                     "In ratios regrets count as at least this share of the problem's scale; 1e-6 if left out")
        ->option_text("SHARE");
    command
        ->add_option("--update", options.document,
                     "Instead, makes the tables between the markers of a document anew, from the tables of runs that "
                     "the markers name")
        ->option_text("FILE");
    return command;
}

}  // namespace

Command add_experiment(CLI::App& app) {
    const auto options = std::make_shared<ExperimentOptions>();
    CLI::App* command = app.add_subcommand("experiment", "Compares methods over many runs, from a spec file");
    command->require_subcommand(1);
    command->footer(experiment_examples);
    CLI::App* run_command =
        command->add_subcommand("run", "Performs the runs that are missing and stores each as it ends");
    add_spec(*run_command, *options);
    run_command
        ->add_option("--jobs", options->jobs, "How many runs at a time, 1 if left out; results do not depend on it")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
    run_command->add_option("--shard", options->shard, "Part i of n of the runs, for several machines; all if left out")
        ->option_text("I/N");
    add_on_slurm(*run_command, *options);
    run_command->add_flag("-q,--quiet", options->quiet, "No progress on standard error");
    CLI::App* status_command = command->add_subcommand("status", "Says how many runs are done");
    add_spec(*status_command, *options);
    CLI::App* report_command =
        command->add_subcommand("report", "Tables and a page of what was found, as far as the experiment has come");
    add_spec(*report_command, *options);
    report_command->add_option("--out", options->folder, "Folder for them; SPEC-report if left out")
        ->option_text("FOLDER");
    CLI::App* merge_command = command->add_subcommand("merge", "Takes the runs of other files over into one");
    merge_command->add_option("store", options->store, "The file that takes them, made if it is not there")
        ->required()
        ->option_text("(required)");
    merge_command->add_option("from", options->merged, "The files to take from")->required()->option_text("(required)");
    CLI::App* claims_command =
        command->add_subcommand("claims", "Judges the paper's claims by tables of runs, as Markdown");
    claims_command->add_option("tables", options->tables, "Tables runs.csv as report writes them")
        ->required()
        ->option_text("(required)");
    CLI::App* bars_command = add_bars(*command, *options);
    return {command, [=] {
                in_command("experiment", [&] {
                    const auto style = options->quiet ? Progress::Style::silent : Progress::style_of_standard_error();
                    if (run_command->parsed()) run(*options, style);
                    if (status_command->parsed()) status(*options, std::cout);
                    if (report_command->parsed()) report(*options, std::cout);
                    if (claims_command->parsed()) claims(*options, std::cout);
                    if (bars_command->parsed()) bars(*options, std::cout);
                    if (merge_command->parsed()) merge(*options, std::cout);
                });
            }};
}

}  // namespace sweetspot::app
