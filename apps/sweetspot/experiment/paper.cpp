#include "apps/sweetspot/experiment/paper.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <thread>

#include "apps/sweetspot/experiment/experiment.hpp"
#include "apps/sweetspot/experiment/experiment_report.hpp"
#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/text/page_files.hpp"
#include "embedded/experiments.hpp"
#include "embedded/plotly.hpp"
#include "experiment/claims.hpp"
#include "experiment/tables.hpp"
#include "figures/experiment_page.hpp"
#include "figures/paper_figures.hpp"

namespace sweetspot::app {
namespace {

constexpr auto paper_examples =
    R"(Everything is stored as it comes: the same command goes on where an interrupted one was.
Examples:
  sweetspot paper --quick
  sweetspot paper --full --out paper --jobs 2)";

/// Of the quick version: enough to see every figure, too few for its statistics to mean anything.
constexpr Index quick_repeats = 2;

ExperimentSpec embedded_spec(std::string_view file) {
    for (const auto& [name, text] : embedded::experiments()) {
        if (name == file) return read_spec(text, std::string(name));
    }
    throw std::logic_error(fmt::format("{} is not embedded", file));
}

/// The paper's experiments, or the functions with our own settings.
std::vector<ExperimentSpec> campaigns(const PaperOptions& options) {
    std::vector<ExperimentSpec> specs = {embedded_spec("default.toml")};
    if (options.profile == "paper") specs = {embedded_spec("paper.toml"), embedded_spec("push.toml")};
    if (options.full) return specs;
    for (ExperimentSpec& spec : specs) {
        spec.repeats = quick_repeats;
        spec.norms = {Norm::two};
        if (!spec.dimensions.empty()) spec.dimensions = {5};
    }
    return specs;
}

Section section_of(const std::vector<Claim>& claims) {
    Table table{"What the paper says, what was measured here, and the test that decides",
                {"the paper says", "measured here", "decided by", "verdict"},
                {}};
    for (const Claim& c : claims) {
        table.rows.push_back({c.claim, c.measured, c.test, std::string(to_string(c.verdict))});
    }
    return {"The paper's claims", {std::move(table)}};
}

/// Judged by the table of runs that is written, so that whoever has only that comes to the same verdicts.
std::vector<Claim> claims_of(const std::vector<Comparison>& found) {
    std::istringstream written(runs_table(found));
    return paper_claims(read_runs_table(written, "runs.csv"));
}

Page page_of(const PaperOptions& options, const std::vector<Comparison>& found, const ExperimentSpec& patterns,
             const ExperimentStore& store) {
    Page page = {"Bayesian Search for Robust Optima, reproduced",
                 fmt::format("Every figure of the paper's evaluation, computed by sweetspot with `sweetspot paper {}`. "
                             "Regret is the true worst case of the recommended centre less that of the robust optimum, "
                             "distance that of the two centres in the unit cube.",
                             options.full ? "--full" : "--quick"),
                 {}};
    if (options.full) page.sections.push_back(section_of(claims_of(found)));
    for (Section& section : paper_illustrations()) page.sections.push_back(std::move(section));
    for (Section& section : pattern_sections(patterns, store)) page.sections.push_back(std::move(section));
    for (Section& section : experiment_sections(found)) page.sections.push_back(std::move(section));
    return page;
}

}  // namespace

void reproduce_paper(const PaperOptions& options, Progress::Style style, std::ostream& out, std::ostream& err) {
    make_folder(options.folder);
    ExperimentStore store(std::filesystem::path(options.folder) / "results.db");
    const ExperimentSpec patterns = embedded_spec("patterns.toml");
    const std::vector<ExperimentSpec> specs = campaigns(options);
    std::vector<RunKey> runs = runs_of(patterns);
    for (const ExperimentSpec& spec : specs) {
        for (RunKey& key : runs_of(spec)) runs.push_back(std::move(key));
    }
    const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
    const int jobs = options.jobs > 0 ? options.jobs : static_cast<int>(processors);
    run_with_progress(runs, store, {.jobs = jobs}, style, err);

    std::vector<Comparison> found;
    for (const ExperimentSpec& spec : specs) {
        for (Comparison& c : comparisons(spec, store)) found.push_back(std::move(c));
    }
    write_tables(found, options.folder);
    if (options.full) write_text(options.folder + "/claims.md", claims_table(claims_of(found)));
    write_page(page_of(options, found, patterns, store), embedded::plotly(), options.folder);
    out << text_of(found);
    err << fmt::format("The page is {}\n", (std::filesystem::path(options.folder) / "index.html").string());
}

Command add_paper(CLI::App& app) {
    const auto options = std::make_shared<PaperOptions>();
    CLI::App* command = app.add_subcommand("paper", "Reproduces the paper's evaluation: experiments, tables, figures");
    CLI::Option* quick = command->add_flag("--quick", options->quick,
                                           "Two repeats in five dimensions, in minutes; so it is if nothing is said");
    command->add_flag("--full", options->full, "Everything, in hours")->excludes(quick);
    command->add_option("--out", options->folder, "Folder for results, page and tables; paper if left out")
        ->option_text("FOLDER");
    command
        ->add_option("--profile", options->profile,
                     fmt::format("Settings of the methods, one of {}: the paper's, or for its functions our own",
                                 fmt::join(experiment_profiles(), ", ")))
        ->check(one_of("profile", experiment_profiles()))
        ->option_text("NAME");
    command->add_option("--jobs", options->jobs, "How many runs at a time; one per processor if left out")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
    command->add_flag("-q,--quiet", options->quiet, "No progress on standard error");
    command->footer(paper_examples);
    return {command, [options] {
                in_command("paper", [&] {
                    const auto style = options->quiet ? Progress::Style::silent : Progress::style_of_standard_error();
                    reproduce_paper(*options, style, std::cout, std::cerr);
                });
            }};
}

}  // namespace sweetspot::app
