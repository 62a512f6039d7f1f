#include "apps/sweetspot/experiment/experiment_bars.hpp"

#include <fmt/format.h>

#include <ostream>
#include <sstream>
#include <stdexcept>

#include "apps/sweetspot/text/page_files.hpp"
#include "experiment/tables.hpp"
#include "process/text_of_file.hpp"

namespace sweetspot::app {

std::vector<Comparison> read_runs_file(const std::string& path) {
    std::istringstream file(process::text_of_file(path, "give tables of runs that exist"));
    return read_runs_table(file, path);
}

void print_bars(const std::vector<std::string>& tables, const BarsOptions& options, std::ostream& out) {
    std::vector<Comparison> runs;
    for (const std::string& path : tables) {
        for (Comparison& c : read_runs_file(path)) runs.push_back(std::move(c));
    }
    std::string text;
    std::string first_refusal;
    bool any = false;
    for (const std::string& name : bars_names()) {
        text += fmt::format("{}## {}\n\n", text.empty() ? "" : "\n", name);
        try {
            text += bars_table(name, runs, options);
            any = true;
        } catch (const std::invalid_argument& error) {
            if (first_refusal.empty()) first_refusal = error.what();
            text += fmt::format("{}\n", error.what());
        }
    }
    if (!any) throw std::invalid_argument(first_refusal);
    out << text;
}

void update_bars(const std::string& document, std::ostream& out) {
    const std::string before = process::text_of_file(document, "give a document that exists");
    const std::string after = with_fresh_bars(before, document, read_runs_file);
    if (after != before) write_text(document, after);
    out << fmt::format("{}: {}\n", document, after == before ? "its tables are up to date" : "tables made anew");
}

}  // namespace sweetspot::app
