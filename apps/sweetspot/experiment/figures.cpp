#include "apps/sweetspot/experiment/figures.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/text/page_files.hpp"
#include "embedded/plotly.hpp"
#include "figures/paper_figures.hpp"

namespace sweetspot::app {
namespace {

constexpr auto figures_examples =
    R"(The page works offline; each figure is also written as JSON that Plotly reads.
Examples:
  sweetspot figures
  sweetspot figures --out pictures)";

}  // namespace

void figures(const FiguresOptions& options, std::ostream& out) {
    make_folder(options.folder);  // refused before the figures are computed, not after
    const Page page = {
        "Bayesian search for robust optima: illustrations",
        "The illustrations of the paper, each computed by sweetspot: the function, the model, the expected "
        "improvement and the regions are those of the engine.",
        paper_illustrations()};
    for (const std::string& path : write_page(page, embedded::plotly(), options.folder)) {
        out << path << '\n';
    }
}

Command add_figures(CLI::App& app) {
    const auto options = std::make_shared<FiguresOptions>();
    CLI::App* command = app.add_subcommand("figures", "Writes the paper's illustrations as a page and as JSON");
    command->add_option("--out", options->folder, "Folder for the page and the figures; figures if left out")
        ->option_text("FOLDER");
    command->footer(figures_examples);
    return {command, [options] { in_command("figures", [&] { figures(*options, std::cout); }); }};
}

}  // namespace sweetspot::app
