#include "apps/sweetspot/study/report.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "apps/sweetspot/problems/benchmark_options.hpp"
#include "apps/sweetspot/study/study_files.hpp"
#include "apps/sweetspot/text/page_files.hpp"
#include "embedded/plotly_small.hpp"
#include "sweetspot/report/compare_page.hpp"
#include "sweetspot/report/kept_files.hpp"
#include "sweetspot/report/study_page.hpp"

namespace sweetspot::app {
namespace {

constexpr auto report_examples = R"(The file needs nothing else and asks nothing of the network.
Examples:
  sweetspot report bracket.toml
  sweetspot report bracket.toml -o report.html
  sweetspot report bracket.toml nominal.toml -o compare.html)";

constexpr int most_studies = 8;

struct ReportOptions {
    std::vector<std::string> studies;
    std::string out;
    int threads = 1;
};

/// Beside the first study, unless it was asked for elsewhere.
std::string path_of(const ReportOptions& options, const std::string& name) {
    if (!options.out.empty()) return options.out;
    return (std::filesystem::path(options.studies.front()).parent_path() / name).string();
}

void write_report(const Page& page, const std::string& path) {
    write_text(path, html_page(page, embedded::plotly_small()));
    std::cout << path << '\n';
}

void report_one(const ReportOptions& options) {
    const std::string& file = options.studies.front();
    const StudyConfig config = read_study_file(file);
    const StudyView view = begun_study(config)->view();
    write_report(study_page(config, view,
                            {.threads = options.threads,
                             .version = SWEETSPOT_VERSION,
                             .now = date_and_time(),
                             .ask = StudyPageOptions::Ask::grid,
                             .file = file,
                             .kept = kept_files(config, view)}),
                 path_of(options, config.file_name() + "-report.html"));
}

void report_side_by_side(const ReportOptions& options) {
    std::vector<ComparedStudy> studies;
    for (const std::string& file : options.studies) {
        const StudyConfig config = read_study_file(file);
        studies.push_back({config, begun_study(config)->view(), file});
    }
    write_report(
        compare_page(studies, {.threads = options.threads, .version = SWEETSPOT_VERSION, .now = date_and_time()}),
        path_of(options, "compare.html"));
}

void report(const ReportOptions& options) {
    if (options.studies.size() == 1) return report_one(options);
    report_side_by_side(options);
}

}  // namespace

Command add_report(CLI::App& app) {
    const auto options = std::make_shared<ReportOptions>();
    CLI::App* command = app.add_subcommand(
        "report", "Shows a study, or several side by side, in one HTML file that can be sent to a colleague");
    command
        ->add_option("study", options->studies,
                     "The study's TOML file, or its database; two to eight are put side by side")
        ->required()
        ->expected(1, most_studies)
        ->option_text("(required)");
    command
        ->add_option("-o,--out", options->out,
                     "The file to write; NAME-report.html beside the study, of several compare.html beside the first, "
                     "if left out")
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
