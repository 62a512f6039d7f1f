#include "apps/sweetspot/study/report.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/text/page_files.hpp"
#include "embedded/plotly_small.hpp"
#include "sweetspot/report/study_page.hpp"

namespace sweetspot::app {
namespace {

constexpr auto report_examples = R"(The file needs nothing else and asks nothing of the network.
Examples:
  sweetspot report bracket.toml
  sweetspot report bracket.toml -o report.html)";

struct ReportOptions {
    std::string study;
    std::string out;
    int threads = 1;
};

std::string path_of(const ReportOptions& options, const StudyConfig& config) {
    if (!options.out.empty()) return options.out;
    return (std::filesystem::path(options.study).parent_path() / (config.file_name() + "-report.html")).string();
}

void report(const ReportOptions& options) {
    const StudyConfig config = read_study_file(options.study);
    const StudyView view = begun_study(config)->view();
    const Page page =
        study_page(config, view, {.threads = options.threads, .version = SWEETSPOT_VERSION, .now = date_and_time()});
    const std::string path = path_of(options, config);
    write_text(path, html_page(page, embedded::plotly_small()));
    std::cout << path << '\n';
}

}  // namespace

Command add_report(CLI::App& app) {
    const auto options = std::make_shared<ReportOptions>();
    CLI::App* command = app.add_subcommand("report", "Shows a study in one HTML file that can be sent to a colleague");
    add_study(*command, options->study);
    command->add_option("-o,--out", options->out, "The file to write; NAME-report.html beside the study if left out")
        ->option_text("FILE");
    command
        ->add_option("--threads", options->threads,
                     "How many threads to use, 1 if left out; the report does not depend on it")
        ->check(whole_number(1, most_threads))
        ->option_text("N");
    command->footer(report_examples);
    return {command, [options] { in_command("report", [&] { report(*options); }); }};
}

}  // namespace sweetspot::app
